import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { type RecordKey, recordKey, recordOf } from '../rdf/record-order.js';

/** Characters collected before they go to disk. */
const WRITTEN_AT_ONCE = 1 << 20;
/** Bytes read at once; as many runs are read at the same time as are merged. */
const READ_AT_ONCE = 1 << 17;

/** The lines of one record, each ended by a line feed. */
export interface Lines {
  readonly key: RecordKey;
  readonly text: string;
}

/** Records in their order, one after another. */
export interface InOrder {
  /** The next one; undefined at the end. */
  readonly head: Lines | undefined;
  /** Takes it away. */
  advance(): Promise<void>;
  close(): Promise<void>;
}

/** Writes texts into a file of its own. A run is sorted N-Triples: what it holds says itself which record it is of. */
export async function writeRun(path: string, texts: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    let pending: string[] = [];
    let length = 0;
    const flush = async (): Promise<void> => {
      await handle.appendFile(pending.join(''));
      pending = [];
      length = 0;
    };
    for await (const text of texts) {
      pending.push(text);
      length += text.length;
      if (length >= WRITTEN_AT_ONCE) await flush();
    }
    await flush();
  } finally {
    await handle.close();
  }
}

/** Reads a run, a piece at a time. */
export class RunFile implements InOrder {
  readonly #handle: FileHandle;
  readonly #buffer = Buffer.alloc(READ_AT_ONCE);
  readonly #decoder = new StringDecoder('utf8');
  #waiting: Lines[] = [];
  #at = 0;
  /** Of a record whose end has not been read. */
  #rest = '';

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(path: string): Promise<RunFile> {
    const run = new RunFile(await open(path, 'r'));
    await run.#fill();
    return run;
  }

  get head(): Lines | undefined {
    return this.#waiting[this.#at];
  }

  async advance(): Promise<void> {
    this.#at += 1;
    if (this.#at === this.#waiting.length) await this.#fill();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  /** Reads until a record is whole, or to the end. */
  async #fill(): Promise<void> {
    this.#waiting = [];
    this.#at = 0;
    for (let isEnd = false; this.#waiting.length === 0 && !isEnd; ) {
      const { bytesRead } = await this.#handle.read(this.#buffer, 0, READ_AT_ONCE);
      isEnd = bytesRead === 0;
      const text = this.#rest + this.#decoder.write(this.#buffer.subarray(0, bytesRead));
      const records = recordsIn(text);
      // More of the last record may follow.
      const whole = isEnd ? records : records.slice(0, -1);
      this.#rest = text.slice(whole.reduce((length, one) => length + one.text.length, 0));
      this.#waiting = whole;
    }
  }
}

/** Cuts lines into records; a line without its end is left out. */
function recordsIn(text: string): Lines[] {
  const end = text.lastIndexOf('\n') + 1;
  const records: Lines[] = [];
  for (let start = 0; start < end; ) {
    const record = recordOf(text.slice(start + 1, text.indexOf('>', start)));
    let next = text.indexOf('\n', start) + 1;
    while (next < end && isOf(record, text, next)) next = text.indexOf('\n', next) + 1;
    records.push({ key: recordKey(record), text: text.slice(start, next) });
    start = next;
  }
  return records;
}

/** Whether the line that begins there is of this record. */
function isOf(record: string, text: string, start: number): boolean {
  const behind = text[start + 1 + record.length];
  return (behind === '>' || behind === '#') && text.startsWith(record, start + 1);
}
