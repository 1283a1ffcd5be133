import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MergedRecord, mergeSorted } from './k-way-merge.js';
import type { NTriplesBlock } from './ntriples-block.js';
import { BlockReader, type SortedRecords, SortedRunReader, SortedRunWriter } from './sorted-run.js';

/** Bytes that records waiting to be sorted may take, all datasets of a release together. */
const LIMIT = 64 << 20;

/** Runs that are read at the same time: far from the number of files that a process may have open. */
const FAN_IN = 64;

/** Bytes that a record takes in memory beside its lines. */
const OVERHEAD = 150;

/** Something that holds records in memory, and can put them on disk. */
interface MemoryHolder {
  /** Puts everything it holds on disk. */
  spill(): Promise<void>;
}

/** Memory that several sorts share. When they hold too much, the one that holds the most spills all of it. */
export class SortMemory {
  readonly #limit: number;
  readonly #held = new Map<MemoryHolder, number>();
  #total = 0;

  /** @param limit in bytes */
  constructor(limit: number = LIMIT) {
    this.#limit = limit;
  }

  /** Counts bytes that a holder holds in addition; resolves when there is room for the next ones. */
  async take(holder: MemoryHolder, bytes: number): Promise<void> {
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + bytes);
    this.#total += bytes;
    if (this.#total <= this.#limit) return;
    const [largest] = [...this.#held].reduce((most, one) => (one[1] > most[1] ? one : most));
    await largest.spill();
  }

  /** Counts that a holder holds nothing any more. */
  release(holder: MemoryHolder): void {
    this.#total -= this.#held.get(holder) ?? 0;
    this.#held.delete(holder);
  }
}

/**
 * Sorts the lines of any number of records in flat memory: blocks that do not fit are written to disk as sorted runs,
 * which are merged at the end. Nothing is written when everything fits.
 */
export class RecordSort implements MemoryHolder {
  readonly #folder: string;
  readonly #memory: SortMemory;
  readonly #fanIn: number;
  #blocks: NTriplesBlock[] = [];
  #runs: string[] = [];
  #made = 0;
  #lines = 0;

  /** @param folder of the runs: made when it is needed, removed by `drop` */
  constructor(folder: string, memory: SortMemory, fanIn: number = FAN_IN) {
    this.#folder = folder;
    this.#memory = memory;
    this.#fanIn = fanIn;
  }

  /** Distinct lines; exact once `sorted` has come to its end. */
  get lines(): number {
    return this.#lines;
  }

  /** Takes some records; resolves when there is room for the next ones. */
  async add(block: NTriplesBlock): Promise<void> {
    this.#blocks.push(block);
    this.#lines += block.lines;
    await this.#memory.take(this, block.text.length + OVERHEAD * block.records.length);
  }

  async spill(): Promise<void> {
    await this.#writeRun(this.#takeBlocks());
  }

  /**
   * Hands over the lines of all records, in order, once everything has been added.
   *
   * @param write called with the lines of many records, valid until it resolves
   */
  async sorted(write: (lines: Uint8Array) => Promise<void>): Promise<void> {
    const batch = new Batch(write);
    while (this.#runs.length > this.#fanIn) {
      const some = this.#runs.splice(0, this.#fanIn);
      await this.#reading(some, (readers) => this.#writeRun(readers));
      for (const path of some) await rm(path);
    }
    await this.#reading(this.#runs, (readers) =>
      mergeSorted([...readers, ...this.#takeBlocks()], ({ lines, repeated }) => {
        this.#lines -= repeated;
        return batch.add(lines);
      }),
    );
    await batch.flush();
  }

  /** Removes everything from memory and from disk. */
  async drop(): Promise<void> {
    this.#takeBlocks();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #reading(
    runs: readonly string[],
    action: (readers: readonly SortedRunReader[]) => Promise<void>,
  ): Promise<void> {
    const readers: SortedRunReader[] = [];
    try {
      for (const run of runs) readers.push(await SortedRunReader.open(run));
      await action(readers);
    } finally {
      for (const reader of readers) await reader.close();
    }
  }

  async #writeRun(sources: readonly SortedRecords[]): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, `${this.#made++}.run`);
    const run = await SortedRunWriter.create(path);
    try {
      await mergeSorted(sources, ({ key, lines, repeated }: MergedRecord) => {
        this.#lines -= repeated;
        return run.add(key, lines);
      });
    } finally {
      await run.close();
    }
    this.#runs.push(path);
  }

  #takeBlocks(): readonly BlockReader[] {
    const readers = this.#blocks.map((block) => new BlockReader(block));
    this.#blocks = [];
    this.#memory.release(this);
    return readers;
  }
}

/** Bytes that are handed over together: a promise for each of a million records would be felt. */
const BATCH_LENGTH = 1 << 20;

/** Collects lines and hands them over in large pieces. */
class Batch {
  readonly #write: (lines: Uint8Array) => Promise<void>;
  readonly #bytes = Buffer.allocUnsafeSlow(BATCH_LENGTH);
  #length = 0;

  constructor(write: (lines: Uint8Array) => Promise<void>) {
    this.#write = write;
  }

  /** Takes a copy of some lines; a promise when the batch had to be handed over. */
  add(lines: Uint8Array): void | Promise<void> {
    if (this.#length + lines.length > BATCH_LENGTH) return this.#flushAndAdd(lines);
    this.#bytes.set(lines, this.#length);
    this.#length += lines.length;
  }

  async flush(): Promise<void> {
    const length = this.#length;
    this.#length = 0;
    if (length > 0) await this.#write(this.#bytes.subarray(0, length));
  }

  async #flushAndAdd(lines: Uint8Array): Promise<void> {
    await this.flush();
    if (lines.length > BATCH_LENGTH) await this.#write(lines);
    else await this.add(lines);
  }
}
