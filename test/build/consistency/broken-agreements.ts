import { BASE, type Breakage, found, place, schoolsItem } from './breakage.js';
import { itemOf, personOf, photographOf, placeOf, schoolsItemOf, there } from './sample-world.js';

/** Records that do not say the same, or use what is in no list. */
export const BROKEN_AGREEMENTS: readonly Breakage[] = [
  {
    rule: 'X9',
    what: 'a place that the archive calls otherwise, in letters that must be escaped',
    alter: (draft) => {
      const [letter] = itemOf(draft, 7022).locationsIreland;
      there(letter).nameEN = 'Castle\\Wade "Town"';
    },
    found: [
      found(
        'info',
        'X9',
        ['location-ireland', 9000080],
        'place/9000080',
        'schema:name',
        String.raw`"Castle\\Wade \"Town\""@en`,
      ),
    ],
  },
  {
    rule: 'X9',
    what: 'a county that the archive calls otherwise; case and hyphens do not count',
    alter: ({ archive }) => {
      there(archive.counties.find(({ logainmID }) => logainmID === 100031)).nameGA = 'Uíbh Fáilí Thoir';
      there(archive.counties.find(({ logainmID }) => logainmID === 100021)).nameGA = 'LÚ-';
    },
    found: [found('info', 'X9', ['county', 100031], 'place/100031', 'schema:name', '"Uíbh Fáilí Thoir"@ga')],
  },
  {
    rule: 'X22',
    what: 'a place that the archive has a kilometre away; some metres do not count',
    alter: (draft) => {
      const [letter] = itemOf(draft, 7022).locationsIreland;
      there(letter).coordinates = { latitude: 53.4202, longitude: -6.3111 };
      const near = there(draft.archive.counties.find(({ logainmID }) => logainmID === 100031)).coordinates;
      there(near).latitude += 0.0005;
    },
    found: [
      found(
        'info',
        'X22',
        ['location-ireland', 9000080],
        'place/9000080',
        'schema:geo',
        '"53.4202, -6.3111"',
      ),
    ],
  },
  {
    rule: 'X10',
    what: 'a topic of an item that is not in the table of contents',
    alter: (draft) => {
      schoolsItemOf(draft, 7109).topics = [
        { id: 6999, titleEN: 'ghosts', titleGA: 'taibhsí', subTopics: [] },
      ];
    },
    found: [schoolsItem('warning', 'X10', 7109, 'dcterms:subject', 'cbes/topic/6999')],
  },
  {
    rule: 'X10',
    what: 'a handbook topic that is not in the list',
    alter: (draft) => {
      const photograph = photographOf(draft, 1212);
      photograph.referenceNumber = 'F099.01.00001';
      there(photograph.handbookTopic).id = 'F099';
    },
    found: [found('warning', 'X10', ['cbeg.topic', 'F099'], 'handbook/F099', undefined, '"F099"')],
  },
  {
    rule: 'X10',
    what: 'an occupation that is not in the list',
    alter: (draft) =>
      personOf(draft, 4115).occupations.push({ id: 'XYZ', nameEN: 'diver', nameGA: 'tumadóir' }),
    found: [found('warning', 'X10', ['cbed.occupation', 'XYZ'], 'cbed/occupation/XYZ', undefined, '"XYZ"')],
  },
  {
    rule: 'X10',
    what: 'a category and a word that are in no list',
    alter: (draft) => {
      placeOf(draft, 9000020).categories.push({ id: 'ZZZ', nameEN: 'cairn' });
      placeOf(draft, 9000020).glossary.push({ id: 899, headword: 'carn', forms: [] });
    },
    found: [
      found('warning', 'X10', ['category', 'ZZZ'], 'category/ZZZ', undefined, '"ZZZ"'),
      found('warning', 'X10', ['glossary', 899], 'glossary/899', undefined, '"899"'),
    ],
  },
  {
    rule: 'X11',
    what: 'three places of which each lies in the next; what lies in one of them lies in no circle',
    alter: (draft) => there(placeOf(draft, 9000050).includedIn).push({ id: 9000052 }),
    found: [
      place('warning', 'X11', 9000050, 'schema:containedInPlace', 'place/9000052'),
      place('warning', 'X11', 9000051, 'schema:containedInPlace', 'place/9000050'),
      place('warning', 'X11', 9000052, 'schema:containedInPlace', 'place/9000051'),
    ],
  },
  {
    rule: 'X11',
    what: 'two places merged into each other, and one merged into one of them',
    alter: (draft) => {
      placeOf(draft, 9000016).replacementID = 9000017;
      placeOf(draft, 9000017).replacementID = 9000018;
      placeOf(draft, 9000018).replacementID = 9000017;
    },
    found: [
      place('warning', 'X11', 9000016, 'dcterms:isReplacedBy', 'place/9000017'),
      place('warning', 'X11', 9000017, 'dcterms:isReplacedBy', 'place/9000018'),
      place('warning', 'X11', 9000018, 'dcterms:isReplacedBy', 'place/9000017'),
    ],
  },
  {
    rule: 'X12',
    what: 'a cluster whose focus is no member',
    alter: (draft) => {
      placeOf(draft, 9000062).cluster = { focusID: 9000063, members: [{ placeID: 9000062 }] };
    },
    found: [place('warning', 'X12', 9000062, 'lore:inCluster', 'cluster/9000063')],
  },
  {
    rule: 'X12',
    what: 'two members that name each a focus of their own',
    alter: (draft) => {
      there(placeOf(draft, 9000045).cluster).focusID = 9000045;
    },
    found: [
      place('warning', 'X12', 9000044, 'lore:inCluster', 'cluster/9000044'),
      place('warning', 'X12', 9000045, 'lore:inCluster', 'cluster/9000045'),
    ],
  },
  {
    rule: 'X12',
    what: 'a member that names no focus at all',
    alter: (draft) => {
      const members = [{ placeID: 9000080 }, { placeID: 9000081 }];
      placeOf(draft, 9000080).cluster = { focusID: 9000080, members };
    },
    found: [place('warning', 'X12', 9000080, 'lore:inCluster', 'cluster/9000080')],
  },
  {
    rule: 'X13',
    what: 'another birthplace in the other database',
    alter: (draft) =>
      placeOf(draft, 9000071).bornHere.push({
        id: 99005,
        title: 'NÍ BHRAONAGÁIN, Cáit',
        uri: 'https://biographies.example.org/99005',
      }),
    found: [
      found(
        'info',
        'X13',
        ['cbed.person', 4105],
        'cbed/person/4105',
        'schema:birthPlace',
        `${BASE}place/9000071`,
      ),
    ],
  },
  {
    rule: 'none',
    what: 'a birthplace that was merged into the one of the other database: it is the same place',
    alter: (draft) => {
      const biography = {
        id: 99009,
        title: 'NÍ THARPAIGH, Nóra',
        uri: 'https://biographies.example.org/99009',
      };
      placeOf(draft, 9000012).bornHere.push(biography);
      there(personOf(draft, 4109).birthPlaceIreland).logainmID = 9000030;
    },
    found: [],
  },
  {
    rule: 'X19',
    what: 'a reference number that begins with another code',
    alter: (draft) => {
      photographOf(draft, 1203).referenceNumber = 'B010.02.00001';
    },
    found: [
      found(
        'warning',
        'X19',
        ['cbeg.photograph', 1203],
        'cbeg/photograph/1203',
        'dcterms:identifier',
        '"B010.02.00001"',
      ),
    ],
  },
  {
    rule: 'X19',
    what: 'two headings under one letter',
    alter: ({ archive }) => {
      there(archive.handbookTopics.find(({ id }) => id === 'E004')).topicEN = 'patterns';
    },
    found: [
      found(
        'warning',
        'X19',
        ['cbeg.topic', 'E004'],
        'handbook/E004',
        undefined,
        '"patterns / aontaí agus cruinnithe"',
      ),
    ],
  },
  {
    rule: 'X20',
    what: 'two informants with a relationship, and two collectors',
    alter: (draft) => {
      const [other] = schoolsItemOf(draft, 7109).collectors;
      schoolsItemOf(draft, 7108).collectors.push(structuredClone(there(other)));
    },
    found: [found('info', 'X20', ['cbes.item', 7108], 'cbes/item/7108')],
  },
];
