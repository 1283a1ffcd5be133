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

/** The works of a search by county: the counties shaded by their number, or by their share of all works; and a table. */
export const countiesPage: Page = {
  path: '/map/counties',
  answer: (c, context) =>
    sendPage(
      c,
      <CountiesPage context={context} request={searchOf(c)} isByNumber={c.req.query('shade') === 'number'} />,
    ),
};

interface CountiesPageProps extends PageProps {
  readonly request: SearchRequest;
  /** Whether the counties are shaded by the number of works. So they are where a search finds all works, too. */
  readonly isByNumber: boolean;
}

/** A county with a number that it is shaded by. */
interface ShadedCounty extends FacetValue {
  readonly shadedBy: number;
}

function CountiesPage({ context, request, isByNumber }: CountiesPageProps) {
  const { site, words } = context;
  // Works of all counties, wherever they are.
  const { county: _, kind: __, ...facets } = request.facets;
  const asked: SearchRequest = { ...request, box: undefined, facets };
  const works: SearchRequest = { ...asked, facets: { ...WORKS, ...facets } };
  const all = new Map(
    site.search.facet({ words: '', facets: WORKS }, 'county').map(({ value, count }) => [value, count]),
  );
  const perHundred = ({ value, count }: FacetValue): number =>
    Math.round((1000 * count) / (all.get(value) ?? count)) / 10;
  const found = site.search.facet(works, 'county');
  const isNarrowed = found.some(({ value, count }) => count < (all.get(value) ?? 0));
  const isByShare = isNarrowed && !isByNumber;
  const counties = found.map((one) => ({ ...one, shadedBy: isByShare ? perHundred(one) : one.count }));
  const largest = largestOf(counties, isByShare ? 1 : 0);
  const address = searchAddress(works, { path: '/map/counties' });
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
      {isNarrowed && (
        <nav class="zoom" aria-label={title}>
          <a href={address} aria-current={isByShare ? 'page' : undefined}>
            {words('perHundred')}
          </a>
          <a href={`${address}&shade=number`} aria-current={isByShare ? undefined : 'page'}>
            {words('works')}
          </a>
        </nav>
      )}
      <p>{words(isByShare ? 'byShareNote' : 'byCountyNote')}</p>
      {counties.length === 0 && <p role="status">{words('noResults')}</p>}
      <div class="map-and-list">
        <div>
          <MapOfIreland
            title={title}
            circles={[]}
            shadeOf={shading(context, works, counties, largest, isByShare)}
            hasScale
          />
          <BordersCredit context={context} />
          <Legend counties={counties} largest={largest} />
        </div>
        <table class="by-county">
          <caption>{words('works')}</caption>
          <TableHead
            columns={[
              words('county'),
              { number: words('works') },
              ...(isNarrowed ? [{ number: words('allWorks') }, { number: words('perHundred') }] : []),
            ]}
          />
          <tbody>
            {byName(context, 'county', counties).map(({ value, name, count }) => (
              <tr>
                <td>
                  <a href={inCounty(works, value)}>{name}</a>
                </td>
                <td class="number">{formatCount(count)}</td>
                {isNarrowed && (
                  <>
                    <td class="number">{formatCount(all.get(value) ?? 0)}</td>
                    <td class="number">{perHundred({ value, count }).toFixed(1)}</td>
                  </>
                )}
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

/**
 * The largest number of each shade: by the root of the numbers, so that counties with few works differ, too.
 *
 * @param decimals of the numbers
 */
function largestOf(counties: readonly ShadedCounty[], decimals: number): readonly number[] {
  const roots = counties.map(({ shadedBy }) => Math.sqrt(shadedBy));
  const [least, most] = [Math.min(...roots), Math.max(...roots)];
  return Array.from({ length: SHADES }, (_, at) =>
    Number(((least + ((most - least) * (at + 1)) / SHADES) ** 2).toFixed(decimals)),
  );
}

/** The shade of a number; 0 for none. */
const levelOf = (number: number, largest: readonly number[]): number =>
  number === 0 ? 0 : 1 + largest.findIndex((last) => number <= last);

/** A function from the area of a county to its shade; none where the release does not have the county. */
const shading =
  (
    context: PageContext,
    request: SearchRequest,
    counties: readonly ShadedCounty[],
    largest: readonly number[],
    isByShare: boolean,
  ) =>
  ({ names }: CountyArea): Shade | undefined => {
    const [county] = names.flatMap((name) => countyNamed(context.site, name)?.county.path ?? []);
    if (county === undefined) return undefined;
    const { count = 0, shadedBy = 0 } = counties.find(({ value }) => value === county) ?? {};
    const share = isByShare ? `, ${context.words('perHundred')}: ${shadedBy}` : '';
    return {
      level: levelOf(shadedBy, largest),
      label: `${facetValueName(context, 'county', county)}, ${context.words('works')}: ${formatCount(count)}${share}`,
      href: inCounty(request, county),
    };
  };

/** What the shades mean: the least and the largest number of each that has counties. */
function Legend({
  counties,
  largest,
}: {
  readonly counties: readonly ShadedCounty[];
  readonly largest: readonly number[];
}) {
  return (
    <ol class="shades">
      {largest.map((_, at) => {
        const numbers = counties.flatMap(({ shadedBy }) =>
          levelOf(shadedBy, largest) === at + 1 ? shadedBy : [],
        );
        if (numbers.length === 0) return null;
        const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
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
