import { open, rm } from 'node:fs/promises';
import type { Part } from '../parts-file.js';
import { type MergedRecord, mergeSorted } from './k-way-merge.js';
import { headOf, RunReader } from './ntriples-run.js';

/** Where a run lies. */
type RunFile = Pick<Part, 'path' | 'at' | 'length'>;

/** Runs that are read at the same time: far from the number of files that a process may have open. */
const FAN_IN = 64;

/** Bytes that are handed over together: a promise for each of a million records takes time. */
const BATCH_LENGTH = 1 << 20;

/** Collects bytes and hands them over in large pieces. */
class Batch {
  readonly #write: (bytes: Uint8Array) => Promise<unknown>;
  readonly #bytes = Buffer.allocUnsafeSlow(BATCH_LENGTH);
  #length = 0;

  constructor(write: (bytes: Uint8Array) => Promise<unknown>) {
    this.#write = write;
  }

  /** Takes a copy; a promise when the batch had to be handed over. */
  add(bytes: Uint8Array): void | Promise<void> {
    if (this.#length + bytes.length > BATCH_LENGTH) return this.#flushAndAdd(bytes);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  async flush(): Promise<void> {
    const length = this.#length;
    this.#length = 0;
    if (length > 0) await this.#write(this.#bytes.subarray(0, length));
  }

  async #flushAndAdd(bytes: Uint8Array): Promise<void> {
    await this.flush();
    if (bytes.length > BATCH_LENGTH) await this.#write(bytes);
    else await this.add(bytes);
  }
}

/**
 * Merges runs into one order, in flat memory. Many runs are merged in several rounds, by way of temporary files.
 *
 * @param temporary path that the names of temporary files begin with; they are removed
 * @param write called with the lines of many records, valid until it resolves
 * @returns lines that several runs had, which are written once
 */
export async function mergeRuns(
  runs: readonly RunFile[],
  temporary: string,
  write: (lines: Uint8Array) => Promise<void>,
  fanIn: number = FAN_IN,
): Promise<number> {
  const waiting: (RunFile & { readonly isTemporary?: true })[] = [...runs];
  let [made, repeated] = [0, 0];
  const mergeInto = async (
    some: readonly RunFile[],
    take: (record: MergedRecord) => void | Promise<void>,
  ): Promise<void> => {
    const readers: RunReader[] = [];
    try {
      for (const run of some) readers.push(await RunReader.open(run));
      await mergeSorted(readers, (record) => {
        repeated += record.repeated;
        return take(record);
      });
    } finally {
      for (const reader of readers) await reader.close();
    }
  };
  while (waiting.length > fanIn) {
    const some = waiting.splice(0, fanIn);
    const path = `${temporary}.${made++}.run`;
    const file = await open(path, 'wx');
    let length = 0;
    try {
      const batch = new Batch((bytes) => {
        length += bytes.length;
        return file.appendFile(bytes);
      });
      await mergeInto(some, ({ key, lines }) => {
        const added = batch.add(headOf(key, lines));
        return added === undefined ? batch.add(lines) : added.then(() => batch.add(lines));
      });
      await batch.flush();
    } finally {
      await file.close();
    }
    waiting.push({ path, at: 0, length, isTemporary: true });
    for (const { path, isTemporary } of some) if (isTemporary) await rm(path);
  }
  const batch = new Batch(write);
  await mergeInto(waiting, ({ lines }) => batch.add(lines));
  await batch.flush();
  for (const { path, isTemporary } of waiting) if (isTemporary) await rm(path);
  return repeated;
}
