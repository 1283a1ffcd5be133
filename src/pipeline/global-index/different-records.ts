import { isDeepStrictEqual } from 'node:util';
import type { Origin } from '../../base/origin.js';
import type { IndexedRecord } from '../../harvest/answers/indexed-record.js';
import { readRecords } from '../../harvest/answers/read-records.js';
import type { StoredHarvest } from '../../harvest/store/stored-harvest.js';
import type { SourceRecord } from '../../model/records/record.js';
import { SOURCES } from '../../model/records/sources.js';

/** A record whose number an earlier, published record has. */
export interface DifferentRecord {
  readonly one: SourceRecord;
  /** The place of the earlier record. */
  readonly first: Origin;
}

/** An occurrence of a record. */
export interface Occurrence extends Pick<IndexedRecord, 'kind' | 'id' | 'origin'> {
  /** Of a record in a repeated answer: the place of the record that is published in place of the one that contains it. */
  readonly instead?: Origin | undefined;
}

/**
 * Of records with one number those that differ from the first one, and those that only a repeated record holds.
 *
 * @param occurrences in the order of reading, the first ones included
 * @throws FolkloreError `STORE_UNUSABLE` when an answer is missing or damaged
 */
export async function differentRecords(
  store: Pick<StoredHarvest, 'read'>,
  occurrences: readonly Occurrence[],
): Promise<DifferentRecord[]> {
  const first = new Map<string, SourceRecord>();
  const different: DifferentRecord[] = [];
  let answer = '';
  let read = new Map<string, SourceRecord>();
  for (const { kind, id, origin, instead } of occurrences) {
    const { service, request, pointer } = origin;
    if (answer !== `${service} ${request}`) {
      answer = `${service} ${request}`;
      read = recordsByPlace(origin, await store.read(service, request));
    }
    const one = read.get(`${kind} ${pointer}`);
    const known = first.get(`${kind} ${id}`);
    if (one === undefined) continue;
    if (known === undefined && instead !== undefined) different.push({ one, first: instead });
    else if (known === undefined) first.set(`${kind} ${id}`, one);
    else if (!isDeepStrictEqual(known.record, one.record)) different.push({ one, first: known.origin });
  }
  return different;
}

/** The records of an answer by kind and pointer. */
function recordsByPlace({ service, request }: Origin, body: unknown): Map<string, SourceRecord> {
  const source = SOURCES.find((some) => some.service === service && some.requests.test(request));
  const records = source === undefined ? [] : [...readRecords(source, request, body)];
  return new Map(
    records.flatMap(({ units }) => units.map((one) => [`${one.kind} ${one.origin.pointer}`, one] as const)),
  );
}
