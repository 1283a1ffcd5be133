import type { World } from '../../../src/services/server/world.js';
import { PLAN } from '../../support/sample-release.js';
import {
  type Draft,
  itemOf,
  type Line,
  partOf,
  personOf,
  photographOf,
  placeOf,
  schoolsItemOf,
  schoolsPageOf,
  there,
} from './sample-world.js';

/**
 * Something wrong with the sample world across its records, and all that is to be found of it (model 7.3): rule, severity,
 * kind and id of a published record, property and value. Each leaves alone what the others break: all of them fit into one world.
 */
export const BREAKAGES: readonly (readonly [
  what: string,
  alter: (draft: Draft<World>) => void,
  ...found: readonly string[],
])[] = [
  // References that lead nowhere, to the wrong place or back.
  [
    'a page that is in no volume',
    (draft) => itemOf(draft, 7020).pages.push(599),
    'X1 warning cbe.item 7020 lore:onPage cbe/page/599',
  ],
  [
    'a page of the other collection: ids are unique within one only',
    (draft) => itemOf(draft, 7025).pages.push(601),
    'X1 warning cbe.item 7025 lore:onPage cbe/page/601',
  ],
  [
    'a title page that is in no volume',
    (draft) => partOf(draft, 2104).titlePages.push(598),
    'X1 warning cbe.part 2104 lore:titlePage cbe/page/598',
  ],
  [
    'a last page that is in no volume, and so among no pages either',
    (draft) => {
      itemOf(draft, 7023).lastPageID = 597;
    },
    'X1 warning cbe.item 7023 lore:lastPage cbe/page/597',
    'X3 warning cbe.item 7023 lore:lastPage cbe/page/597',
  ],
  [
    'a page of a schools item that is in no volume',
    (draft) => schoolsItemOf(draft, 7110).pages.push(699),
    'X1 warning cbes.item 7110 lore:onPage cbes/page/699',
  ],
  [
    'a page of another volume',
    (draft) => itemOf(draft, 7011).pages.push(527),
    'X2 warning cbe.item 7011 lore:onPage cbe/page/527',
  ],
  [
    'a page of another volume, in the schools collection',
    (draft) => schoolsItemOf(draft, 7103).pages.push(623),
    'X2 warning cbes.item 7103 lore:onPage cbes/page/623',
  ],
  [
    'a first page that is not among the pages, told once although it comes after the last too',
    (draft) => {
      itemOf(draft, 7013).firstPageID = 518;
    },
    'X3 warning cbe.item 7013 lore:firstPage cbe/page/518',
  ],
  [
    'a last page that is not among the pages',
    (draft) => {
      itemOf(draft, 7010).lastPageID = 515;
    },
    'X3 warning cbe.item 7010 lore:lastPage cbe/page/515',
  ],
  [
    'a first page after the last; two-digit positions go by their size',
    (draft) => {
      const one = itemOf(draft, 7005);
      // Positions 11 and 9 in the volume: as texts they would be in order.
      Object.assign(one, { pages: [509, 510, 511], firstPageID: 511, lastPageID: 509 });
    },
    'X3 warning cbe.item 7005 lore:firstPage cbe/page/511',
  ],
  [
    'a first page after the last, in the schools collection',
    (draft) => Object.assign(schoolsItemOf(draft, 7105), { firstPageID: 608, lastPageID: 607 }),
    'X3 warning cbes.item 7105 lore:firstPage cbes/page/608',
  ],
  [
    'an item that does not say what comes before it',
    (draft) =>
      itemOf(draft, 7021).linkedItems.push({ partID: 2103, pageID: 524, itemID: 7009, sequence: 'NEXT' }),
    'X4 warning cbe.item 7021 lore:nextItem cbe/item/7009',
  ],
  [
    'two items that both come before the other',
    (draft) => {
      itemOf(draft, 7026).linkedItems.push({ partID: 2103, pageID: 527, itemID: 7027, sequence: 'NEXT' });
      itemOf(draft, 7027).linkedItems.push({ partID: 2103, pageID: 526, itemID: 7026, sequence: 'NEXT' });
    },
    'X4 warning cbe.item 7026 lore:nextItem cbe/item/7027',
    'X4 warning cbe.item 7027 lore:nextItem cbe/item/7026',
  ],
  [
    'a link with the part of another item',
    (draft) => {
      itemOf(draft, 7024).linkedItems.push({ partID: 2103, pageID: 531, itemID: 7028, sequence: 'NEXT' });
      itemOf(draft, 7028).linkedItems.push({ partID: 2104, pageID: 531, itemID: 7024, sequence: 'PREV' });
    },
    'X4 warning cbe.item 7024 lore:nextItem cbe/item/7028',
  ],
  [
    'a link with a page of another item',
    (draft) => {
      itemOf(draft, 7007).linkedItems.push({ partID: 2101, pageID: 510, itemID: 7008, sequence: 'NEXT' });
      itemOf(draft, 7008).linkedItems.push({ partID: 2101, pageID: 509, itemID: 7007, sequence: 'PREV' });
    },
    'X4 warning cbe.item 7008 lore:previousItem cbe/item/7007',
  ],
  [
    'a link with a page of the item that is not its first (wire-format 3)',
    (draft) => itemOf(draft, 7009).linkedItems.push({ partID: 2103, pageID: 524, itemID: 7021 }),
    'X4 warning cbe.item 7009 lore:relatedItem cbe/item/7021',
  ],
  [
    'one person of the copybooks with two names',
    (draft) => {
      const [grandmother] = schoolsItemOf(draft, 7101).informants;
      there(grandmother).names = [{ fullName: 'Nóra Bheag' }];
    },
    'X7 warning cbes.person 5003 schema:name "Bríd Ní Bhrosnacháin / Nóra Bheag"',
  ],
  [
    'a link to an item that nobody knows',
    (draft) => itemOf(draft, 7022).linkedItems.push({ itemID: 7999 }),
    'X8 warning cbe.item 7022 lore:relatedItem cbe/item/7999',
  ],
  [
    'a place merged into one that nobody knows, and one merged into that: the one is told of',
    (draft) => {
      placeOf(draft, 9000019).replacementID = 9000099;
      placeOf(draft, 9000022).replacementID = 9000019;
    },
    'X8 warning place 9000019 dcterms:isReplacedBy place/9000099',
    // The archive speaks of the other one.
    'X21 info location-ireland 9000022 dcterms:isReplacedBy place/9000019',
  ],
  [
    'a place in one of which not even the name is known',
    (draft) => there(placeOf(draft, 9000021).includedIn).push({ id: 9000999 }),
    'X8 warning place 9000021 schema:containedInPlace place/9000999',
  ],
  [
    'a cluster around a place that nobody knows',
    (draft) => {
      const members = [{ placeID: 9000043 }, { placeID: 9000998 }];
      placeOf(draft, 9000043).cluster = { focusID: 9000998, members };
    },
    'X8 warning cluster 9000998 lore:clusterFocus place/9000998',
  ],
  [
    'a transcript of an item that nobody knows: it may be a sensitive one, so it stays in',
    (draft) => {
      const [transcript] = schoolsPageOf(draft, 622).transcripts;
      there(transcript).itemID = 7999;
    },
  ],
  // Records that do not say the same, or use what is in no list.
  [
    'a place that the archive calls otherwise, in letters that must be escaped',
    (draft) => {
      const [letter] = itemOf(draft, 7022).locationsIreland;
      there(letter).nameEN = 'Castle\\Wade "Town"';
    },
    String.raw`X9 info location-ireland 9000080 schema:name "Castle\\Wade \"Town\""@en`,
  ],
  [
    'a county that the archive calls otherwise; case and hyphens do not count',
    ({ archive }) => {
      there(archive.counties.find(({ logainmID }) => logainmID === 100031)).nameGA = 'Uíbh Fáilí Thoir';
      there(archive.counties.find(({ logainmID }) => logainmID === 100021)).nameGA = 'LÚ-';
    },
    'X9 info county 100031 schema:name "Uíbh Fáilí Thoir"@ga',
  ],
  [
    'a place that the archive has a kilometre away; some metres do not count',
    (draft) => {
      const [letter] = itemOf(draft, 7022).locationsIreland;
      there(letter).coordinates = { latitude: 53.4202, longitude: -6.3111 };
      const near = there(draft.archive.counties.find(({ logainmID }) => logainmID === 100031)).coordinates;
      there(near).latitude += 0.0005;
    },
    'X22 info location-ireland 9000080 schema:geo "53.4202, -6.3111"',
  ],
  [
    'a topic of an item that is not in the table of contents',
    (draft) => {
      schoolsItemOf(draft, 7109).topics = [
        { id: 6999, titleEN: 'ghosts', titleGA: 'taibhsí', subTopics: [] },
      ];
    },
    'X10 warning cbes.item 7109 dcterms:subject cbes/topic/6999',
  ],
  [
    'a handbook topic that is not in the list',
    (draft) => {
      const photograph = photographOf(draft, 1212);
      photograph.referenceNumber = 'F099.01.00001';
      there(photograph.handbookTopic).id = 'F099';
    },
    'X10 warning cbeg.topic F099 - "F099"',
  ],
  [
    'an occupation that is not in the list',
    (draft) => personOf(draft, 4115).occupations.push({ id: 'XYZ', nameEN: 'diver', nameGA: 'tumadóir' }),
    'X10 warning cbed.occupation XYZ - "XYZ"',
  ],
  [
    'a category and a word that are in no list',
    (draft) => {
      placeOf(draft, 9000020).categories.push({ id: 'ZZZ', nameEN: 'cairn' });
      placeOf(draft, 9000020).glossary.push({ id: 899, headword: 'carn', forms: [] });
    },
    'X10 warning category ZZZ - "ZZZ"',
    'X10 warning glossary 899 - "899"',
  ],
  [
    'three places of which each lies in the next; what lies in one of them lies in no circle',
    (draft) => there(placeOf(draft, 9000050).includedIn).push({ id: 9000052 }),
    'X11 warning place 9000050 schema:containedInPlace place/9000052',
    'X11 warning place 9000051 schema:containedInPlace place/9000050',
    'X11 warning place 9000052 schema:containedInPlace place/9000051',
  ],
  [
    'two places merged into each other, and one merged into one of them',
    (draft) => {
      placeOf(draft, 9000016).replacementID = 9000017;
      placeOf(draft, 9000017).replacementID = 9000018;
      placeOf(draft, 9000018).replacementID = 9000017;
    },
    'X11 warning place 9000016 dcterms:isReplacedBy place/9000017',
    'X11 warning place 9000017 dcterms:isReplacedBy place/9000018',
    'X11 warning place 9000018 dcterms:isReplacedBy place/9000017',
  ],
  [
    'a place merged into itself: it was not, and keeps its statements',
    (draft) => {
      placeOf(draft, 9000014).replacementID = 9000014;
    },
    'X29 warning place 9000014 - "9000014"',
  ],
  [
    'a cluster whose focus is no member',
    (draft) => {
      placeOf(draft, 9000062).cluster = { focusID: 9000063, members: [{ placeID: 9000062 }] };
    },
    'X12 warning place 9000062 lore:inCluster cluster/9000063',
  ],
  [
    'two members that name each a focus of their own',
    (draft) => {
      there(placeOf(draft, 9000045).cluster).focusID = 9000045;
    },
    'X12 warning place 9000044 lore:inCluster cluster/9000044',
    'X12 warning place 9000045 lore:inCluster cluster/9000045',
  ],
  [
    'a member that names no focus at all',
    (draft) => {
      const members = [{ placeID: 9000080 }, { placeID: 9000081 }];
      placeOf(draft, 9000080).cluster = { focusID: 9000080, members };
    },
    'X12 warning place 9000080 lore:inCluster cluster/9000080',
  ],
  [
    'another birthplace in the other database',
    (draft) =>
      placeOf(draft, 9000071).bornHere.push({
        id: 99005,
        title: 'NÍ BHRAONAGÁIN, Cáit',
        uri: 'https://biographies.example.org/99005',
      }),
    'X13 info cbed.person 4105 schema:birthPlace place/9000071',
  ],
  [
    'a birthplace that was merged into the one of the other database: it is the same place',
    (draft) => {
      const biography = {
        id: 99009,
        title: 'NÍ THARPAIGH, Nóra',
        uri: 'https://biographies.example.org/99009',
      };
      placeOf(draft, 9000012).bornHere.push(biography);
      personOf(draft, 4109).birthPlaceIreland = { logainmID: 9000030, counties: [] };
    },
  ],
  [
    'a place that two records place in two counties',
    (draft) => {
      const galway = { logainmID: 100011, nameEN: 'Galway' };
      personOf(draft, 4109).addressesIreland.push({ logainmID: 9000030, counties: [galway] });
    },
    'X27 warning location-ireland 9000030 - "100013 Donegal (cbe.item 7028) / 100011 Galway (cbed.person 4109)"',
  ],
  [
    'a reference number that begins with another code',
    (draft) => {
      photographOf(draft, 1203).referenceNumber = 'B010.02.00001';
    },
    'X19 warning cbeg.photograph 1203 dcterms:identifier "B010.02.00001"',
  ],
  [
    'two headings under one letter',
    ({ archive }) => {
      there(archive.handbookTopics.find(({ id }) => id === 'E004')).topicEN = 'patterns';
    },
    'X19 warning cbeg.topic E004 - "patterns / aontaí agus cruinnithe"',
  ],
  [
    'two informants with a relationship, and two collectors',
    (draft) => {
      const [other] = schoolsItemOf(draft, 7109).collectors;
      schoolsItemOf(draft, 7108).collectors.push(structuredClone(there(other)));
    },
    'X20 info cbes.item 7108',
  ],
];

/** Words in full, as the model abbreviates them (2.1). */
const PREFIXES: Readonly<Record<string, string>> = {
  lore: 'https://w3id.org/folklore-ld/ns#',
  schema: 'https://schema.org/',
  dcterms: 'http://purl.org/dc/terms/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
};

/** Kinds whose IRIs do not begin with their names. */
const PATHS: Readonly<Record<string, string>> = {
  'location-ireland': 'place',
  county: 'place',
  'cbeg.topic': 'handbook',
};

/** A finding of the report, from a line of {@link BREAKAGES}. Values are literals, or paths below the base. */
export function lineOf(text: string): Line {
  const [, shape = '', severity = '', kind = '', id = '', word = '-', value] =
    /^(\S+) (\S+) (\S+) (\S+)(?: (\S+))?(?: (.*))?$/.exec(text) ?? [];
  const path = PATHS[kind] ?? kind.replace('.', '/');
  // An id that is two people of the copybooks is no record, and a collection has no number.
  const focus = { 'cbes.person': 'cbes', collection: id }[kind] ?? `${path}/${id}`;
  const [prefix = '', local] = word.split(':');
  return {
    ...{ severity, shape, kind, id: /^\d+$/.test(id) ? Number(id) : id, outcome: 'published' },
    focus: `${PLAN.base}${focus}`,
    ...(word === '-' ? {} : { path: `${PREFIXES[prefix]}${local}` }),
    ...(value === undefined ? {} : { value: value.startsWith('"') ? value : `${PLAN.base}${value}` }),
  };
}
