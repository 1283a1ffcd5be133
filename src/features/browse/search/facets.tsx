import { formatCount } from '../../../base/text.js';
import { FACETS, type Facet } from '../index/facet-statements.js';
import { PROPERTY } from '../index/release-index.js';
import type { FacetValue, SearchRequest } from '../index/result-search.js';
import { facetName } from '../interface-words.js';
import { labelOf, type PageContext, type PageProps } from '../layout.js';
import type { Site } from '../site.js';
import { facetValueName, searchAddress } from './search-address.js';

/** Values of a facet that are shown at first. The others follow on demand. */
const FIRST_VALUES = 10;

/** Links from one way of showing results to the others. */
export function Views({
  context,
  request,
  current,
}: PageProps & { readonly request: SearchRequest; readonly current: 'search' | 'map' | 'timeline' }) {
  const { words } = context;
  const views = [
    ['search', words('list')],
    ['map', words('map')],
    ['timeline', words('timeline')],
  ] as const;
  return (
    <nav class="views" aria-label={words('showAs')}>
      {views.map(([view, text]) => (
        <a
          href={searchAddress(request, { path: `/${view}` })}
          aria-current={view === current ? 'page' : undefined}
        >
          {text}
        </a>
      ))}
      {context.asFiles === undefined && (
        <>
          <a href={searchAddress(request, { format: 'csv' })}>CSV</a>
          <a href={searchAddress(request, { format: 'jsonld' })}>JSON-LD</a>
        </>
      )}
    </nav>
  );
}

interface FacetsProps extends PageProps {
  readonly request: SearchRequest;
  /** Of the page whose results are narrowed. */
  readonly path: string;
}

/** The facets of a search: the values that are chosen can be removed, the others chosen. */
export function Facets({ context, request, path }: FacetsProps) {
  const { site, words, language } = context;
  return (
    <aside class="facets" aria-label={words('facets')}>
      {/* On narrow pages the facets are hidden until they are asked for; this takes no script. */}
      <input type="checkbox" id="show-facets" />
      <label for="show-facets">{words('facets')}</label>
      <WorksOf context={context} request={request} path={path} />
      {FACETS.map((facet) => {
        const chosen = request.facets[facet];
        const values = site.search.facet(request, facet);
        if (values.length === 0 && chosen === undefined) return null;
        const shown =
          facet === 'topic'
            ? topicsToChoose(context, values, chosen)
            : { above: [], values: inOrder(values, facet) };
        const first = shown.values.slice(0, FIRST_VALUES);
        const isHidden = chosen !== undefined && !first.some(({ value }) => value === chosen);
        const others = shown.values.slice(FIRST_VALUES);
        const link = (one: FacetValue) => (
          <FacetLink context={context} request={request} path={path} facet={facet} value={one} />
        );
        return (
          <details open={chosen !== undefined || OPEN.has(facet)}>
            <summary>{facetName(facet, language)}</summary>
            {shown.above.length + Number(isHidden) > 0 && (
              <ul class="chosen">
                {shown.above.map(link)}
                {isHidden && facet !== 'topic' && link(countOf(values, chosen))}
              </ul>
            )}
            <ul>{first.map(link)}</ul>
            {others.length > 0 && (
              <details class="more-values">
                <summary>
                  {words('allValues')} ({formatCount(shown.values.length)})
                </summary>
                <ul data-narrow={words('narrowList')}>{others.map(link)}</ul>
              </details>
            )}
          </details>
        );
      })}
    </aside>
  );
}

/** The record whose works the results are. Chosen, it is removed. */
function WorksOf({ context, request, path }: FacetsProps) {
  const { site, words, language } = context;
  if (request.of === undefined) return null;
  const summary = site.index.summary(request.of);
  return (
    <p class="works-of">
      {words('worksOf')}{' '}
      <a
        href={searchAddress({ ...request, of: undefined }, { path })}
        aria-current="true"
        title={words('clear')}
        rel="nofollow"
      >
        × {summary === undefined ? request.of : labelOf(summary, language)}
      </a>
    </p>
  );
}

const OPEN: ReadonlySet<Facet> = new Set<Facet>(['kind', 'collection', 'county', 'decade', 'topic']);

/** A value of a facet. Chosen again, it is removed. */
function FacetLink({
  context,
  request,
  path,
  facet,
  value: { value, count },
}: PageProps & {
  readonly request: SearchRequest;
  readonly path: string;
  readonly facet: Facet;
  readonly value: FacetValue;
}) {
  const { words } = context;
  const { [facet]: chosen, ...others } = request.facets;
  const isChosen = value === chosen;
  const facets = isChosen ? others : { ...others, [facet]: value };
  return (
    <li>
      <a
        href={searchAddress({ ...request, facets }, { path })}
        aria-current={isChosen ? 'true' : undefined}
        title={isChosen ? words('clear') : undefined}
        rel="nofollow"
      >
        {isChosen && '× '}
        {facetValueName(context, facet, value)}
      </a>{' '}
      <span class="count">{formatCount(count)}</span>
    </li>
  );
}

const countOf = (values: readonly FacetValue[], value: string): FacetValue =>
  values.find((one) => one.value === value) ?? { value, count: 0 };

/** Decades in their own order; other values by their number of results. */
const inOrder = (values: readonly FacetValue[], facet: Facet): readonly FacetValue[] =>
  facet === 'decade' ? values.toSorted((a, b) => Number(a.value) - Number(b.value)) : values;

/** The way down a tree of topics to the one that is chosen, and the topics below it. */
function topicsToChoose(
  { site }: PageContext,
  values: readonly FacetValue[],
  chosen: string | undefined,
): { readonly above: readonly FacetValue[]; readonly values: readonly FacetValue[] } {
  const broader = broaderTopics(site);
  const above: FacetValue[] = [];
  for (let at = chosen; at !== undefined && above.length < DEEPEST; at = broader.get(at))
    above.unshift(countOf(values, at));
  return { above, values: values.filter(({ value }) => broader.get(value) === chosen) };
}

/** Levels of topics. */
const DEEPEST = 10;

/** The broader topic of each topic that has one; of a concept of the operator's schemes, the scheme. */
export const broaderTopics = ({ index, iriOf }: Site): ReadonlyMap<string, string> =>
  index.remembered(['broader topics'], () => {
    const rows = index.all<{ iri: string; broader: string }>(
      `SELECT iri, broader FROM topics WHERE broader IN (SELECT iri FROM topics)
       UNION SELECT concept.path, list.path FROM link JOIN resource AS concept ON concept.id = source
         JOIN resource AS list ON list.id = target
       WHERE concept.path LIKE 'subject/%' AND property = ${PROPERTY}`,
      [iriOf('inScheme')],
    );
    return new Map(rows.map(({ iri, broader }) => [iri, broader]));
  });
