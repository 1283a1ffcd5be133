import type { Page } from '../../../dictionary/archive/page.js';
import type { Soils } from '../dirt.js';
import { markedUp } from '../dirty-words.js';

/** How pages are dirty. */
export const pageSoils = <P extends Page>(): Soils<P> => ({
  'number marked up': (page) => ({ ...page, pageNumber: markedUp(page.pageNumber) }),
  'order in letters': (page) => ({ ...page, listingOrder: 'b' }),
  'image above its folder': (page) => ({ ...page, imageFileName: '..\\..\\0001.jpg' }),
});
