import { open } from 'node:fs/promises';
import type { Quad } from '@rdfjs/types';
import { sortByBytes } from '../../../base/byte-order.js';
import { entry } from '../../../base/map-entry.js';
import { canonicalLines, headOfLine, objectText } from '../../../model/rdf/formats/ntriples.js';
import { compareKeys, type RecordKey, recordIriOf, recordKey } from '../../../model/rdf/record-order.js';
import type { Part } from '../parts-file.js';
import { type Pieces, TextBuffer } from '../text-buffer.js';

/**
 * A run: canonical N-Triples of some records, in the order of records (model/rdf/record-order.ts). Each record is a frame: the
 * lengths of its IRI and of its lines as unsigned 32-bit integers, its IRI, its lines.
 */
export interface NTriplesRun {
  readonly frames: Pieces;
  readonly lines: number;
}

/** Bytes of the two lengths. */
const FRAME_HEAD = 8;

/** Some lines of a record. */
interface Lines {
  readonly key: RecordKey;
  readonly bytes: Uint8Array;
  readonly lines: number;
}

/** Collects the lines of records, in any order, and makes a run of them. */
export class NTriplesRunBuilder {
  readonly #text = new TextBuffer();
  /** Predicates as in lines. They are terms of vocabularies, which are few. */
  readonly #words = new Map<string, string>();
  #parts: Lines[] = [];

  /** A hot path: the quads of one subject, and of one record, mostly follow each other. */
  add(quads: readonly Quad[]): void {
    let subject: Quad['subject'] | undefined;
    let record = '';
    let bySubject = new Map<string, string[]>();
    let rests: string[] = [];
    for (const quad of quads) {
      if (quad.subject !== subject) {
        subject = quad.subject;
        const next = recordIriOf(subject.value);
        if (next !== record) {
          this.#addLines(record, bySubject);
          [record, bySubject] = [next, new Map()];
        }
        rests = entry(bySubject, headOfLine(subject), () => []);
      }
      const word = entry(this.#words, quad.predicate.value, () => headOfLine(quad.predicate));
      rests.push(`${word}${objectText(quad.object)} .\n`);
    }
    this.#addLines(record, bySubject);
  }

  /** The run of everything added since the last call. */
  take(): NTriplesRun {
    const parts = this.#parts.sort((a, b) => compareKeys(a.key, b.key));
    this.#parts = [];
    const records: Lines[] = [];
    for (let at = 0; at < parts.length; ) {
      const first = parts[at] as Lines;
      const same = [first];
      for (at += 1; parts[at]?.key.record === first.key.record; at += 1) same.push(parts[at] as Lines);
      const joined = joinedLines(same.map(({ bytes }) => bytes));
      const lines = same.reduce((sum, part) => sum + part.lines, 0) - joined.repeated;
      records.push({ key: first.key, bytes: joined.lines, lines });
    }
    return {
      frames: framesOf(records, this.#text.take()),
      lines: records.reduce((sum, { lines }) => sum + lines, 0),
    };
  }

  /**
   * Subjects end in `>`, which no IRI holds: so none is the beginning of another, and lines are in the order of their
   * subjects, then of what follows. That is less to compare than whole lines.
   */
  #addLines(record: string, bySubject: ReadonlyMap<string, string[]>): void {
    if (bySubject.size === 0) return;
    const subjects = bySubject.size === 1 ? bySubject.keys() : sortByBytes([...bySubject.keys()]);
    let [text, lines] = ['', 0];
    for (const subject of subjects) {
      let last = '';
      for (const rest of sortByBytes(bySubject.get(subject) ?? [])) {
        if (rest === last) continue;
        last = rest;
        text += subject + rest;
        lines += 1;
      }
    }
    this.#parts.push({ key: recordKey(record), bytes: this.#text.addAndShow(text), lines });
  }
}

/** @param text what the lines are parts of */
function* framesOf(records: readonly Lines[], text: Pieces): Generator<Uint8Array> {
  for (const { key, bytes } of records) {
    yield headOf(key, bytes);
    yield bytes;
  }
  // Read to its end, it goes back to the pool.
  for (const _ of text);
}

/** The lines of one record from several sources, each once. */
export function joinedLines(texts: readonly Uint8Array[]): {
  readonly lines: Uint8Array;
  /** Lines that several sources had. */
  readonly repeated: number;
} {
  const [first, ...more] = texts;
  if (first !== undefined && more.length === 0) return { lines: first, repeated: 0 };
  const all = texts.flatMap((text) => Buffer.from(text).toString('utf8').split('\n').slice(0, -1));
  const once = canonicalLines(all);
  return { lines: Buffer.from(`${once.join('\n')}\n`), repeated: all.length - once.length };
}

/** What a frame has before its lines. */
export function headOf({ record }: RecordKey, lines: Uint8Array): Buffer {
  const iri = Buffer.byteLength(record);
  const head = Buffer.allocUnsafe(FRAME_HEAD + iri);
  head.writeUInt32LE(iri, 0);
  head.writeUInt32LE(lines.length, 4);
  head.write(record, FRAME_HEAD);
  return head;
}

/** Bytes that are read at once. */
const BUFFER_LENGTH = 1 << 18;

/** Reads a run record by record. */
export class RunReader {
  readonly #run: Pick<Part, 'path' | 'at' | 'length'>;
  readonly #file: Awaited<ReturnType<typeof open>>;
  /** What has been read and not yet taken is a part of it. */
  #room = Buffer.alloc(0);
  #buffer = this.#room;
  #at = 0;
  /** Bytes of the run that have been read from disk. */
  #read = 0;
  /** The key of the current record; undefined at the end. */
  head: RecordKey | undefined;
  /** The lines of the current record, valid until `advance`. */
  lines: Uint8Array = this.#buffer;

  private constructor(run: Pick<Part, 'path' | 'at' | 'length'>, file: Awaited<ReturnType<typeof open>>) {
    this.#run = run;
    this.#file = file;
  }

  static async open(run: Pick<Part, 'path' | 'at' | 'length'>): Promise<RunReader> {
    const reader = new RunReader(run, await open(run.path, 'r'));
    try {
      await reader.advance();
      return reader;
    } catch (thrown) {
      await reader.close();
      throw thrown;
    }
  }

  /** Goes to the next record; a promise when it has to be read from disk. */
  advance(): void | Promise<void> {
    if (!this.#take()) return this.#fetch();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Takes the next record from the buffer; false when the buffer does not hold all of it. */
  #take(): boolean {
    const available = this.#buffer.length - this.#at;
    if (available < FRAME_HEAD) return false;
    const lines = this.#at + FRAME_HEAD + this.#buffer.readUInt32LE(this.#at);
    const end = lines + this.#buffer.readUInt32LE(this.#at + 4);
    if (end > this.#buffer.length) return false;
    this.head = recordKey(this.#buffer.toString('utf8', this.#at + FRAME_HEAD, lines));
    this.lines = this.#buffer.subarray(lines, end);
    this.#at = end;
    return true;
  }

  async #fetch(): Promise<void> {
    const { path, at, length } = this.#run;
    do {
      const rest = this.#buffer.subarray(this.#at);
      const unread = length - this.#read;
      // A record longer than the buffer doubles it.
      const room = Math.min(Math.max(BUFFER_LENGTH, 2 * rest.length), rest.length + unread);
      const buffer = room <= this.#room.length ? this.#room : Buffer.allocUnsafeSlow(room);
      buffer.set(rest);
      this.#room = buffer;
      const { bytesRead } = await this.#file.read(buffer, rest.length, room - rest.length, at + this.#read);
      if (bytesRead === 0) {
        if (rest.length > 0 || unread > 0) throw new Error(`The temporary file ${path} is cut short.`);
        this.head = undefined;
        return;
      }
      this.#read += bytesRead;
      this.#buffer = buffer.subarray(0, rest.length + bytesRead);
      this.#at = 0;
    } while (!this.#take());
  }
}
