import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compareKeys, type RecordKey, recordKey } from '../rdf/record-order.js';
import { merged, together } from './merge.js';
import { canonicalText } from './ntriples-text.js';
import { type InOrder, type Lines, RunFile, writeRun } from './run-file.js';
import type { Holder, SortMemory } from './sort-memory.js';

/** Files that are read at the same time: far from what a process may have open, however many datasets there are. */
const FAN_IN = 64;

/** Bytes that a record takes beside its text, which takes two bytes a character at most. */
const OVERHEAD = 300;

/**
 * Puts the lines of any number of records in order with flat memory: what there is no room for goes to disk in sorted
 * runs, which are merged in the end. When everything fits nothing is written.
 */
export class RecordSort implements Holder {
  readonly #folder: string;
  readonly #memory: SortMemory;
  readonly #fanIn: number;
  #records = new Map<string, { readonly key: RecordKey; text: string }>();
  #runs: string[] = [];
  #made = 0;

  /** @param folder where runs are put: made when it is needed, removed by `drop` */
  constructor(folder: string, memory: SortMemory, fanIn: number = FAN_IN) {
    this.#folder = folder;
    this.#memory = memory;
    this.#fanIn = fanIn;
  }

  /** Takes lines of one record, in any order; resolves when there is room for the next ones. */
  async add(record: string, lines: string[]): Promise<void> {
    const text = canonicalText(lines);
    const before = this.#records.get(record);
    if (before === undefined) this.#records.set(record, { key: recordKey(record), text });
    else before.text = together([before.text, text]);
    await this.#memory.take(this, 2 * text.length + OVERHEAD);
  }

  async spill(): Promise<void> {
    const records = this.#takeAll();
    await writeRun(
      await this.#newRun(),
      records.map(({ text }) => text),
    );
  }

  /** The lines of every record, in order, once everything has been added; it can be had once. */
  async *sorted(): AsyncGenerator<string> {
    while (this.#runs.length > this.#fanIn) {
      const some = this.#runs.splice(0, this.#fanIn);
      await writeRun(await this.#newRun(), this.#readAll(some));
      for (const run of some) await rm(run);
    }
    yield* this.#readAll(this.#runs, new InMemory(this.#takeAll()));
  }

  /** Removes what is on disk. */
  async drop(): Promise<void> {
    this.#takeAll();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async *#readAll(runs: readonly string[], ...more: readonly InOrder[]): AsyncGenerator<string> {
    const sources: InOrder[] = [...more];
    try {
      for (const run of runs) sources.push(await RunFile.open(run));
      yield* merged(sources);
    } finally {
      for (const source of sources) await source.close();
    }
  }

  async #newRun(): Promise<string> {
    const run = join(this.#folder, `${this.#made++}.nt`);
    this.#runs.push(run);
    await mkdir(this.#folder, { recursive: true });
    return run;
  }

  #takeAll(): Lines[] {
    const records = [...this.#records.values()].sort((a, b) => compareKeys(a.key, b.key));
    this.#records = new Map();
    this.#memory.release(this);
    return records;
  }
}

/** Records that need not be read again. */
class InMemory implements InOrder {
  readonly #records: readonly Lines[];
  #at = 0;

  constructor(records: readonly Lines[]) {
    this.#records = records;
  }

  get head(): Lines | undefined {
    return this.#records[this.#at];
  }

  async advance(): Promise<void> {
    this.#at += 1;
  }

  async close(): Promise<void> {}
}
