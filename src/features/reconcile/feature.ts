import type { Feature } from '../../cli/feature.js';
import type {} from '../browse/added-pages.js';

/** The Reconciliation Service API for people, places and topics, at `/reconcile` of `browse`. */
export const reconcile: Feature = {
  name: 'reconcile',
  needs: ['browse'],
  purpose: 'names of a spreadsheet find their records (Reconciliation Service API 0.2)',
  adds: { pages: async () => (await import('./reconcile-routes.js')).reconcilePages() },
};
