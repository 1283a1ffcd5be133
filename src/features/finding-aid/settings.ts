import { z } from 'zod';
import { BUILD, SETTING_OPTIONS } from '../../cli/config/settings.js';
import type { SettingsOfFeature } from '../../cli/feature.js';

export const SETTINGS: SettingsOfFeature = {
  shape: {
    ead: z.boolean().default(false).register(SETTING_OPTIONS, {
      flags: '--ead',
      description:
        'write finding aids as Encoded Archival Description (EAD3), too: derived/ead-cbe.xml and ead-cbes.xml',
      commands: BUILD,
      group: 'forms',
    }),
  },
  example: `
# Finding aids of the volumes as Encoded Archival Description (EAD3), too: derived/ead-cbe.xml and derived/ead-cbes.xml.
ead: false
`,
};
