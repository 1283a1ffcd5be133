import { isDeepStrictEqual } from 'node:util';
import { entry } from '../../base/map-entry.js';
import type { Origin } from '../../base/origin.js';
import type { IndexedRecord } from '../../harvest/answers/indexed-record.js';
import { readRecords } from '../../harvest/answers/read-records.js';
import type { StoredHarvest } from '../../harvest/store/stored-harvest.js';
import { type Kind, type RecordRef, RecordSet, type SourceRecord } from '../../model/records/record.js';
import { SOURCES } from '../../model/records/sources.js';

/** A record whose number an earlier, published record has. */
export interface DifferentRecord {
  readonly one: SourceRecord;
  /** The place of the earlier record. */
  readonly first: Origin;
}

/** An occurrence of a record. */
interface Occurrence extends Pick<IndexedRecord, 'kind' | 'id' | 'origin'> {
  /** Of a record in a repeated answer: the place of the record that is published in place of the one that contains it. */
  readonly instead?: Origin | undefined;
}

/** Finds records whose number an earlier record has, while the harvest is read twice. */
export class RepeatedRecords {
  readonly #repeated = new RecordSet();
  /** Of entries of answers that are skipped and differ from the first one: their source records, the record itself first. */
  readonly #skipped: (readonly IndexedRecord[])[] = [];
  /** Their keys and contents: several lists send an entry, and it counts once. */
  readonly #contents = new Set<string>();
  readonly #digests = new Map<Kind, Map<RecordRef['id'], string>>();
  readonly #occurrences: Occurrence[] = [];
  /** The places of publishable records whose number is repeated, by {@link keyOf}. */
  readonly #places = new Map<string, Origin>();

  /** Notes a record at the first reading. */
  note(one: IndexedRecord): void {
    // A record within others is compared with them.
    if (one.within.length > 0) return;
    const known = entry(this.#digests, one.kind, () => new Map());
    if (!known.has(one.id)) known.set(one.id, contentOf(one));
  }

  /** Notes a record that was read before. */
  noteRepeated(one: RecordRef): void {
    this.#repeated.add(one);
  }

  /** Notes the source records of an entry that is skipped. */
  noteSkipped(units: readonly IndexedRecord[]): void {
    const [one] = units;
    if (one === undefined || this.#digests.get(one.kind)?.get(one.id) === contentOf(one)) return;
    const content = `${keyOf(one)} ${contentOf(one)}`;
    if (this.#contents.has(content)) return;
    this.#contents.add(content);
    this.#skipped.push(units);
    for (const unit of units) this.#repeated.add(unit);
  }

  /** Takes a publishable record at the second reading. */
  take(one: IndexedRecord): void {
    if (!this.#repeated.has(one)) return;
    const { kind, id, origin } = one;
    this.#occurrences.push({ kind, id, origin });
    if (one.within.length === 0 && !this.#places.has(keyOf(one))) this.#places.set(keyOf(one), origin);
  }

  /**
   * The records with other content than the first one of their number, after the second reading.
   *
   * @param isCounted whether a record of a skipped entry is counted here, not as a withheld or unreadable one
   * @param duplicate called with each of those
   * @throws FolkloreError `STORE_UNUSABLE` when an answer is missing or damaged
   */
  different(
    store: Pick<StoredHarvest, 'read'>,
    isCounted: (one: RecordRef) => boolean,
    duplicate: (one: RecordRef) => void,
  ): Promise<DifferentRecord[]> {
    for (const units of this.#skipped) {
      const instead = units[0] && this.#places.get(keyOf(units[0]));
      for (const { kind, id, origin } of instead === undefined ? [] : units.filter(isCounted)) {
        duplicate({ kind, id });
        this.#occurrences.push({ kind, id, origin, instead });
      }
    }
    return differentRecords(store, this.#occurrences);
  }
}

const keyOf = ({ kind, id }: RecordRef): string => `${kind} ${id}`;

/** A text that two entries share only if their content is the same: the digest, or of a volume that has none its request. */
const contentOf = ({ digest, origin }: IndexedRecord): string => digest ?? origin.request;

/**
 * Of records with one number those that differ from the first one, and those that only a repeated record holds.
 *
 * @param occurrences in the order of reading, the first ones included
 */
async function differentRecords(
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
