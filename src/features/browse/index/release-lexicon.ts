import { editDistance } from '../../../base/text.js';
import { withoutAccents } from './inflection.js';
import type { ReleaseIndex } from './release-index.js';
import { IRISH, indexedWords } from './search-words.js';
import type { Lexicon } from './sought-words.js';

/** Letters of a word that is corrected, at least. */
const LEAST_LETTERS = 4;
/** Forms that are spelt most like a word, at most. */
const MOST_ALIKE = 4;

const lettersOf = (word: string): string => [...word].toSorted().join('');

/** The words of the index of a release. */
export class ReleaseLexicon implements Lexicon {
  readonly total: number;
  readonly #index: ReleaseIndex;

  /** @param total of the records that the search finds */
  constructor(index: ReleaseIndex, total: number) {
    this.#index = index;
    this.total = total;
  }

  records(form: string): number {
    const [row] = this.#index.all<{ doc: number }>('SELECT doc FROM search_word WHERE term = ?', [form]);
    return row?.doc ?? 0;
  }

  recordsBeginning(beginning: string): number {
    const [row] = this.#index.all<{ doc: number | null }>(
      'SELECT sum(doc) AS doc FROM search_word WHERE term >= ? AND term < ?',
      [beginning, `${beginning}\uffff`],
    );
    return row?.doc ?? 0;
  }

  alike(word: string): readonly string[] {
    const length = [...word].length;
    // A number that no record has is another number, and no mistake of spelling.
    if (length < LEAST_LETTERS || /\d/.test(word)) return [];
    const most = length < 7 ? 1 : 2;
    const forms = [...new Set(indexedWords(word, '').split(' '))];
    const near: { readonly term: string; readonly distance: number; readonly doc: number }[] = [];
    for (const form of forms) {
      const irish = form.startsWith(IRISH) ? IRISH : '';
      const [first = ''] = withoutAccents(form.slice(irish.length));
      for (const { term, doc } of this.#index.all<{ term: string; doc: number }>(
        'SELECT term, doc FROM search_word WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?',
        [irish + first, `${irish}${first}\uffff`, form.length - most, form.length + most],
      )) {
        // Letters that have changed their places are one mistake.
        const distance = Math.max(1, editDistance(form, term) - Number(lettersOf(form) === lettersOf(term)));
        if (distance <= most) near.push({ term, distance, doc });
      }
    }
    const nearest = near.reduce((least, { distance }) => Math.min(least, distance), most);
    return near
      .filter(({ distance }) => distance === nearest)
      .toSorted((a, b) => b.doc - a.doc)
      .slice(0, MOST_ALIKE)
      .map(({ term }) => term);
  }
}
