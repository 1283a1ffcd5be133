import type { Child } from 'hono/jsx';
import { formatCount } from '../../../base/text.js';
import { FACETS, type Facet } from '../index/facet-statements.js';
import { PROPERTY } from '../index/release-index.js';
import type { FacetValue, SearchRequest } from '../index/result-search.js';
import { yearsInWords } from '../index/years.js';
import { facetName } from '../interface-words.js';
import { labelOf, linksOf, type PageContext, type PageProps } from '../layout.js';
import { boxText } from '../map/map-view.js';
import type { Site } from '../site.js';
import { ExportLinks } from './export-links.js';
import { chosenIn, facetValueName, searchAddress, toggled } from './search-address.js';

/** Values of a facet that are shown at first. The others follow on demand. */
const FIRST_VALUES = 10;
/** Values of a facet on a page: there may be as many as people. The most frequent ones are shown. */
const MOST_VALUES = 200;

/** Links from one way of showing results to the others. */
export function Views({
  context,
  request,
  current,
  hasResults = true,
}: PageProps & {
  readonly request: SearchRequest;
  readonly current: 'search' | 'map' | 'timeline';
  readonly hasResults?: boolean;
}) {
  const { words } = context;
  const views = [
    ['search', words('list')],
    ['map', words('map')],
    ['timeline', words('timeline')],
  ] as const;
  return (
    <>
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
            <a href={searchAddress(request, { path: '/compare' })}>{words('compare')}</a>
            {linksOf(context).map(
              ({ takesSearch, href, text }) =>
                takesSearch === true && <a href={searchAddress(request, { path: href })}>{text}</a>,
            )}
          </>
        )}
      </nav>
      {context.asFiles === undefined && hasResults && (
        <ExportLinks
          context={context}
          title={words('download')}
          addressIn={(format) => searchAddress(request, { format })}
        />
      )}
    </>
  );
}

interface FacetsProps extends PageProps {
  readonly request: SearchRequest;
  /** Of the page whose results are narrowed. */
  readonly path: string;
}

/** Results, and the facets that narrow them: after the results in the document, before or beside them on the page. */
export const WithFacets = ({ children, ...facets }: FacetsProps & { readonly children?: Child }) => (
  <div class="with-facets">
    <div id="results">{children}</div>
    <Facets {...facets} />
  </div>
);

/** The facets of a search: the values that are chosen can be removed, the others chosen. */
function Facets({ context, request, path }: FacetsProps) {
  const { site, words, language } = context;
  return (
    <aside class="facets" id="facets" aria-label={words('facets')}>
      {/* On narrow pages the facets are hidden until they are asked for; this takes no script. */}
      <input type="checkbox" id="show-facets" />
      <label for="show-facets">{words('facets')}</label>
      {FACETS.map((facet) => {
        const chosen = request.facets[facet] ?? [];
        const values = site.search.facet(request, facet, facet === 'topic' ? undefined : MOST_VALUES);
        if (values.length === 0 && chosen.length === 0) return null;
        const shown =
          facet === 'topic'
            ? topicsToChoose(context, request, values)
            : {
                above: [],
                values: inOrder(values, facet),
                size: site.search.facetSize(request, facet),
              };
        const first = shown.values.slice(0, FIRST_VALUES);
        const hidden =
          facet === 'topic' ? [] : chosen.filter((value) => !first.some((one) => one.value === value));
        const others = shown.values.slice(FIRST_VALUES, MOST_VALUES);
        const link = (one: FacetValue) => (
          <FacetLink context={context} request={request} path={path} facet={facet} value={one} />
        );
        return (
          <details
            data-facet={facet}
            open={chosen.length > 0 || OPEN.has(facet) || (facet === 'dating' && path === '/timeline')}
          >
            <summary>{facetName(facet, language)}</summary>
            {shown.above.length + hidden.length > 0 && (
              <ul class="chosen">
                {shown.above.map(link)}
                {hidden.map((value) => link(site.search.facetValue(request, facet, value)))}
              </ul>
            )}
            <ul>{first.map(link)}</ul>
            {others.length > 0 && (
              <details class="more-values" data-facet={`${facet} more`}>
                <summary>
                  {words('allValues')} ({formatCount(shown.size)})
                </summary>
                <ul data-narrow={words('narrowList')}>{others.map(link)}</ul>
                {shown.size > MOST_VALUES && <p>{words('mostFrequentValues')}</p>}
              </details>
            )}
          </details>
        );
      })}
      {context.asFiles === undefined && <YearFields context={context} request={request} path={path} />}
    </aside>
  );
}

/** A form for the first and the last year of works. */
function YearFields({ context, request, path }: FacetsProps) {
  const { words } = context;
  const field = (name: 'from' | 'to', label: string) => (
    <label>
      {label}{' '}
      <input
        name={name}
        inputmode="numeric"
        pattern="[0-9]{4}"
        size={4}
        value={request.years?.[name] ?? ''}
      />
    </label>
  );
  return (
    <form class="years" action={path} method="get">
      {request.words !== '' && <input type="hidden" name="q" value={request.words} />}
      <ChosenFields request={request} hasYears={false} />
      {field('from', words('fromYear'))} {field('to', words('toYear'))}{' '}
      <button type="submit">{words('search')}</button>
    </form>
  );
}

/** All that narrows a search: chosen again, it is removed. */
export function ChosenFilters({ context, request, path }: FacetsProps) {
  const { site, words, language } = context;
  const chosen = chosenIn(request.facets).map(([facet, value]) => ({
    name: facetName(facet, language),
    value: facetValueName(context, facet, value),
    without: toggled(request, facet, value),
  }));
  const whole = request.of === undefined ? undefined : site.index.summary(request.of);
  const others = [
    ...(request.of === undefined
      ? []
      : [
          {
            name: words('worksOf'),
            value: whole === undefined ? request.of : labelOf(whole, language),
            without: { ...request, of: undefined },
          },
        ]),
    ...(request.box === undefined
      ? []
      : [{ name: words('map'), value: words('partOfMap'), without: { ...request, box: undefined } }]),
    ...(request.years === undefined
      ? []
      : [
          {
            name: words('year'),
            value: yearsInWords(request.years),
            without: { ...request, years: undefined },
          },
        ]),
  ];
  const filters = [...others, ...chosen];
  if (filters.length === 0) return null;
  return (
    <ul class="chosen-filters" aria-label={words('facets')}>
      {filters.map(({ name, value, without }) => (
        <li>
          <a href={searchAddress(without, { path })} title={words('clear')} rel="nofollow">
            {name}: <strong>{value}</strong> ×
          </a>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <a
            href={searchAddress(
              { ...request, facets: {}, of: undefined, box: undefined, years: undefined },
              { path },
            )}
            rel="nofollow"
          >
            {words('clearAll')}
          </a>
        </li>
      )}
    </ul>
  );
}

/** Fields of a form that keep what narrows a search; without the years, where the form has fields for them. */
export const ChosenFields = ({
  request,
  hasYears = true,
}: {
  readonly request: SearchRequest;
  readonly hasYears?: boolean;
}) => (
  <>
    {chosenIn(request.facets).map(([facet, value]) => (
      <input type="hidden" name={facet} value={value} />
    ))}
    {request.of !== undefined && <input type="hidden" name="of" value={request.of} />}
    {request.box !== undefined && <input type="hidden" name="box" value={boxText(request.box)} />}
    {hasYears && request.years?.from !== undefined && (
      <input type="hidden" name="from" value={request.years.from} />
    )}
    {hasYears && request.years?.to !== undefined && (
      <input type="hidden" name="to" value={request.years.to} />
    )}
    {request.match !== undefined && <input type="hidden" name="match" value={request.match} />}
  </>
);

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
  const isChosen = request.facets[facet]?.includes(value) === true;
  return (
    <li>
      <a
        href={searchAddress(toggled(request, facet, value), { path })}
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

/** Decades in their own order; other values by their number of results. */
const inOrder = (values: readonly FacetValue[], facet: Facet): readonly FacetValue[] =>
  facet === 'decade' ? values.toSorted((a, b) => Number(a.value) - Number(b.value)) : values;

/** The way down a tree of topics to those that are chosen, and the topics below the last one. */
function topicsToChoose(
  { site }: PageContext,
  request: SearchRequest,
  values: readonly FacetValue[],
): { readonly above: readonly FacetValue[]; readonly values: readonly FacetValue[]; readonly size: number } {
  const chosen = request.facets.topic ?? [];
  const broader = broaderTopics(site);
  const above = new Set(
    chosen.flatMap((topic) => {
      const trail: string[] = [];
      for (
        let at: string | undefined = topic;
        at !== undefined && trail.length < DEEPEST;
        at = broader.get(at)
      )
        trail.unshift(at);
      return trail;
    }),
  );
  const last = chosen.at(-1);
  const below = values.filter(({ value }) => broader.get(value) === last && !above.has(value));
  return {
    above: [...above].map((topic) => site.search.facetValue(request, 'topic', topic)),
    values: below,
    size: below.length,
  };
}

/** Levels of topics. */
const DEEPEST = 10;

/** The broader topic of each topic that has one; of a concept of the operator's schemes, the scheme. */
export const broaderTopics = ({ index, iriOf }: Site): ReadonlyMap<string, string> =>
  index.remembered(['broader topics'], () => {
    const rows = index.all<{ iri: string; broader: string }>(
      `SELECT iri, broader FROM topics WHERE broader IN (SELECT iri FROM topics)
       UNION SELECT concept.path, list.path FROM resource AS concept CROSS JOIN link ON source = concept.id
         JOIN resource AS list ON list.id = target
       WHERE concept.path GLOB 'subject/*' AND property = ${PROPERTY}`,
      [iriOf('inScheme')],
    );
    return new Map(rows.map(({ iri, broader }) => [iri, broader]));
  });
