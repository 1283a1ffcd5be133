import type { Context } from 'hono';
import { formatCount } from '../../../base/text.js';
import { ShareBar } from '../../report-pages/charts.js';
import type { Facet } from '../index/facet-statements.js';
import type { SearchRequest } from '../index/result-search.js';
import { facetName } from '../interface-words.js';
import { Layout, type PageProps } from '../layout.js';
import { type Page, sendPage } from '../page.js';
import { broaderTopics, ChosenFields, ChosenFilters } from './facets.js';
import { byName, facetValueName, searchAddress, searchOf, WORKS } from './search-address.js';

/** Any two values of these facets are compared. */
const SIDES = ['county', 'decade', 'tellerGender', 'topic'] as const satisfies readonly Facet[];
/** What they are compared by. */
const COMPARED: readonly Facet[] = [
  ...(['kind', 'decade', 'topic', 'tellerGender', 'collectorGender'] as const),
  'county',
];
/** Rows of a facet. */
const MOST_ROWS = 20;

/** One of the two values that are compared. */
interface Side {
  readonly facet: (typeof SIDES)[number];
  readonly value: string;
}

/** The works of a search side by side: those of two counties, decades, topics, or of women and men. */
export const comparePage: Page = {
  path: '/compare',
  isNotForCrawlers: true,
  link: {
    in: 'menu',
    text: (words) => words('compare'),
    isShown: ({ asFiles }) => asFiles === undefined,
  },
  answer: (c, context) =>
    sendPage(c, <ComparePage context={context} request={searchOf(c)} asked={sidesOf(c)} />),
};

/** `side=county:place/100013`: the sides that the form of the page asks for. */
const sidesOf = (c: Context): readonly Side[] =>
  (c.req.queries('side') ?? []).flatMap((text) => {
    const at = text.indexOf(':');
    const [facet, value] = [SIDES.find((one) => one === text.slice(0, at)), text.slice(at + 1)];
    return facet === undefined || value === '' ? [] : { facet, value };
  });

interface ComparePageProps extends PageProps {
  readonly request: SearchRequest;
  readonly asked: readonly Side[];
}

function ComparePage({ context, request, asked }: ComparePageProps) {
  const { words } = context;
  // Of a search that is narrowed to counties, these are compared; else what it is narrowed to first.
  const narrowed = SIDES.find((facet) => request.facets[facet] !== undefined);
  const chosen = narrowed === undefined ? [] : (request.facets[narrowed] ?? []);
  const sides =
    narrowed === undefined || asked.length > 0
      ? asked.slice(0, 2)
      : chosen.slice(0, 2).map((value): Side => ({ facet: narrowed, value }));
  const rest: SearchRequest = {
    ...request,
    facets: Object.fromEntries(
      Object.entries(request.facets).filter(([facet]) => !sides.some((side) => side.facet === facet)),
    ),
  };
  const requests = sides.map(
    ({ facet, value }): SearchRequest => ({
      ...rest,
      facets: { ...WORKS, ...rest.facets, [facet]: [value] },
    }),
  );
  const title = words('compare');
  return (
    <Layout
      context={context}
      title={title}
      search={request.words}
      searchFields={<ChosenFields request={request} />}
      styles={['/assets/charts.css']}
    >
      <h1>{title}</h1>
      <p>{words('compareNote')}</p>
      <form class="compare" action="/compare" method="get">
        {request.words !== '' && <input type="hidden" name="q" value={request.words} />}
        <ChosenFields request={rest} />
        {[0, 1].map((at) => (
          <SideField context={context} at={at} chosen={sides[at]} />
        ))}
        <button type="submit">{words('compare')}</button>
      </form>
      <ChosenFilters context={context} request={rest} path="/compare" />
      {sides.length > 1 && <Comparison context={context} sides={sides} requests={requests} rest={rest} />}
    </Layout>
  );
}

/** A list of all counties, decades, genders of tellers, and topics of the first level, to choose a side from. */
function SideField({
  context,
  at,
  chosen,
}: PageProps & { readonly at: number; readonly chosen: Side | undefined }) {
  const { site, language, words } = context;
  const broader = broaderTopics(site);
  const isChosen = (facet: Facet, value: string): boolean =>
    chosen?.facet === facet && chosen.value === value;
  return (
    <select name="side" aria-label={`${words('compare')} ${at + 1}`}>
      {SIDES.map((facet) => {
        const values = site.search
          .allValues(facet)
          .filter(({ value }) => facet !== 'topic' || !broader.has(value) || isChosen(facet, value));
        return (
          <optgroup label={facetName(facet, language)}>
            {(facet === 'decade'
              ? values.map((one) => ({ ...one, name: facetValueName(context, facet, one.value) }))
              : byName(context, facet, values)
            ).map(({ value, name }, index) => (
              <option
                value={`${facet}:${value}`}
                selected={
                  isChosen(facet, value) || (chosen === undefined && facet === 'county' && index === at)
                }
              >
                {name}
              </option>
            ))}
          </optgroup>
        );
      })}
    </select>
  );
}

interface ComparisonProps extends PageProps {
  readonly sides: readonly Side[];
  /** The works of each side. */
  readonly requests: readonly SearchRequest[];
  readonly rest: SearchRequest;
}

function Comparison({ context, sides, requests, rest }: ComparisonProps) {
  const { site, words } = context;
  const totals = requests.map((request) => site.search.found(request).ids.length);
  // What a side or the search is narrowed to is no difference; topics are those below the chosen one.
  const facets = COMPARED.filter(
    (facet) =>
      !sides.some((side) => side.facet === facet) && (facet === 'topic' || rest.facets[facet] === undefined),
  );
  return (
    <table class="comparison">
      <thead>
        <tr>
          <td></td>
          {sides.map(({ facet, value }, at) => (
            <th scope="col">
              <a href={searchAddress(requests[at] ?? rest)}>{facetValueName(context, facet, value)}</a>{' '}
              <span class="count">
                {words('works')}: {formatCount(totals[at] ?? 0)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {facets.map((facet) => (
        <FacetRows context={context} facet={facet} requests={requests} totals={totals} />
      ))}
    </table>
  );
}

interface FacetRowsProps extends PageProps {
  readonly facet: Facet;
  readonly requests: readonly SearchRequest[];
  readonly totals: readonly number[];
}

/** How many of 100 works of each side have each value of a facet. Topics are those of the first level, or below the chosen one. */
function FacetRows({ context, facet, requests, totals }: FacetRowsProps) {
  const { site, language } = context;
  const counts = requests.map(
    (request) => new Map(site.search.facet(request, facet).map(({ value, count }) => [value, count])),
  );
  const broader = broaderTopics(site);
  const above = requests[0]?.facets.topic?.at(-1);
  const perHundred = (value: string, at: number): number =>
    (100 * (counts[at]?.get(value) ?? 0)) / Math.max(1, totals[at] ?? 0);
  const sum = (value: string): number => perHundred(value, 0) + perHundred(value, 1);
  const values = [...new Set(counts.flatMap((one) => [...one.keys()]))]
    .filter((value) => facet !== 'topic' || broader.get(value) === above)
    .filter((value) => facet !== 'kind' || WORKS.kind.some((kind) => kind === value))
    .toSorted((a, b) => (facet === 'decade' ? Number(a) - Number(b) : sum(b) - sum(a)))
    .slice(0, MOST_ROWS);
  if (values.length === 0) return null;
  const most = Math.max(...values.flatMap((value) => [perHundred(value, 0), perHundred(value, 1)]));
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colspan={requests.length + 1}>
          {facetName(facet, language)}
        </th>
      </tr>
      {values.map((value) => (
        <tr>
          <th scope="row">{facetValueName(context, facet, value)}</th>
          {requests.map((request, at) => {
            const count = counts[at]?.get(value) ?? 0;
            const narrower = { ...request, facets: { ...request.facets, [facet]: [value] } };
            return (
              <td>
                <ShareBar share={perHundred(value, at) / most} />
                {perHundred(value, at).toFixed(1)}{' '}
                <span class="count">
                  ({count === 0 ? '0' : <a href={searchAddress(narrower)}>{formatCount(count)}</a>})
                </span>
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}
