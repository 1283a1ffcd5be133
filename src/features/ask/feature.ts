import type { Feature } from '../../cli/feature.js';
import type {} from '../browse/added-pages.js';

/** A SPARQL endpoint at `/sparql` of `browse`, and questions with forms and answers for people at `/ask`. */
export const ask: Feature = {
  name: 'ask',
  needs: ['browse', 'query'],
  purpose: 'questions in SPARQL: an endpoint for programs, forms and an editor for people',
  extensions: { browse: async () => (await import('./browse-extension.js')).EXTENSION },
  adds: { pages: async (opened) => (await import('./release-engine.js')).askPagesOf(opened) },
};
