import type { Feature } from '../../cli/feature.js';
import type {} from '../prune/prune.js';

/** SPARQL queries about a release, without a server. */
export const query: Feature = {
  name: 'query',
  needs: ['prune'],
  purpose: 'SPARQL queries about a release, without a server',
  commands: {
    query: {
      usage: '[release] <query>',
      description: 'Answer a SPARQL query about a release, without a server.',
      load: () => import('./command.js'),
    },
  },
  adds: { prunable: async () => (await import('./prune-engines.js')).PRUNABLE },
};
