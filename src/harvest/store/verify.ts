import { opendir, readFile, realpath, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { FolkloreError } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import { checkBody, type StoreProblem } from './check-body.js';
import { type Entry, entryKey, type FoundEntry, readEntry } from './entry.js';
import { filesOf, unfinishedHarvest } from './harvest-store.js';
import { journalFile, readJournal } from './journal.js';
import { HARVEST_AGAIN, manifestFile } from './manifest.js';
import { checkOurs, exists, OTHER_FILES, type StorePaths, storePathsOf } from './paths.js';
import { onDisk, storeUnusable } from './store-errors.js';
import { openForBuild } from './stored-harvest.js';

/** Files that do not belong to a store. */
interface FileCheck {
  readonly problems: readonly StoreProblem[];
  /** Indexes that another version of this program has made. */
  readonly otherIndexes: readonly string[];
  /** Links that lead out of the store, as paths below it. They are not followed. */
  readonly outsideLinks: ReadonlySet<string>;
}

/**
 * Finds files that do not belong to a store.
 *
 * @param listed the files of the answers and their folders, as paths below the store
 * @throws the error of the file system
 */
async function checkFiles(store: string, listed: ReadonlySet<string>): Promise<FileCheck> {
  const problems: StoreProblem[] = [];
  const outsideLinks = new Set<string>();
  const otherIndexes: string[] = [];
  for await (const { file, isLink } of filesBelow(store)) {
    if (isLink && !(await staysIn(store, file))) {
      outsideLinks.add(file);
      problems.push({
        file,
        wrong: 'is a link that leads out of the store',
        remedy: listed.has(file)
          ? 'Replace it by a copy of its target: the store cannot be copied or moved without that.'
          : 'Delete it: the store does not need it.',
      });
    } else if (OTHER_INDEX.test(file) && !OTHER_FILES.includes(file)) {
      otherIndexes.push(file);
    } else if (!listed.has(file) && !OTHER_FILES.includes(file)) {
      problems.push({
        file,
        wrong: 'is not in the manifest',
        remedy: 'Move it elsewhere if you need it: the next harvest deletes it.',
      });
    }
  }
  return { problems, outsideLinks, otherIndexes: otherIndexes.sort() };
}

/** Names of indexes, such as `index/records.tsv` of 0.1.0. */
const OTHER_INDEX = /^index\/[a-z]+\.(?:tsv|bin)$/;

/** All files and links below a folder; links are not followed. */
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

/** The result of a verification. */
export interface VerifiedStore {
  /** With links resolved. */
  readonly directory: string;
  /** With and without a body. */
  readonly answers: number;
  /** Answers without a body (404). */
  readonly missing: number;
  /** Bytes of the bodies without problems, packed. */
  readonly packed: number;
  /** The same, unpacked. */
  readonly unpacked: number;
  /** Sorted by file. */
  readonly problems: readonly StoreProblem[];
  /** Remarks that are not problems, in whole sentences. */
  readonly notes: readonly string[];
}

/** Receives the progress in bytes of the answers, unpacked; an error that it throws ends the verification. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Verifies a complete harvest: its manifest, every stored body, and that there are no other files. Nothing is written, and
 * one answer is in memory at a time.
 *
 * @throws FolkloreError `STORE_UNUSABLE` as openForBuild does, and when a new harvest replaces the store meanwhile
 */
export async function verifyStore(
  directory: string,
  onProgress: OnProgress = () => {},
): Promise<VerifiedStore> {
  const places = await storePathsOf(directory);
  const before = await identityOf(places.directory);
  try {
    await openForBuild(places.directory);
    const { otherIndexes, ...checked } = await checkStore(places.directory, onProgress);
    const notes = [...noteOnVersion(otherIndexes), ...(await notesOn(places))];
    return { directory: places.directory, ...checked, notes };
  } finally {
    await checkInPlace(places.directory, before);
  }
}

async function checkStore(
  store: string,
  onProgress: OnProgress,
): Promise<Omit<VerifiedStore, 'directory' | 'notes'> & Pick<FileCheck, 'otherIndexes'>> {
  const listed = await entriesIn(store);
  const entries = new Map(listed.map((entry) => [entryKey(entry), entry]));
  const bodies = [...entries.values()].filter((entry) => 'file' in entry);
  const files = await onDisk(`read the store ${store}`, () => checkFiles(store, filesOf(bodies)));
  const problems = [...listedTwice(listed), ...files.problems];
  const total = bodies.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  onProgress(done, total);
  let packed = 0;
  let unpacked = 0;
  for (const entry of bodies) {
    if (!isBehind(files.outsideLinks, entry)) {
      const body = await checkBody(store, entry);
      if ('wrong' in body) problems.push(body);
      else {
        packed += body.packed;
        unpacked += body.unpacked;
      }
    }
    done += entry.bytes;
    onProgress(done, total);
  }
  problems.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
  const missing = entries.size - bodies.length;
  const { otherIndexes } = files;
  return { answers: entries.size, missing, packed, unpacked, problems, otherIndexes };
}

/** All entries of a readable manifest, including repeated ones. */
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
      remedy: HARVEST_AGAIN,
    }));
}

/** Whether an answer is one of these links, or below one of them. */
function isBehind(links: ReadonlySet<string>, { file }: FoundEntry): boolean {
  for (let path = file; path !== '.'; path = posix.dirname(path)) if (links.has(path)) return true;
  return false;
}

/** The identity of the folder of a store; empty between two renames. */
async function identityOf(store: string): Promise<string> {
  const found = await stat(store).catch(() => undefined);
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}

async function checkInPlace(store: string, before: string): Promise<void> {
  if ((await identityOf(store)) === before) return;
  throw storeUnusable(
    `A new harvest has replaced the store ${store} during the verification.`,
    'Run `folklore-ld verify` again.',
  );
}

const noteOnVersion = (indexes: readonly string[]): string[] =>
  indexes.length === 0
    ? []
    : [
        `the store is of another version of folklore-ld, which made ${indexes.join(' and ')}: build from it as it is; the next \`folklore-ld harvest\` renews it and deletes them.`,
      ];

async function notesOn({ directory, next, old }: StorePaths): Promise<string[]> {
  return onDisk(`read the store ${directory}`, async () => [
    ...((await exists(journalFile(directory)))
      ? [`${journalFile('')} is left of the harvest that filled the store; the next one deletes it.`]
      : []),
    ...((await exists(next)) ? [await noteOnNext(next)] : []),
    ...((await exists(old))
      ? [`${old} is left of a harvest that was killed at its end; the next one deletes it.`]
      : []),
  ]);
}

/** How many answers an unfinished harvest has, or why the next one cannot continue it. */
async function noteOnNext(next: string): Promise<string> {
  try {
    const answers = await onDisk(`read ${next}`, async () => {
      await checkOurs(next, journalFile(next), manifestFile(next));
      return (await unfinishedHarvest(next, (await readJournal(next))?.plan ?? '')).entries.size;
    });
    return `${next} is an unfinished harvest with ${counted(answers, 'answer')}. If no harvest is running, \`folklore-ld harvest\` continues it.`;
  } catch (thrown) {
    if (thrown instanceof FolkloreError) return `${thrown.message} ${thrown.hint}`;
    throw thrown;
  }
}
