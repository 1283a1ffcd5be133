import type { Feature } from '../../cli/feature.js';

/** Compares two releases, record by record and triple by triple. */
export const diff: Feature = {
  name: 'diff',
  purpose: 'two releases are compared, record by record',
  commands: {
    diff: {
      usage: '<old> <new>',
      description: 'Compare two releases, record by record and triple by triple.',
      load: () => import('./command.js'),
    },
  },
};
