import type { Quad, Term } from '@rdfjs/types';
import { compareBytes, sortByBytes } from '../base/byte-order.js';
import { objectText } from './ntriples-text.js';

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

/** What is said of one node with one word. */
interface Said {
  readonly word: Word;
  readonly objects: string[];
}

/** A node, as its lines begin, and what is said of it, word by word. */
interface Subject {
  readonly start: string;
  readonly said: Said[];
}

/**
 * The lines of one record in canonical order. What lines are compared by is mostly the same at their beginning, so
 * their subjects, then their predicates, then their objects are put in order: what is compared as texts is little. What
 * is said of one subject mostly stands together, and so does what is said with one word. The plain twin is
 * `canonicalLines`.
 */
export class RecordLines {
  readonly #words = new Map<string, Word>();
  readonly #subjects = new Map<string, Subject>();
  /** The subject of the line before. */
  #last: { readonly term: Term; readonly said: Said[] } | undefined;

  add({ subject, predicate, object }: Quad): void {
    if (this.#last?.term !== subject) this.#last = { term: subject, said: this.#saidOf(subject.value) };
    const { said } = this.#last;
    const word = this.#wordOf(predicate.value);
    // Words are few, and the same one mostly comes again at once.
    let at = said.length - 1;
    while (at >= 0 && said[at]?.word !== word) at -= 1;
    if (at < 0) said.push({ word, objects: [objectText(object)] });
    else said[at]?.objects.push(objectText(object));
  }

  /** The lines that have been added since the last time, in the order of their bytes, each once. */
  take(): LinesText {
    let [text, lines] = ['', 0];
    const subjects = [...this.#subjects.values()];
    if (subjects.length > 1) subjects.sort((a, b) => compareBytes(a.start, b.start));
    for (const { start, said } of subjects) {
      for (const { word, objects } of said.sort((a, b) => a.word.rank - b.word.rank)) {
        const before = start + word.text;
        let last: string | undefined;
        for (const object of objects.length === 1 ? objects : sortByBytes(objects)) {
          if (object === last) continue;
          text += `${before}${object} .\n`;
          lines += 1;
          last = object;
        }
      }
    }
    this.#subjects.clear();
    this.#last = undefined;
    return { text, lines };
  }

  #saidOf(iri: string): Said[] {
    const before = this.#subjects.get(iri);
    if (before !== undefined) return before.said;
    // `>` ends a subject: behind what goes on with `#`.
    const subject = { start: `<${iri}> `, said: [] };
    this.#subjects.set(iri, subject);
    return subject.said;
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
