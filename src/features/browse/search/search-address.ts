import type { Context } from 'hono';
import { FACETS, type Facet } from '../index/facet-statements.js';
import { type ChosenFacets, type FacetValue, ORDERS, type SearchRequest } from '../index/result-search.js';
import { yearOf } from '../index/years.js';
import { kindName, named, nameOfFacetValue, QUALIFIER_NAMES, wordsIn } from '../interface-words.js';
import { labelOf, type PageContext } from '../layout.js';
import { boxOf, boxText } from '../map/map-view.js';
import type { FilesOfPage } from '../page-files.js';

/** Results of a page. */
export const PAGE_SIZE = 25;

/** The address of a search: everything that decides its results. */
export function searchAddress(
  { words, facets, of, box, order, years, match }: SearchRequest,
  {
    path = '/search',
    page = 1,
    format,
  }: { readonly path?: string; readonly page?: number; readonly format?: string } = {},
): string {
  const parameters = new URLSearchParams();
  if (words !== '') parameters.set('q', words);
  for (const [facet, value] of chosenIn(facets)) parameters.append(facet, value);
  if (of !== undefined) parameters.set('of', of);
  if (box !== undefined) parameters.set('box', boxText(box));
  if (years?.from !== undefined) parameters.set('from', String(years.from));
  if (years?.to !== undefined) parameters.set('to', String(years.to));
  if (match !== undefined) parameters.set('match', match);
  if (order !== undefined && order !== 'relevance') parameters.set('sort', order);
  if (page > 1) parameters.set('page', String(page));
  if (format !== undefined) parameters.set('format', format);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** The values of facets that are chosen, one by one. */
export const chosenIn = (facets: ChosenFacets): readonly (readonly [facet: Facet, value: string])[] =>
  FACETS.flatMap((facet) => (facets[facet] ?? []).map((value) => [facet, value] as const));

/** The search without a value of a facet, or with one more. */
export function toggled(request: SearchRequest, facet: Facet, value: string): SearchRequest {
  const chosen = request.facets[facet] ?? [];
  const values = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  const { [facet]: _, ...others } = request.facets;
  return { ...request, facets: values.length === 0 ? others : { ...others, [facet]: values } };
}

/** Values of a facet in an address, at most. */
const MOST_CHOSEN = 40;

/** The search that an address asks for. */
export function searchIn(query: URLSearchParams): SearchRequest {
  const facets = FACETS.flatMap((facet) => {
    const values = [...new Set(query.getAll(facet).filter((value) => value !== ''))].slice(0, MOST_CHOSEN);
    return values.length === 0 ? [] : [[facet, values]];
  });
  const [from, to] = [yearOf(query.get('from')), yearOf(query.get('to'))];
  return {
    words: (query.get('q') ?? '').slice(0, 500),
    facets: Object.fromEntries(facets),
    of: query.get('of') || undefined,
    box: boxOf(query.get('box') ?? undefined),
    years: from === undefined && to === undefined ? undefined : { from, to },
    match: query.get('match') === 'all' ? 'all' : undefined,
    order: ORDERS.find((one) => one === query.get('sort')),
  };
}

/** The parameters of a search, beside its facets. */
const PARAMETERS: ReadonlySet<string> = new Set([
  ...['q', 'of', 'box', 'from', 'to', 'match', 'sort', 'page', 'format'],
  ...FACETS,
]);

/** Parameters that other sites and mailings add to an address. */
const OF_OTHERS = /^(?:utm_\w*|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref)$/i;

/** The parameters of an address that a search does not have. */
export const unknownParameters = (query: URLSearchParams): readonly string[] =>
  [...new Set(query.keys())].filter((name) => !PARAMETERS.has(name) && !OF_OTHERS.test(name));

/** The search that a request asks for. */
export const searchOf = (c: Context): SearchRequest => searchIn(new URL(c.req.url).searchParams);

/** A page of all results: what an address narrows is found by the search. */
export const filesOfView = (file: string): FilesOfPage => ({
  targetOf: ({ query }) => {
    const request = searchIn(query);
    if (request.of !== undefined) return undefined;
    const address = searchAddress({ ...request, order: undefined, box: undefined });
    return address === '/search' ? { file } : { address };
  },
});

/** The value of a facet in words. */
export function facetValueName(
  { site, language }: Pick<PageContext, 'site' | 'language'>,
  facet: Facet,
  value: string,
): string {
  if (facet === 'decade') return language === 'ga' ? `${value}idí` : `${value}s`;
  if (facet === 'kind') return kindName(value, 'many', language);
  if (facet === 'dating')
    return value === 'collection'
      ? wordsIn(language)('dateOfCollection')
      : (named(QUALIFIER_NAMES, value)?.[language] ?? value);
  const known = nameOfFacetValue(value);
  if (known !== undefined) return known[language];
  const summary = site.index.summary(value);
  return summary === undefined ? value : labelOf(summary, language);
}

/** The facets of a search for stories and photographs. */
export const WORKS = { kind: ['item', 'photograph'] } as const;

/** Values of a facet with their names in the language of the page, by name. */
export const byName = <Value extends Pick<FacetValue, 'value'>>(
  context: PageContext,
  facet: Facet,
  values: Iterable<Value>,
): readonly (Value & { readonly name: string })[] =>
  Array.from(values, (one) => ({ ...one, name: facetValueName(context, facet, one.value) })).toSorted(
    (a, b) => a.name.localeCompare(b.name, context.language),
  );
