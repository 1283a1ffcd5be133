import type { Feature } from '../../cli/feature.js';
import type {} from '../browse/added-pages.js';

/** What a release has changed, at `/new` of `browse` and as Atom at `/new.atom`. */
export const news: Feature = {
  name: 'news',
  needs: ['browse'],
  purpose: 'what is new in a release, as a page and as an Atom feed, also of a search',
  adds: { pages: async () => (await import('./new-page.js')).newPages() },
};
