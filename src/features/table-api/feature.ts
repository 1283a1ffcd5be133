import type { Feature } from '../../cli/feature.js';
import type {} from '../browse/added-pages.js';

/** The rows of the tables of a release as JSON, at `/tables/NAME.json` of `browse`. */
export const tableApi: Feature = {
  name: 'table-api',
  needs: ['browse'],
  purpose: 'rows of the tables as JSON, with the parameters of Datasette',
  adds: { pages: async () => (await import('./table-routes.js')).tableApiPages() },
};
