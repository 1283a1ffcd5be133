import type { Mergeable } from '../../base/mergeable.js';
import type { Kind, RecordRef } from '../../model/records/record.js';

/** A record, and the time that mapping it took. */
export interface SlowRecord {
  readonly kind: Kind;
  readonly id: number | string;
  readonly ms: number;
}

/** Time per stage of a build. */
export interface Profile {
  /** Threads that mapped records. */
  readonly workers: number;
  /** Milliseconds of the build. */
  readonly elapsed: number;
  /** Milliseconds of the stages of the main thread: their sum is `elapsed`. */
  readonly stages: ReadonlyMap<string, number>;
  /** Milliseconds of the stages of mapping, all threads together. */
  readonly describing: ReadonlyMap<string, number>;
  readonly slowest: readonly SlowRecord[];
}

/** Records in the list. */
const LISTED = 10;

/** The records that took longest, the longest first. */
export class SlowestRecords implements Mergeable<readonly SlowRecord[]> {
  #records: SlowRecord[] = [];

  add({ kind, id }: RecordRef, ms: number): void {
    if (this.#records.length === LISTED && ms <= (this.#records.at(-1)?.ms ?? 0)) return;
    this.#records.push({ kind, id, ms });
    this.#records.sort((a, b) => b.ms - a.ms);
    this.#records.length = Math.min(this.#records.length, LISTED);
  }

  merge(records: readonly SlowRecord[]): void {
    for (const one of records) this.add(one, one.ms);
  }

  take(): readonly SlowRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }
}
