import { z } from 'zod';
import { BUILD, SETTING_OPTIONS } from '../../cli/config/settings.js';
import type { SettingsOfFeature } from '../../cli/feature.js';

export const SETTINGS: SettingsOfFeature = {
  shape: {
    parquet: z.boolean().default(false).register(SETTING_OPTIONS, {
      flags: '--parquet',
      description: 'write each table as Parquet, too: derived/TABLE.parquet, with types and lists',
      commands: BUILD,
      group: 'forms',
    }),
  },
  example: `
# Each table as Parquet, too: derived/TABLE.parquet, with types and lists.
parquet: false
`,
};
