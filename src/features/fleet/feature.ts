import type { Feature } from '../../cli/feature.js';

/** Builds on several machines: planner and workers share a queue in Redis and a folder. */
export const fleet: Feature = {
  name: 'fleet',
  purpose: 'builds on several machines, by a queue in Redis',
  commands: {
    work: {
      description: 'Map shards of builds that other processes plan, as a worker of a queue.',
      load: () => import('./command.js'),
    },
  },
  extensions: { build: async () => (await import('./build-extension.js')).EXTENSION },
  aroundBuild: async () => (await import('./build-extension.js')).AROUND_BUILD,
};
