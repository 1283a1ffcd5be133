import type { Context } from 'hono';
import { FACETS, type Facet } from '../index/facet-statements.js';
import { ORDERS, type SearchRequest } from '../index/result-search.js';
import { kindName, type Language, nameOfFacetValue } from '../interface-words.js';
import { labelOf, type PageContext } from '../layout.js';
import type { Site } from '../site.js';

/** Results of a page. */
export const PAGE_SIZE = 25;

/** The address of a search: everything that decides its results. */
export function searchAddress(
  { words, facets, of, order }: SearchRequest,
  {
    path = '/search',
    page = 1,
    format,
  }: { readonly path?: string; readonly page?: number; readonly format?: string } = {},
): string {
  const parameters = new URLSearchParams();
  if (words !== '') parameters.set('q', words);
  for (const facet of FACETS) {
    const value = facets[facet];
    if (value !== undefined) parameters.set(facet, value);
  }
  if (of !== undefined) parameters.set('of', of);
  if (order !== undefined && order !== 'relevance') parameters.set('sort', order);
  if (page > 1) parameters.set('page', String(page));
  if (format !== undefined) parameters.set('format', format);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** The search that an address asks for. */
export const searchIn = (query: (name: string) => string | undefined): SearchRequest => ({
  words: (query('q') ?? '').slice(0, 500),
  facets: Object.fromEntries(
    FACETS.flatMap((facet) => (query(facet) ? [[facet, query(facet) as string]] : [])),
  ),
  of: query('of') || undefined,
  order: ORDERS.find((one) => one === query('sort')),
});

/** The search that a request asks for. */
export const searchOf = (c: Context): SearchRequest => searchIn((name) => c.req.query(name));

/** The value of a facet in words. */
export const facetValueName = ({ site, language }: PageContext, facet: Facet, value: string): string =>
  facetValueIn(site, language, facet, value);

/** The same without a page. */
export function facetValueIn(site: Site, language: Language, facet: Facet, value: string): string {
  if (facet === 'decade') return language === 'ga' ? `${value}idí` : `${value}s`;
  if (facet === 'kind') return kindName(value, 'many', language);
  const known = nameOfFacetValue(value);
  if (known !== undefined) return known[language];
  const summary = site.index.summary(value);
  return summary === undefined ? value : labelOf(summary, language);
}
