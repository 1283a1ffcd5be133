/*
 * Fields that leave triples, and when one of them leaves none: one line a field. A test holds that each of them
 * says something in one record and nothing in another.
 */

type Conditions = Readonly<Record<string, string>>;

const each = (condition: string, ...fields: readonly string[]): Conditions =>
  Object.fromEntries(fields.map((field) => [field, condition]));

const under = (path: string, conditions: Conditions): Conditions =>
  Object.fromEntries(Object.entries(conditions).map(([field, when]) => [`${path}.${field}`, when]));

/** The numbers of a date win; its ISO strings are read where there are none, and compared (model 4.3, step 6). */
const DATE: Conditions = {
  ...each('the numbers say it, and win', 'isoDate', 'isoStartDate', 'isoEndDate'),
  isoDuration: 'follows from the ends of the period; kept of dates with a problem',
  accuracy: 'nothing is stated that it could qualify',
};
const EDITED = each('still being edited', 'extraInfoEN', 'extraInfoGA');
const WITHHELD_PAGES: Conditions = {
  'pages[]': 'the page is withheld',
  ...each('every page of the item is withheld', 'firstPageID', 'lastPageID'),
};
const NO_LINK = 'the configuration has no link of this sort';
const NO_ADDRESS = 'no web address: nothing links to it';
const IN_PLACENAMES = each(
  'the place-names database has other points, in the same release',
  ...['coordinates.latitude', 'coordinates.longitude'],
);
/** What a name consists of, beside the whole of it. */
const NAME = each('a placeholder names nobody', 'firstNames', 'surname');
const BROADER = 'the deepest topic of its chain says it all';

/** When a field leaves no triple although others of its kind do. */
export const QUIET: Readonly<Record<string, Conditions>> = {
  'cbe.part': { ...under('date', DATE), ...EDITED, 'titlePages[]': 'the page is withheld' },
  'cbe.item': {
    ...under('date', DATE),
    ...EDITED,
    ...WITHHELD_PAGES,
    ...each('the item is withheld', 'linkedItems[].itemID', 'linkedItems[].sequence'),
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
    ...under('occurrences[].person.names[]', NAME),
    'occurrences[].person.age.age': 'qualified or a range: said of each telling only',
    'occurrences[].person.gender': 'codes that differ from telling to telling state nothing',
  },
  'cbeg.photograph': {
    ...under('date', DATE),
    ...EDITED,
    archivedDescription: 'still being edited',
  },
  'cbeg.topic': {
    ...each('said of the heading above', 'topicEN', 'topicGA'),
    ...each('headings go by their topic', 'subTopicEN', 'subTopicGA'),
  },
  'cbed.person': {
    ...under('names[]', NAME),
    ...under('birthDate', DATE),
    ...under('deathDate', DATE),
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
    ...each(NO_LINK, 'bornHere[].id', 'bornHere[].title'),
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
