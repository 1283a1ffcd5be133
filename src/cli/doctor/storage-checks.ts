import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { messageOf } from '../../base/errors.js';
import { formatCount } from '../../base/text.js';
import { journalFile, readJournal } from '../../response-store/journal.js';
import { holderOf } from '../../response-store/lock.js';
import { manifestFile } from '../../response-store/manifest.js';
import {
  checkMovable,
  checkOurs,
  exists,
  type StorePaths,
  storePathsOf,
} from '../../response-store/paths.js';
import { errorCode, onDisk, storeUnusable } from '../../response-store/store-errors.js';
import { openForBuild, type StoredHarvest } from '../../response-store/stored-harvest.js';
import {
  type CheckedSystem,
  type CheckResult,
  type DoctorContext,
  failedBy,
  ok,
  SERVICES,
  warning,
} from './check.js';

const GIB = 2 ** 30;

/**
 * What a disk should have left before a run: all volumes are 420 MB of JSON, two stores stand side by side until
 * the new one is complete, and the dumps of a release take some gigabytes.
 */
const ENOUGH_BYTES = 5 * GIB;

/** Each folder that a run fills, what it is called, and which folders must be writable for it. */
const FOLDERS = {
  store: {
    called: 'the store',
    // The next harvest and the lock stand beside the store, and what the last one holds is removed.
    within: async (folder: string) => {
      const { directory } = await storePathsOf(folder);
      return [dirname(directory), directory];
    },
  },
  out: { called: 'the folder of releases', within: async (folder: string) => [folder] },
} as const;

/** Whether a folder can be written, or made, and how much room there is. Nothing is left behind. */
export async function checkFolder(
  { config }: CheckedSystem,
  which: keyof typeof FOLDERS,
  surroundings: DoctorContext,
): Promise<readonly CheckResult[]> {
  const folder = config[which];
  const remedy = `Give this user the right to write there, or name another folder with --${which}.`;
  try {
    const wanted = await FOLDERS[which].within(resolve(folder));
    const grounds = await Promise.all(wanted.map(groundOf));
    for (const ground of new Set(grounds)) await tryToWrite(ground);
    const isThere = grounds.at(-1) === wanted.at(-1);
    const can = isThere ? 'can be written' : 'can be made and written';
    return [
      ok(`${which}.folder`, `${FOLDERS[which].called} ${folder} ${can}`),
      await roomAt(which, grounds.at(-1) ?? folder, surroundings),
    ];
  } catch (thrown) {
    return [failedBy(`${which}.folder`, thrown, remedy)];
  }
}

/** The folder itself, or the nearest above it that is there. */
async function groundOf(path: string): Promise<string> {
  const found = await onDisk(`look at ${path}`, () => stat(path).catch(nothingThere));
  if (found === undefined) return groundOf(dirname(path));
  if (found.isDirectory()) return path;
  throw storeUnusable(`${path} is a file, not a folder.`, 'Name another folder.');
}

function nothingThere(thrown: unknown): undefined {
  if (errorCode(thrown) !== 'ENOENT' && errorCode(thrown) !== 'ENOTDIR') throw thrown;
}

/** Rights alone do not tell: disks may be full or read-only, and some file systems go by other rules. */
async function tryToWrite(folder: string): Promise<void> {
  await onDisk(`write into ${folder}`, async () =>
    rmdir(await mkdtemp(join(folder, '.folklore-ld-doctor-'))),
  );
}

async function roomAt(
  which: keyof typeof FOLDERS,
  ground: string,
  { freeBytes }: DoctorContext,
): Promise<CheckResult> {
  const check = `${which}.space`;
  const { called } = FOLDERS[which];
  try {
    const free = await freeBytes(ground);
    const room = `${(free / GIB).toFixed(1)} GiB free for ${called}`;
    if (free >= ENOUGH_BYTES) return ok(check, room);
    return warning(
      check,
      `only ${room}`,
      `Make room, or name a folder on another disk with --${which}: a run may need ${ENOUGH_BYTES / GIB} GiB.`,
    );
  } catch (thrown) {
    const message = `how much is free for ${called} cannot be told: ${messageOf(thrown)}`;
    return warning(check, message, `See that there are ${ENOUGH_BYTES / GIB} GiB.`);
  }
}

/** What the store holds, and whether somebody is filling it at a time, milliseconds since 1970. Nothing is written. */
export async function checkStore(
  { config: { store } }: CheckedSystem,
  now: number,
): Promise<readonly CheckResult[]> {
  return [
    await orFailed('store.harvest', () => harvestIn(store)),
    await orFailed('store.lock', () => lockOf(store, now)),
  ];
}

async function orFailed(check: string, look: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await look();
  } catch (thrown) {
    return failedBy(check, thrown);
  }
}

async function harvestIn(store: string): Promise<CheckResult> {
  const check = 'store.harvest';
  const places = await storePathsOf(store);
  const found = await onDisk(`read the store ${store}`, async () => {
    await checkMovable(places);
    for (const folder of [places.directory, places.next]) await checkOurs(folder, journalFile(folder));
    return { complete: await completeIn(places), unfinished: await readJournal(places.next) };
  });
  const complete =
    found.complete === undefined
      ? `no complete harvest in ${store} yet`
      : `a complete harvest in ${store}: ${formatCount(answersIn(found.complete))} answers`;
  const unfinished =
    found.unfinished === undefined
      ? ''
      : `; an unfinished one to go on with: ${formatCount(found.unfinished.entries.length)} answers`;
  return ok(check, complete + unfinished);
}

const completeIn = async ({ directory }: StorePaths): Promise<StoredHarvest | undefined> =>
  (await exists(manifestFile(directory))) ? openForBuild(directory) : undefined;

const answersIn = (harvest: StoredHarvest): number =>
  SERVICES.flatMap((service) => [...harvest.requests(service), ...harvest.missing(service)]).length;

async function lockOf(store: string, now: number): Promise<CheckResult> {
  const { lock } = await storePathsOf(store);
  const holder = await holderOf(lock, now);
  if (holder === undefined) return ok('store.lock', `nobody is harvesting into ${store}`);
  return warning(
    'store.lock',
    `${holder} is harvesting into ${store}: another harvest would be refused`,
    `Wait until it has ended. If no such harvest is running, delete ${lock}.`,
  );
}
