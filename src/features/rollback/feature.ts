import type { Feature } from '../../cli/feature.js';

/** Takes back the newest release. */
export const rollback: Feature = {
  name: 'rollback',
  purpose: 'a bad release is taken back: `latest` leads to the one before',
  commands: {
    rollback: {
      usage: '<label> [folder]',
      description: 'Take back the newest release: `latest` leads to the one before.',
      load: () => import('./command.js'),
    },
  },
};
