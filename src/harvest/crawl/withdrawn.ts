import type { Group } from '../../model/records/datasets.js';
import { compareRefs, type RecordRef, RecordSet } from '../../model/records/record.js';
import { type ResponseSource, SOURCES } from '../../model/records/sources.js';
import { recordsIn } from '../answers/read-records.js';
import { isSameBody } from '../store/entry.js';
import type { HarvestStore } from '../store/harvest-store.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import { CopyDates, modifiedAt, type OlderCopy } from './copy-dates.js';
import type { Withdrawn } from './history.js';
import type { RecordStatistics } from './record-statistics.js';
import { firstPageOf } from './request.js';

/** This number of records may be withdrawn whatever their share, for small kinds. */
const ALWAYS_ALLOWED = 20;

/**
 * Whether more records of a kind have disappeared than may, from a harvest or from a release.
 *
 * @param of the number of records before
 * @param share the share of the records before that may disappear, 0 to 1
 * @param always the number that may disappear whatever the share
 */
export const isTooMany = (gone: number, of: number, share: number, always = ALWAYS_ALLOWED): boolean =>
  gone > always && gone > of * share;

/** A share as a percentage with one decimal place, for messages. */
export const percent = (share: number): number => Math.round(share * 1000) / 10;

/** The records in answers that differ between two harvests. */
export interface HarvestComparison {
  /** Records of the last harvest that this one does not have so far. */
  readonly absent: readonly RecordRef[];
  /** Records in answers that are new or have changed. */
  readonly present: RecordSet;
  /** Copies that are older than those of the last harvest in the same answer. */
  readonly older: readonly OlderCopy[];
}

/**
 * Compares a harvest with the last one. Only answers that differ are read.
 *
 * @param groups the scope of this harvest
 */
export async function compareWithLast(
  store: HarvestStore,
  statistics: RecordStatistics,
  groups: readonly Group[],
): Promise<HarvestComparison> {
  const { last } = store;
  const absent = new Map<string, RecordRef>();
  const present = new RecordSet();
  const older: OlderCopy[] = [];
  if (last === undefined) return { absent: [], present, older };
  for (const source of SOURCES.filter((one) => one.groups.some((group) => groups.includes(group)))) {
    for (const request of changedAnswers(store, last, source)) {
      const dates = new CopyDates();
      // The records of a damaged answer are unknown.
      for (const { modified, ...ref } of await recordsOf(last, source, request).catch(() => [])) {
        absent.set(keyOf(ref), ref);
        dates.add(ref, modified);
      }
      const list = { service: source.service, request: firstPageOf(request) };
      for (const { modified, ...ref } of await recordsOf(store, source, request)) {
        present.add(ref);
        dates.add(ref, modified, list);
      }
      older.push(...dates.older());
    }
  }
  const lost = [...absent.values()].filter((one) => !statistics.seen.has(one) && !present.has(one));
  return { absent: lost.sort(compareRefs), present, older };
}

/**
 * All withdrawn records: earlier ones that have not come back, and those that are absent now.
 *
 * @param today the day of this harvest, `YYYY-MM-DD`
 */
export function withdrawnSoFar(
  { absent, present }: HarvestComparison,
  statistics: RecordStatistics,
  before: readonly Withdrawn[],
  today: string,
): Withdrawn[] {
  const all = new Map(
    before
      .filter((one) => !statistics.seen.has(one) && !present.has(one))
      .map((one) => [keyOf(one), one] as const),
  );
  for (const { kind, id } of absent) {
    const key = keyOf({ kind, id });
    if (!all.has(key)) all.set(key, { kind, id, noticed: today });
  }
  return [...all.values()].sort(compareRefs);
}

/** The requests whose answers differ. */
function changedAnswers(
  store: HarvestStore,
  last: StoredHarvest,
  { service, requests }: ResponseSource,
): string[] {
  const both = new Set([...last.requests(service), ...store.requests(service)]);
  return [...both].filter((request) => {
    const isSame = isSameBody(last.entryOf(service, request), store.entryOf(service, request));
    return !isSame && requests.test(request);
  });
}

async function recordsOf(
  store: HarvestStore | StoredHarvest,
  source: ResponseSource,
  request: string,
): Promise<(RecordRef & { readonly modified?: number | undefined })[]> {
  const held = store.entryOf(source.service, request);
  if (held === undefined || 'missing' in held) return [];
  const body = await store.read(source.service, request);
  return recordsIn(source, request, body).map(({ value, ...ref }) => ({
    ...ref,
    modified: modifiedAt(value),
  }));
}

const keyOf = ({ kind, id }: RecordRef): string => `${kind} ${id}`;
