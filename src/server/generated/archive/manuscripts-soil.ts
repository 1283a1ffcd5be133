import type { ManuscriptItem } from '../../../dictionary/archive/manuscript-item.js';
import type { ManuscriptPart } from '../../../dictionary/archive/manuscript-part.js';
import type { Soils } from '../dirt.js';
import { dirtyDates } from '../dirty-dates.js';
import { changed, cutOff, markedUp, rung, UNKNOWN_CODE, UNKNOWN_ID } from '../dirty-words.js';

/** How parts of the manuscript collection are dirty. */
export const MANUSCRIPT_PART_SOIL: Soils<ManuscriptPart> = {
  ...dirtyDates('date'),
  'title page nowhere': (part) => ({ ...part, titlePages: [...part.titlePages, UNKNOWN_ID] }),
};

/** How items of the manuscript collection are dirty. */
export const MANUSCRIPT_ITEM_SOIL: Soils<ManuscriptItem> = {
  ...dirtyDates('date'),
  'title marked up': changed('title', markedUp),
  'title rung': changed('title', rung),
  'title cut off': changed('title', cutOff),
  'title of digits': changed('title', () => '1937'),
  'extract a dash': changed('extract', () => '-'),
  'type unknown': (item) => ({ ...item, contentType: UNKNOWN_CODE }),
  'mode and script unknown': (item) => ({
    ...item,
    contentModes: [UNKNOWN_CODE],
    contentScripts: ['latin'],
  }),
  'language unknown': (item) => ({ ...item, languages: [...item.languages, 'xx'] }),
  'order of nought': (item) => ({ ...item, listingOrder: '0' }),
  'order in letters': (item) => ({ ...item, listingOrder: 'b' }),
  'last page nowhere': (item) => ({ ...item, lastPageID: UNKNOWN_ID }),
  'sequence unknown': (item) =>
    item.linkedItems.length === 0
      ? undefined
      : {
          ...item,
          linkedItems: item.linkedItems.map((link) => ({ ...link, sequence: UNKNOWN_CODE })),
        },
  'collector named twice': (item) =>
    item.collectors.length === 0
      ? undefined
      : { ...item, collectors: [...item.collectors, ...item.collectors] },
  'link to nothing': (item) => ({
    ...item,
    linkedItems: [...item.linkedItems, { itemID: UNKNOWN_ID }],
  }),
};
