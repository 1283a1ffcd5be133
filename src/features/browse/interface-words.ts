import { z } from 'zod';
import { type Bilingual, bilingual, referenceTable } from '../../base/reference-data.js';

/** The languages of the interface. */
export const LANGUAGES = ['en', 'ga'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The texts of the pages, by name. Their wording is in reference-data/interface.yaml. */
// biome-ignore format: one name after another
const WORD_NAMES = [
  'trialNote', 'tellersByCounty', 'peopleNote', 'peopleByCounty', 'othersByCounty', 'numbersAsTable', 'county',
  'completeness', 'why', 'valueSent', 'unknownField', 'statements', 'partOfIri', 'notReleased',
  'howWeKnowNote', 'howWeKnow', 'fieldsWithout', 'fieldsWithStatements', 'field', 'aroundIt', 'about',
  'after', 'allStatements', 'allValues', 'ask', 'answer', 'askHint', 'before', 'browse', 'byDecade',
  'byYear', 'changeLanguage', 'cite', 'clear', 'count', 'download', 'facets', 'files', 'gone',
  'identifier', 'licence', 'linkedFrom', 'list', 'map', 'mapNote', 'mapOf',
  'more', 'newer', 'noneHasAllWords', 'noResults', 'noResultsHint', 'notFound', 'notFoundHint', 'older', 'other', 'overview', 'theseHaveMostWords', 'onlyFrom', 'withoutWords', 'equalTitles', 'unknownParameter',
  'people', 'place', 'places', 'property', 'qualifier', 'questions', 'records', 'report', 'vocabulary',
  'result', 'results', 'run', 'search', 'searchHint', 'showAs', 'pagesOfResults', 'trail', 'nearby', 'skip', 'skipToFacets', 'skipToResults',
  'source', 'statementsIn', 'text', 'timeline', 'timelineNote', 'periodsTitle', 'periodsNote', 'morePeriods', 'transcript', 'value', 'where',
  'works', 'year', 'queryLabel', 'cannotAnswer', 'rows', 'zoomIn', 'zoomOut',
  'bordersCredit', 'byCounty', 'byCountyNote', 'byShareNote', 'perHundred', 'partOfMap', 'storiesByCounty', 'sameTeller', 'sameTopic',
  'toldNearby', 'note', 'notes', 'notesHint', 'questionRuns', 'narrowBy', 'touchNote', 'notesTooLong', 'aboutAge', 'overAge', 'relationToCollector',
  'sortBy', 'byRelevance', 'byDate', 'byPlace', 'byTitle', 'narrowList', 'countyOfPlace', 'countyOfSchool', 'countyOfPart',
  'countyOfCollection', 'countyOfWorks', 'dateOfPart', 'dateOfCollection',
  'tables', 'tablesNote', 'table', 'rowsOfTable', 'asDatabase', 'allTables', 'allRows', 'noValue',
  'countValues', 'column', 'filter', 'contains', 'equals', 'addFilter',
  'placeOfPart', 'ofRecord', 'claims', 'aboutShort', 'datesOneYear', 'datesPeriods', 'datesUndated', 'worksWithoutDate', 'periodsOwn', 'periodsPart', 'periodsCollection',
  'searchInView', 'worksInView', 'wordsInView',
  'fromYear', 'toYear', 'topic', 'role', 'gender', 'person', 'anyValue', 'notInList', 'shareLink', 'editorHint', 'line',
  'columnOfLine', 'notDeclared', 'notInVocabulary', 'nearestIs', 'row', 'yes', 'no', 'dateOfWork', 'citedDate', 'birthDate',
  'deathDate',
  'whatIsNew', 'atomFeed', 'eventStreams', 'eventStreamsNote', 'siteDescription', 'thisRelease', 'releaseBefore', 'noDelta', 'nothingChanged',
  'newRecords', 'changedRecords', 'withdrawnRecords', 'newRecord', 'changedRecord', 'otherRecords',
  'changesByKind', 'allChanges', 'changesFile', 'moreInFile', 'withoutHeader', 'takeAway',
  'worksOf', 'isTrue', 'isFalse', 'placesOfWorks', 'allWorks', 'workedWith', 'worksTogether', 'worksHere', 'worksOnTopic', 'nearHere',
  'oneWork', 'severalWorks', 'contents', 'bySurname', 'letters', 'withoutSurname', 'invitation', 'storyToRead', 'pictureToSee',
  'byPlaceOnMap', 'byTopic', 'byPerson', 'decadeNote',
  'sqliteNote', 'csvNote', 'parquetNote', 'doiOfRelease', 'doiOfAll', 'triplesNote', 'sparqlNote', 'size', 'file',
  'pictures', 'openPicture', 'wholePicture', 'fullScreen', 'ofVolume', 'readPages', 'pagesOfVolume', 'showPage', 'noPicture',
  'noTranscript', 'beginsHere', 'twoFingers', 'keyAndWheel',
  'eachRecordNote', 'searchByScript', 'searchFailed', 'listsOfRecords', 'searchInList', 'partsOfList',
  'reviewLinks', 'reviewNote', 'undecided', 'accepted', 'rejected', 'superseded', 'accept', 'reject', 'undecide',
  'score', 'leastScore', 'kindOfPlace', 'linkedDataset', 'thisReleaseHas', 'namesThere', 'matchedNames', 'matchSame',
  'matchPlain', 'matchForm', 'matchSimilar', 'matchNone', 'distanceApart', 'kindSame', 'kindLike', 'kindUnknown',
  'kindOther', 'sharedIdentifier', 'cannotAccept', 'backToProposals', 'noProposals',
  'firstRows', 'firstSolutions', 'releaseIsLoading', 'questionsAreOff', 'askAgain',
  'without', 'searchHelp', 'insteadSearch', 'namesAlike', 'topicOf', 'goTo', 'spreadsheet', 'titleOfWork', 'whoseDate', 'whoseCounty', 'shelfMark', 'address', 'compare', 'schools', 'schoolsNote', 'schoolsByCounty', 'schoolBefore', 'schoolAfter', 'pupils', 'topicsBeside', 'rollNumber', 'database', 'linkedData', 'moreWays', 'allFiles', 'keep', 'isKept', 'kept', 'suggestion', 'suggestions', 'suggestionList', 'titles', 'notTranscribed', 'mostFrequentValues', 'clearAll', 'rightsAndCredit', 'pictureRights', 'dataLicence', 'withdrawnWith', 'withdrawnBy', 'lastReleaseWith', 'whomToAsk', 'onlyReferred', 'iiifManifest', 'iiifCollection', 'iiifHint', 'keepAll', 'listIsFull', 'useTheData', 'useShort', 'useNote', 'fromPrograms', 'interfaces', 'addressToPaste', 'oaiUse', 'reconcileUse', 'iiifViewer', 'tablesUse', 'resultsNote', 'linkedArtHint', 'findingAid', 'findingAidHint', 'edmLacks', 'edmRights', 'edmSet', 'packagesNote', 'notebookNote', 'catalogueNote', 'rightsNote', 'licencesByFile', 'linkToList', 'emptyList', 'compareNote',
] as const;

export type Word = (typeof WORD_NAMES)[number];

/** The qualifiers of dates, in the order of charts. */
export const QUALIFIERS = ['stated', 'approximate', 'inferred', 'questionable'] as const;

const TABLE = referenceTable(
  'interface',
  z.strictObject({
    words: z.record(z.enum(WORD_NAMES), bilingual),
    kinds: z.record(z.string(), z.strictObject({ one: bilingual, many: bilingual })),
    facets: z.record(z.string(), bilingual),
    facetValues: z.record(z.string(), bilingual),
    values: z.record(z.string(), bilingual),
    qualifiers: z.record(z.enum(QUALIFIERS), bilingual),
    months: z.strictObject({ en: z.array(z.string()).length(12), ga: z.array(z.string()).length(12) }),
    questions: z.record(z.string(), z.string()),
  }),
);

export type Words = (word: Word) => string;

export const wordsIn =
  (language: Language): Words =>
  (word) =>
    TABLE.words[word][language];

/** A text by its name, which can come from an address; undefined where the table has none. */
export const named = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The name of a kind of records, singular or plural; the kind itself where it has none. */
export const kindName = (kind: string, number: 'one' | 'many', language: Language): string =>
  named(TABLE.kinds, kind)?.[number][language] ?? kind;

/** Where lists have a kind of records: works first, then people and places; others come last. */
export function placeOfKind(kind: string): number {
  const at = Object.keys(TABLE.kinds).indexOf(kind);
  return at < 0 ? Object.keys(TABLE.kinds).length : at;
}

/** The name of a facet of the search. */
export const facetName = (facet: string, language: Language): string =>
  named(TABLE.facets, facet)?.[language] ?? facet;

/** The name of a value of a facet that is no record of the release. */
export const nameOfFacetValue = (value: string): Bilingual | undefined => named(TABLE.facetValues, value);

/** The name of a value of a facet, such as a role; the value itself where it has none. */
export const facetValueNameOf = (value: string, language: Language): string =>
  nameOfFacetValue(value)?.[language] ?? value;

/** The name of a value of another vocabulary, which has no label in a release, by its compact IRI. */
export const nameOfValue = (compactIri: string): Bilingual | undefined => named(TABLE.values, compactIri);

/** Qualifiers of dates. */
export const QUALIFIER_NAMES = TABLE.qualifiers;

/** The months from January on. */
export const MONTHS = TABLE.months;

/** The questions of a release in Irish, by their numbers; in English they are the first line of their files. */
export const QUESTIONS_IN_IRISH: Readonly<Record<string, string>> = TABLE.questions;
