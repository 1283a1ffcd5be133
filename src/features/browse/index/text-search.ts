import { entry } from '../../../base/map-entry.js';
import type { ReleaseIndex } from './release-index.js';
import { ReleaseLexicon } from './release-lexicon.js';
import type { Hits } from './result-search.js';
import { BETWEEN_TEXTS, phraseTestOf } from './search-query.js';
import { plainText } from './search-words.js';
import { matchOfAll, matchOfSome, type SoughtQuery, soughtIn } from './sought-words.js';
import { type RecordText, type RecordTexts, type TextScore, TextScorer } from './text-score.js';

/** A record in the order of its score. */
export interface Ranked extends TextScore {
  readonly id: number;
}

/**
 * Finds records by words: the full text of the index finds and ranks candidates, the first of them are ranked again by reading
 * their texts.
 */
export class TextSearch {
  readonly #index: ReleaseIndex;
  readonly #lexicon: ReleaseLexicon;
  readonly #isWork: (id: number) => boolean;

  /**
   * @param total of the records that the search may find
   * @param isWork whether a record, by its number, is a story or a photograph
   */
  constructor(index: ReleaseIndex, total: number, isWork: (id: number) => boolean) {
    this.#index = index;
    this.#lexicon = new ReleaseLexicon(index, total);
    this.#isWork = isWork;
  }

  /** What a query seeks in the index. */
  soughtIn(words: string): SoughtQuery {
    return this.#index.remembered(['sought', words], () => soughtIn(words, this.#lexicon));
  }

  /** Records with all words of a query, the nearest first; those with another word in place of the only one follow. */
  withAll(words: string): Hits {
    const query = this.soughtIn(words);
    const match = matchOfAll(query, false);
    if (match === undefined) return [];
    const hits = this.#ranked(match);
    const other = query.words.filter(({ isFunctionWord }) => !isFunctionWord).length === 1;
    if (other && hits.length < MOST_RANKED)
      hits.push(...this.#others(hits, matchOfAll(query, true) ?? match));
    const hasPhrases = phraseTestOf(words);
    return hasPhrases === undefined ? hits : this.#withPhrases(hits, hasPhrases);
  }

  /**
   * Records with some words of a query, the nearest first; none where all words are needed. Records with other words in place of
   * some have one place in three: rare words must not take all places.
   */
  withSome(words: string): Hits {
    const [own = [], other = []] = [false, true].map((hasAlternatives) => {
      const match = matchOfSome(this.soughtIn(words), hasAlternatives);
      return match === undefined ? [] : this.#index.numbers(RANKED, [match, MOST_RANKED]);
    });
    const some = new Set<number>();
    for (let at = 0; at < own.length || at < other.length; at += 2)
      for (const id of [...own.slice(at, at + 2), ...other.slice(at / 2, at / 2 + 1)]) some.add(id);
    for (const id of other) some.add(id);
    return [...some];
  }

  /**
   * Some records in the order of their scores.
   *
   * @param most so many of the records are read; the others are left out
   */
  inOrder(ids: ArrayLike<number>, words: string, most: number): readonly Ranked[] {
    const scorer = new TextScorer(this.soughtIn(words).words, this.#lexicon.total);
    const texts = this.#textsOf(Array.from({ length: Math.min(ids.length, most) }, (_, at) => ids[at] ?? 0));
    const name = plainText(words).trim();
    const named = [...texts].filter(
      ([id, { names }]) => !this.#isWork(id) && names.some(({ text }) => plainText(text) === name),
    );
    const first = new Set(named.length > MOST_NAMED ? [] : named.map(([id]) => id));
    const ranked = Array.from(texts, ([id, own]) => {
      const { score, ...rest } = scorer.score(own);
      const factor = first.has(id) ? NAMED : this.#isWork(id) ? 1 : OTHERS;
      return { id, score: score * factor, ...rest };
    });
    return withEqualTitles(
      ranked.toSorted((a, b) => b.score - a.score || a.id - b.id),
      texts,
    );
  }

  /** What a search of the full text finds. Very many results take too long to be ranked: those with the words in a name come first. */
  #ranked(match: string): number[] {
    const select = 'SELECT rowid FROM search WHERE search MATCH ?';
    const hits = this.#index.numbers(select, [match]);
    if (hits.length <= MOST_RANKED) return this.#index.numbers(RANKED, [match, MOST_RANKED]);
    return [...new Set([...this.#index.numbers(select, [`names : (${match})`]), ...hits])];
  }

  /** What a search of the full text finds besides some records. */
  #others(hits: Hits, match: string): Hits {
    const known = new Set(hits);
    return this.#ranked(match).filter((id) => !known.has(id));
  }

  /** The hits with all phrases. */
  #withPhrases(hits: Hits, hasPhrases: (text: string) => boolean): Hits {
    const having: number[] = [];
    for (let at = 0; at < hits.length; at += TEXTS_AT_ONCE)
      for (const [id, { names, texts, around }] of this.#textsOf(hits.slice(at, at + TEXTS_AT_ONCE)))
        if (hasPhrases([...names, ...texts, ...around].map(({ text }) => text).join(BETWEEN_TEXTS)))
          having.push(id);
    return having;
  }

  /** The texts of records, in their order. */
  #textsOf(ids: readonly number[]): ReadonlyMap<number, RecordTexts> {
    const texts = new Map(ids.map((id) => [id, { names: [], texts: [], around: [] } as OwnTexts]));
    const rows = this.#index.all<RecordText & { id: number; part: keyof RecordTexts }>(TEXTS, [
      JSON.stringify(ids),
    ]);
    for (const { id, part, text, language } of rows) texts.get(id)?.[part].push({ text, language });
    return texts;
  }
}

type OwnTexts = Record<keyof RecordTexts, RecordText[]>;

/** Works without a text follow the first one with the same title: lists show them as one. */
function withEqualTitles(
  ranked: readonly Ranked[],
  texts: ReadonlyMap<number, RecordTexts>,
): readonly Ranked[] {
  const groups = new Map<string | number, Ranked[]>();
  for (const one of ranked) {
    const own = texts.get(one.id);
    const title = own?.texts.length === 0 ? plainText(own.names.map(({ text }) => text).join('|')) : '';
    entry(groups, title || one.id, (): Ranked[] => []).push(one);
  }
  return [...groups.values()].flat();
}

/** Texts of records, one a row, by what part of a record they are; of a list of their numbers, as JSON. */
const TEXTS = `WITH wanted (id, path, label_en, label_ga) AS (
    SELECT id, path, label_en, label_ga FROM resource WHERE id IN (SELECT value FROM json_each(?)))
  SELECT id, 'names' AS part, label_en AS text, iif(label_ga IS label_en, '', 'en') AS language
    FROM wanted WHERE label_en IS NOT NULL
  UNION ALL SELECT id, 'names', label_ga, 'ga' FROM wanted WHERE label_ga IS NOT label_en AND label_ga IS NOT NULL
  UNION ALL SELECT wanted.id, 'texts', extract, '' FROM wanted JOIN items ON items.iri = path WHERE extract IS NOT NULL
  ${[
    ['description_en', 'en'],
    ['description_ga', 'ga'],
    ['archived_description', ''],
  ]
    .map(
      ([column, language]) => `UNION ALL SELECT wanted.id, 'texts', ${column}, '${language}'
    FROM wanted JOIN photographs ON photographs.iri = path WHERE ${column} IS NOT NULL`,
    )
    .join('\n  ')}
  UNION ALL SELECT wanted.id, 'texts', text, coalesce(text_language, '')
    FROM wanted JOIN transcripts ON item = path WHERE text IS NOT NULL
  UNION ALL SELECT wanted.id, 'around', concat_ws('${BETWEEN_TEXTS}', other.label_en, nullif(other.label_ga, other.label_en)), ''
    FROM wanted JOIN link ON link.source = wanted.id JOIN resource AS other ON other.id = link.target
    WHERE other.kind IN ('person', 'schools-person', 'place', 'place-abroad', 'part', 'topic')`;

/** Records whose texts are read with one statement. */
const TEXTS_AT_ONCE = 500;

/** What a record is worth that is no work: people look for stories, unless the words are its name, and that of few others. */
const OTHERS = 0.5;
const NAMED = 4;
const MOST_NAMED = 3;

/** Results of the full text, the nearest first, and how many at most. */
const RANKED = 'SELECT rowid FROM search WHERE search MATCH ? ORDER BY rank LIMIT ?';
const MOST_RANKED = 30_000;
