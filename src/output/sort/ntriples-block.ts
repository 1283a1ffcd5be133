import type { Quad, Term } from '@rdfjs/types';
import { compareBytes } from '../../base/byte-order.js';
import type { BytePool } from '../../base/byte-pool.js';
import { canonicalLines, ntriplesLine, objectText } from '../../rdf/formats/ntriples.js';
import { compareKeys, type RecordKey, recordKey, recordOf } from '../../rdf/record-order.js';
import { TextBuffer } from '../dataset-chunk.js';

/** Lines as they stand in a file. */
export interface LinesText {
  readonly text: string;
  /** How many there are. */
  readonly lines: number;
}

/** A predicate, as it stands in a line. */
interface Word {
  readonly text: string;
  /** Its place among all words met, in the order of bytes. */
  rank: number;
}

/** A node, as its lines begin, and the rest of them: words and objects, each pair at one place. */
interface Subject {
  readonly start: string;
  readonly words: Word[];
  readonly objects: string[];
}

/**
 * The lines of one record in canonical order. What lines are compared by is mostly the same at their beginning, so
 * their subjects, then their predicates, then their objects are put in order: what is compared as texts is little. What
 * is said of one subject mostly stands together. The plain twin is `canonicalLines`.
 */
export class RecordLines {
  readonly #words = new Map<string, Word>();
  readonly #subjects = new Map<string, Subject>();
  /** The subject of the line before. */
  #last: { readonly term: Term; readonly subject: Subject } | undefined;

  add({ subject, predicate, object }: Quad): void {
    if (this.#last?.term !== subject) {
      this.#last = { term: subject, subject: this.#subjectOf(subject.value) };
    }
    const { words, objects } = this.#last.subject;
    words.push(this.#wordOf(predicate.value));
    objects.push(objectText(object));
  }

  /** The lines that have been added since the last time, in the order of their bytes, each once. */
  take(): LinesText {
    let [text, lines] = ['', 0];
    const subjects = [...this.#subjects.values()];
    if (subjects.length > 1) subjects.sort((a, b) => compareBytes(a.start, b.start));
    for (const { start, words, objects } of subjects) {
      sortPairs(words, objects);
      for (let at = 0; at < words.length; at += 1) {
        const [word, object] = [words[at], objects[at]];
        if (at > 0 && word === words[at - 1] && object === objects[at - 1]) continue;
        text += `${start}${word?.text}${object} .\n`;
        lines += 1;
      }
    }
    this.#subjects.clear();
    this.#last = undefined;
    return { text, lines };
  }

  #subjectOf(iri: string): Subject {
    const before = this.#subjects.get(iri);
    if (before !== undefined) return before;
    // `>` ends a subject: behind what goes on with `#`.
    const subject: Subject = { start: `<${iri}> `, words: [], objects: [] };
    this.#subjects.set(iri, subject);
    return subject;
  }

  #wordOf(iri: string): Word {
    const before = this.#words.get(iri);
    if (before !== undefined) return before;
    const word = { text: `<${iri}> `, rank: 0 };
    this.#words.set(iri, word);
    // Words are few: hardly any comes after the first records.
    const sorted = [...this.#words.values()].sort((a, b) => compareBytes(a.text, b.text));
    for (const [rank, one] of sorted.entries()) one.rank = rank;
    return word;
  }
}

/** Pairs that are put in order where they are; of more a copy is sorted. */
const FEW = 64;

/** Puts pairs in order: by their words, then by the bytes of their objects. Mostly they are few, and no list is made for it. */
function sortPairs(words: Word[], objects: string[]): void {
  if (words.length > FEW) {
    sortCopy(words, objects);
    return;
  }
  for (let next = 1; next < words.length; next += 1) {
    const [word, object] = [words[next] as Word, objects[next] as string];
    let at = next;
    for (; at > 0; at -= 1) {
      const [before, said] = [words[at - 1] as Word, objects[at - 1] as string];
      if (before === word ? compareBytes(said, object) <= 0 : before.rank < word.rank) break;
      words[at] = before;
      objects[at] = said;
    }
    words[at] = word;
    objects[at] = object;
  }
}

function sortCopy(words: Word[], objects: string[]): void {
  const pairs = words.map((word, at) => ({ word, object: objects[at] as string }));
  pairs.sort((a, b) => a.word.rank - b.word.rank || compareBytes(a.object, b.object));
  for (const [at, { word, object }] of pairs.entries()) {
    words[at] = word;
    objects[at] = object;
  }
}

/** Canonical N-Triples of some records, in the order of records (record-order.ts); plain data, for any thread. */
export interface NTriplesBlock {
  /** The IRI of each record, once. */
  readonly records: readonly string[];
  /** Where the lines of each end in the text. */
  readonly ends: Uint32Array;
  /** UTF-8. */
  readonly text: Uint8Array;
  readonly lines: number;
}

/** Where the lines of a record are. */
interface Placed {
  readonly key: RecordKey;
  readonly start: number;
  readonly end: number;
  readonly lines: number;
}

/** Collects the lines of records, in any order, and makes a block of them. */
export class NTriplesBlockBuilder {
  readonly #pool: BytePool;
  readonly #lines = new RecordLines();
  readonly #text: TextBuffer;
  #placed: Placed[] = [];
  #known = new Set<string>();
  /** Lines of records that were spoken of with another one, or more than once. */
  #more = new Map<string, string[]>();

  constructor(pool: BytePool) {
    this.#pool = pool;
    this.#text = new TextBuffer(pool);
  }

  /**
   * A hot path: nearly all that is said with a record is said of it, or of what belongs to it, and at once.
   *
   * @param quads what is said with one record
   */
  add(quads: readonly Quad[]): void {
    const [first] = quads;
    if (first === undefined) return;
    const own = recordOf(first.subject.value);
    const isNew = this.#known.size < this.#known.add(own).size;
    let [subject, record] = [first.subject, own];
    for (const quad of quads) {
      if (quad.subject !== subject) {
        subject = quad.subject;
        record = recordOf(subject.value);
      }
      if (isNew && record === own) this.#lines.add(quad);
      else this.#later(record, ntriplesLine(quad));
    }
    if (isNew) this.#place(recordKey(own), this.#lines.take());
  }

  /** What has been collected since the last time; undefined when nothing was. */
  take(): NTriplesBlock | undefined {
    for (const [record, lines] of this.#more) this.#merge(record, lines);
    const placed = this.#placed.sort((a, b) => compareKeys(a.key, b.key));
    const text = this.#text.take();
    this.#placed = [];
    this.#known = new Set();
    this.#more = new Map();
    const block = placed.length === 0 ? undefined : blockOf(placed, text, this.#pool);
    this.#pool.release(text);
    return block;
  }

  #later(record: string, line: string): void {
    const lines = this.#more.get(record);
    if (lines === undefined) this.#more.set(record, [line]);
    else lines.push(line);
  }

  #merge(record: string, more: readonly string[]): void {
    const at = this.#placed.findIndex(({ key }) => key.record === record);
    const before = this.#placed[at];
    const lines =
      before === undefined ? [] : this.#text.read(before.start, before.end).split('\n').slice(0, -1);
    if (before !== undefined) this.#placed.splice(at, 1);
    const all = canonicalLines([...lines, ...more]);
    this.#place(recordKey(record), { text: `${all.join('\n')}\n`, lines: all.length });
  }

  #place(key: RecordKey, { text, lines }: LinesText): void {
    const start = this.#text.length;
    this.#text.add(text);
    this.#placed.push({ key, start, end: this.#text.length, lines });
  }
}

function blockOf(placed: readonly Placed[], text: Uint8Array, pool: BytePool): NTriplesBlock {
  const ends = new Uint32Array(placed.length);
  const sorted = pool.take(placed.reduce((sum, { start, end }) => sum + end - start, 0));
  let [length, lines] = [0, 0];
  for (const [at, one] of placed.entries()) {
    sorted.set(text.subarray(one.start, one.end), length);
    length += one.end - one.start;
    lines += one.lines;
    ends[at] = length;
  }
  return { records: placed.map(({ key }) => key.record), ends, text: sorted.subarray(0, length), lines };
}
