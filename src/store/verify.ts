import { opendir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, posix, sep } from 'node:path';
import { FolkloreError } from '../base/errors.js';
import { checkBody, type StoreProblem } from './body-check.js';
import { DOCUMENTS } from './document.js';
import { type Entry, entryKey, type FoundEntry, readEntry } from './entry.js';
import { journalFile, readJournal } from './journal.js';
import { leftBehind } from './left-behind.js';
import { manifestFile } from './manifest.js';
import { openForBuild } from './stored-harvest.js';
import { onDisk, storeUnusable } from './unusable.js';
import { checkOurs, exists, type Whereabouts, whereaboutsOf } from './whereabouts.js';

/** What looking at every file of a store has shown. */
export interface VerifiedStore {
  /** Behind links, if there were any. */
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
  /** What is worth knowing and no fault: whole sentences. */
  readonly notes: readonly string[];
}

/**
 * Reads the manifest of a complete harvest and every stored body, and looks for what does not belong there.
 * Nothing is written. One answer is in memory at a time.
 *
 * @param onProgress is called after each answer; what it throws ends the verification
 * @throws FolkloreError `STORE_UNUSABLE` when there is no complete harvest, it is not ours, newer than this
 *   program, or its manifest is damaged; or when a new harvest takes its place in the meantime
 */
export async function verifyStore(
  directory: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<VerifiedStore> {
  const places = await whereaboutsOf(directory);
  await openForBuild(places.directory);
  const store = places.directory;
  const before = await identityOf(store);
  const listed = await entriesIn(store);
  const entries = new Map(listed.map((entry) => [entryKey(entry), entry]));
  const bodies = [...entries.values()].filter((entry) => 'file' in entry);

  const problems: StoreProblem[] = twice(listed);
  const files = new Set(bodies.map(({ file }) => file));
  const { strangers, astray } = await onDisk(`read the store ${store}`, () => strangersIn(store, files));
  problems.push(...strangers);
  const sizes = { packed: 0, unpacked: 0 };
  for (const [index, entry] of bodies.entries()) {
    const checked = leads(entry, astray) ? undefined : await checkBody(store, entry);
    if (checked !== undefined && 'wrong' in checked) problems.push(checked);
    else {
      sizes.packed += checked?.packed ?? 0;
      sizes.unpacked += checked?.unpacked ?? 0;
    }
    onProgress(index + 1, bodies.length);
  }

  if ((await identityOf(store)) !== before) {
    throw storeUnusable(
      `A new harvest has taken the place of ${store} while it was being verified.`,
      'Run `folklore-ld verify` again.',
    );
  }
  return {
    directory: store,
    answers: entries.size,
    missing: entries.size - bodies.length,
    ...sizes,
    problems: problems.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)),
    notes: await notesOn(places),
  };
}

/** Which folder stands there; empty when there is none, as between two renames. */
async function identityOf(store: string): Promise<string> {
  const { dev, ino } = await stat(store).catch(() => ({ dev: '', ino: '' }));
  return `${dev}:${ino}`;
}

/** Every entry of a manifest that has been found sound, also those that are there twice. */
async function entriesIn(store: string): Promise<Entry[]> {
  const file = manifestFile(store);
  const { requests } = JSON.parse(await onDisk(`read ${file}`, () => readFile(file, 'utf8')));
  return (Array.isArray(requests) ? requests : []).flatMap((line) => readEntry(line) ?? []);
}

function twice(listed: readonly Entry[]): StoreProblem[] {
  const times = new Map<string, number>();
  for (const entry of listed) times.set(entryKey(entry), (times.get(entryKey(entry)) ?? 0) + 1);
  return [...times].flatMap(([key, count]) =>
    count === 1
      ? []
      : {
          file: basename(manifestFile('')),
          wrong: `lists one request ${count} times: ${key}`,
          remedy: 'Bring the store back from a copy, or run `folklore-ld harvest`, which writes it anew.',
        },
  );
}

/** What lies in a store beside its answers. */
interface Strangers {
  readonly strangers: readonly StoreProblem[];
  /** Links that lead out of the store: what they lead to is not looked at. */
  readonly astray: ReadonlySet<string>;
}

async function strangersIn(store: string, listed: ReadonlySet<string>): Promise<Strangers> {
  const known = new Set<string>([...listed, ...[manifestFile(''), journalFile('')].map((file) => file)]);
  for (const name of DOCUMENTS) known.add(name);
  const strangers: StoreProblem[] = [];
  const astray = new Set<string>();
  for await (const { file, isLink } of filesBelow(store)) {
    if (isLink && !(await leadsInto(store, file))) {
      astray.add(file);
      strangers.push({
        file,
        wrong: 'is a link that leads out of the store',
        remedy: 'Put what it leads to in its place: whoever copies or moves the store would lose it.',
      });
    } else if (!known.has(file)) {
      strangers.push({
        file,
        wrong: 'is not in the manifest',
        remedy: 'Move it elsewhere if it is worth keeping: the next harvest removes it.',
      });
    }
  }
  return { strangers, astray };
}

/** Everything below a folder that is no folder itself; links are not followed. */
async function* filesBelow(store: string, folder = ''): AsyncGenerator<{ file: string; isLink: boolean }> {
  for await (const found of await opendir(join(store, folder))) {
    const file = posix.join(folder, found.name);
    if (found.isDirectory()) yield* filesBelow(store, file);
    else yield { file, isLink: found.isSymbolicLink() };
  }
}

async function leadsInto(store: string, link: string): Promise<boolean> {
  const target = await realpath(join(store, link)).catch(() => '');
  return target.startsWith(store + sep);
}

/** Whether an answer lies behind one of these links. */
function leads({ file }: FoundEntry, astray: ReadonlySet<string>): boolean {
  if (astray.size === 0) return false;
  for (let path = file; path !== '.'; path = posix.dirname(path)) if (astray.has(path)) return true;
  return false;
}

async function notesOn({ directory, next, old }: Whereabouts): Promise<string[]> {
  const notes: string[] = [];
  if (await exists(journalFile(directory))) {
    notes.push(
      `${basename(journalFile(directory))} is left over from the harvest that filled the store; the next one removes it.`,
    );
  }
  if (await exists(next)) notes.push(await noteOnNext(next));
  if (await exists(old)) {
    notes.push(`${old} is an earlier harvest that should be gone; the next harvest removes it.`);
  }
  return notes;
}

async function noteOnNext(next: string): Promise<string> {
  try {
    const answers = await onDisk(`read the unfinished harvest ${next}`, async () => {
      await checkOurs(next, journalFile(next));
      return (await leftBehind(next, (await readJournal(next))?.plan ?? '')).size;
    });
    return `${next} is a harvest that has not come to its end: it holds ${answers} answers. Run \`folklore-ld harvest\` to go on with it, unless it is running now.`;
  } catch (thrown) {
    if (thrown instanceof FolkloreError) return `${thrown.message} ${thrown.hint}`;
    throw thrown;
  }
}
