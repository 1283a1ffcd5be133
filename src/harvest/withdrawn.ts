import type { Group } from '../records/datasets.js';
import { refsIn } from '../records/read-records.js';
import { compareRefs, type RecordRef, RecordSet } from '../records/record.js';
import { type ResponseSource, SOURCES } from '../records/sources.js';
import { isSameBody } from '../response-store/entry.js';
import type { HarvestStore } from '../response-store/harvest-store.js';
import type { StoredHarvest } from '../response-store/stored-harvest.js';
import type { Withdrawn } from './history.js';
import type { RecordStatistics } from './record-statistics.js';

/** What the answers that are not in both harvests the same tell of records. */
export interface HarvestComparison {
  /** Records that the last harvest held and this one, so far, does not. */
  readonly gone: readonly RecordRef[];
  /** Records in answers that are new or have changed. */
  readonly still: RecordSet;
}

/**
 * Compares a harvest with the last one. Only answers that differ are read: what is in the same answer is still
 * there.
 *
 * @param groups the kinds that were asked for: of others nothing is known
 */
export async function compareWithLast(
  store: HarvestStore,
  census: RecordStatistics,
  groups: readonly Group[],
): Promise<HarvestComparison> {
  const { last } = store;
  const gone = new Map<string, RecordRef>();
  const still = new RecordSet();
  if (last === undefined) return { gone: [], still };
  for (const source of SOURCES.filter((one) => one.groups.some((group) => groups.includes(group)))) {
    for (const request of changedAnswers(store, last, source)) {
      for (const name of await namesHeld(store, source, request)) still.add(name);
      // The records of a damaged answer are not known.
      const held = await namesHeld(last, source, request).catch(() => []);
      for (const name of held) gone.set(keyOf(name), name);
    }
  }
  const lost = [...gone.values()].filter((one) => !census.seen.has(one) && !still.has(one));
  return { gone: lost.sort(compareRefs), still };
}

/**
 * Every record withdrawn so far: those noticed before that have not come back, and those that are gone now.
 *
 * @param today the day of this harvest, `YYYY-MM-DD`
 */
export function withdrawnSoFar(
  { gone, still }: HarvestComparison,
  census: RecordStatistics,
  before: readonly Withdrawn[],
  today: string,
): Withdrawn[] {
  const all = new Map(
    before.filter((one) => !census.seen.has(one) && !still.has(one)).map((one) => [keyOf(one), one] as const),
  );
  for (const { kind, id } of gone) {
    const key = keyOf({ kind, id });
    if (!all.has(key)) all.set(key, { kind, id, noticed: today });
  }
  return [...all.values()].sort(compareRefs);
}

/** The answers that are not in both harvests the same. */
function changedAnswers(
  store: HarvestStore,
  last: StoredHarvest,
  { service, requests }: ResponseSource,
): string[] {
  const both = new Set([...last.requests(service), ...store.requests(service)]);
  return [...both].filter((request) => {
    const isSame = isSameBody(last.held(service, request), store.held(service, request));
    return !isSame && requests.test(request);
  });
}

async function namesHeld(
  store: HarvestStore | StoredHarvest,
  source: ResponseSource,
  request: string,
): Promise<RecordRef[]> {
  const held = store.held(source.service, request);
  if (held === undefined || 'missing' in held) return [];
  return refsIn(source, request, await store.read(source.service, request));
}

const keyOf = ({ kind, id }: RecordRef): string => `${kind} ${id}`;
