import { type Node, tidy } from '../../../src/model/rdf/node.js';

/** Nodes by hand: the records of model 3.2 to 3.9 as their mappers say them (src/model/mapping). */

export const BASE = 'https://data.example.org/folklore/';
export const at = (path: string): string => `${BASE}${path}`;

/** Model 3.2: `<cbe/item/551579>`. */
export const ITEM: Node = tidy({
  id: at('cbe/item/551579'),
  type: ['Item', 'schema:ArchiveComponent'],
  label: { ga: ['Oíche an tSneachta Mhóir'] },
  name: { ga: ['Oíche an tSneachta Mhóir'] },
  url: 'https://archive.example.org/en/cbe/4427865/4360522/551579',
  isPartOf: at('cbe/part/4427865'),
  listingOrder: '1',
  onPage: [at('cbe/page/4360522'), at('cbe/page/4360523')],
  firstPage: at('cbe/page/4360522'),
  lastPage: at('cbe/page/4360523'),
  contentType: 'sean',
  contentMode: ['lamh'],
  script: ['Latg'],
  language: ['ga'],
  inLanguage: ['ga'],
  description: { ga: [], en: ['Collected on the night of the feast.'] },
  created: '1938-03-01',
  dateCreated: { '@type': 'date', '@value': '1938-03-01' },
  dateSpan: {
    id: at('cbe/item/551579#date'),
    type: ['edm:TimeSpan', 'crm:E52_Time-Span'],
    notation: '1938-03-01',
    statedFromYear: 1938,
    statedToYear: 1938,
    begin: '1938-03-01',
    end: '1938-03-01',
  },
  county: [at('place/100013')],
  place: [at('place/1416587')],
  spatial: [at('place/100013'), at('place/1416587')],
  collector: [at('cbed/person/80607834')],
  informant: [at('cbed/person/315676427')],
  contributor: [at('cbed/person/80607834'), at('cbed/person/315676427')],
  nextItem: [at('cbe/item/551580')],
  recordCreated: '2018-05-14T17:44:22',
  recordModified: '2019-03-02T16:00:43',
});

/** Model 3.2: an item with an approximate date and another before it. */
export const APPROXIMATE: Node = tidy({
  id: at('cbe/item/551580'),
  type: ['Item', 'schema:ArchiveComponent'],
  label: { und: ['I mBaile na nGall a bhí…'] },
  extract: { und: ['I mBaile na nGall a bhí fear, "an Táilliúir",\nagus duine eile.'] },
  isPartOf: at('cbe/part/4427865'),
  created: '1937~',
  dateSpan: {
    id: at('cbe/item/551580#date'),
    type: ['edm:TimeSpan', 'crm:E52_Time-Span'],
    notation: '1937~',
    dateQualifier: 'approximate',
    statedFromYear: 1937,
    statedToYear: 1937,
  },
});

/** Model 3.3: `<cbes/item/4633452>`. */
export const SCHOOLS_ITEM: Node = tidy({
  id: at('cbes/item/4633452'),
  type: ['Item', 'schema:ArchiveComponent'],
  label: { en: ['Weather signs'] },
  name: { en: ['Weather signs'] },
  isPartOf: at('cbes/part/4602757'),
  onPage: [at('cbes/page/4601680')],
  firstPage: at('cbes/page/4601680'),
  lastPage: at('cbes/page/4601680'),
  subject: [at('cbes/topic/5192275')],
  language: ['en'],
  inLanguage: ['en'],
  county: [at('place/100013')],
  collector: [at('cbes/person/5002')],
  informant: [at('cbes/person/5003')],
});

/** Model 3.2: the part of the items above. */
export const PART: Node = tidy({
  id: at('cbe/part/4427865'),
  type: ['Part', 'schema:ArchiveComponent'],
  label: { en: ['CBÉ 0109, part 2'], ga: ['CBÉ 0109, cuid 2'] },
  isPartOf: at('cbe/volume/4427000'),
  position: 2,
  created: '1935/1938',
  dateSpan: {
    id: at('cbe/part/4427865#date'),
    type: ['edm:TimeSpan', 'crm:E52_Time-Span'],
    notation: '1935/1938',
    statedFromYear: 1935,
    statedToYear: 1938,
  },
  county: [at('place/100013')],
  spatial: [at('place/100013')],
  collector: [at('cbed/person/80607834')],
});

/** Model 3.3: the section of a school, with its teacher. */
export const SCHOOLS_PART: Node = tidy({
  id: at('cbes/part/4602757'),
  type: ['Part', 'schema:ArchiveComponent'],
  label: { '@none': ['CBÉS 1063, Gort an Choirce'] },
  isPartOf: at('cbes/volume/4602000'),
  position: 1,
  school: {
    id: at('cbes/part/4602757#school'),
    type: ['School', 'schema:School'],
    label: { '@none': ['Gort an Choirce'] },
    name: { '@none': ['Gort an Choirce'] },
    rollNumber: '9999',
    place: [at('place/1416587')],
  },
  teacher: [at('cbes/person/5001')],
});

/** Model 3.3: a topic in another. */
export const TOPIC: Node = tidy({
  id: at('cbes/topic/5192270'),
  type: ['skos:Concept'],
  inScheme: at('cbes/topics'),
  topConceptOf: at('cbes/topics'),
  code: '5192270',
  prefLabel: { en: ['nature'], ga: ['an dúlra'] },
});
export const SUBTOPIC: Node = tidy({
  id: at('cbes/topic/5192275'),
  type: ['skos:Concept'],
  inScheme: at('cbes/topics'),
  broader: at('cbes/topic/5192270'),
  code: '5192275',
  prefLabel: { en: ['weather-lore'] },
});

/** Model 3.4: `<cbeg/photograph/974>`. */
export const PHOTOGRAPH: Node = tidy({
  id: at('cbeg/photograph/974'),
  type: ['Photograph', 'schema:Photograph', 'schema:ArchiveComponent'],
  label: { '@none': ['B005.01.00012'] },
  identifier: 'B005.01.00012',
  isPartOf: at('cbeg'),
  subject: [at('handbook/B005')],
  description: { en: ['A group outside a thatched house.'] },
  archivedDescription: { und: ['Group outside house'] },
  created: '1935?',
  dateSpan: {
    id: at('cbeg/photograph/974#date'),
    type: ['edm:TimeSpan', 'crm:E52_Time-Span'],
    notation: '1935?',
    dateQualifier: 'questionable',
    statedFromYear: 1935,
    statedToYear: 1935,
  },
  county: [at('place/100013')],
  place: [at('place/1416587')],
  locationCreated: [at('place/100013')],
  photographer: at('cbed/person/80607834'),
  creator: at('cbed/person/80607834'),
  relevantPerson: [at('cbed/person/315676427')],
  digitized: true,
  copyrightStatus: 'cbe',
  condition: 'good',
  copyrightHolder: at('org/archive'),
  associatedMedia: {
    id: at('cbeg/photograph/974#image'),
    type: ['schema:ImageObject'],
    contentUrl: 'https://images.example.org/cbeg/B005.01.00012.jpg?format=jpg&width=620',
  },
});

/** Model 3.5: `<cbed/person/80607834>`. */
export const PERSON: Node = tidy({
  id: at('cbed/person/80607834'),
  type: ['PersonRecord', 'schema:Person', 'crm:E21_Person'],
  label: { '@none': ['Seán Ó hEochaidh'] },
  name: { '@none': ['Seán Ó hEochaidh'] },
  alternateName: { '@none': ['Seán Haughey'] },
  givenName: 'Seán',
  familyName: 'Ó hEochaidh',
  gender: 'Male',
  birthDate: { '@type': 'date', '@value': '1913-02-09' },
  birthSpan: {
    id: at('cbed/person/80607834#birth-date'),
    type: ['edm:TimeSpan', 'crm:E52_Time-Span'],
    notation: '1913-02-09',
    statedFromYear: 1913,
    statedToYear: 1913,
  },
  deathSpan: {
    id: at('cbed/person/80607834#death-date'),
    type: ['edm:TimeSpan', 'crm:E52_Time-Span'],
    notation: '2002~',
    dateQualifier: 'approximate',
    statedFromYear: 2002,
    statedToYear: 2002,
  },
  birthPlace: at('place/14651'),
  birthCounty: at('place/100013'),
  county: [at('place/100013')],
  addressPlace: [at('place/1416587')],
  hasOccupation: [at('cbed/occupation/IASC')],
  ainmId: '1714',
  subjectOf: ['https://www.ainm.ie/Bio.aspx?ID=1714'],
  viafId: '1740563',
});

/** Model 3.9: `<place/1416587>`, in the Gaeltacht, and what it is elsewhere. */
export const PLACE: Node = tidy({
  id: at('place/1416587'),
  type: ['Place', 'schema:Place', 'geo:Feature'],
  label: { en: ['Gortahork'], ga: ['Gort an Choirce'] },
  name: { en: ['Gortahork'], ga: ['Gort an Choirce'] },
  alternateName: { ga: ["Gort a' Choirce"] },
  url: 'https://www.logainm.ie/1416587',
  hasPlacename: [
    {
      id: at('place/1416587#name-201'),
      type: ['Placename', 'skosxl:Label'],
      literalForm: { ga: ['Gort an Choirce'] },
      genitive: { ga: ['Ghort an Choirce'] },
      mainName: true,
    },
    {
      id: at('place/1416587#name-202'),
      type: ['Placename', 'skosxl:Label'],
      literalForm: { en: ['Gortahork'] },
      mainName: true,
    },
  ],
  category: [at('category/B')],
  containedInPlace: [at('place/100013')],
  containsElement: [at('glossary/58')],
  inCluster: at('cluster/1416587'),
  gaeltachtExtent: 'all',
  hasGeometry: {
    id: at('place/1416587#geom'),
    type: ['geo:Geometry'],
    asWKT: 'POINT (-8.15 55.12)',
    accurateCoordinates: true,
    coordinateSource: 'osi',
  },
  coordinates: [
    {
      id: at('place/1416587#pt-4d2f90aa17c3'),
      type: ['schema:GeoCoordinates'],
      latitude: '55.12',
      longitude: '-8.15',
    },
  ],
  gridReference: [
    {
      id: at('place/1416587#grid-B914-300'),
      type: ['GridReference'],
      code: 'B 914 300',
      gridSquare: 'B',
      gridEasting: 914,
      gridNorthing: 300,
    },
  ],
  wikipediaEnLink: ['https://en.wikipedia.org/wiki/Gortahork'],
  recordCreated: '2007-09-01T08:00:00',
  recordModified: '2023-09-01T08:00:00',
});
export const PLACE_ELSEWHERE: Node = {
  id: at('place/1416587'),
  sameAs: ['http://data.logainm.ie/place/1416587'],
};

/** Model 3.9 and test/golden/placenames/place/everything: several of everything, some of it unclear. */
export const MANIFOLD: Node = tidy({
  id: at('place/9000010'),
  type: ['Place', 'schema:Place', 'geo:Feature'],
  label: { ga: ['An Baile Nua'], und: ['Villa Nova'] },
  name: { ga: ['An Baile Nua', 'Baile Nua|100%'], und: ['Villa Nova'] },
  alternateName: { en: ['Newtown'] },
  hasPlacename: [
    {
      id: at('place/9000010#name-301'),
      type: ['Placename', 'skosxl:Label'],
      literalForm: { ga: ['An Baile Nua'] },
    },
    {
      id: at('place/9000010#name-303'),
      type: ['Placename', 'skosxl:Label'],
      literalForm: { und: ['Villa Nova'] },
    },
  ],
  category: [at('category/TR%C3%81'), at('category/XYZ')],
  northernIrelandExtent: 'part',
  hasGeometry: {
    id: at('place/9000010#geom'),
    type: ['geo:Geometry'],
    asWKT: 'MULTIPOINT ((-9.5 52), (-9.51 52.010000001))',
    accurateCoordinates: false,
    coordinateSourceText: 'survey of 1850',
  },
  coordinates: [
    { id: at('place/9000010#pt-1'), type: ['schema:GeoCoordinates'], latitude: '52', longitude: '-9.5' },
    {
      id: at('place/9000010#pt-2'),
      type: ['schema:GeoCoordinates'],
      latitude: '52.010000001',
      longitude: '-9.51',
    },
  ],
  gridReference: [
    {
      id: at('place/9000010#grid-W45-7'),
      type: ['GridReference'],
      gridSquare: 'W',
      gridEasting: 45,
      gridNorthing: 7,
    },
  ],
  recordCreated: '2007-09-01T08:00:00Z',
});

/** Model 3.9: `<place/999001>`, which became part of another. */
export const MERGED: Node = { id: at('place/999001'), deprecated: true, isReplacedBy: at('place/1416587') };

/** Model 3.6: the same town as the archive names it, a county, a place abroad, a country. */
export const LOCATION: Node = tidy({
  id: at('place/1416587'),
  type: ['Place', 'schema:Place', 'geo:Feature'],
  label: { en: ['Gortahork'], ga: ['Gort an Choirce'] },
  name: { en: ['Gortahork'], ga: ['Gort an Choirce'] },
  hasGeometry: { id: at('place/1416587#geom'), type: ['geo:Geometry'], asWKT: 'POINT (-8.15 55.12)' },
  coordinates: [
    { id: at('place/1416587#pt-3'), type: ['schema:GeoCoordinates'], latitude: '55.12', longitude: '-8.15' },
  ],
  containedInPlace: [at('place/100013')],
});
/** The merged place, as the archive still speaks of it. */
export const REPLACED: Node = tidy({
  id: at('place/999001'),
  type: ['Place', 'schema:Place', 'geo:Feature'],
  label: { en: ['Gortahork'] },
  name: { en: ['Gortahork'] },
  isReplacedBy: at('place/1416587'),
});
export const COUNTY: Node = tidy({
  id: at('place/100013'),
  type: ['Place', 'County', 'schema:Place', 'schema:AdministrativeArea', 'geo:Feature'],
  name: { en: ['Donegal'], ga: ['Dún na nGall'] },
  qualifiedName: { en: ['Co. Donegal'], ga: ['Co. Dhún na nGall'] },
});
export const ABROAD: Node = {
  id: at('abroad/2177413'),
  type: ['PlaceAbroad', 'schema:Place'],
  name: { en: ['Brisbane'] },
  containedInPlace: [at('country/AU')],
};
export const COUNTRY: Node = {
  id: at('country/AU'),
  type: ['Country', 'schema:Country'],
  name: { en: ['Australia'], ga: ['An Astráil'] },
  identifier: 'AU',
};

/** Model 3.9: a category of places. */
export const CATEGORY: Node = tidy({
  id: at('category/B'),
  type: ['skos:Concept'],
  inScheme: at('category'),
  code: 'B',
  prefLabel: { en: ['town'], ga: ['baile'] },
  pluralLabel: { en: ['towns'], ga: ['bailte'] },
});
