import type { Column } from '../column.js';

/** The IRI that every row begins with: what joins it to the dumps. */
export const IRI: Column = {
  name: 'iri',
  en: 'IRI',
  ga: 'IRI',
  holds: 'iri',
  required: true,
  of: ({ id }) => [id],
};

/** The number or code in the source. */
export const ID: Column = {
  name: 'id',
  en: 'source identifier',
  ga: 'aitheantóir foinse',
  holds: 'text',
  term: 'sourceId',
};

/** The place that a merged one became part of. */
export const REPLACED_BY: Column = {
  name: 'replaced_by',
  en: 'replaced by',
  ga: 'ionadaithe ag',
  holds: 'iri',
  term: 'isReplacedBy',
};

/** The page of the publisher's site. */
export const WEB_PAGE: Column = {
  name: 'url',
  en: 'web page',
  ga: 'leathanach gréasáin',
  holds: 'iri',
  term: 'url',
};

/** When the entry in the source database came to be and was last changed; not when the thing described did. */
export const ENTRY: readonly Column[] = [
  {
    name: 'record_created',
    en: 'record created',
    ga: 'taifead cruthaithe',
    holds: 'dateTime',
    term: 'recordCreated',
  },
  {
    name: 'record_modified',
    en: 'record modified',
    ga: 'taifead athraithe',
    holds: 'dateTime',
    term: 'recordModified',
  },
];
