import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BytePool } from '../../base/byte-pool.js';
import { BlockReader, mergeSorted, type SortedRecords } from './k-way-merge.js';
import type { NTriplesBlock } from './ntriples-block.js';
import { type SortedRun, SortedRunReader, writeSortedRun } from './sorted-run.js';

/** Bytes that records waiting to be sorted may take, all datasets of a release together. */
const LIMIT = 64 << 20;

/** Something that holds records in memory, and can put them on disk. */
export interface MemoryHolder {
  /** Puts everything it holds on disk. */
  spill(): Promise<void>;
}

/** Memory that several sorts share. When they hold too much, the one that holds the most gives up all of it. */
export class SortMemory {
  /** Where it comes from. */
  readonly pool: BytePool;
  readonly #limit: number;
  readonly #held = new Map<MemoryHolder, number>();
  #total = 0;

  constructor(limit: number = LIMIT) {
    this.#limit = limit;
    this.pool = new BytePool(limit);
  }

  /** Says that a holder holds so many bytes more; resolves when there is room for the next ones. */
  async take(holder: MemoryHolder, bytes: number): Promise<void> {
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + bytes);
    this.#total += bytes;
    if (this.#total <= this.#limit) return;
    const [largest] = [...this.#held].reduce((most, one) => (one[1] > most[1] ? one : most));
    await largest.spill();
  }

  /** Says that a holder holds nothing any more. */
  release(holder: MemoryHolder): void {
    this.#total -= this.#held.get(holder) ?? 0;
    this.#held.delete(holder);
  }
}

/** Files that are read at the same time: far from what a process may have open, however many datasets there are. */
const FAN_IN = 64;

/** Bytes that a record takes beside its lines. */
const OVERHEAD = 150;

/**
 * Puts the lines of any number of records in order with flat memory: what there is no room for goes to disk in sorted
 * runs, which are merged in the end. When everything fits nothing is written. What stays in memory of a record on disk
 * is its id.
 */
export class RecordSort implements MemoryHolder {
  readonly #folder: string;
  readonly #memory: SortMemory;
  readonly #fanIn: number;
  #blocks: NTriplesBlock[] = [];
  #runs: SortedRun[] = [];
  #made = 0;
  #lines = 0;

  /** @param folder where runs are put: made when it is needed, removed by `drop` */
  constructor(folder: string, memory: SortMemory, fanIn: number = FAN_IN) {
    this.#folder = folder;
    this.#memory = memory;
    this.#fanIn = fanIn;
  }

  /** Distinct lines, once all have been had. */
  get lines(): number {
    return this.#lines;
  }

  /** Takes a copy of the lines of some records; resolves when there is room for the next ones. */
  async add(block: NTriplesBlock): Promise<void> {
    const text = this.#memory.pool.take(block.text.length).subarray(0, block.text.length);
    text.set(block.text);
    this.#blocks.push({ ...block, text });
    this.#lines += block.lines;
    await this.#memory.take(this, block.text.length + OVERHEAD * block.records.length);
  }

  async spill(): Promise<void> {
    const blocks = this.#takeAll();
    await this.#write(this.#merged(blocks.map((block) => new BlockReader(block))));
    for (const { text } of blocks) this.#memory.pool.release(text);
  }

  /**
   * The lines of all records, in order, once everything has been added; they can be had once, and each piece is good
   * until the next one is asked for.
   */
  async *sorted(): AsyncGenerator<Uint8Array> {
    while (this.#runs.length > this.#fanIn) {
      const some = this.#runs.splice(0, this.#fanIn);
      await this.#write(this.#readAll(some));
      for (const { path } of some) await rm(path);
    }
    const blocks = this.#takeAll().map((block) => new BlockReader(block));
    for await (const { text, repeated } of this.#readAll(this.#runs, blocks)) {
      this.#lines -= repeated;
      yield text;
    }
  }

  /** Removes what is on disk. */
  async drop(): Promise<void> {
    this.#takeAll();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async *#readAll(
    runs: readonly SortedRun[],
    more: readonly BlockReader[] = [],
  ): ReturnType<typeof mergeSorted> {
    const readers: SortedRunReader[] = [];
    try {
      for (const run of runs) readers.push(await SortedRunReader.open(run));
      yield* this.#merged([...readers, ...more]);
    } finally {
      for (const reader of readers) await reader.close();
    }
  }

  async #write(records: ReturnType<typeof mergeSorted>): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const { run, repeated } = await writeSortedRun(join(this.#folder, `${this.#made++}.nt`), records);
    this.#runs.push(run);
    this.#lines -= repeated;
  }

  #merged(sources: readonly SortedRecords[]): ReturnType<typeof mergeSorted> {
    return mergeSorted(sources, this.#memory.pool);
  }

  #takeAll(): readonly NTriplesBlock[] {
    const blocks = this.#blocks;
    this.#blocks = [];
    this.#memory.release(this);
    return blocks;
  }
}
