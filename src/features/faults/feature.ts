import type { Feature } from '../../cli/feature.js';
import type { FaultOptions } from './serve-extension.js';

/** Faults that `serve` injects into the answers of both services. */
export const faults: Feature = {
  name: 'faults',
  needs: ['generated-world'],
  purpose: 'faults in the answers of `serve`, for tests and rehearsals',
  extensions: { serve: async () => (await import('./serve-extension.js')).EXTENSION },
  serviceMiddleware: async (options, { now }) => {
    const { fault, seed, dialect } = options as FaultOptions;
    const { faultMiddleware } = await import('./fault-injection.js');
    return faultMiddleware({ faults: fault, seed, now, dialect });
  },
};
