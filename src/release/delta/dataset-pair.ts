import { compareKeys, type RecordKey, recordIriOf, recordKey } from '../../model/rdf/record-order.js';
import { isLine } from './lines.js';
import { type NtriplesFile, piecesOf, unreadable } from './sorted-release.js';

/** The lines of one record, each with its line feed, one character a byte. */
export interface RecordLines {
  readonly key: RecordKey;
  readonly text: string;
  /** The number of its first line in the file, from 1. */
  readonly line: number;
  /** The number of its lines. */
  readonly lines: number;
}

/** A record in one dataset of two releases; undefined where a release does not have it. */
interface RecordPair {
  readonly key: RecordKey;
  readonly before: RecordLines | undefined;
  readonly after: RecordLines | undefined;
}

/**
 * Reads one dataset of two releases at the same time, record by record, and checks the order of both. What has the same
 * bytes in both files is cut into records once: between two monthly releases that is nearly everything.
 */
export class DatasetPair {
  readonly dataset: string;
  readonly before: SortedFile;
  readonly after: SortedFile;
  #waiting: readonly RecordPair[] = [];
  #at = 0;

  /** @param onRead given a file and the bytes of it read so far */
  constructor(
    dataset: string,
    files: {
      readonly before: NtriplesFile | undefined;
      readonly after: NtriplesFile | undefined;
      readonly base: string;
    },
    onRead: (file: NtriplesFile, bytes: number) => void,
  ) {
    this.dataset = dataset;
    this.before = new SortedFile(files.before, files.base, onRead);
    this.after = new SortedFile(files.after, files.base, onRead);
  }

  /** The next record; undefined at the end, and before the first `fill`. */
  get head(): RecordPair | undefined {
    return this.#waiting[this.#at];
  }

  /** Removes the head. When it returns false, `fill` must be called. */
  advance(): boolean {
    this.#at += 1;
    return this.#at < this.#waiting.length;
  }

  /**
   * Reads on until there is a whole record, or to the end of both files.
   *
   * @throws FolkloreError FILE_UNREADABLE when one is no sorted N-Triples
   */
  async fill(): Promise<void> {
    this.#at = 0;
    await Promise.all([this.before.fill(), this.after.fill()]);
    this.#waiting = this.#takeShared();
    if (this.#waiting.length > 0) return;
    const [before, after] = await Promise.all([this.before.first(), this.after.first()]);
    const order = before && after ? compareKeys(before.key, after.key) : 0;
    const pair = { before: order > 0 ? undefined : before, after: order < 0 ? undefined : after };
    if (pair.before !== undefined) this.before.take([pair.before]);
    if (pair.after !== undefined) this.after.take([pair.after]);
    const key = (pair.before ?? pair.after)?.key;
    this.#waiting = key === undefined ? [] : [{ key, ...pair }];
  }

  async close(): Promise<void> {
    await Promise.all([this.before.close(), this.after.close()]);
  }

  /** Takes the whole records that both files go on with, byte for byte. */
  #takeShared(): RecordPair[] {
    const records = this.before.wholeRecords(commonPrefix(this.before.rest, this.after.rest));
    this.before.take(records);
    this.after.take(records);
    return records.map((record) => ({ key: record.key, before: record, after: record }));
  }
}

const EMPTY = Buffer.alloc(0);

/** Bytes in which most records end. */
const WINDOW = 1 << 13;

/** Sorted N-Triples that are read from their beginning to their end. */
export class SortedFile {
  readonly #path: string;
  readonly #pieces: AsyncIterator<Buffer> | undefined;
  #isEnd: boolean;
  #last: RecordKey | undefined;
  /** Read and not taken; it begins with a line. */
  rest: Buffer = EMPTY;
  readonly #base: string;
  /** Taken so far; a subject outside of the data base is no record. */
  records = 0;
  lines = 0;

  constructor(
    file: NtriplesFile | undefined,
    base: string,
    onRead: (file: NtriplesFile, bytes: number) => void,
  ) {
    this.#base = base;
    this.#path = file?.path ?? '';
    this.#isEnd = file === undefined;
    this.#pieces = file && piecesOf(file.path, (bytes) => onRead(file, bytes), file.unpacked);
  }

  /** Reads on when nothing is left. */
  async fill(): Promise<void> {
    while (this.rest.length === 0 && !this.#isEnd) await this.#read();
  }

  /** The next record, which is not taken; undefined at the end. */
  async first(): Promise<RecordLines | undefined> {
    for (let window = WINDOW; ; window *= 4) {
      const isAll = window >= this.rest.length;
      const [record] = this.#cut(this.rest.toString('latin1', 0, window), isAll && this.#isEnd, 1);
      if (record !== undefined) return record;
      if (!isAll) continue;
      if (this.#isEnd && this.rest.length > 0) throw this.#unsorted('its last line has no end');
      if (this.#isEnd) return undefined;
      await this.#read();
    }
  }

  /** The records that end before a position, but the last of them, which may go on behind it. Nothing is taken. */
  wholeRecords(end: number): RecordLines[] {
    const lineEnd = end === 0 ? 0 : this.rest.lastIndexOf(LINE_FEED, end - 1) + 1;
    return lineEnd === 0 ? [] : this.#cut(this.rest.toString('latin1', 0, lineEnd), false);
  }

  /**
   * Takes the next records.
   *
   * @throws FolkloreError FILE_UNREADABLE when they do not follow those that were taken
   */
  take(records: readonly RecordLines[]): void {
    let bytes = 0;
    for (const { key, text, lines } of records) {
      if (this.#last !== undefined && compareKeys(this.#last, key) >= 0)
        throw this.#misplaced(this.lines + 1);
      this.#last = key;
      this.lines += lines;
      bytes += text.length;
      if (key.record.startsWith(this.#base)) this.records += 1;
    }
    this.rest = this.rest.subarray(bytes);
  }

  async close(): Promise<void> {
    await this.#pieces?.return?.();
  }

  /**
   * The lines of a record of this file, without line feeds.
   *
   * @throws FolkloreError FILE_UNREADABLE with the number of a line that is not canonical or not in order, without its
   *   text: the file may be anything
   */
  linesOf({ text, line: first }: RecordLines): string[] {
    const lines = text.split('\n');
    lines.pop();
    lines.forEach((line, at) => {
      if (!isLine(line)) throw this.#noLine(first + at);
      if (at > 0 && (lines[at - 1] as string) >= line) throw this.#misplaced(first + at);
    });
    return lines;
  }

  /** Cuts whole records off a text that begins with the next line. */
  #cut(text: string, isEnd: boolean, most = Number.POSITIVE_INFINITY): RecordLines[] {
    const end = text.lastIndexOf('\n') + 1;
    const records: RecordLines[] = [];
    let line = this.lines + 1;
    for (let start = 0; start < end && records.length < most; ) {
      const close = text.indexOf('>', start);
      if (text.charCodeAt(start) !== LESS || close < 0) throw this.#noLine(line);
      const record = recordIriOf(text.slice(start + 1, close));
      let lines = 1;
      let next = text.indexOf('\n', close) + 1;
      for (; next < end && isOf(record, text, next); lines += 1) next = text.indexOf('\n', next) + 1;
      // What follows may have more of the last record.
      if (next === end && !isEnd) break;
      records.push({ key: recordKey(record), text: text.slice(start, next), line, lines });
      line += lines;
      start = next;
    }
    return records;
  }

  async #read(): Promise<void> {
    const next = await this.#pieces?.next();
    if (next === undefined || next.done === true) this.#isEnd = true;
    else this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
  }

  #noLine(line: number): Error {
    return this.#unsorted(`line ${line} is none of canonical N-Triples`);
  }

  #misplaced(line: number): Error {
    return this.#unsorted(`line ${line} is not in its place`);
  }

  #unsorted(what: string): Error {
    return unreadable(this.#path, `it is no N-Triples in the order of records, ${what}`);
  }
}

const [LESS, GREATER, HASH, LINE_FEED] = [0x3c, 0x3e, 0x23, 0x0a];

/** Whether the line that begins at `start` belongs to a record. (Comparing a slice is three times faster than startsWith.) */
function isOf(record: string, text: string, start: number): boolean {
  const end = start + 1 + record.length;
  const behind = text.charCodeAt(end);
  return (behind === GREATER || behind === HASH) && text.slice(start + 1, end) === record;
}

/** The number of bytes that two buffers begin with together. */
function commonPrefix(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  const isSame = (from: number, to: number): boolean => a.compare(b, from, to, from, to) === 0;
  if (isSame(0, most)) return most;
  let same = 0;
  let step = 64;
  for (; same + step < most && isSame(same, same + step); step *= 2) same += step;
  for (let end = Math.min(same + step, most); end - same > 1; ) {
    const middle = (same + end) >> 1;
    if (isSame(same, middle)) same = middle;
    else end = middle;
  }
  return same;
}
