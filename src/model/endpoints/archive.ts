import { boolean, code, identifier, integer, language, type Parameters, text, year } from './parameter.js';
import { DESCRIPTION_PATH, listAt, metadataAt, openEndpoints, recordAt, type Service } from './service.js';
import {
  accuracy,
  changes,
  dates,
  editing,
  irishPlaces,
  placesAbroad,
  volumeIdentifiers,
} from './shared-parameters.js';

/** Archive-service 4, query parameters: manuscripts (`cbe`). */
export const manuscriptFilters = {
  ...editing,
  ...volumeIdentifiers,
  CollectorID: { type: identifier, meaning: 'Collector, by people-database id.' },
  InformantID: { type: identifier, meaning: 'Informant, by people-database id.' },
  RelevantPersonID: { type: identifier, meaning: 'Relevant person, by people-database id.' },
  PersonID: {
    type: identifier,
    meaning: 'Person of any kind (collector, informant, relevant person), by people-database id.',
  },
  ...irishPlaces,
  ...placesAbroad,
  Language: { type: language, meaning: 'Language of the item, ISO 639-1.' },
  ...dates,
  ...changes,
} as const satisfies Parameters;

/** What Country and GazetteerID mean for schools, and why (archive-service 4; wire-format 2). */
const MATCHES_NOTHING =
  'accepted as a required filter, and matches nothing. The specification names it among the required filters of this path, but not among its filters; the records have places in Ireland only.';

/** Archive-service 4, query parameters: schools (`cbes`). */
export const schoolsFilters = {
  ...editing,
  ...volumeIdentifiers,
  SchoolCountyID: { type: identifier, meaning: 'Schools (parts) by county, place-names database id.' },
  SchoolPlaceID: { type: identifier, meaning: 'Schools by place, place-names database id.' },
  TeacherID: { type: identifier, meaning: 'Schools by teacher id in the schools collection.' },
  CollectorID: { type: identifier, meaning: 'Collector id in the schools collection.' },
  InformantID: { type: identifier, meaning: 'Informant id in the schools collection.' },
  PersonID: { type: identifier, meaning: 'Collectors and informants both, schools-collection id.' },
  ...irishPlaces,
  Country: { ...placesAbroad.Country, meaning: `Country, by ISO 3166 code: ${MATCHES_NOTHING}` },
  GazetteerID: { ...placesAbroad.GazetteerID, meaning: `Geographic gazetteer id: ${MATCHES_NOTHING}` },
  TopicID: { type: identifier, meaning: 'Topic id in the schools collection.' },
  Language: { type: language, meaning: 'Language of the item, ISO 639-1.' },
  ...changes,
} as const satisfies Parameters;

/** Archive-service 4, query parameters: photographs (`cbeg`). */
export const photographFilters = {
  ...editing,
  Digitized: { type: boolean, meaning: 'Digitisation status.' },
  Copyright: { type: text, meaning: 'Copyright holder code (CBE, OTH, NOT, UNK, or another).' },
  Condition: { type: integer({ maximum: 3 }), meaning: 'Physical condition.' },
  HandbookTopic: {
    type: text,
    meaning: 'Handbook topic code (B005); a bare letter (E) stands for every code that begins with it.',
  },
  PersonID: { type: identifier, meaning: 'Person, by people-database id.' },
  PhotographerID: { type: identifier, meaning: 'Photographer, by people-database id.' },
  RelevantPersonID: { type: identifier, meaning: 'Relevant person, by people-database id.' },
  ...irishPlaces,
  ...placesAbroad,
  ...dates,
  ...changes,
} as const satisfies Parameters;

/** Archive-service 4, query parameters: people (`cbed`). */
export const peopleFilters = {
  Gender: { type: code('b', 'f'), meaning: 'b female (baineann), f male (fireann).' },
  BiographyID: {
    type: identifier,
    meaning: 'Person by entry id in an external biography dictionary.',
    aliases: ['AinmID'],
  },
  AuthorityID: {
    type: identifier,
    meaning: 'Person by entry id in an external authority file.',
    aliases: ['ViafID'],
  },
  ...irishPlaces,
  ...placesAbroad,
  Occupation: { type: text, meaning: 'Occupation code (IASC).' },
  BirthDateFrom: { type: year, meaning: 'Born in this year or later.' },
  BirthDateTo: { type: year, meaning: 'Born in this year or earlier.' },
  BirthDateAccuracy: { type: accuracy, meaning: 'Accuracy marker of the birth date.' },
  DeathDateFrom: { type: year, meaning: 'Died in this year or later.' },
  DeathDateTo: { type: year, meaning: 'Died in this year or earlier.' },
  DeathDateAccuracy: { type: accuracy, meaning: 'Accuracy marker of the death date.' },
  ...changes,
} as const satisfies Parameters;

/** One of these names is required. */
const anyOf = (names: string) => names.split(' ').map((name) => [name]);

/** The Folklore Archive Collections Service, API version 0.6 (archive-service 4, endpoints and required filters). */
export const archive = {
  id: 'archive',
  name: 'Folklore Archive Collections Service',
  version: 'v0.6',
  status: 'pre-release',
  documentation: DESCRIPTION_PATH,
  endpoints: {
    ...openEndpoints,
    version: metadataAt('/api/v0.6'),
    manuscripts: {
      path: '/api/v0.6/cbe',
      returns: 'List of manuscript records and related metadata',
      body: 'list',
      record: 'manuscriptVolume',
      parameters: manuscriptFilters,
      required: anyOf(
        'VolumeID VolumeNumber PageID PartID ItemID CountyID PlaceID Country GazetteerID CollectorID InformantID PersonID',
      ),
    },
    manuscriptVolumes: listAt(
      '/api/v0.6/cbe/volumes',
      'manuscriptVolumeSummary',
      'Index of volumes with summary metadata',
    ),
    people: {
      path: '/api/v0.6/cbed',
      returns: 'List of people and related metadata',
      body: 'list',
      record: 'person',
      parameters: peopleFilters,
      required: [],
    },
    person: recordAt('/api/v0.6/cbed/{id}', 'person', 'Metadata of one person'),
    occupations: listAt('/api/v0.6/cbed/occupations', 'occupation', 'Reference list of occupations'),
    photographs: {
      path: '/api/v0.6/cbeg',
      returns: 'List of photographs and related metadata',
      body: 'list',
      record: 'photograph',
      parameters: photographFilters,
      required: anyOf('CountyID PlaceID Country GazetteerID PhotographerID RelevantPersonID PersonID'),
    },
    photograph: recordAt('/api/v0.6/cbeg/{id}', 'photograph', 'Metadata of one photograph'),
    handbookTopics: listAt(
      '/api/v0.6/cbeg/topics/handbook',
      'handbookTopic',
      'Reference list of handbook topic headings',
    ),
    schools: {
      path: '/api/v0.6/cbes',
      returns: 'List of schools-collection records and related metadata',
      body: 'list',
      record: 'schoolsVolume',
      parameters: schoolsFilters,
      required: anyOf(
        'VolumeID VolumeNumber PageID PartID ItemID SchoolCountyID SchoolPlaceID TeacherID CountyID PlaceID Country GazetteerID CollectorID InformantID PersonID',
      ),
    },
    schoolsVolumes: listAt(
      '/api/v0.6/cbes/volumes',
      'schoolsVolumeSummary',
      'Index of volumes with summary metadata',
    ),
    schoolsTopics: listAt(
      '/api/v0.6/cbes/topics',
      'schoolsTopic',
      "Reference list of topics from the schools collection's table of contents",
    ),
    counties: listAt('/api/v0.6/counties', 'county', 'Reference list of counties'),
    countries: listAt('/api/v0.6/countries', 'country', 'Reference list of countries'),
  },
} as const satisfies Service;
