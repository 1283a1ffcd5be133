import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Block } from './block.js';
import { BlockReader, type InOrder, merged } from './in-order.js';
import { type Run, RunReader, writeRun } from './run-file.js';
import type { Holder, SortMemory } from './sort-memory.js';

/** Files that are read at the same time: far from what a process may have open, however many datasets there are. */
const FAN_IN = 64;

/** Bytes that a record takes beside its lines. */
const OVERHEAD = 150;

/**
 * Puts the lines of any number of records in order with flat memory: what there is no room for goes to disk in sorted
 * runs, which are merged in the end. When everything fits nothing is written. What stays in memory of a record on disk
 * is its id.
 */
export class RecordSort implements Holder {
  readonly #folder: string;
  readonly #memory: SortMemory;
  readonly #fanIn: number;
  #blocks: Block[] = [];
  #runs: Run[] = [];
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
  async add(block: Block): Promise<void> {
    const text = this.#memory.pool.take(block.text.length).subarray(0, block.text.length);
    text.set(block.text);
    this.#blocks.push({ ...block, text });
    this.#lines += block.lines;
    await this.#memory.take(this, block.text.length + OVERHEAD * block.records.length);
  }

  async spill(): Promise<void> {
    const blocks = this.#takeAll();
    await this.#write(this.#merged(blocks.map((block) => new BlockReader(block))));
    for (const { text } of blocks) this.#memory.pool.giveBack(text);
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

  async *#readAll(runs: readonly Run[], more: readonly BlockReader[] = []): ReturnType<typeof merged> {
    const readers: RunReader[] = [];
    try {
      for (const run of runs) readers.push(await RunReader.open(run));
      yield* this.#merged([...readers, ...more]);
    } finally {
      for (const reader of readers) await reader.close();
    }
  }

  async #write(records: ReturnType<typeof merged>): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const { run, repeated } = await writeRun(join(this.#folder, `${this.#made++}.nt`), records);
    this.#runs.push(run);
    this.#lines -= repeated;
  }

  #merged(sources: readonly InOrder[]): ReturnType<typeof merged> {
    return merged(sources, this.#memory.pool);
  }

  #takeAll(): readonly Block[] {
    const blocks = this.#blocks;
    this.#blocks = [];
    this.#memory.release(this);
    return blocks;
  }
}
