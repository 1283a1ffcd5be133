import { z } from 'zod';
import { BUILD, SETTING_OPTIONS } from '../../cli/config/settings.js';
import type { SettingsOfFeature } from '../../cli/feature.js';

export const SETTINGS = {
  shape: {
    linksTable: z
      .string()
      .min(1)
      .optional()
      .register(SETTING_OPTIONS, {
        flags: '--links-table <file>',
        isPath: true,
        group: 'records',
        description: "the operator's own links: CSV with kind, id, iri, relation, source, date",
        commands: [...BUILD, 'links'],
      }),
  },
  published: {
    linksTable: {
      on: 'loss',
      effect: "removes the operator's links",
      recorded: (file) => file !== undefined,
    },
  },
  example: `
# The operator's own table of links, checked, and published in the dataset links (docs/links.md); without it none.
# linksTable: links.csv
`,
} satisfies SettingsOfFeature;
