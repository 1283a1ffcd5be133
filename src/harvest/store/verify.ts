import { readdir } from 'node:fs/promises';
import { messageOf } from '../../base/errors.js';
import type { Problem } from '../../base/problems.js';
import { corrupt, isDamage } from '../../base/sqlite.js';
import { counted } from '../../base/text.js';
import { DamagedBody, unpackBody } from './body.js';
import { DOCUMENTS, type Entry, type FoundEntry } from './entry.js';
import { isSound } from './facts.js';
import { SIDE_FILES, STORE_FILE, storePathsOf } from './paths.js';
import { HARVEST_AGAIN, onDisk, storeUnusable } from './store-errors.js';
import type { StoreFile } from './store-file.js';
import { openForBuild } from './stored-harvest.js';

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
  /** An answer is named as `archive /volumes`. */
  readonly problems: readonly Problem[];
  /** Remarks that are not problems, in whole sentences. */
  readonly notes: readonly string[];
}

/** Receives the progress in bytes of the answers, unpacked; an error that it throws ends the verification. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Verifies a complete harvest: the structure of the file, the list of answers, each body, all that is
 * derived, and the unfinished harvest. Nothing is written, but SQLite takes an interrupted transaction back. One answer is in memory at
 * a time.
 *
 * @throws FolkloreError `STORE_UNUSABLE` as openForBuild does, and when a new harvest replaces the complete one meanwhile
 */
export async function verifyStore(folder: string, onProgress: OnProgress = () => {}): Promise<VerifiedStore> {
  const { directory, file: path } = await storePathsOf(folder);
  const stored = await openForBuild(folder);
  const { file, id } = stored;
  return onDisk(`read ${path}`, async () => {
    try {
      const answers = stored.answers();
      const problems: Problem[] = file
        .faults()
        .map((fault) => ({ file: STORE_FILE, wrong: `is damaged: ${fault}`, remedy: HARVEST_AGAIN }));
      const bodies = await checkBodies(file, answers, onProgress);
      const unfinished = checkUnfinished(file);
      problems.push(...bodies.problems, ...unfinished.problems, ...damagedDerivations(file));
      if (file.completeHarvest() !== id) {
        throw storeUnusable(
          `A new harvest has replaced that in ${directory} during the verification.`,
          'Run `folklore-ld verify` again.',
        );
      }
      const missing = answers.filter((entry) => 'missing' in entry).length;
      const { packed, unpacked } = bodies;
      const notes = [...unfinished.notes, ...(await noteOnOthers(directory))];
      return { directory, answers: answers.length, missing, packed, unpacked, problems, notes };
    } finally {
      file.close();
    }
  });
}

interface CheckedBodies {
  readonly packed: number;
  readonly unpacked: number;
  readonly problems: readonly Problem[];
}

async function checkBodies(
  file: StoreFile,
  answers: readonly Entry[],
  onProgress: OnProgress,
): Promise<CheckedBodies> {
  const found = answers.filter((entry): entry is FoundEntry => 'sha256' in entry);
  const total = found.reduce((sum, { bytes }) => sum + bytes, 0);
  const problems: Problem[] = [];
  let [done, packed, unpacked] = [0, 0, 0];
  onProgress(done, total);
  for (const entry of found) {
    try {
      const gzip = file.body(entry.sha256);
      const parse = await unpackBody(gzip, entry);
      parse();
      packed += gzip?.length ?? 0;
      unpacked += entry.bytes;
    } catch (thrown) {
      if (!(thrown instanceof DamagedBody) && !isDamage(thrown)) throw thrown;
      const name = `${entry.service} ${entry.request}`;
      problems.push({ file: name, wrong: `is damaged: ${messageOf(thrown)}`, remedy: HARVEST_AGAIN });
    }
    done += entry.bytes;
    onProgress(done, total);
  }
  return { packed, unpacked, problems };
}

/** What is derived is made again where it is damaged, and is worth a warning: the disk is not sound. */
function damagedDerivations(file: StoreFile): Problem[] {
  const problems: Problem[] = [];
  const add = (name: string, wrong: string): void =>
    void problems.push({
      file: name,
      wrong,
      remedy: 'Check the disk. The next harvest or build derives them again.',
    });
  const readEach = <T>(what: string, all: () => readonly T[], check: (one: T) => void): void => {
    for (const one of unlessDamaged(all, (damage) => add(STORE_FILE, `has damaged ${what}: ${damage}`)) ?? [])
      unlessDamaged(
        () => check(one),
        (damage) => add(STORE_FILE, `has damaged ${what} (${one}): ${damage}`),
      );
  };
  readEach(
    'facts',
    () => file.rowsOfFacts(),
    (row) => {
      const facts = file.factsAt('?', row);
      if (facts !== undefined && !isSound(facts))
        add(`${facts.service} ${facts.request}`, `has damaged facts (${facts.name})`);
    },
  );
  readEach(
    'data that are derived from all answers',
    () => file.namesOfDerived(),
    ([name, key]) => {
      if (file.derived(name, key) === undefined) throw corrupt('the checksum differs');
    },
  );
  return problems;
}

/** The result of a function; undefined after damage, which is reported. */
function unlessDamaged<T>(act: () => T, tell: (damage: string) => void): T | undefined {
  try {
    return act();
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    tell(messageOf(thrown));
    return undefined;
  }
}

function checkUnfinished(file: StoreFile): Pick<VerifiedStore, 'problems' | 'notes'> {
  const problems: Problem[] = [];
  const found = unlessDamaged(
    () => file.unfinishedHarvest(),
    (damage) =>
      problems.push({
        file: STORE_FILE,
        wrong: `has a damaged unfinished harvest: ${damage}`,
        remedy: 'Run `folklore-ld harvest`: it requests the answers of the unfinished harvest again.',
      }),
  );
  const notes =
    found === undefined
      ? []
      : [
          `The store has an unfinished harvest with ${counted(found.answers.length, 'answer')}. If no harvest is running, \`folklore-ld harvest\` continues it.`,
        ];
  return { problems, notes };
}

async function noteOnOthers(directory: string): Promise<string[]> {
  const ours = new Set([STORE_FILE, ...SIDE_FILES, ...DOCUMENTS]);
  const others = (await readdir(directory)).filter((name) => !ours.has(name)).sort();
  return others.length === 0
    ? []
    : [`The folder has other files, which are not of the store: ${others.join(', ')}.`];
}
