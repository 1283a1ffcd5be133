import { editDistance, formatCount } from '../../../base/text.js';
import { withoutAccents } from '../index/inflection.js';
import { NAMED_KINDS, nameKey } from '../index/name-keys.js';
import type { ResourceSummary } from '../index/release-index.js';
import type { SearchRequest } from '../index/result-search.js';
import { IRISH, indexedWords, matchOf } from '../index/search-words.js';
import { facetName } from '../interface-words.js';
import type { PageProps } from '../layout.js';
import type { Site } from '../site.js';
import { Results } from './result-card.js';
import { chosenIn, facetValueName, searchAddress, toggled } from './search-address.js';

/** Instead of results: the same with words that are spelt alike, without one word or filter, and names that sound alike. */
export function NothingFound({ context, request }: PageProps & { readonly request: SearchRequest }) {
  const { site, words, language } = context;
  const queries = new Set([...corrections(site, request.words), ...withoutOneWord(request.words)]);
  const total = (other: SearchRequest): number => site.search.found(other).ids.length;
  const others: { readonly text: string; readonly request: SearchRequest }[] = [
    ...Array.from(queries, (other) => ({ text: other, request: { ...request, words: other } })),
    ...chosenIn(request.facets).map(([facet, value]) => ({
      text: `${words('without')} ${facetName(facet, language)}: ${facetValueName(context, facet, value)}`,
      request: toggled(request, facet, value),
    })),
    ...(request.of === undefined ? [] : [{ text: words('without'), request: { ...request, of: undefined } }]),
    ...(request.box === undefined
      ? []
      : [{ text: words('overview'), request: { ...request, box: undefined } }]),
  ];
  const helpful = others
    .map((other) => ({ ...other, count: total(other.request) }))
    .filter(({ count }) => count > 0)
    .slice(0, MOST_SUGGESTIONS);
  const named = recordsOfSuchName(site, request.words);
  return (
    <div class="nothing-found">
      <p>
        {words('noResults')} {words('noResultsHint')} <a href="/search-help">{words('searchHelp')}</a>
      </p>
      {helpful.length > 0 && (
        <>
          <h2>{words('insteadSearch')}</h2>
          <ul>
            {helpful.map(({ text, request: other, count }) => (
              <li>
                <a href={searchAddress(other)}>{text}</a> <span class="count">{formatCount(count)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {named.length > 0 && (
        <>
          <h2>{words('namesAlike')}</h2>
          <Results context={context} records={named} />
        </>
      )}
    </div>
  );
}

const MOST_SUGGESTIONS = 8;
const MOST_NAMES = 6;

/** A query without each of its words; none of one word. */
function withoutOneWord(query: string): readonly string[] {
  const words = query.match(/-?"[^"]*"|\S+/g) ?? [];
  if (words.length < 2) return [];
  return words.map((_, left) => words.filter((__, at) => at !== left).join(' '));
}

/** A query whose words that no record has are in spellings that records have, the nearest first; one without such a spelling is left out. */
function corrections(site: Site, query: string): readonly string[] {
  const unknown = (query.match(/[\p{L}\p{M}]{3,}/gu) ?? []).filter((word) => {
    const match = matchOf(word);
    return match !== undefined && firstHit(site, match) === undefined;
  });
  let corrected = [query];
  for (const word of unknown.slice(0, MOST_UNKNOWN)) {
    const near = nearestWords(site, word);
    corrected = corrected.flatMap((one) =>
      (near.length === 0 ? [''] : near).map((spelling) => one.replace(word, () => spelling)),
    );
  }
  return corrected
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter((one) => one !== '' && one !== query)
    .slice(0, MOST_SUGGESTIONS);
}

/** Words that no record has and that are corrected, at most. */
const MOST_UNKNOWN = 3;
/** Spellings of a word, at most. */
const MOST_SPELLINGS = 3;

const lettersOf = (word: string): string => [...word].toSorted().join('');

/** The words of the index that are nearest to a word, as records write them. */
function nearestWords(site: Site, word: string): readonly string[] {
  const [first = ''] = withoutAccents(word).toLowerCase();
  const forms = [...new Set(indexedWords(word, '').split(' '))];
  const most = word.length < 5 ? 1 : 2;
  const near: { readonly term: string; readonly distance: number; readonly doc: number }[] = [];
  for (const from of [first, IRISH + first])
    for (const { term, doc } of site.index.all<{ term: string; doc: number }>(
      'SELECT term, doc FROM search_word WHERE term >= ? AND term < ?',
      [from, `${from}\uffff`],
    )) {
      const distances = forms.flatMap((form) => {
        if (Math.abs(form.length - term.length) > most) return [];
        // Letters that have changed their places are one mistake.
        return Math.max(1, editDistance(form, term) - Number(lettersOf(form) === lettersOf(term)));
      });
      const distance = Math.min(...distances);
      if (distance <= most) near.push({ term, distance, doc });
    }
  const words = near
    .toSorted((a, b) => a.distance - b.distance || b.doc - a.doc)
    .slice(0, 2 * MOST_SPELLINGS)
    .flatMap(({ term }) => asWritten(site, term) ?? []);
  return [...new Set(words)].slice(0, MOST_SPELLINGS);
}

/** The first record, by its number, that a search of the index finds. */
const firstHit = ({ index }: Site, match: string): number | undefined =>
  index.numbers('SELECT rowid FROM search WHERE search MATCH ? LIMIT 1', [match])[0];

/** A word of the index, which has no inflection, as a record writes it. */
function asWritten(site: Site, term: string): string | undefined {
  const id = firstHit(site, `names : "${term}"`) ?? firstHit(site, `"${term}"`);
  const text = id === undefined ? '' : site.search.textOf(id);
  return text.match(/[\p{L}\p{M}]+/gu)?.find((one) => indexedWords(one, '').split(' ').includes(term));
}

/** Records whose name sounds like the query. */
function recordsOfSuchName({ index }: Site, query: string): ResourceSummary[] {
  const ids = NAMED_KINDS.flatMap((kind) => {
    const key = nameKey(query, kind);
    return key === ''
      ? []
      : index.numbers('SELECT resource FROM name_key WHERE key = ? AND kind = ? LIMIT ?', [
          key,
          kind,
          MOST_NAMES,
        ]);
  });
  return index.summariesOf([...new Set(ids)].slice(0, MOST_NAMES));
}
