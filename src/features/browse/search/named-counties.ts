import { literalPattern } from '../../../base/text.js';
import { namesIn } from '../index/name-keys.js';
import type { ResourceSummary } from '../index/release-index.js';
import type { SearchRequest } from '../index/result-search.js';
import { plainText } from '../index/search-words.js';
import type { Site } from '../site.js';

/* Counties as people write them: `Kerry`, `Co. Kerry`, `County Kerry`, `Ciarraí`, `i gContae Chiarraí`. */

/** The word for a county before its name. */
const WORD = '(?:county|g?contae|chontae|co)\\.? ';
/** Words before the name of a county that belong to the name. */
const BEFORE_COUNTY = `(?:(?:in|from|i|o|as) )?(?:${WORD})?`;
const HAS_WORD = new RegExp(`^${WORD}`);

/** The counties of a release, with their names in both languages and, in Irish, in the genitive: in plain text, without `Co.`. */
const namesOfCounties = ({ search, index, tables }: Pick<Site, 'search' | 'index' | 'tables'>) =>
  index.remembered(['names of counties'], () => {
    const paths = search.allValues('county').map(({ value }) => value);
    const rows = tables.namedRows('place', paths);
    return [...index.summaries(paths).values()].map((county) => {
      const own = rows.get(county.path) ?? [];
      const qualified = own.flatMap((row) => [row.qualified_name_en, row.qualified_name_ga]);
      const all = [county.label_en, county.label_ga, ...namesIn(own, 'place'), ...qualified];
      const names = all.flatMap((name) => (name ? plainText(String(name)).replace(HAS_WORD, '') : []));
      return { county, names: [...new Set(names)] };
    });
  });

/** The county that a whole text names, and whether the text has the word for a county. */
export function countyNamed(
  site: Site,
  text: string,
): { readonly county: ResourceSummary; readonly hasWord: boolean } | undefined {
  const plain = plainText(text).trim();
  const bare = plain.replace(HAS_WORD, '');
  const found = namesOfCounties(site).find(({ names }) => names.includes(bare));
  return found && { county: found.county, hasWord: bare !== plain };
}

/** A county that a search names, and the search for the other words in that county. */
interface NamedCounty {
  readonly county: ResourceSummary;
  readonly narrowed: SearchRequest;
}

/** The counties of a release, with the patterns of their names. */
const countyPatterns = (site: Site) =>
  site.index.remembered(['patterns of counties'], () =>
    namesOfCounties(site).map(({ county, names }) => ({
      county,
      patterns: names.map(
        (name) =>
          new RegExp(`(?<![\\p{L}\\p{N}])${BEFORE_COUNTY}${literalPattern(name)}(?![\\p{L}\\p{N}])`, 'u'),
      ),
    })),
  );

/** The counties whose names, in either language and without accents, are among the words of a search. */
export function countiesIn(site: Site, request: SearchRequest): readonly NamedCounty[] {
  if (request.words === '' || (request.facets.county ?? []).length > 0) return [];
  const words = plainText(request.words);
  // The letters of a plain text are those of the text, but for accents that are characters of their own.
  if (words.length !== request.words.length) return [];
  return countyPatterns(site).flatMap(({ county, patterns }) => {
    for (const pattern of patterns) {
      const found = pattern.exec(words);
      if (found === null) continue;
      const others = request.words.slice(0, found.index) + request.words.slice(found.index + found[0].length);
      const rest = others.replace(/\s+/g, ' ').trim();
      if (rest === '') continue;
      return {
        county,
        narrowed: { ...request, words: rest, facets: { ...request.facets, county: [county.path] } },
      };
    }
    return [];
  });
}
