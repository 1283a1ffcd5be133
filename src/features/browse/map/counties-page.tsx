import { formatCount } from '../../../base/text.js';
import type { CountyArea } from '../../../model/mapping/county-areas.js';
import type { FacetValue, SearchRequest } from '../index/result-search.js';
import { Layout, type PageContext, type PageProps } from '../layout.js';
import { type Page, sendPage } from '../page.js';
import { TableHead } from '../page-parts.js';
import { ChosenFields, ChosenFilters, Views } from '../search/facets.js';
import { countyNamed } from '../search/named-counties.js';
import { byName, facetValueName, searchAddress, searchOf, WORKS } from '../search/search-address.js';
import { BordersCredit, MapOfIreland, SHADES, type Shade } from './map-of-ireland.js';

/** The works of a search by county: the counties shaded by their number, and a table. */
export const countiesPage: Page = {
  path: '/map/counties',
  answer: (c, context) => sendPage(c, <CountiesPage context={context} request={searchOf(c)} />),
};

function CountiesPage({ context, request }: PageProps & { readonly request: SearchRequest }) {
  const { site, words } = context;
  // Works of all counties, wherever they are.
  const { county: _, kind: __, ...facets } = request.facets;
  const asked: SearchRequest = { ...request, box: undefined, facets };
  const works: SearchRequest = { ...asked, facets: { ...WORKS, ...facets } };
  const counties = site.search.facet(works, 'county');
  const largest = largestOf(counties);
  const title = words('byCounty');
  return (
    <Layout
      context={context}
      title={title}
      search={asked.words}
      searchFields={<ChosenFields request={asked} />}
      styles={['/assets/map.css']}
    >
      <h1>{title}</h1>
      <ChosenFilters context={context} request={asked} path="/map/counties" />
      <Views context={context} request={works} current="map" />
      <p>{words('byCountyNote')}</p>
      {counties.length === 0 && <p role="status">{words('noResults')}</p>}
      <div class="map-and-list">
        <div>
          <MapOfIreland
            title={title}
            circles={[]}
            shadeOf={shading(context, works, counties, largest)}
            hasScale
          />
          <BordersCredit context={context} />
          <Legend counties={counties} largest={largest} />
        </div>
        <table>
          <caption>{words('works')}</caption>
          <TableHead columns={[words('county'), { number: words('works') }]} />
          <tbody>
            {byName(context, 'county', counties).map(({ value, name, count }) => (
              <tr>
                <td>
                  <a href={inCounty(works, value)}>{name}</a>
                </td>
                <td class="number">{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Layout>
  );
}

const inCounty = (request: SearchRequest, county: string): string =>
  searchAddress({ ...request, facets: { ...request.facets, county: [county] } });

/** The largest number of each shade: by the root of the numbers, so that counties with few works differ, too. */
function largestOf(counties: readonly FacetValue[]): readonly number[] {
  const roots = counties.map(({ count }) => Math.sqrt(count));
  const [least, most] = [Math.min(...roots), Math.max(...roots)];
  return Array.from({ length: SHADES }, (_, at) =>
    Math.round((least + ((most - least) * (at + 1)) / SHADES) ** 2),
  );
}

/** The shade of a number; 0 for none. */
const levelOf = (count: number, largest: readonly number[]): number =>
  count === 0 ? 0 : 1 + largest.findIndex((last) => count <= last);

/** A function from the area of a county to its shade; none where the release does not have the county. */
const shading =
  (
    context: PageContext,
    request: SearchRequest,
    counties: readonly FacetValue[],
    largest: readonly number[],
  ) =>
  ({ names }: CountyArea): Shade | undefined => {
    const [county] = names.flatMap((name) => countyNamed(context.site, name)?.county.path ?? []);
    if (county === undefined) return undefined;
    const count = counties.find(({ value }) => value === county)?.count ?? 0;
    return {
      level: levelOf(count, largest),
      label: `${facetValueName(context, 'county', county)}, ${context.words('works')}: ${formatCount(count)}`,
      href: inCounty(request, county),
    };
  };

/** What the shades mean: the least and the largest number of each that has counties. */
function Legend({
  counties,
  largest,
}: {
  readonly counties: readonly FacetValue[];
  readonly largest: readonly number[];
}) {
  return (
    <ol class="shades">
      {largest.map((_, at) => {
        const counts = counties.flatMap(({ count }) => (levelOf(count, largest) === at + 1 ? count : []));
        if (counts.length === 0) return null;
        const [first, last] = [Math.min(...counts), Math.max(...counts)];
        return (
          <li>
            <svg viewBox="0 0 20 12" aria-hidden="true">
              <rect class={`county-area shade-${at + 1}`} width="20" height="12" />
            </svg>{' '}
            {first === last ? formatCount(first) : `${formatCount(first)}–${formatCount(last)}`}
          </li>
        );
      })}
    </ol>
  );
}
