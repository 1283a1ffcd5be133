import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'libsql';

/** What a store holds, read as an operator reads it: with SQL (docs/harvesting.md). */

/** An answer of a harvest. */
interface StoredAnswer {
  readonly service: string;
  readonly request: string;
  readonly status: number;
  readonly etag: string | null;
  /** Unpacked; empty for a 404. */
  readonly body: string;
}

const fileOf = (store: string): string => join(store, 'store.sqlite');

function withDatabase<T>(store: string, act: (database: Database.Database) => T): T {
  const database = new Database(fileOf(store));
  try {
    return act(database);
  } finally {
    database.close();
  }
}

/** The answers of the complete or the unfinished harvest of a store, by service and request. */
export const answersIn = (store: string, which: 'complete' | 'unfinished' = 'complete'): StoredAnswer[] =>
  withDatabase(store, (database) =>
    database
      .prepare(
        `SELECT service, request, status, etag, gzip FROM answer JOIN harvest ON harvest.id = harvest
         LEFT JOIN body USING (sha256) WHERE is_complete = ? ORDER BY service, request`,
      )
      .all(which === 'complete' ? 1 : 0)
      .map((row) => {
        const { gzip, ...answer } = row as Omit<StoredAnswer, 'body'> & { readonly gzip: ArrayBuffer | null };
        return { ...answer, body: gzip === null ? '' : String(gunzipSync(Buffer.from(gzip))) };
      }),
  );

/** An answer as one text. */
export const textOf = ({ status, etag, body }: StoredAnswer): string => `${status} ${etag}\n${body}`;

/** `archive /volumes` for each answer. */
export const requestsIn = (store: string, which?: 'complete' | 'unfinished'): string[] =>
  answersIn(store, which).map(({ service, request }) => `${service} ${request}`);

/**
 * All that two harvests of the same services have in common, by name: `archive /volumes` with status, entity tag and body, and
 * `coverage.json`. Empty where there is no complete harvest.
 */
export function storedFiles(store: string): Map<string, string> {
  if (!existsSync(fileOf(store))) return new Map();
  const documents = withDatabase(store, (database) =>
    database
      .prepare(
        'SELECT name, text FROM document JOIN harvest ON harvest.id = harvest WHERE is_complete = 1 ORDER BY name',
      )
      .all(),
  ) as { readonly name: string; readonly text: string }[];
  return new Map([
    ...answersIn(store).map((one): [string, string] => [`${one.service} ${one.request}`, textOf(one)]),
    ...documents.map(({ name, text }): [string, string] => [name, text]),
  ]);
}

/** Changes a store behind the back of the program. */
export const spoil = (store: string, sql: string, ...values: readonly unknown[]): void =>
  withDatabase(store, (database) => {
    database.pragma('foreign_keys = OFF');
    database.prepare(sql).run(...values);
  });

/** Puts bytes that are no gzip in the place of the body of an answer. */
export const spoilBody = (store: string, request: string): void =>
  spoil(
    store,
    "UPDATE body SET gzip = CAST('not gzip' AS BLOB) WHERE sha256 IN (SELECT sha256 FROM answer WHERE request = ?)",
    request,
  );
