import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measureFile } from '../../base/sha256.js';
import type { Publication } from '../../model/rdf/iris.js';
import { completeRows, type DerivedChunks, type DerivedFile } from '../../release/tables/derived-file.js';
import { DERIVED } from '../../release/tables/derived-files.js';
import { createIndexes, createTable, TableInserter } from '../../release/tables/sql-tables.js';

/** The databases, one for each publication, because no file has two licences (decision 2026-11-22-one-licence-a-file). */
export const DATABASES: Readonly<Record<Publication, string>> = {
  folklore: 'release.sqlite',
  placenames: 'placenames.sqlite',
};

const MEDIA_TYPE = 'application/vnd.sqlite3';

/** No clock and no journal is in the file: the same rows make the same bytes. */
const SETTINGS = `
PRAGMA page_size = 4096;
PRAGMA encoding = 'UTF-8';
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA foreign_keys = OFF;
PRAGMA cache_size = -65536;
PRAGMA temp_store = MEMORY;
`;

/** The full-text index: words of any accents (`remove_diacritics 2`). */
const SEARCH = `
CREATE VIRTUAL TABLE search USING fts5(
  kind UNINDEXED, iri UNINDEXED, title, names, text, tokenize = 'unicode61 remove_diacritics 2'
);
`;

interface Contents {
  /** Fill the full-text index. */
  readonly search: readonly string[];
  readonly views: string;
}

const CONTENTS: Readonly<Record<Publication, Contents>> = {
  folklore: {
    search: [
      "SELECT 'item', iri, label, NULL, extract FROM items WHERE omission IS NULL",
      "SELECT 'photograph', iri, reference_number, NULL, concat_ws(' ', description_en, description_ga, archived_description) FROM photographs",
      "SELECT 'part', iri, label, school, concat_ws(' ', description_en, description_ga) FROM parts WHERE omission IS NULL",
      "SELECT 'person', iri, NULL, concat_ws(' ', name, replace(other_names, '|', ' ')), NULL FROM people WHERE omission IS NULL",
      "SELECT 'schools-person', iri, NULL, concat_ws(' ', name, replace(other_names, '|', ' ')), NULL FROM schools_people WHERE omission IS NULL",
      "SELECT 'topic', iri, concat_ws(' ', label_en, label_ga, label_other), NULL, NULL FROM topics WHERE omission IS NULL",
      "SELECT 'location', iri, NULL, concat_ws(' ', name_en, name_ga, replace(other_names, '|', ' ')), NULL FROM locations WHERE omission IS NULL",
      "SELECT 'transcript', iri, NULL, NULL, text FROM transcripts",
    ],
    views: `
CREATE VIEW item_people AS
SELECT i.iri AS item, i.label, r.role, r.role_en, r.role_ga, coalesce(r.person, r.schools_person) AS person,
  coalesce(p.name, s.name) AS name, coalesce(p.gender, s.gender) AS gender, r.age, r.age_qualifier, r.relationship
FROM roles r JOIN items i ON i.iri = r.item
LEFT JOIN people p ON p.iri = r.person LEFT JOIN schools_people s ON s.iri = r.schools_person;

CREATE VIEW items_by_county AS
SELECT c.iri AS county, c.name_en, c.name_ga, i.effective_counties_from AS county_from, i.iri AS item, i.label,
  i.collection, i.effective_edtf, i.effective_from_year, i.effective_to_year, i.effective_date_from
FROM items_effective_counties h JOIN items i ON i.iri = h.iri JOIN locations c ON c.iri = h.effective_counties;

CREATE VIEW item_topics AS
SELECT i.iri AS item, i.label, t.iri AS topic, t.list, t.label_en, t.label_ga, t.trail_en, t.trail_ga
FROM items_topics h JOIN items i ON i.iri = h.iri JOIN topics t ON t.iri = h.topics;

CREATE VIEW item_transcripts AS
SELECT i.iri AS item, i.label, i.title, t.iri AS transcript, t.page, t.text
FROM transcripts t JOIN items i ON i.iri = t.item;
`,
  },
  placenames: {
    search: [
      "SELECT 'place', iri, NULL, concat_ws(' ', name_en, name_ga, replace(other_names, '|', ' '), replace(genitives_ga, '|', ' ')), NULL FROM places WHERE replaced_by IS NULL",
    ],
    views: '',
  },
};

/**
 * Writes the rows of the tables of a publication as one SQLite database: foreign keys, a table for each list of keys, a
 * full-text index and views. All tables of the publication are there; one without a file is empty. Rows are streamed.
 *
 * @param directory the folder of the tables
 * @param given the chunks of each derived file, in the order of the table of files
 * @throws the error of the file system, `EEXIST` when the file is there; SqliteError when the disk is full
 */
export async function writeDatabase(
  publication: Publication,
  directory: string,
  given: readonly DerivedChunks[],
): Promise<DerivedFile> {
  const tables = DERIVED.flatMap((row, at) => {
    const { file, table, publication: own } = row;
    const { [at]: chunks = { chunks: [], others: [] } } = given;
    return own === publication ? [{ file, table, row, chunks }] : [];
  });
  const file = DATABASES[publication];
  // SQLite would make a file that its owner alone can read.
  await writeFile(join(directory, file), '', { flag: 'wx' });
  // Imported on demand: threads of builds without a database do not load the engine.
  const { default: Sqlite } = await import('libsql');
  const database = new Sqlite(join(directory, file));
  try {
    const { search, views } = CONTENTS[publication];
    database.exec(SETTINGS);
    database.exec('BEGIN');
    for (const table of tables) database.exec(createTable(table));
    for (const table of tables) {
      const into = new TableInserter(database, table);
      for await (const some of completeRows<string[]>(table.row, table.chunks))
        for (const cells of some.flat()) into.add(cells);
      into.flush();
    }
    for (const table of tables) database.exec(createIndexes(table));
    database.exec(SEARCH);
    for (const select of search) database.exec(`INSERT INTO search ${select}`);
    database.exec("INSERT INTO search (search) VALUES ('optimize')");
    database.exec(views);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  const { bytes, sha256 } = measureFile(join(directory, file));
  const sizes = { bytes, sha256, unpacked: bytes, sha256Unpacked: sha256, compression: 'none' } as const;
  return { file, ...sizes, mediaType: MEDIA_TYPE, publication };
}
