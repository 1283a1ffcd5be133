import { compareKeys, type RecordKey } from '../../rdf/record-order.js';
import type { NtriplesFile, Releases } from './ntriples-files.js';
import { RecordFile } from './record-file.js';

/** What two releases say of a record in one dataset: its lines as they stand, or nothing. */
export interface Part {
  readonly dataset: string;
  readonly before: string;
  readonly after: string;
  /** The lines of either, each by itself; throws FolkloreError FILE_UNREADABLE when they are not in order. */
  readonly lines: () => { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** What two releases say of a record, dataset by dataset. One character is one byte. */
export interface Compared {
  readonly record: string;
  readonly parts: readonly Part[];
}

/** What one dataset of a release holds. */
export interface Held {
  readonly records: number;
  readonly lines: number;
}

type Side = 'before' | 'after';
interface Source {
  readonly side: Side;
  readonly file: RecordFile;
}

/** Pieces between two words on how far it is. */
const TOLD_EVERY = 1 << 22;

/** Reads two releases at the same time, record by record, from front to back, once. */
export class Comparison {
  readonly #sources: readonly Source[];

  /** @param onProgress told how many of all bytes on disk have been read; what it throws ends the comparison */
  constructor({ before, after }: Releases, onProgress?: (done: number, total: number) => void) {
    const files = [...before, ...after];
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const read = new Map<NtriplesFile, number>();
    let [done, told] = [0, 0];
    const tell = (file: NtriplesFile) => (bytes: number) => {
      done += bytes - (read.get(file) ?? 0);
      read.set(file, bytes);
      if (done - told < TOLD_EVERY && done < total) return;
      told = done;
      onProgress?.(done, total);
    };
    const source = (side: Side) => (file: NtriplesFile) => ({ side, file: new RecordFile(file, tell(file)) });
    this.#sources = [...before.map(source('before')), ...after.map(source('after'))];
  }

  /**
   * The records of both in their order; of those that are the same in both all or none.
   *
   * @throws FolkloreError FILE_UNREADABLE
   */
  async *records(unchanged: 'told' | 'skipped'): AsyncGenerator<Compared> {
    try {
      const waiting: Source[] = [];
      for (const source of this.#sources) {
        await source.file.fill();
        putBack(waiting, source);
      }
      for (;;) {
        const key = waiting[0]?.file.head?.key;
        if (key === undefined) return;
        let many = 1;
        while (waiting[many]?.file.head?.key.record === key.record) many += 1;
        const same = waiting.splice(0, many);
        if (unchanged === 'told' || !isUnchanged(same)) yield together(key, same);
        for (const source of same) {
          if (!source.file.advance()) await source.file.fill();
          putBack(waiting, source);
        }
      }
    } finally {
      for (const { file } of this.#sources) await file.close();
    }
  }

  /** What a side of a dataset was found to hold, once everything has been read. */
  held(side: Side, dataset: string): Held {
    const found = this.#sources.find((one) => one.side === side && one.file.dataset === dataset)?.file;
    return { records: found?.records ?? 0, lines: found?.lines ?? 0 };
  }
}

const keyOf = ({ file }: Source): RecordKey => file.head?.key as RecordKey;

/** Nearly always the next record of a file is the next of all, so that the search begins at the front. */
function putBack(waiting: Source[], source: Source): void {
  if (source.file.head === undefined) return;
  const key = keyOf(source);
  let at = 0;
  while (at < waiting.length && compareKeys(keyOf(waiting[at] as Source), key) <= 0) at += 1;
  waiting.splice(at, 0, source);
}

/** Nearly always a record is in one dataset. */
function isUnchanged(same: readonly Source[]): boolean {
  const [one, other] = same;
  if (same.length !== 2) return same.every((source) => textOn(same, source) === source.file.head?.text);
  return (
    one?.side !== other?.side &&
    one?.file.dataset === other?.file.dataset &&
    one?.file.head?.text === other?.file.head?.text
  );
}

/** What the other side says of the record in the same dataset. */
const textOn = (same: readonly Source[], { side, file }: Source): string | undefined =>
  same.find((one) => one.side !== side && one.file.dataset === file.dataset)?.file.head?.text;

function together({ record }: RecordKey, same: readonly Source[]): Compared {
  const datasets = [...new Set(same.map(({ file }) => file.dataset))].sort();
  return { record, parts: datasets.map((dataset) => partOf(dataset, same)) };
}

function partOf(dataset: string, same: readonly Source[]): Part {
  const file = (side: Side) => same.find((one) => one.side === side && one.file.dataset === dataset)?.file;
  const [old, now] = [file('before'), file('after')];
  const [before, after] = [old?.head, now?.head];
  return {
    dataset,
    before: before?.text ?? '',
    after: after?.text ?? '',
    lines: () => ({
      before: before === undefined ? [] : (old?.linesOf(before) ?? []),
      after: after === undefined ? [] : (now?.linesOf(after) ?? []),
    }),
  };
}
