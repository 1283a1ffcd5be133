import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

/**
 * The answers and documents of the complete harvest of a store by name; empty where there is none. How many harvests there were
 * since the last sweep is not compared: after an end in the last moment there was one more.
 */
export type Files = Readonly<Record<string, string>>;

type Row = readonly [name: string, text: string];

function rowsOf(store: string, sql: string): readonly Row[] {
  const file = join(store, 'store.sqlite');
  if (!existsSync(file)) return [];
  const database = new Database(file);
  try {
    return database.prepare(sql).raw().all() as Row[];
  } catch {
    // Killed before the tables were made.
    return [];
  } finally {
    database.close();
  }
}

const answers = (isComplete: number): string =>
  `SELECT service || ' ' || request, status || ' ' || coalesce(etag, '-') || ' ' || coalesce(sha256, '-')
   FROM answer JOIN harvest ON harvest.id = harvest WHERE is_complete = ${isComplete} ORDER BY 1`;

const DOCUMENTS = `SELECT name, text FROM document JOIN harvest ON harvest.id = harvest WHERE is_complete = 1 ORDER BY 1`;

export const filesOf = (store: string): Files =>
  Object.fromEntries([
    ...rowsOf(store, answers(1)),
    ...rowsOf(store, DOCUMENTS).map(([name, text]) => [name, text.replace(/"sinceSweep": \d+/, '')]),
  ]);

export const isSame = (a: Files, b: Files): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a harvest was doing when it was ended, as the store shows it. */
export const DOING = [
  'starting: nothing in the store yet',
  'asking',
  'ending: the new harvest in its place',
] as const;
export type Doing = (typeof DOING)[number];

/** What is left of a harvest that was ended. */
export interface Left {
  readonly doing: Doing;
  /** The requests whose answers it has stored. */
  readonly kept: ReadonlySet<string>;
  /** Whether a whole harvest, the last or the new one, is there. */
  readonly hasWhole: boolean;
}

/**
 * Looks at what is left of a harvest.
 *
 * @param last the store it began with; empty if there was none
 * @param whole the store that it would have left
 * @param isOneMore whether the one before was done already, so that it was the next harvest that was ended
 */
export function lookAt(store: string, last: Files, whole: Files, isOneMore: boolean): Left {
  const kept = new Set(rowsOf(store, answers(0)).map(([name]) => name));
  const inPlace = filesOf(store);
  const isDone = isSame(inPlace, whole);
  const hasWhole = isDone || Object.keys(last).length === 0 || isSame(inPlace, last);
  const doing = isDone && !isOneMore ? DOING[2] : kept.size === 0 ? DOING[0] : DOING[1];
  return { doing, kept, hasWhole };
}
