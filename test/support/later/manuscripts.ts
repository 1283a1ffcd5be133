import type { ManuscriptItem } from '../../../src/model/schema/archive/manuscripts.js';
import type { ManuscriptVolume } from '../../../src/model/schema/archive/volume.js';
import type { Random } from '../../../src/services/generated-world/random.js';
import type { Happening } from './happening.js';
import type { Month } from './month.js';
import { befallingPieces, type Collection, itemsIn, partsIn } from './pieces.js';
import { someoneElse, stranger } from './someone.js';
import { volumeHappenings } from './volumes.js';

const COLLECTION: Collection<ManuscriptVolume> = { kind: 'cbe', of: (month) => month.cbe };
const ITEMS = itemsIn(COLLECTION);

/** A link to another item, with everything that tells where it is. */
function linkTo(item: ManuscriptItem, month: Month, random: Random): ManuscriptItem['linkedItems'] {
  const { parts } = random.pick([...month.cbe.values()]);
  const targets = parts.flatMap((part) => part.items.map((one) => ({ part, one })));
  if (targets.length === 0) return [];
  const { part, one } = random.pick(targets);
  return one.id === item.id ? [] : [{ partID: part.id, pageID: one.firstPageID, itemID: one.id }];
}

/** What happens to the main manuscripts. */
export const MANUSCRIPTS: readonly Happening[] = [
  ...volumeHappenings(COLLECTION),
  befallingPieces(ITEMS, 'changed', 'has another informant', (item, month, random) => ({
    ...item,
    informants: [...item.informants, ...someoneElse(item.informants, month, random)],
    dateModified: month.at,
  })),
  befallingPieces(ITEMS, 'changed', 'names someone who is in no list', (item, month, random) => ({
    ...item,
    relevantPersons: [...item.relevantPersons, stranger(month, random)],
  })),
  befallingPieces(ITEMS, 'changed', 'is linked to another', (item, month, random) => ({
    ...item,
    linkedItems: [...item.linkedItems, ...linkTo(item, month, random)],
    dateModified: month.at,
  })),
  befallingPieces(
    partsIn(COLLECTION),
    'changed',
    'has its remark published, or taken back',
    (part) => ({ ...part, extraInfoStatus: part.extraInfoStatus === 'PUB' ? 'EDIT' : 'PUB' }),
    ({ extraInfoStatus, extraInfoEN, extraInfoGA }) =>
      extraInfoStatus !== undefined && (extraInfoEN ?? extraInfoGA) !== undefined,
  ),
  befallingPieces(
    ITEMS,
    'changed',
    'has its remark published, or taken back',
    (item) => ({ ...item, extraInfoStatus: item.extraInfoStatus === 'PUB' ? 'EDIT' : 'PUB' }),
    ({ extraInfoStatus, extraInfoEN, extraInfoGA }) =>
      extraInfoStatus !== undefined && (extraInfoEN ?? extraInfoGA) !== undefined,
  ),
  befallingPieces(ITEMS, 'changed', 'has no extract any more, and another title', (item, month) => ({
    ...item,
    title: `${item.title ?? 'Scéal'} arís`,
    extract: undefined,
    dateModified: month.at,
  })),
  befallingPieces(partsIn(COLLECTION), 'changed', 'was compiled at another time', (part, month, random) => {
    const year = random.between(1930, 1969);
    return { ...part, date: { isoDate: `${year}-03`, year, month: 3 }, dateModified: month.at };
  }),
  befallingPieces(ITEMS, 'changed', 'is from elsewhere', (item, month, random) => {
    const county = random.pick(month.lists.counties);
    return {
      ...item,
      counties:
        item.counties.length === 1 && item.counties[0]?.logainmID === county.logainmID ? [] : [county],
    };
  }),
];
