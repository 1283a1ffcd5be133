import { formatCount } from '../../../base/text.js';
import type { Facet } from '../index/facet-statements.js';
import type { SearchRequest } from '../index/result-search.js';
import { facetName } from '../interface-words.js';
import { Layout, type PageProps } from '../layout.js';
import { type Page, sendPage } from '../page.js';
import { broaderTopics, ChosenFields, ChosenFilters } from './facets.js';
import { byName, facetValueName, searchAddress, searchOf } from './search-address.js';

/** What two counties are compared by. */
const COMPARED: readonly Facet[] = ['kind', 'decade', 'topic', 'tellerGender', 'collectorGender', 'role'];
/** Rows of a facet. */
const MOST_ROWS = 20;
/** Counties beside each other. */
const MOST_COUNTIES = 4;

/** The results of a search in several counties side by side. */
export const comparePage: Page = {
  path: '/compare',
  isNotForCrawlers: true,
  answer: (c, context) => sendPage(c, <ComparePage context={context} request={searchOf(c)} />),
};

function ComparePage({ context, request }: PageProps & { readonly request: SearchRequest }) {
  const { site, words } = context;
  const { county: chosen = [], ...others } = request.facets;
  const counties = chosen.slice(0, MOST_COUNTIES);
  const rest: SearchRequest = { ...request, facets: others };
  const of = (county: string): SearchRequest => ({ ...rest, facets: { ...others, county: [county] } });
  const title = words('compareCounties');
  return (
    <Layout
      context={context}
      title={title}
      search={request.words}
      searchFields={<ChosenFields request={request} />}
    >
      <h1>{title}</h1>
      <form class="compare" action="/compare" method="get">
        {request.words !== '' && <input type="hidden" name="q" value={request.words} />}
        <ChosenFields request={rest} />
        {[0, 1].map((at) => (
          <select name="county" aria-label={`${words('county')} ${at + 1}`}>
            {byName(context, 'county', site.search.allValues('county')).map(({ value, name }) => (
              <option value={value} selected={value === counties[at]}>
                {name}
              </option>
            ))}
          </select>
        ))}
        <button type="submit">{words('compare')}</button>
      </form>
      <ChosenFilters context={context} request={rest} path="/compare" />
      {counties.length > 1 && (
        <table class="comparison">
          <thead>
            <tr>
              <td></td>
              {counties.map((county) => (
                <th scope="col" class="number">
                  <a href={searchAddress(of(county))}>{facetValueName(context, 'county', county)}</a>
                </th>
              ))}
            </tr>
          </thead>
          {COMPARED.map((facet) => (
            <FacetRows context={context} facet={facet} counties={counties} of={of} />
          ))}
        </table>
      )}
    </Layout>
  );
}

/** How many results of each county have each value of a facet. Topics are those of the first level, or below the chosen one. */
function FacetRows({
  context,
  facet,
  counties,
  of,
}: PageProps & {
  readonly facet: Facet;
  readonly counties: readonly string[];
  readonly of: (county: string) => SearchRequest;
}) {
  const { site, language } = context;
  const counts = counties.map(
    (county) => new Map(site.search.facet(of(county), facet).map(({ value, count }) => [value, count])),
  );
  const totals = counties.map((county) => site.search.found(of(county)).ids.length);
  const broader = broaderTopics(site);
  const [above] = of(counties[0] ?? '').facets.topic?.slice(-1) ?? [];
  const sum = (value: string): number => counts.reduce((all, one) => all + (one.get(value) ?? 0), 0);
  const values = [...new Set(counts.flatMap((one) => [...one.keys()]))]
    .filter((value) => facet !== 'topic' || broader.get(value) === above)
    .toSorted((a, b) => (facet === 'decade' ? Number(a) - Number(b) : sum(b) - sum(a)))
    .slice(0, MOST_ROWS);
  if (values.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colspan={counties.length + 1}>
          {facetName(facet, language)}
        </th>
      </tr>
      {values.map((value) => (
        <tr>
          <th scope="row">{facetValueName(context, facet, value)}</th>
          {counties.map((county, at) => {
            const count = counts[at]?.get(value) ?? 0;
            const request = of(county);
            return (
              <td class="number">
                {count === 0 ? (
                  '0'
                ) : (
                  <a href={searchAddress({ ...request, facets: { ...request.facets, [facet]: [value] } })}>
                    {formatCount(count)}
                  </a>
                )}{' '}
                <span class="count">{((100 * count) / Math.max(1, totals[at] ?? 0)).toFixed(1)} %</span>
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}
