import { z } from 'zod';
import { BUILD, SETTING_OPTIONS } from '../../cli/config/settings.js';
import type { SettingsOfFeature } from '../../cli/feature.js';

export const SETTINGS = {
  shape: {
    subjectsTable: z.string().min(1).optional().register(SETTING_OPTIONS, {
      flags: '--subjects-table <file>',
      isPath: true,
      group: 'records',
      description:
        'tale types, motifs and other classifications of works: CSV with record, scheme, notation, iri, source',
      commands: BUILD,
    }),
  },
  published: {
    subjectsTable: {
      on: 'loss',
      effect: 'removes the dataset subjects',
      recorded: (file) => file !== undefined,
      files: /^data\/subjects\./,
    },
  },
  example: `
# The operator's own table of tale types, motifs and other classifications, published in the dataset subjects
# (docs/subjects.md); without it none.
# subjectsTable: subjects.csv
`,
} satisfies SettingsOfFeature;
