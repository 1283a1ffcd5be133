import { entry } from '../../../base/map-entry.js';
import { indexedWords, wordsAndCompounds } from './search-words.js';
import type { SoughtWord } from './sought-words.js';

/** A text of a record, with the tag of its language; empty where it is not known. */
export interface RecordText {
  readonly text: string;
  readonly language: string;
}

/** The texts of a record, as the index weighs them: its names, its texts, and the names of what stands around it. */
export interface RecordTexts {
  readonly names: readonly RecordText[];
  readonly texts: readonly RecordText[];
  readonly around: readonly RecordText[];
}

/** How a record answers a query. */
export interface TextScore {
  readonly score: number;
  /** The weight of the words that it has, from 0 to 1. */
  readonly share: number;
  /** The places of the words that it lacks, in the list of the words. */
  readonly missing: readonly number[];
}

/** How much more a word says in a name than in a text, and less around. */
const WEIGHTS = { names: 2.5, texts: 1, around: 1 } as const;
/** BM25: how soon more of a word says no more, and how much of the length of a text counts. */
const SATURATION = 1.2;
const LENGTH = 0.6;
/** Words of a usual text. */
const USUAL_LENGTH = 200;
/** What a function word weighs. */
const FUNCTION_WEIGHT = 0.3;
/** The bonus for words near each other, and the distance in words that is near. */
const NEARNESS = 0.6;
const NEAR = 20;
/** The bonus for a text. */
const TEXT = 0.15;

/** What a form of a word of a text is to a query. */
interface Hit {
  readonly word: number;
  readonly worth: number;
  /** The forms of the words that follow. */
  readonly following: readonly ReadonlySet<string>[];
}

/** How often a word is in texts, by the weight of the texts; an alternative of the word, and what the best one is worth. */
interface Counts {
  own: number;
  other: number;
  worth: number;
}
const noCounts = (): Counts => ({ own: 0, other: 0, worth: 0 });
const NO_COUNTS: Readonly<Counts> = noCounts();

/** Where a word of the query stands in the texts of a record. */
type Place = readonly [at: number, word: number];

/**
 * Scores texts by the words of a query: BM25 with one weight for a word in all its forms, by how near the words are to each
 * other, and by the share of the words that are there.
 */
export class TextScorer {
  readonly #words: readonly SoughtWord[];
  /** How much each word says: rare ones more. */
  readonly #weights: readonly number[];
  readonly #total: number;
  readonly #hits = new Map<string, Hit[]>();
  readonly #beginnings: readonly (readonly [beginning: string, word: number])[];
  /** What words of texts are to the query, by language: most words of a text were met before. */
  readonly #known = new Map<string, Map<string, readonly Hit[]>>();

  /** @param records of the index */
  constructor(words: readonly SoughtWord[], records: number) {
    this.#words = words;
    this.#weights = words.map(({ ownRecords, records: all, isFunctionWord }) => {
      const having = ownRecords || all;
      const some = Math.min(having, records);
      const rarity = Math.log(1 + (records - some + 0.5) / (some + 0.5));
      return having === 0 ? rarity / 2 : rarity * (isFunctionWord ? FUNCTION_WEIGHT : 1);
    });
    this.#total = this.#weights.reduce((all, one) => all + one, 0) || 1;
    for (const [word, { forms, alternatives }] of words.entries()) {
      for (const form of forms) this.#hit(form, { word, worth: 1, following: [] });
      for (const {
        words: [first = [], ...others],
        worth,
      } of alternatives)
        for (const form of first)
          this.#hit(form, { word, worth, following: others.map((one) => new Set(one)) });
    }
    this.#beginnings = words.flatMap(({ beginnings }, word) =>
      beginnings.map((beginning) => [beginning, word] as const),
    );
  }

  #hit(form: string, hit: Hit): void {
    entry(this.#hits, form, (): Hit[] => []).push(hit);
  }

  /** How a record answers the query. */
  score({ names, texts, around }: RecordTexts): TextScore {
    const counts = this.#words.map(noCounts);
    const places: Place[] = [];
    let length = 0;
    for (const one of names) length += this.#read(one, WEIGHTS.names, counts);
    for (const one of texts) length += this.#read(one, WEIGHTS.texts, counts, places, length);
    const near = this.#words.map(noCounts);
    for (const one of around) this.#read(one, WEIGHTS.around, near);
    const norm = 1 - LENGTH + (LENGTH * length) / USUAL_LENGTH;
    const saturated = (count: number): number => (count * (SATURATION + 1)) / (count + SATURATION * norm);
    let [score, had] = [0, 0];
    const missing: number[] = [];
    for (const [word, weight] of this.#weights.entries()) {
      const [{ own, other, worth }, beside] = [counts[word] ?? NO_COUNTS, near[word] ?? NO_COUNTS];
      const ownCount = own + Math.min(beside.own, WEIGHTS.around);
      const otherCount = other + Math.min(beside.other, WEIGHTS.around);
      const otherWorth = Math.max(worth, beside.worth);
      if (ownCount + otherCount === 0) missing.push(word);
      score += weight * Math.max(saturated(ownCount), otherWorth * saturated(otherCount));
      had += weight * (ownCount > 0 ? 1 : otherWorth);
    }
    const share = had / this.#total;
    score *= share * (1 + NEARNESS * this.#nearness(places)) * (texts.length > 0 ? 1 + TEXT : 1);
    return { score, share, missing };
  }

  /** Counts the words of a text. @returns its length in words */
  #read(
    { text, language }: RecordText,
    weight: number,
    counts: Counts[],
    places?: Place[],
    from = 0,
  ): number {
    const all = wordsAndCompounds(text);
    for (const [at, one] of all.entries()) {
      for (const { word, worth, following } of this.#hitsOf(one, language)) {
        if (!following.every((forms, next) => this.#isOneOf(all[at + next + 1], language, forms))) continue;
        const count = counts[word];
        if (count === undefined) continue;
        if (worth === 1) {
          count.own += weight;
          places?.push([from + at, word]);
        } else {
          count.other += weight;
          count.worth = Math.max(count.worth, worth);
        }
      }
    }
    return all.length;
  }

  #isOneOf(word: string | undefined, language: string, forms: ReadonlySet<string>): boolean {
    return (
      word !== undefined &&
      indexedWords(word, language)
        .split(' ')
        .some((form) => forms.has(form))
    );
  }

  #hitsOf(word: string, language: string): readonly Hit[] {
    const known = entry(this.#known, language, () => new Map<string, readonly Hit[]>());
    return entry(known, word, () => this.#bestHits(word, language));
  }

  #bestHits(word: string, language: string): readonly Hit[] {
    const best = new Map<string, Hit>();
    for (const form of indexedWords(word, language).split(' ')) {
      const hits = [
        ...(this.#hits.get(form) ?? []),
        ...this.#beginnings.flatMap(([beginning, at]) =>
          form.startsWith(beginning) ? [{ word: at, worth: 1, following: [] }] : [],
        ),
      ];
      for (const hit of hits) {
        const key = hit.following.length === 0 ? String(hit.word) : `${hit.word} ${best.size}`;
        if ((best.get(key)?.worth ?? 0) < hit.worth) best.set(key, hit);
      }
    }
    return [...best.values()];
  }

  /** The most weight of words that stand near each other, from 0 to 1. */
  #nearness(places: readonly Place[]): number {
    const counts = new Uint32Array(this.#words.length);
    let [from, sum, most, words, mostWords] = [0, 0, 0, 0, 0];
    for (const [at, word] of places) {
      counts[word] = (counts[word] ?? 0) + 1;
      if (counts[word] === 1) {
        sum += this.#weights[word] ?? 0;
        words += 1;
      }
      for (
        let [first, left] = places[from] ?? [at, word];
        at - first > NEAR;
        [first, left] = places[from] ?? [at, word]
      ) {
        from += 1;
        counts[left] = (counts[left] ?? 1) - 1;
        if (counts[left] === 0) {
          sum -= this.#weights[left] ?? 0;
          words -= 1;
        }
      }
      if (sum > most) [most, mostWords] = [sum, words];
    }
    return mostWords > 1 ? most / this.#total : 0;
  }
}
