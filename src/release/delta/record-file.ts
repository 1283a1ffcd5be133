import { compareKeys, type RecordKey, recordKey, recordOf } from '../../rdf/record-order.js';
import { isLine } from './lines.js';
import { bytesOf, type NtriplesFile, unreadable } from './ntriples-files.js';

/** The lines of one record, each ended by a line feed, one character a byte. */
export interface RecordLines {
  readonly key: RecordKey;
  readonly text: string;
  /** The number of its first line in the file, from 1. */
  readonly line: number;
}

/** Reads sorted N-Triples a record at a time, and sees that they are sorted. */
export class RecordFile {
  readonly dataset: string;
  readonly #path: string;
  readonly #pieces: AsyncIterator<string>;
  #waiting: readonly RecordLines[] = [];
  #at = 0;
  /** Of a record whose end has not been read. */
  #rest = '';
  #last: RecordKey | undefined;
  /** How many have been read. */
  records = 0;
  lines = 0;

  /** @param onRead told how many bytes of the file have been read */
  constructor({ dataset, path, unpacked }: NtriplesFile, onRead?: (bytes: number) => void) {
    this.dataset = dataset;
    this.#path = path;
    this.#pieces = bytesOf(path, onRead, unpacked)[Symbol.asyncIterator]();
  }

  /** The next record; undefined at the end, and before the first `fill`. */
  get head(): RecordLines | undefined {
    return this.#waiting[this.#at];
  }

  /** Takes the head away. Whether another is there already; otherwise `fill` is to be called. */
  advance(): boolean {
    this.#at += 1;
    return this.#at < this.#waiting.length;
  }

  /**
   * Reads until a record is whole, or to the end.
   *
   * @throws FolkloreError FILE_UNREADABLE when it is no sorted N-Triples
   */
  async fill(): Promise<void> {
    this.#waiting = [];
    this.#at = 0;
    for (let isEnd = false; this.#waiting.length === 0 && !isEnd; ) {
      const { value, done } = await this.#pieces.next();
      isEnd = done === true;
      const text = isEnd ? this.#rest : this.#rest + value;
      this.#waiting = this.#cut(text, isEnd);
      if (isEnd && this.#rest !== '') throw this.#unsorted('its last line has no end');
    }
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  /**
   * The lines of a record of this file, without line feeds. What is wrong is told by its line, and not by what it says:
   * the file may be of anybody's.
   *
   * @throws FolkloreError FILE_UNREADABLE when they are not canonical, or not in order
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

  /** Cuts whole records off and keeps the rest. */
  #cut(text: string, isEnd: boolean): RecordLines[] {
    const end = text.lastIndexOf('\n') + 1;
    const records: RecordLines[] = [];
    let start = 0;
    while (start < end) {
      const close = text.indexOf('>', start);
      if (text.charCodeAt(start) !== LESS || close < 0) throw this.#noLine(this.lines + 1);
      const record = recordOf(text.slice(start + 1, close));
      let lines = 1;
      let next = text.indexOf('\n', close) + 1;
      for (; next < end && isOf(record, text, next); lines += 1) next = text.indexOf('\n', next) + 1;
      // More of the last record may follow.
      if (next === end && !isEnd) break;
      records.push({ key: this.#inOrder(record), text: text.slice(start, next), line: this.lines + 1 });
      this.lines += lines;
      start = next;
    }
    this.records += records.length;
    this.#rest = text.slice(start);
    return records;
  }

  #inOrder(record: string): RecordKey {
    const key = recordKey(record);
    if (this.#last !== undefined && compareKeys(this.#last, key) >= 0) throw this.#misplaced(this.lines + 1);
    this.#last = key;
    return key;
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

const [LESS, GREATER, HASH] = [0x3c, 0x3e, 0x23];

/** Whether the line that begins there is of this record. (A slice is compared three times as fast as startsWith is.) */
function isOf(record: string, text: string, start: number): boolean {
  const end = start + 1 + record.length;
  const behind = text.charCodeAt(end);
  return (behind === GREATER || behind === HASH) && text.slice(start + 1, end) === record;
}
