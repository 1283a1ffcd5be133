import { z } from 'zod';
import { BUILD, SETTING_OPTIONS } from '../../cli/config/settings.js';
import type { SettingsOfFeature } from '../../cli/feature.js';

export const SETTINGS: SettingsOfFeature = {
  shape: {
    sqlite: z.boolean().default(false).register(SETTING_OPTIONS, {
      flags: '--sqlite',
      description: 'write the tables as SQLite databases, too: derived/release.sqlite and placenames.sqlite',
      commands: BUILD,
      group: 'forms',
    }),
  },
  example: `
# The tables as SQLite databases, too: derived/release.sqlite and derived/placenames.sqlite.
sqlite: false
`,
};
