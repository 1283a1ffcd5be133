import { isDeepStrictEqual } from 'node:util';
import { entry } from '../../base/map-entry.js';
import type { Origin } from '../../base/origin.js';
import type { IndexedRecord } from '../../harvest/answers/indexed-record.js';
import { NO_LISTENER, type ReadListener, readRecords } from '../../harvest/answers/read-records.js';
import type { StoredHarvest } from '../../harvest/store/stored-harvest.js';
import { type Kind, type RecordRef, RecordSet, type SourceRecord } from '../../model/records/record.js';
import { SOURCES } from '../../model/records/sources.js';
import type { OutcomeOf } from './access-control.js';

/**
 * Copies of a record with different content, in several answers or in one. One copy is published (model 7.3): the one with the
 * latest `dateModified`; of equal dates, or where one states none, the one that was requested in the later run; then the first in
 * the order of reading. The others are rejected. Access control looks at all copies.
 */

/** A record whose number a published record has, with other content. */
export interface DifferentRecord {
  readonly one: SourceRecord;
  /** The place of the published record, or of the one that is published in place of the record that contains this one. */
  readonly first: Origin;
}

/** Whether another copy of a record is the published one. */
export type IsSuperseded = (one: Placed) => boolean;

type Placed = Pick<IndexedRecord, 'kind' | 'id' | 'origin'>;

/** Finds the records with copies that may differ, while the harvest is read for the first time. */
export class RepeatedRecords {
  readonly #repeated = new RecordSet();
  readonly #contents = new Map<Kind, Map<RecordRef['id'], string>>();

  /** Notes a record that is read. */
  note(one: IndexedRecord): void {
    // A record within others is compared with them.
    if (one.within.length > 0) return;
    const known = entry(this.#contents, one.kind, () => new Map());
    if (!known.has(one.id)) known.set(one.id, contentOf(one));
  }

  /** Notes a record that was read before. */
  noteRepeated(one: RecordRef): void {
    this.#repeated.add(one);
  }

  /** Notes the source records of an entry that is skipped. */
  noteSkipped(units: readonly IndexedRecord[]): void {
    const [one] = units;
    if (one === undefined || this.#contents.get(one.kind)?.get(one.id) === contentOf(one)) return;
    for (const unit of units) this.#repeated.add(unit);
  }

  /**
   * Compares the copies. Where there are some, the facts of the harvest are read once more.
   *
   * @param read the harvest, each record once
   * @throws FolkloreError `STORE_UNUSABLE` when an answer is missing or damaged
   */
  async settle(
    store: Pick<StoredHarvest, 'read' | 'entryOf'>,
    read: (listener: ReadListener<IndexedRecord>) => AsyncIterable<IndexedRecord>,
  ): Promise<RecordCopies> {
    if (this.#repeated.isEmpty) return new RecordCopies([], () => undefined);
    const entries: HarvestEntry[] = [];
    const take = (units: readonly IndexedRecord[], top: IndexedRecord, isSkipped: boolean): void => {
      // Records that only one of two entries has are among them.
      const copies = this.#repeated.has(top) ? units : units.filter((one) => this.#repeated.has(one));
      if (copies.length > 0) entries.push({ top, copies, isSkipped });
    };
    const duplicate = (_: RecordRef, __: number, units: readonly IndexedRecord[]): void => {
      if (units[0] !== undefined) take(units, units[0], true);
    };
    let top: IndexedRecord | undefined;
    for await (const one of read({ ...NO_LISTENER, duplicate })) {
      if (one.within.length === 0 || top === undefined) top = one;
      take([one], top, false);
    }
    const at = ({ service, request }: Origin): number | undefined => store.entryOf(service, request)?.at;
    return new RecordCopies(await withRecords(store, entries), at);
  }
}

/** An entry of an answer with records of which there are copies. */
interface HarvestEntry {
  /** The record of the entry itself. */
  readonly top: IndexedRecord;
  readonly copies: readonly IndexedRecord[];
  /** Whether the entry is skipped, because an earlier one has its number. */
  readonly isSkipped: boolean;
}

/** A copy of a record. */
interface Copy extends Pick<HarvestEntry, 'top' | 'isSkipped'> {
  readonly one: SourceRecord;
}

/** The copies of records, and which of them are published. */
export class RecordCopies {
  /** The published copies, by record. */
  readonly #published = new Map<string, Copy>();
  /** Whether a published copy is not the first one in the order of reading. */
  readonly isReordered: boolean;
  readonly #copies: readonly Copy[];

  /**
   * @param copies in the order of reading
   * @param requestedAt when the run began in which an answer was requested, in milliseconds since 1970
   */
  constructor(copies: readonly Copy[], requestedAt: (answer: Origin) => number | undefined) {
    this.#copies = copies;
    // Records of their own decide which entries are read; then those within others.
    for (const isTop of [true, false]) {
      for (const copy of copies) {
        const key = keyOf(copy.one);
        if (isTopOf(copy) !== isTop || this.#isInSkipped(copy)) continue;
        const before = this.#published.get(key);
        const isOther =
          before === undefined || (isTopOf(before) === isTop && isNewer(copy, before, requestedAt));
        if (isOther) this.#published.set(key, copy);
      }
    }
    const first = new Map<string, Copy>();
    for (const copy of copies) if (!this.#isInSkipped(copy)) entry(first, keyOf(copy.one), () => copy);
    this.isReordered = [...first].some(([key, copy]) => this.#published.get(key) !== copy);
  }

  /** Whether another copy of a record is the published one. */
  readonly isSuperseded: IsSuperseded = ({ kind, id, origin }) => {
    const published = this.#published.get(keyOf({ kind, id }));
    return published !== undefined && placeOf(published.one.origin) !== placeOf(origin);
  };

  /** Whether a record is within an entry in place of which another one is read. */
  #isInSkipped(copy: Copy): boolean {
    if (isTopOf(copy)) return false;
    return this.#published.has(keyOf(copy.top)) ? this.isSuperseded(copy.top) : copy.isSkipped;
  }

  /**
   * The records that are not published because another one has their number.
   *
   * @param duplicate called with each record of an entry that is skipped and differs from the one that is read
   */
  *different(outcomeOf: OutcomeOf, duplicate: (one: RecordRef) => void): Generator<DifferentRecord> {
    const isPublishable = (one: RecordRef): boolean => outcomeOf(one) === 'publishable';
    for (const copy of this.#copies.filter((one) => !this.#isSkippedEntry(one))) {
      const published = this.#published.get(keyOf(copy.one));
      if (published !== undefined && isPublishable(copy.one) && differ(published, copy))
        yield { one: copy.one, first: published.one.origin };
    }
    // Several lists send an entry, which counts once.
    const seen = new Set<string>();
    for (const copy of this.#copies.filter((one) => this.#isSkippedEntry(one))) {
      const { one, top } = copy;
      const instead = this.#published.get(keyOf(top));
      const key = `${keyOf(top)} ${contentOf(top)} ${keyOf(one)}`;
      if (instead === undefined || contentOf(instead.top) === contentOf(top) || seen.has(key)) continue;
      seen.add(key);
      // What is withheld, or cannot be read, is counted as such.
      if (!isPublishable(top) || ![undefined, 'publishable'].includes(outcomeOf(one))) continue;
      duplicate({ kind: one.kind, id: one.id });
      const published = this.#published.get(keyOf(one));
      if (published === undefined) yield { one, first: instead.one.origin };
      else if (differ(published, copy)) yield { one, first: published.one.origin };
    }
  }

  #isSkippedEntry(copy: Copy): boolean {
    return isTopOf(copy) ? copy.isSkipped || this.isSuperseded(copy.one) : this.#isInSkipped(copy);
  }
}

const differ = (one: Copy, other: Copy): boolean => !isDeepStrictEqual(one.one.record, other.one.record);

const isTopOf = ({ one, top }: Copy): boolean =>
  placeOf(one.origin) === placeOf(top.origin) && one.kind === top.kind;

/** Whether a copy is newer than one that is read before it. */
function isNewer(copy: Copy, before: Copy, requestedAt: (answer: Origin) => number | undefined): boolean {
  const [changed, was] = [copy, before].map(({ one }) => modifiedAt(one)) as [number, number];
  if (changed !== was && !Number.isNaN(changed) && !Number.isNaN(was)) return changed > was;
  return (requestedAt(copy.one.origin) ?? 0) > (requestedAt(before.one.origin) ?? 0);
}

/** When a record was changed, in milliseconds since 1970; not a number where it states no time. */
function modifiedAt({ record }: SourceRecord): number {
  const { dateModified } = record as { readonly dateModified?: string };
  return Date.parse(String(dateModified));
}

const keyOf = ({ kind, id }: RecordRef): string => `${kind} ${id}`;
const placeOf = ({ service, request, pointer }: Origin): string => `${service} ${request} ${pointer}`;

/** A text that two entries share only if their content is the same: the digest, or of a volume that has none its request. */
const contentOf = ({ digest, origin }: IndexedRecord): string => digest ?? origin.request;

/** The copies with their records, in the order of reading. */
async function withRecords(
  store: Pick<StoredHarvest, 'read'>,
  entries: readonly HarvestEntry[],
): Promise<Copy[]> {
  const found: Copy[] = [];
  let answer = '';
  let read = new Map<string, SourceRecord>();
  for (const { top, copies, isSkipped } of entries) {
    const { service, request } = top.origin;
    if (answer !== `${service} ${request}`) {
      answer = `${service} ${request}`;
      read = recordsByPlace(top.origin, await store.read(service, request));
    }
    for (const { kind, origin } of copies) {
      const one = read.get(`${kind} ${origin.pointer}`);
      if (one !== undefined) found.push({ one, top, isSkipped });
    }
  }
  return found;
}

/** The records of an answer by kind and pointer. */
function recordsByPlace({ service, request }: Origin, body: unknown): Map<string, SourceRecord> {
  const source = SOURCES.find((some) => some.service === service && some.requests.test(request));
  const records = source === undefined ? [] : [...readRecords(source, request, body)];
  return new Map(
    records.flatMap(({ units }) => units.map((one) => [`${one.kind} ${one.origin.pointer}`, one] as const)),
  );
}
