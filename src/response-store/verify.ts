import { opendir, readFile, realpath, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { FolkloreError } from '../base/errors.js';
import { UNFINISHED } from './body-file.js';
import { checkBody, type StoreProblem } from './check-body.js';
import { DOCUMENTS, type Entry, entryKey, type FoundEntry, readEntry } from './entry.js';
import { filesOf, unfinishedHarvest } from './harvest-store.js';
import { INDEXES, indexPath } from './index-file.js';
import { journalFile, readJournal } from './journal.js';
import { manifestFile } from './manifest.js';
import { checkOurs, exists, type StorePaths, storePathsOf } from './paths.js';
import { onDisk, storeUnusable } from './store-errors.js';
import { openForBuild } from './stored-harvest.js';

/** Files of a store that are not answers. */
export interface UnknownFiles {
  readonly problems: readonly StoreProblem[];
  /** Links that lead out of the store, as paths below it. They are not followed. */
  readonly astray: ReadonlySet<string>;
}

const INDEX_FILES = INDEXES.map(indexPath);

/** What a finished store holds besides answers. A journal is left over; an index is a cache, and may be unfinished. */
const KNOWN: readonly string[] = [
  ...[manifestFile(''), journalFile(''), ...DOCUMENTS],
  ...INDEX_FILES.flatMap((file) => [file, `${file}${UNFINISHED}`]),
];

/**
 * Looks for what does not belong into a store.
 *
 * @param listed the files of the answers and the folders they are in, as paths below the store
 * @throws what the file system throws
 */
export async function unknownFilesIn(store: string, listed: ReadonlySet<string>): Promise<UnknownFiles> {
  const problems: StoreProblem[] = [];
  const astray = new Set<string>();
  for await (const { file, isLink } of filesBelow(store)) {
    if (isLink && !(await staysIn(store, file))) {
      astray.add(file);
      problems.push({
        file,
        wrong: 'is a link that leads out of the store',
        remedy: listed.has(file)
          ? 'Put what it leads to in its place: the store cannot be copied or moved without it.'
          : 'Delete it: nothing in the store needs it.',
      });
    } else if (!listed.has(file) && !KNOWN.includes(file)) {
      problems.push({
        file,
        wrong: 'is not in the manifest',
        remedy: 'Move it elsewhere if it is worth keeping: the next harvest removes it.',
      });
    }
  }
  return { problems, astray };
}

/** Everything below a folder that is no folder itself; links are not followed. */
async function* filesBelow(store: string, folder = ''): AsyncGenerator<{ file: string; isLink: boolean }> {
  for await (const found of await opendir(join(store, folder))) {
    const file = posix.join(folder, found.name);
    if (found.isDirectory()) yield* filesBelow(store, file);
    else yield { file, isLink: found.isSymbolicLink() };
  }
}

async function staysIn(store: string, link: string): Promise<boolean> {
  const target = await realpath(join(store, link)).catch(() => '');
  return target.startsWith(store + sep);
}

/** What looking at every file of a store has shown. */
export interface VerifiedStore {
  /** Where it is, behind links. */
  readonly directory: string;
  /** With a body or without. */
  readonly answers: number;
  /** Those of them that say that there is nothing (404). */
  readonly missing: number;
  /** Bytes of the sound bodies on the disk. */
  readonly packed: number;
  /** Bytes of the sound bodies as they came. */
  readonly unpacked: number;
  /** By file; empty when the store is what it says it is. */
  readonly problems: readonly StoreProblem[];
  /** What is worth knowing and no fault, in whole sentences. */
  readonly notes: readonly string[];
}

/** Told how far it is; what it throws ends the verification. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Reads the manifest of a complete harvest and every stored body, and looks for what does not belong there.
 * Nothing is written, and one answer is in memory at a time.
 *
 * @throws FolkloreError `STORE_UNUSABLE` when there is no complete harvest, it is not ours, newer than this
 *   program, or its manifest is damaged; and when a new harvest takes its place meanwhile
 */
export async function verifyStore(
  directory: string,
  onProgress: OnProgress = () => {},
): Promise<VerifiedStore> {
  const places = await storePathsOf(directory);
  const before = await identityOf(places.directory);
  try {
    await openForBuild(places.directory);
    const looked = await lookThrough(places.directory, onProgress);
    return { directory: places.directory, ...looked, notes: await notesOn(places) };
  } finally {
    await checkInPlace(places.directory, before);
  }
}

async function lookThrough(
  store: string,
  onProgress: OnProgress,
): Promise<Omit<VerifiedStore, 'directory' | 'notes'>> {
  const listed = await entriesIn(store);
  const entries = new Map(listed.map((entry) => [entryKey(entry), entry]));
  const bodies = [...entries.values()].filter((entry) => 'file' in entry);
  const strangers = await onDisk(`read the store ${store}`, () => unknownFilesIn(store, filesOf(bodies)));
  const problems = [...listedTwice(listed), ...strangers.problems];
  onProgress(0, bodies.length);
  let packed = 0;
  let unpacked = 0;
  for (const [index, entry] of bodies.entries()) {
    if (!isBehind(strangers.astray, entry)) {
      const body = await checkBody(store, entry);
      if ('wrong' in body) problems.push(body);
      else {
        packed += body.packed;
        unpacked += body.unpacked;
      }
    }
    onProgress(index + 1, bodies.length);
  }
  problems.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
  return { answers: entries.size, missing: entries.size - bodies.length, packed, unpacked, problems };
}

/** Every entry of a manifest that has been found readable, also those that are there twice. */
async function entriesIn(store: string): Promise<Entry[]> {
  const file = manifestFile(store);
  const { requests } = JSON.parse(await onDisk(`read ${file}`, () => readFile(file, 'utf8')));
  return (Array.isArray(requests) ? requests : []).flatMap((line) => readEntry(line) ?? []);
}

function listedTwice(listed: readonly Entry[]): StoreProblem[] {
  const times = new Map<string, number>();
  for (const entry of listed) times.set(entryKey(entry), (times.get(entryKey(entry)) ?? 0) + 1);
  return [...times]
    .filter(([, count]) => count > 1)
    .map(([request, count]) => ({
      file: manifestFile(''),
      wrong: `lists the request "${request}" ${count} times`,
      remedy: 'Bring the store back from a copy, or delete it and run `folklore-ld harvest`.',
    }));
}

/** Whether an answer is one of these files, or below one of them. */
function isBehind(links: ReadonlySet<string>, { file }: FoundEntry): boolean {
  for (let path = file; path !== '.'; path = posix.dirname(path)) if (links.has(path)) return true;
  return false;
}

/** Which folder stands in a store's place; empty between two renames. */
async function identityOf(store: string): Promise<string> {
  const found = await stat(store).catch(() => undefined);
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}

async function checkInPlace(store: string, before: string): Promise<void> {
  if ((await identityOf(store)) === before) return;
  throw storeUnusable(
    `A new harvest has taken the place of the store ${store} while it was being verified.`,
    'Run `folklore-ld verify` again.',
  );
}

async function notesOn({ directory, next, old }: StorePaths): Promise<string[]> {
  return onDisk(`read the store ${directory}`, async () => [
    ...((await exists(journalFile(directory)))
      ? [
          `${journalFile('')} is left over from the harvest that filled the store; the next one clears it away.`,
        ]
      : []),
    ...((await exists(next)) ? [await noteOnNext(next)] : []),
    ...((await exists(old))
      ? [`${old} is left over from a harvest that ended in its last moment; the next one clears it away.`]
      : []),
  ]);
}

/** How far a harvest has come that has not ended, or why the next one will not go on with it. */
async function noteOnNext(next: string): Promise<string> {
  try {
    const answers = await onDisk(`read ${next}`, async () => {
      await checkOurs(next, journalFile(next));
      return (await unfinishedHarvest(next, (await readJournal(next))?.plan ?? '')).entries.size;
    });
    return `${next} is a harvest that has not come to its end; it holds ${answers} answers. If none is running, \`folklore-ld harvest\` goes on with it.`;
  } catch (thrown) {
    if (thrown instanceof FolkloreError) return `${thrown.message} ${thrown.hint}`;
    throw thrown;
  }
}
