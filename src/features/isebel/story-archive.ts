import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Statement } from 'libsql';
import { entry } from '../../base/map-entry.js';
import { openDatabase } from '../../base/sqlite.js';
import type { ReleaseRows } from '../../pipeline/plan/build-feature.js';
import { writeTextFile } from '../../release/dumps/compressed-file.js';
import type { DerivedFile } from '../../release/tables/derived-file.js';
import { createIndexes, createTable, rowsOf, TableInserter } from '../../release/tables/sql-tables.js';
import { TABLES } from '../../release/tables/tables.js';
import { STORY_TABLES, storyWriter } from './story.js';

/**
 * Writes the stories as an archive of XML documents, `derived/isebel.tar.gz`: a file for each story, by the path of its IRI, in the
 * order of the table of items. The rows are in a temporary database, so that memory does not depend on their number.
 *
 * @returns the file; none where no item has a text
 * @throws the error of the file system, `EEXIST` when the file is there; the error of SQLite when the disk is full
 */
export async function writeStories(
  base: string,
  { directory, rows }: Pick<ReleaseRows, 'directory' | 'rows'>,
): Promise<readonly DerivedFile[]> {
  const temporary = join(directory, '.isebel.sqlite');
  await writeFile(temporary, '', { flag: 'wx', mode: 0o600 });
  const database = openDatabase(temporary, 'rw');
  try {
    await fill(database, base, rows);
    const statements = new Map<string, Statement>();
    const write = storyWriter(base, {
      all: <Row>(sql: string, values: string[]) =>
        entry(statements, sql, () => database.prepare(sql)).all(values) as Row[],
    });
    const items = 'SELECT iri FROM items WHERE omission IS NULL ORDER BY rowid';
    let stories = 0;
    const written = await writeTextFile(join(directory, 'isebel.tar'), 'gzip', async (file) => {
      for (const [path] of rowsOf<readonly [string]>(database, items)) {
        const story = write(path);
        if (story === undefined) continue;
        const document = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${story.text}\n`);
        await file.write(tarHeader(`isebel/${path}.xml`, document.length));
        await file.write(document);
        await file.write(Buffer.alloc(-document.length & (BLOCK - 1)));
        stories += 1;
      }
      await file.write(Buffer.alloc(2 * BLOCK));
    });
    if (stories > 0)
      return [{ ...written, mediaType: 'application/x-tar', publication: 'folklore', rows: stories }];
    await rm(join(directory, written.file));
    return [];
  } finally {
    database.close();
    await rm(temporary);
  }
}

/** Fills a database with the tables of stories, as the index of `browse` has them. */
async function fill(database: Database, base: string, rows: ReleaseRows['rows']): Promise<void> {
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN');
  for (const name of STORY_TABLES) {
    const table = { file: `${name}.csv`, table: TABLES[name] };
    database.exec(createTable(table));
    const into = new TableInserter(database, table);
    for await (const row of rows(name))
      into.add(
        table.table.columns.map(({ name: column, holds }) =>
          holds === 'iri' || holds === 'iris' ? row(column).replaceAll(base, '') : row(column),
        ),
      );
    into.flush();
    database.exec(createIndexes(table));
  }
  database.exec('COMMIT');
}

/** A block of an archive, in bytes (POSIX.1-2017, pax, "ustar Interchange Format"). */
const BLOCK = 512;

/** The header of a file in an archive, without owner and time. */
function tarHeader(name: string, length: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const put = (at: number, text: string): number => header.write(text, at, 'latin1');
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  put(0, name);
  put(100, octal(0o644, 7) + octal(0, 7) + octal(0, 7) + octal(length, 11) + octal(0, 11));
  put(148, ' '.repeat(8));
  put(156, '0');
  put(257, 'ustar\x0000');
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(148, `${octal(sum, 6)} `);
  return header;
}
