import type { PrivilegedField } from '../schema/privileged.js';

/*
 * Fields that leave triples, and when one of them leaves none: one line a field. A test holds that each of them
 * says something in one record and nothing in another.
 */

type Conditions = Readonly<Record<string, string>>;

const conditionalEach = (condition: string, ...fields: readonly string[]): Conditions =>
  Object.fromEntries(fields.map((field) => [field, condition]));

const conditionalUnder = (path: string, conditions: Conditions): Conditions =>
  Object.fromEntries(Object.entries(conditions).map(([field, when]) => [`${path}.${field}`, when]));

/** The numbers of a date win; its ISO strings are read where there are none, and compared (model 4.3, step 6). */
const DATE: Conditions = {
  ...conditionalEach('the numbers say it, and win', 'isoDate', 'isoStartDate', 'isoEndDate'),
  isoDuration: 'follows from the ends of the period; kept of dates with a problem',
  accuracy: 'nothing is stated that it could qualify',
};
const EDITED = conditionalEach('still being edited', 'extraInfoEN', 'extraInfoGA');
const WITHHELD_PAGES: Conditions = {
  'pages[]': 'the page is withheld',
  ...conditionalEach('every page of the item is withheld', 'firstPageID', 'lastPageID'),
};
const NO_LINK = 'the configuration has no link of this sort';
const NO_ADDRESS = 'no web address: nothing links to it';
const IN_PLACENAMES = conditionalEach(
  'the place-names database has other points, in the same release',
  ...['coordinates.latitude', 'coordinates.longitude'],
);
/** What a name consists of, beside the whole of it. */
const NAME = conditionalEach('a placeholder names nobody', 'firstNames', 'surname');
const BROADER = 'the deepest topic of its chain says it all';

/** When a field leaves no triple although others of its kind do. */
export const CONDITIONAL_FIELDS: Readonly<Record<string, Conditions>> = {
  'cbe.part': { ...conditionalUnder('date', DATE), ...EDITED, 'titlePages[]': 'the page is withheld' },
  'cbe.item': {
    ...conditionalUnder('date', DATE),
    ...EDITED,
    ...WITHHELD_PAGES,
    ...conditionalEach('the item is withheld', 'linkedItems[].itemID', 'linkedItems[].sequence'),
  },
  'cbe.page': { titlePage: 'said of title pages only' },
  'cbes.part': { 'titlePages[]': 'the page is withheld' },
  'cbes.item': { ...WITHHELD_PAGES, 'topics[].id': BROADER, 'topics[].subTopics[].id': BROADER },
  'cbes.page': { titlePage: 'said of title pages only' },
  'cbes.transcript': {
    'transcribers[].id': 'a placeholder names nobody',
    'languages[]': 'one of several languages is not said of the text',
  },
  'cbes.person': {
    ...conditionalUnder('occurrences[].person.names[]', NAME),
    'occurrences[].person.age.age': 'qualified or a range: said of each telling only',
    'occurrences[].person.gender': 'codes that differ from telling to telling state nothing',
  },
  'cbeg.photograph': {
    ...conditionalUnder('date', DATE),
    ...EDITED,
    archivedDescription: 'still being edited',
  },
  'cbeg.topic': {
    ...conditionalEach('said of the heading above', 'topicEN', 'topicGA'),
    ...conditionalEach('headings go by their topic', 'subTopicEN', 'subTopicGA'),
  },
  'cbed.person': {
    ...conditionalUnder('names[]', NAME),
    ...conditionalUnder('birthDate', DATE),
    ...conditionalUnder('deathDate', DATE),
  },
  country: { geoNameID: NO_LINK },
  county: IN_PLACENAMES,
  'location-ireland': IN_PLACENAMES,
  place: {
    permalink: NO_ADDRESS,
    'geography.accurate': 'said of coordinates, and there are none',
    'geography.source': 'said of coordinates, and there are none',
    'placenames[].audio.uri': NO_ADDRESS,
    'images[].uri': NO_ADDRESS,
    ...conditionalEach(NO_LINK, 'bornHere[].id', 'bornHere[].title'),
    'bornHere[].uri': 'no web address, or the one that its id makes',
    'folklore[].uriEN': NO_ADDRESS,
    'folklore[].uriGA': NO_ADDRESS,
    'links[].type': 'of a sort that no document lists: the page is said, not what sort it is',
    'sameAs[].uri': NO_ADDRESS,
  },
};

/** A field that makes its record say one thing only, and why nothing else of it is said. */
export const SILENCED: Readonly<Record<string, { readonly by: string; readonly reason: string }>> = {
  place: { by: 'replacementID', reason: 'merged into another place, which says everything' },
};

/*
 * Why a field of a source leaves no triple: one line a field. docs/coverage.md and `folklore-ld explain` read it
 * from here; a test holds it to the dictionaries and to what the mappings do.
 */

/** Reasons by field, lists as `[]`: `linkedItems[].partID`. What is said of a field goes for all beneath it. */
type Reasons = Readonly<Record<string, string>>;

/** The same of a field within another. */
const under = (path: string, reasons: Reasons): Reasons =>
  Object.fromEntries(Object.entries(reasons).map(([field, reason]) => [`${path}.${field}`, reason]));

/** One reason for several fields. */
const each = (reason: string, ...fields: readonly string[]): Reasons =>
  Object.fromEntries(fields.map((field) => [field, reason]));

/** Privileged fields mean the same wherever they stand, and none of them has a term (model 3.0). */
export const PRIVILEGED_REASONS: Readonly<Record<PrivilegedField, string>> = {
  approved: 'privileged: decides whether the transcript leaves',
  archivedDescriptionStatus: 'privileged: decides whether the text leaves',
  archivedInfo: "privileged: what the archive's earlier system said",
  extraInfoStatus: 'privileged: decides whether the text leaves',
  moderated: 'privileged: the moderation of transcripts',
  operator: 'privileged: who made the digital image',
  sensitive: 'privileged: decides whether the record leaves',
  status: 'privileged: decides whether the record, and everything in it, leaves',
};

/** What stands in a record and is said once, of the thing itself. */
const NAMES = each('said once, of the place itself', 'nameEN', 'nameGA', 'coordinates');
const COUNTY: Reasons = {
  ...each('said once, of the county itself', 'nameEN', 'nameGA', 'coordinates'),
  ...each('said once, of the county itself', 'qualifiedNameEN', 'qualifiedNameGA'),
};
const IRELAND: Reasons = { ...NAMES, counties: 'said once, of the place itself' };
const COUNTRY: Reasons = each(
  'said once, of the country itself',
  ...['nameEN', 'nameGA', 'coordinates', 'geoNameID'],
);
const ABROAD: Reasons = { ...NAMES, country: 'said once, of the place itself' };
const PERSON: Reasons = each(
  "said once, of the person's own record in the people database",
  ...['names', 'ainmID', 'viafID'],
);
const OBSERVED: Reasons = {
  ...each('said once, of the person as recorded', 'names', 'gender', 'addressesIreland', 'occupations'),
};
const CATEGORY: Reasons = {
  ...each('said once, of the category itself', 'nameEN', 'nameGA', 'namePluralEN', 'namePluralGA'),
  count: 'a statistic: it changes with every release',
};
const BOTH_NAMES = (whose: string): Reasons => each(`said once, of the ${whose} itself`, 'nameEN', 'nameGA');

const SPATIAL: Reasons = {
  ...under('counties[]', COUNTY),
  ...under('locationsIreland[]', IRELAND),
  ...under('countries[]', COUNTRY),
  ...under('locationsAbroad[]', ABROAD),
};

const INVERSE = (what: string) => `records of their own: each ${what} says what it is part of`;
const VOLUME: Reasons = {
  pages: INVERSE('page'),
  parts: INVERSE('part'),
  ...each(
    'a statistic of the index: the pages, parts and items say it',
    'pageCount',
    'partCount',
    'itemCount',
  ),
};

/** Fields that never leave a triple, by kind of record. */
export const UNMAPPED: Readonly<Record<string, Reasons>> = {
  'cbe.volume': VOLUME,
  'cbe.part': {
    items: INVERSE('item'),
    ...SPATIAL,
    ...under('collectors[]', PERSON),
    ...under('informants[]', PERSON),
    ...under('relevantPersons[]', PERSON),
  },
  'cbe.item': {
    ...SPATIAL,
    ...under('collectors[]', PERSON),
    ...under('informants[]', PERSON),
    ...under('relevantPersons[]', PERSON),
    'linkedItems[].partID': 'follows from the linked item',
    'linkedItems[].pageID': 'follows from the linked item',
  },
  'cbes.volume': VOLUME,
  'cbes.part': {
    items: INVERSE('item'),
    ...under('school.locations[]', IRELAND),
    ...under('teachers[]', OBSERVED),
    'teachers[].collectorRelationship': 'documented of informants only',
  },
  'cbes.item': {
    ...under('counties[]', COUNTY),
    ...under('locationsIreland[]', IRELAND),
    ...under('collectors[]', OBSERVED),
    'collectors[].collectorRelationship': 'documented of informants only',
    ...under('informants[]', OBSERVED),
    ...each('said once, of the topic itself', 'topics[].titleEN', 'topics[].titleGA'),
    ...each('said once, of the topic itself', 'topics[].subTopics[].titleEN', 'topics[].subTopics[].titleGA'),
  },
  'cbes.page': { transcripts: 'records of their own: each transcript says which page it is of' },
  'cbes.topic': { subTopics: 'records of their own: each topic says which is the broader one' },
  'cbes.transcript': {
    'transcribers[].name': 'in a file of its own, with the transcriber, so that it can be withdrawn',
  },
  'cbes.person': {
    ...under('occurrences[].person.addressesIreland[]', IRELAND),
    'occurrences[].person.id': 'the id that all of them have, said once',
    'occurrences[].person.age.qualifier': 'said of each telling',
    'occurrences[].person.age.rangeMax': 'said of each telling',
    'occurrences[].person.collectorRelationship': 'said of each telling: it relates two people of one item',
  },
  'cbeg.photograph': {
    ...under('handbookTopic', {
      ...each('said once, of the topic itself', 'topicEN', 'topicGA', 'subTopicEN', 'subTopicGA'),
    }),
    ...under('photographer', PERSON),
    ...under('relevantPersons[]', PERSON),
    ...SPATIAL,
    'digitization.storage': "the archive's own business: where the file is kept is of no use to others",
  },
  'cbed.person': {
    ...under('birthCounty', COUNTY),
    ...under('birthPlaceIreland', IRELAND),
    ...under('birthCountry', COUNTRY),
    ...under('birthPlaceAbroad', ABROAD),
    ...under('counties[]', COUNTY),
    ...under('addressesIreland[]', IRELAND),
    ...under('countries[]', COUNTRY),
    ...under('addressesAbroad[]', ABROAD),
    ...under('occupations[]', BOTH_NAMES('occupation')),
  },
  'location-ireland': under('counties[]', COUNTY),
  'location-abroad': under('country', COUNTRY),
  place: {
    'cluster.members': 'each member says which cluster it is in',
    ...under('placenames[].acceptability', {
      ...each('said once, of the status itself', 'textEN', 'textGA'),
    }),
    ...under('glossary[]', {
      ...each('said once, of the word itself', 'headword', 'translation', 'forms'),
      count: 'a statistic: it changes with every release',
    }),
    ...under('categories[]', CATEGORY),
    ...under('includedIn[]', { ...BOTH_NAMES('place'), category: 'said once, of the place itself' }),
    ...under('includes[]', CATEGORY),
    ...under('resources[]', {
      ...each('said once, of the document itself', 'typeID', 'titleEN', 'titleGA', 'supplier'),
    }),
    'folklore[].type': 'the same everywhere: there is one type',
  },
  'place-summary': under('category', CATEGORY),
  category: { count: 'a statistic: it changes with every release' },
  glossary: { count: 'a statistic: it changes with every release' },
  cluster: { members: 'each member says which cluster it is in' },
  resource: {
    pageReference: 'said of each place that uses the document',
    ...under('supplier', BOTH_NAMES('supplier')),
  },
};

/** What lists of records are wrapped in (wire-format 2 and 4): no dictionary has it, and no record. */
export const ENVELOPE: Reasons = {
  ...each('the records themselves', 'places', 'results'),
  ...each('of the query, not of a record', 'totalCount', 'totalPages', 'currentPage', 'countPerPage'),
  ...each('of the query, not of a record', 'similarNames', 'relatedNames'),
};
