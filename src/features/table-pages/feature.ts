import type { Feature } from '../../cli/feature.js';
import type {} from '../browse/added-pages.js';

/** The tables of a release as pages, at `/tables` of `browse`. */
export const tablePages: Feature = {
  name: 'table-pages',
  needs: ['browse'],
  purpose: 'the tables of a release as pages: sorted, filtered, counted by value',
  adds: { pages: async (opened) => (await import('./table-pages.js')).tablePages(opened) },
};
