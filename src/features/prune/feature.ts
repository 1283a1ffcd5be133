import type { Feature } from '../../cli/feature.js';

/** Removes old releases and stores by rule. */
export const prune: Feature = {
  name: 'prune',
  purpose: 'old releases and stores are removed by rule',
  commands: {
    prune: {
      description: 'Remove old releases and stores by rule.',
      load: () => import('./command.js'),
      hasSettings: true,
    },
  },
};
