import { PACKED_TABLE } from './result-columns.js';
import { SUGGESTION_TABLES } from './suggestions.js';

/** Goes up with each change of the tables, so that an index of another version is made again. */
export const INDEX_VERSION = 17;

/** The tables of an index, beside those of the release (reference-data/tables.yaml). */
export const TABLES = `
CREATE TABLE property (id INTEGER PRIMARY KEY, iri TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE resource (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL,        -- the IRI, relative to the data base where it is below it
  kind TEXT,
  label_en TEXT, label_ga TEXT,
  position REAL              -- of a page in its volume, of an item on its page
) STRICT;
CREATE TABLE block (id INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT;
CREATE TABLE dataset (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;  -- in the order of the release
CREATE TABLE document (
  resource INTEGER NOT NULL,
  dataset INTEGER NOT NULL,
  block INTEGER NOT NULL, at INTEGER NOT NULL, length INTEGER NOT NULL,
  PRIMARY KEY (resource, dataset, block, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE link (
  source INTEGER NOT NULL, property INTEGER NOT NULL, target INTEGER NOT NULL,
  PRIMARY KEY (source, property, target)
) STRICT, WITHOUT ROWID;
CREATE TABLE point (resource INTEGER NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL) STRICT;
CREATE TABLE picture (resource INTEGER PRIMARY KEY) STRICT;  -- pages and photographs of which there is one
CREATE TABLE name_key (
  key TEXT NOT NULL,         -- that spellings of one name share
  kind TEXT NOT NULL,
  resource INTEGER NOT NULL,
  PRIMARY KEY (key, kind, resource)
) STRICT, WITHOUT ROWID;
CREATE TABLE person_in_order (
  place INTEGER PRIMARY KEY, -- in the order of surnames
  resource INTEGER NOT NULL,
  kind TEXT NOT NULL,
  letter TEXT NOT NULL       -- that the surname begins with; empty where there is none
) STRICT;
CREATE TABLE facet_value (id INTEGER PRIMARY KEY, facet TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (facet, value)) STRICT;
${PACKED_TABLE}
${SUGGESTION_TABLES}
CREATE VIRTUAL TABLE search USING fts5(names, texts, around, content='', tokenize='unicode61');  -- by resource
CREATE TABLE search_word (term TEXT PRIMARY KEY, doc INTEGER NOT NULL) STRICT, WITHOUT ROWID;  -- the words of the full text, and how many records have them
INSERT INTO search (search, rank) VALUES ('hashsize', 67108864);  -- bytes in memory before a part is written
`;

/** Fills the list of the words of the full text. */
export const WORDS_OF_SEARCH = `
CREATE VIRTUAL TABLE search_term USING fts5vocab(search, row);
INSERT INTO search_word SELECT term, doc FROM search_term;
DROP TABLE search_term;
`;

export const INDEXES = `
CREATE UNIQUE INDEX resource_path ON resource (path);
CREATE INDEX resource_kind ON resource (kind, id);
CREATE INDEX link_target ON link (target, property, source);
CREATE INDEX point_resource ON point (resource);
CREATE INDEX photograph_reference ON photographs (reference_number);
CREATE INDEX part_roll_number ON parts (roll_number);
CREATE INDEX person_letter ON person_in_order (kind, letter, place);
`;
