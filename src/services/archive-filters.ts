import { boolean, code, identifier, integer, language, type Parameters, text, year } from './parameter.js';
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

/**
 * Archive-service 4, query parameters: schools (`cbes`). Country and GazetteerID stand in its required
 * filters but not among its filters: accepted, they match nothing (wire-format 2).
 */
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
  ...placesAbroad,
  TopicID: { type: identifier, meaning: 'Topic id in the schools collection.' },
  Language: { type: language, meaning: 'Language of the item, ISO 639-1.' },
  ...changes,
} as const satisfies Parameters;

/** Archive-service 4, query parameters: photographs (`cbeg`). */
export const photographFilters = {
  ...editing,
  Digitized: { type: boolean, meaning: 'Digitisation status.' },
  Copyright: { type: code('CBE', 'OTH', 'NOT', 'UNK'), meaning: 'Copyright holder code.' },
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
