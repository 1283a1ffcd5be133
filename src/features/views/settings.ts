import { z } from 'zod';
import { BUILD, SETTING_OPTIONS } from '../../cli/config/settings.js';
import type { SettingsOfFeature } from '../../cli/feature.js';
import { VIEW_NAMES } from './view-names.js';

export const SETTINGS: SettingsOfFeature = {
  shape: {
    views: z
      .array(z.enum(VIEW_NAMES))
      .default([])
      .register(SETTING_OPTIONS, {
        flags: '--views <list>',
        description: `other models to write the release in, too, separated by commas: ${VIEW_NAMES.join(', ')}`,
        commands: BUILD,
        group: 'forms',
      }),
  },
  published: { views: { on: 'loss', effect: 'removes the files in these models' } },
  example: `
# Other models to write the release in, too (docs/views.md): edm, rico, linked-art, schema, foaf.
views: []
`,
};
