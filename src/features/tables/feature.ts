import type { Feature } from '../../cli/feature.js';
import type {} from '../browse/added-pages.js';

/** The tables of a release at `/tables` of `browse`: as pages, as JSON and as CSV. */
export const tables: Feature = {
  name: 'tables',
  needs: ['browse'],
  purpose: 'the tables of a release as pages, JSON and CSV, with the parameters of Datasette',
  adds: { pages: async (opened) => (await import('./table-routes.js')).tableRoutes(opened) },
};
