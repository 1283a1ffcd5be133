import { compareKeys, type RecordKey, recordKey, recordOf } from '../../rdf/record-order.js';
import { isLine } from './lines.js';
import { bytesOf, type NtriplesFile, unreadable } from './ntriples-files.js';

/** The lines of one record, each ended by a line feed, one character a byte. */
export interface RecordLines {
  readonly key: RecordKey;
  readonly text: string;
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
  constructor({ dataset, path }: NtriplesFile, onRead?: (bytes: number) => void) {
    this.dataset = dataset;
    this.#path = path;
    this.#pieces = bytesOf(path, onRead)[Symbol.asyncIterator]();
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
   * The lines of a record of this file, without line feeds.
   *
   * @throws FolkloreError FILE_UNREADABLE when they are not canonical, or not in order
   */
  linesOf(text: string): string[] {
    const lines = text.split('\n');
    lines.pop();
    lines.forEach((line, at) => {
      if (!isLine(line)) throw this.#unsorted(`this is no line of canonical N-Triples: ${shortened(line)}`);
      if (at > 0 && (lines[at - 1] as string) >= line)
        throw this.#unsorted(`this line is not in its place: ${shortened(line)}`);
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
      if (text.charCodeAt(start) !== LESS || close < 0)
        throw this.#unsorted(`this is no line of canonical N-Triples: ${shortened(text.slice(start, end))}`);
      const record = recordOf(text.slice(start + 1, close));
      let lines = 1;
      let next = text.indexOf('\n', close) + 1;
      for (; next < end && isOf(record, text, next); lines += 1) next = text.indexOf('\n', next) + 1;
      // More of the last record may follow.
      if (next === end && !isEnd) break;
      records.push({ key: this.#inOrder(record), text: text.slice(start, next) });
      this.lines += lines;
      start = next;
    }
    this.records += records.length;
    this.#rest = text.slice(start);
    return records;
  }

  #inOrder(record: string): RecordKey {
    const key = recordKey(record);
    if (this.#last !== undefined && compareKeys(this.#last, key) >= 0)
      throw this.#unsorted(`the record ${shortened(record)} is not in its place`);
    this.#last = key;
    return key;
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

const MOST_SHOWN = 120;

/** What a file says goes into a message as plain letters, and not all of it. */
const shortened = (bytes: string): string => {
  const line = bytes.split('\n', 1)[0] ?? '';
  const shown = Buffer.from(line.slice(0, MOST_SHOWN), 'latin1').toString('utf8');
  return `${shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�')}${line.length > MOST_SHOWN ? '…' : ''}`;
};
