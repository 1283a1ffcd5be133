import { thousands } from '../../base/thousands.js';
import { journalFile, readJournal } from '../../store/journal.js';
import { holderOf } from '../../store/lock.js';
import { manifestFile } from '../../store/manifest.js';
import type { StoredHarvest } from '../../store/stored-harvest.js';
import { openForBuild } from '../../store/stored-harvest.js';
import { onDisk } from '../../store/unusable.js';
import { checkMovable, checkOurs, exists, type Whereabouts, whereaboutsOf } from '../../store/whereabouts.js';
import { type Finding, failedBy, ok, warning } from './finding.js';
import { SERVICES, type Subject } from './subject.js';

/** What the store holds, and whether somebody is filling it at a time, milliseconds since 1970. Nothing is written. */
export async function checkStore({ config: { store } }: Subject, now: number): Promise<readonly Finding[]> {
  return [
    await orFailed('store.harvest', () => harvestIn(store)),
    await orFailed('store.lock', () => lockOf(store, now)),
  ];
}

async function orFailed(check: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (thrown) {
    return failedBy(check, thrown);
  }
}

async function harvestIn(store: string): Promise<Finding> {
  const check = 'store.harvest';
  const places = await whereaboutsOf(store);
  const found = await onDisk(`read the store ${store}`, async () => {
    await checkMovable(places);
    for (const folder of [places.directory, places.next]) await checkOurs(folder, journalFile(folder));
    return { complete: await completeIn(places), unfinished: await readJournal(places.next) };
  });
  const complete =
    found.complete === undefined
      ? `no complete harvest in ${store} yet`
      : `a complete harvest in ${store}: ${thousands(answersIn(found.complete))} answers`;
  const unfinished =
    found.unfinished === undefined
      ? ''
      : `; an unfinished one to go on with: ${thousands(found.unfinished.entries.length)} answers`;
  return ok(check, complete + unfinished);
}

const completeIn = async ({ directory }: Whereabouts): Promise<StoredHarvest | undefined> =>
  (await exists(manifestFile(directory))) ? openForBuild(directory) : undefined;

const answersIn = (harvest: StoredHarvest): number =>
  SERVICES.flatMap((service) => [...harvest.requests(service), ...harvest.missing(service)]).length;

async function lockOf(store: string, now: number): Promise<Finding> {
  const { lock } = await whereaboutsOf(store);
  const holder = await holderOf(lock, now);
  if (holder === undefined) return ok('store.lock', `nobody is harvesting into ${store}`);
  return warning(
    'store.lock',
    `${holder} is harvesting into ${store}: another harvest would be refused`,
    `Wait until it has ended. If no such harvest is running, delete ${lock}.`,
  );
}
