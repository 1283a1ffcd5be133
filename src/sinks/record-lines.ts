import type { Quad } from '@rdfjs/types';
import { compareBytes, sortByBytes } from '../base/byte-order.js';
import { objectText } from './ntriples-text.js';

/** Lines as they stand in a file. */
export interface LinesText {
  readonly text: string;
  /** How many there are. */
  readonly lines: number;
}

/** What is said of one node with one word. */
interface Said {
  readonly word: Word;
  readonly objects: string[];
}

/** A predicate, as it stands in a line. */
interface Word {
  readonly text: string;
  /** Its place among all words met, in the order of bytes. */
  rank: number;
}

/**
 * The lines of one record in canonical order. What lines are compared by is mostly the same at their beginning, so
 * their subjects, then their predicates, then their objects are put in order: what is compared as texts is little. The
 * plain twin is `canonicalLines`.
 */
export class RecordLines {
  #subjects = new Map<string, Map<Word, Said>>();
  readonly #words = new Map<string, Word>();

  add({ subject, predicate, object }: Quad): void {
    let words = this.#subjects.get(subject.value);
    if (words === undefined) {
      words = new Map();
      this.#subjects.set(subject.value, words);
    }
    const word = this.#wordOf(predicate.value);
    const said = words.get(word);
    if (said === undefined) words.set(word, { word, objects: [objectText(object)] });
    else said.objects.push(objectText(object));
  }

  /** The lines that have been added since the last time, in the order of their bytes, each once. */
  take(): LinesText {
    let [text, lines] = ['', 0];
    // `>` ends a subject: behind what goes on with `#`.
    const subjects = [...this.#subjects].map(([iri, words]) => ({ start: `<${iri}> `, words }));
    if (subjects.length > 1) subjects.sort((a, b) => compareBytes(a.start, b.start));
    for (const { start, words } of subjects) {
      for (const { word, objects } of [...words.values()].sort((a, b) => a.word.rank - b.word.rank)) {
        let last: string | undefined;
        for (const object of objects.length === 1 ? objects : sortByBytes(objects)) {
          if (object === last) continue;
          text += `${start}${word.text}${object} .\n`;
          lines += 1;
          last = object;
        }
      }
    }
    this.#subjects = new Map();
    return { text, lines };
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
