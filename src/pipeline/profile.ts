import type { Kind, RecordRef } from '../records/record.js';

/** A record that took long. */
export interface SlowRecord {
  readonly kind: Kind;
  readonly id: number | string;
  readonly ms: number;
}

/** Where the time of a build went. */
export interface Profile {
  /** Threads that described records. */
  readonly workers: number;
  /** Milliseconds from the beginning of the build to its end. */
  readonly elapsed: number;
  /** Milliseconds of the thread that reads first, puts in order and writes: they make up `elapsed`. */
  readonly stages: ReadonlyMap<string, number>;
  /** Milliseconds of whoever describes records, all threads together. */
  readonly describing: ReadonlyMap<string, number>;
  readonly slowest: readonly SlowRecord[];
}

/** Records that are named. */
const NAMED = 10;

/** The records that took longest, the longest first. */
export class SlowestRecords {
  #records: SlowRecord[] = [];

  add({ kind, id }: RecordRef, ms: number): void {
    if (this.#records.length === NAMED && ms <= (this.#records.at(-1)?.ms ?? 0)) return;
    this.#records.push({ kind, id, ms });
    this.#records.sort((a, b) => b.ms - a.ms);
    this.#records.length = Math.min(this.#records.length, NAMED);
  }

  takeOver(records: readonly SlowRecord[]): void {
    for (const one of records) this.add(one, one.ms);
  }

  handOver(): readonly SlowRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }
}
