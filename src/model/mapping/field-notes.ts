import type { PrivilegedField } from '../schema/privileged.js';

/*
 * Why a field becomes no triple: docs/coverage.md and `folklore-ld explain` show these notes. Tests compare them with the
 * schemas and with what the mappings do.
 */

/** Notes by field, lists as `[]`: `linkedItems[].partID`. A note on a field holds for the fields in it. */
type Notes = Readonly<Record<string, string>>;

/** One note for several fields, which are separated by spaces. */
const each = (note: string, fields: string): Notes =>
  Object.fromEntries(fields.split(' ').map((field) => [field, note]));

/** Notes on the fields in each of some fields, which are separated by spaces. */
const within = (paths: string, notes: Notes): Notes =>
  Object.fromEntries(
    paths
      .split(' ')
      .flatMap((path) => Object.entries(notes).map(([field, note]) => [`${path}.${field}`, note] as const)),
  );

/** The numbers of a date take precedence over its ISO strings (model 4.3, step 6). */
const DATE: Notes = {
  ...each('the numbers state it and take precedence', 'isoDate isoStartDate isoEndDate'),
  isoDuration: 'follows from the ends of the period; kept of dates with a problem',
  accuracy: 'there is no date that it could qualify',
};
const EDITED = each('still being edited', 'extraInfoEN extraInfoGA');
const WITHHELD_PAGES: Notes = {
  'pages[]': 'the page is withheld',
  ...each('every page of the item is withheld', 'firstPageID lastPageID'),
};
const NO_LINK = 'the configuration has no such link';
const NO_ADDRESS = 'not a web address';
const NAME_PARTS = each('the name is a placeholder', 'firstNames surname');
const BROADER = 'the narrowest topic of the chain implies it';
const IN_PLACENAMES = each(
  'the place-names database has other points in the same release',
  'coordinates.latitude coordinates.longitude',
);

/** By kind: when a field becomes no triple although it does in other records. */
export const CONDITIONAL_FIELDS: Readonly<Record<string, Notes>> = {
  'cbe.part': { ...within('date', DATE), ...EDITED, 'titlePages[]': 'the page is withheld' },
  'cbe.item': {
    ...within('date', DATE),
    ...EDITED,
    ...WITHHELD_PAGES,
    ...each('the item is withheld', 'linkedItems[].itemID linkedItems[].sequence'),
  },
  'cbe.page': { titlePage: 'for title pages only' },
  'cbes.part': { 'titlePages[]': 'the page is withheld' },
  'cbes.item': { ...WITHHELD_PAGES, ...each(BROADER, 'topics[].id topics[].subTopics[].id') },
  'cbes.page': { titlePage: 'for title pages only' },
  'cbes.transcript': {
    'transcribers[].id': 'the name is a placeholder',
    'languages[]': 'with several languages, that of the text is not known',
  },
  'cbes.person': {
    ...within('occurrences[].person.names[]', NAME_PARTS),
    'occurrences[].person.age.age': 'with a qualifier or a range it is on the contribution only',
    'occurrences[].person.gender': 'records of the person have different codes',
  },
  'cbeg.photograph': { ...within('date', DATE), ...EDITED, archivedDescription: 'still being edited' },
  'cbeg.topic': {
    ...each('on the heading of the topic', 'topicEN topicGA'),
    ...each('a heading is named by its topic', 'subTopicEN subTopicGA'),
  },
  'cbed.person': { ...within('names[]', NAME_PARTS), ...within('birthDate deathDate', DATE) },
  country: { geoNameID: NO_LINK },
  county: IN_PLACENAMES,
  'location-ireland': IN_PLACENAMES,
  place: {
    ...each('there are no coordinates', 'geography.accurate geography.source'),
    ...each(
      NO_ADDRESS,
      'permalink placenames[].audio.uri images[].uri folklore[].type folklore[].uriEN folklore[].uriGA sameAs[].uri',
    ),
    ...each(NO_LINK, 'bornHere[].id bornHere[].title'),
    'bornHere[].uri': 'not a web address, or the address that is made from the id',
    'links[].type': 'an undocumented type: the page is published without it',
  },
};

/** By kind: a field with which a record has no other triples, and why. */
export const SILENCED: Readonly<Record<string, { readonly by: string; readonly reason: string }>> = {
  place: { by: 'replacementID', reason: 'merged into another place, which has everything' },
};

/** Privileged fields mean the same in every kind, and none of them has a term (model 3.0). */
export const PRIVILEGED_REASONS: Readonly<Record<PrivilegedField, string>> = {
  approved: 'privileged: decides whether the transcript is published',
  archivedDescriptionStatus: 'privileged: decides whether the text is published',
  archivedInfo: "privileged: data of the archive's earlier system",
  extraInfoStatus: 'privileged: decides whether the text is published',
  moderated: 'privileged: the moderation of transcripts',
  operator: 'privileged: who made the digital image',
  sensitive: 'privileged: decides whether the record is published',
  status: 'privileged: decides whether the record and its contents are published',
};

/** Fields of an embedded record that are published with the record itself. */
const onThe = (record: string, fields: string): Notes => each(`on the ${record} itself`, fields);

const COUNTY = onThe('county', 'nameEN nameGA coordinates qualifiedNameEN qualifiedNameGA');
const IRELAND = onThe('place', 'nameEN nameGA coordinates counties');
const COUNTRY = onThe('country', 'nameEN nameGA coordinates geoNameID');
const ABROAD = onThe('place', 'nameEN nameGA coordinates country');
const PERSON = each("on the person's own record in the people database", 'names ainmID viafID');
const OBSERVED = each('on the person as recorded', 'names gender addressesIreland occupations');
const CATEGORY: Notes = {
  ...onThe('category', 'nameEN nameGA namePluralEN namePluralGA'),
  count: 'a statistic that changes with every release',
};
const SPATIAL: Notes = {
  ...within('counties[]', COUNTY),
  ...within('locationsIreland[]', IRELAND),
  ...within('countries[]', COUNTRY),
  ...within('locationsAbroad[]', ABROAD),
};
const MANUSCRIPT_PEOPLE = within('collectors[] informants[] relevantPersons[]', PERSON);
const NOT_A_COLLECTOR = 'documented for informants only';

const OWN_RECORDS = (record: string) => `own records: each ${record} refers to what contains it`;
const VOLUME: Notes = {
  pages: OWN_RECORDS('page'),
  parts: OWN_RECORDS('part'),
  ...each('a statistic of the index: pages, parts and items are published', 'pageCount partCount itemCount'),
};

/** By kind: fields that never become a triple. */
export const UNMAPPED: Readonly<Record<string, Notes>> = {
  'cbe.volume': VOLUME,
  'cbe.part': { items: OWN_RECORDS('item'), ...SPATIAL, ...MANUSCRIPT_PEOPLE },
  'cbe.item': {
    ...SPATIAL,
    ...MANUSCRIPT_PEOPLE,
    ...each('follows from the linked item', 'linkedItems[].partID linkedItems[].pageID'),
  },
  'cbes.volume': VOLUME,
  'cbes.part': {
    items: OWN_RECORDS('item'),
    ...within('school.locations[]', IRELAND),
    ...within('teachers[]', { ...OBSERVED, collectorRelationship: NOT_A_COLLECTOR }),
  },
  'cbes.item': {
    ...within('counties[]', COUNTY),
    ...within('locationsIreland[]', IRELAND),
    ...within('collectors[]', { ...OBSERVED, collectorRelationship: NOT_A_COLLECTOR }),
    ...within('informants[]', OBSERVED),
    ...within('topics[] topics[].subTopics[]', onThe('topic', 'titleEN titleGA')),
  },
  'cbes.page': { transcripts: OWN_RECORDS('transcript') },
  'cbes.topic': { subTopics: 'own records: each topic refers to the broader one' },
  'cbes.transcript': { 'transcribers[].name': 'on the transcriber, in a dataset that can be withdrawn' },
  'cbes.person': {
    ...within('occurrences[].person.addressesIreland[]', IRELAND),
    'occurrences[].person.id': 'the id of the record',
    ...within(
      'occurrences[].person',
      each('on the contribution', 'age.qualifier age.rangeMax collectorRelationship'),
    ),
  },
  'cbeg.photograph': {
    ...within('handbookTopic', onThe('topic', 'topicEN topicGA subTopicEN subTopicGA')),
    ...within('photographer relevantPersons[]', PERSON),
    ...SPATIAL,
    'digitization.storage': 'where the archive keeps the file is of no use to others',
  },
  'cbed.person': {
    ...within('birthCounty counties[]', COUNTY),
    ...within('birthPlaceIreland addressesIreland[]', IRELAND),
    ...within('birthCountry countries[]', COUNTRY),
    ...within('birthPlaceAbroad addressesAbroad[]', ABROAD),
    ...within('occupations[]', onThe('occupation', 'nameEN nameGA')),
  },
  'location-ireland': within('counties[]', COUNTY),
  'location-abroad': within('country', COUNTRY),
  place: {
    'cluster.members': 'each member refers to its cluster',
    ...within('placenames[].acceptability', onThe('status', 'textEN textGA')),
    ...within('glossary[]', {
      ...onThe('word', 'headword translation forms'),
      count: 'a statistic that changes with every release',
    }),
    ...within('categories[] includes[]', CATEGORY),
    ...within('includedIn[]', onThe('place', 'nameEN nameGA category')),
    ...within('resources[]', onThe('document', 'typeID titleEN titleGA supplier')),
  },
  'place-summary': within('category', CATEGORY),
  category: { count: 'a statistic that changes with every release' },
  glossary: { count: 'a statistic that changes with every release' },
  cluster: { members: 'each member refers to its cluster' },
  resource: {
    pageReference: 'on each place that refers to the document',
    ...within('supplier', onThe('supplier', 'nameEN nameGA')),
  },
};

/** The fields around lists of records (wire-format 2 and 4), which no schema has. */
export const ENVELOPE: Notes = {
  ...each('the records themselves', 'places results'),
  ...each(
    'about the query, not about a record',
    'totalCount totalPages currentPage countPerPage similarNames relatedNames',
  ),
};
