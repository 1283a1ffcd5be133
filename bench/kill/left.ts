import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Every file below a folder by its path, with the hash of its bytes; empty where there is no folder. How many
 * harvests there were since the last sweep is not compared: after an end in the last moment there was one more.
 */
export type Files = Readonly<Record<string, string>>;

export async function filesOf(folder: string): Promise<Files> {
  if (!existsSync(folder)) return {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = paths.sort().map(async (path) => {
    const content = await readFile(path);
    const compared = path.endsWith('history.json')
      ? String(content).replace(/"sinceSweep": \d+/, '')
      : content;
    return [relative(folder, path), createHash('sha256').update(compared).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

export const isSame = (a: Files, b: Files): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a harvest was doing when it was ended, as the disk shows it. */
export const DOING = [
  'starting: nothing on the disk yet',
  'asking',
  'writing its last documents',
  'changing places with the last harvest',
  'tidying up: the new harvest in its place',
] as const;
export type Doing = (typeof DOING)[number];

/** What is left of a harvest that was ended. */
export interface Left {
  readonly doing: Doing;
  /** The requests whose answers it has written down, as it names them. */
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
export async function lookAt(store: string, last: Files, whole: Files, isOneMore: boolean): Promise<Left> {
  const journal = join(`${store}.next`, 'journal.ndjson');
  const kept = existsSync(journal) ? requestsIn(await readFile(journal, 'utf8')) : new Set<string>();
  const { 'journal.ndjson': _forgottenLater, ...inPlace } = await filesOf(store);
  const replaced = await filesOf(`${store}.replaced`);
  const isDone = isSame(inPlace, whole);
  const hasWhole =
    isDone || Object.keys(last).length === 0 || isSame(inPlace, last) || isSame(replaced, last);
  return { doing: await doingOf(store, isDone && !isOneMore), kept, hasWhole };
}

async function doingOf(store: string, isDone: boolean): Promise<Doing> {
  if (isDone) return 'tidying up: the new harvest in its place';
  if (!existsSync(store) && existsSync(`${store}.replaced`)) return 'changing places with the last harvest';
  if (!existsSync(join(`${store}.next`, 'journal.ndjson'))) return 'starting: nothing on the disk yet';
  const names = await readdir(`${store}.next`);
  return names.some((name) => /^(coverage|history|store)\.json/.test(name))
    ? 'writing its last documents'
    : 'asking';
}

/** The requests of a journal's whole lines, the first of which is its head. */
function requestsIn(journal: string): Set<string> {
  const entries: { readonly service: string; readonly request: string }[] = journal
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line));
  return new Set(entries.map(({ service, request }) => `${service} ${request}`));
}
