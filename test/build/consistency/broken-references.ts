import { BASE, type Breakage, found, item, place, schoolsItem } from './breakage.js';
import { itemOf, partOf, placeOf, schoolsItemOf, schoolsPageOf, there } from './sample-world.js';

/** References that lead nowhere, to the wrong place or back. */
export const BROKEN_REFERENCES: readonly Breakage[] = [
  {
    rule: 'X1',
    what: 'a page that is in no volume',
    alter: (draft) => itemOf(draft, 7020).pages.push(599),
    found: [item('warning', 'X1', 7020, 'lore:onPage', 'cbe/page/599')],
  },
  {
    rule: 'X1',
    what: 'a page of the other collection: ids are unique within one only',
    alter: (draft) => itemOf(draft, 7025).pages.push(601),
    found: [item('warning', 'X1', 7025, 'lore:onPage', 'cbe/page/601')],
  },
  {
    rule: 'X1',
    what: 'a title page that is in no volume',
    alter: (draft) => partOf(draft, 2104).titlePages.push(598),
    found: [
      found('warning', 'X1', ['cbe.part', 2104], 'cbe/part/2104', 'lore:titlePage', `${BASE}cbe/page/598`),
    ],
  },
  {
    rule: 'X1',
    what: 'a last page that is in no volume, and so among no pages either',
    alter: (draft) => {
      itemOf(draft, 7023).lastPageID = 597;
    },
    found: [
      item('warning', 'X1', 7023, 'lore:lastPage', 'cbe/page/597'),
      item('warning', 'X3', 7023, 'lore:lastPage', 'cbe/page/597'),
    ],
  },
  {
    rule: 'X1',
    what: 'a page of a schools item that is in no volume',
    alter: (draft) => schoolsItemOf(draft, 7110).pages.push(699),
    found: [schoolsItem('warning', 'X1', 7110, 'lore:onPage', 'cbes/page/699')],
  },
  {
    rule: 'X2',
    what: 'a page of another volume',
    alter: (draft) => itemOf(draft, 7011).pages.push(527),
    found: [item('warning', 'X2', 7011, 'lore:onPage', 'cbe/page/527')],
  },
  {
    rule: 'X2',
    what: 'a page of another volume, in the schools collection',
    alter: (draft) => schoolsItemOf(draft, 7103).pages.push(623),
    found: [schoolsItem('warning', 'X2', 7103, 'lore:onPage', 'cbes/page/623')],
  },
  {
    rule: 'X3',
    what: 'a first page that is not among the pages, told once although it comes after the last too',
    alter: (draft) => {
      itemOf(draft, 7013).firstPageID = 518;
    },
    found: [item('warning', 'X3', 7013, 'lore:firstPage', 'cbe/page/518')],
  },
  {
    rule: 'X3',
    what: 'a last page that is not among the pages',
    alter: (draft) => {
      itemOf(draft, 7010).lastPageID = 515;
    },
    found: [item('warning', 'X3', 7010, 'lore:lastPage', 'cbe/page/515')],
  },
  {
    rule: 'X3',
    what: 'a first page after the last; two-digit positions go by their size',
    alter: (draft) => {
      const one = itemOf(draft, 7005);
      // Positions 11 and 9 in the volume: as texts they would be in order.
      Object.assign(one, { pages: [509, 510, 511], firstPageID: 511, lastPageID: 509 });
    },
    found: [item('warning', 'X3', 7005, 'lore:firstPage', 'cbe/page/511')],
  },
  {
    rule: 'X3',
    what: 'a first page after the last, in the schools collection',
    alter: (draft) => Object.assign(schoolsItemOf(draft, 7105), { firstPageID: 608, lastPageID: 607 }),
    found: [schoolsItem('warning', 'X3', 7105, 'lore:firstPage', 'cbes/page/608')],
  },
  {
    rule: 'X4',
    what: 'an item that does not say what comes before it',
    alter: (draft) =>
      itemOf(draft, 7021).linkedItems.push({ partID: 2103, pageID: 524, itemID: 7009, sequence: 'NEXT' }),
    found: [item('warning', 'X4', 7021, 'lore:nextItem', 'cbe/item/7009')],
  },
  {
    rule: 'X4',
    what: 'two items that both come before the other',
    alter: (draft) => {
      itemOf(draft, 7026).linkedItems.push({ partID: 2103, pageID: 527, itemID: 7027, sequence: 'NEXT' });
      itemOf(draft, 7027).linkedItems.push({ partID: 2103, pageID: 526, itemID: 7026, sequence: 'NEXT' });
    },
    found: [
      item('warning', 'X4', 7026, 'lore:nextItem', 'cbe/item/7027'),
      item('warning', 'X4', 7027, 'lore:nextItem', 'cbe/item/7026'),
    ],
  },
  {
    rule: 'X4',
    what: 'a link with the part of another item',
    alter: (draft) => {
      itemOf(draft, 7024).linkedItems.push({ partID: 2103, pageID: 531, itemID: 7028, sequence: 'NEXT' });
      itemOf(draft, 7028).linkedItems.push({ partID: 2104, pageID: 531, itemID: 7024, sequence: 'PREV' });
    },
    found: [item('warning', 'X4', 7024, 'lore:nextItem', 'cbe/item/7028')],
  },
  {
    rule: 'X4',
    what: 'a link with a page of another item',
    alter: (draft) => {
      itemOf(draft, 7007).linkedItems.push({ partID: 2101, pageID: 510, itemID: 7008, sequence: 'NEXT' });
      itemOf(draft, 7008).linkedItems.push({ partID: 2101, pageID: 509, itemID: 7007, sequence: 'PREV' });
    },
    found: [item('warning', 'X4', 7008, 'lore:previousItem', 'cbe/item/7007')],
  },
  {
    rule: 'X4',
    what: 'a link with a page of the item that is not its first (wire-format 3)',
    alter: (draft) => itemOf(draft, 7009).linkedItems.push({ partID: 2103, pageID: 524, itemID: 7021 }),
    found: [item('warning', 'X4', 7009, 'lore:relatedItem', 'cbe/item/7021')],
  },
  {
    rule: 'X7',
    what: 'one person of the copybooks with two names',
    alter: (draft) => {
      const [grandmother] = schoolsItemOf(draft, 7101).informants;
      there(grandmother).names = [{ fullName: 'Nóra Bheag' }];
    },
    found: [
      found(
        'warning',
        'X7',
        ['cbes.person', 5003],
        'cbes',
        'schema:name',
        '"Bríd Ní Bhrosnacháin / Nóra Bheag"',
      ),
    ],
  },
  {
    rule: 'X8',
    what: 'a link to an item that nobody knows',
    alter: (draft) => itemOf(draft, 7022).linkedItems.push({ itemID: 7999 }),
    found: [item('warning', 'X8', 7022, 'lore:relatedItem', 'cbe/item/7999')],
  },
  {
    rule: 'X8',
    what: 'a place merged into one that nobody knows, and one merged into that: the one is told of',
    alter: (draft) => {
      placeOf(draft, 9000019).replacementID = 9000099;
      placeOf(draft, 9000022).replacementID = 9000019;
    },
    found: [
      place('warning', 'X8', 9000019, 'dcterms:isReplacedBy', 'place/9000099'),
      // The archive speaks of the other one.
      found(
        'info',
        'X21',
        ['location-ireland', 9000022],
        'place/9000022',
        'dcterms:isReplacedBy',
        `${BASE}place/9000019`,
      ),
    ],
  },
  {
    rule: 'X8',
    what: 'a place in one of which not even the name is known',
    alter: (draft) => there(placeOf(draft, 9000021).includedIn).push({ id: 9000999 }),
    found: [place('warning', 'X8', 9000021, 'schema:containedInPlace', 'place/9000999')],
  },
  {
    rule: 'X8',
    what: 'a cluster around a place that nobody knows',
    alter: (draft) => {
      const members = [{ placeID: 9000043 }, { placeID: 9000998 }];
      placeOf(draft, 9000043).cluster = { focusID: 9000998, members };
    },
    found: [
      found(
        'warning',
        'X8',
        ['cluster', 9000998],
        'cluster/9000998',
        'lore:clusterFocus',
        `${BASE}place/9000998`,
      ),
    ],
  },
  {
    rule: 'none',
    what: 'a transcript of an item that nobody knows: it may be a sensitive one, so it stays in',
    alter: (draft) => {
      const [transcript] = schoolsPageOf(draft, 622).transcripts;
      there(transcript).itemID = 7999;
    },
    found: [],
  },
];
