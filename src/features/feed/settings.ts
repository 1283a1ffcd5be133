import { z } from 'zod';
import { BUILD, SETTING_OPTIONS } from '../../cli/config/settings.js';
import type { SettingsOfFeature } from '../../cli/feature.js';

export const SETTINGS: SettingsOfFeature = {
  shape: {
    feed: z.boolean().default(false).register(SETTING_OPTIONS, {
      flags: '--feed',
      description: 'add the release to the event streams (LDES) beside the releases, in the folder feed',
      commands: BUILD,
      group: 'forms',
    }),
  },
  example: `
# Linked Data Event Streams of all releases, in the folder feed beside them; needs nt among the formats.
feed: false
`,
};
