import { BarChart } from '../../release/report-pages/charts.js';
import type { DateCounts, SearchRequest } from './index/result-search.js';
import { QUALIFIER_NAMES, QUALIFIERS, type Word } from './interface-words.js';
import { addressOf, Layout, labelOf, numberIn, type PageContext } from './layout.js';
import { type Box, clustered, IRELAND, MapOfIreland } from './map-of-ireland.js';
import { Facets, searchAddress, Views } from './search-page.js';

/** Places that the map counts at once. */
const MOST_PLACES = 20_000;
/** Rows of a table beside a picture. */
const MOST_ROWS = 100;

/** Degrees of an address: `west,south,east,north`. Undefined when it is not a part of the map. */
export function boxOf(text: string | undefined): Box | undefined {
  const [west, south, east, north] = (text ?? '').split(',').map(Number);
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return undefined;
  if (![west, south, east, north].every(Number.isFinite) || east - west < 0.01 || north - south < 0.01)
    return undefined;
  return west >= -20 && east <= 5 && south >= 45 && north <= 62 ? { west, south, east, north } : undefined;
}

const boxText = ({ west, south, east, north }: Box): string =>
  [west, south, east, north].map((degrees) => String(Math.round(degrees * 1000) / 1000)).join(',');

/** A part of the map of another size, around a point. */
function around(latitude: number, longitude: number, box: Box, factor: number): Box {
  const width = Math.min(((box.east - box.west) * factor) / 2, (IRELAND.east - IRELAND.west) / 2);
  const height = Math.min(((box.north - box.south) * factor) / 2, (IRELAND.north - IRELAND.south) / 2);
  return {
    west: longitude - width,
    east: longitude + width,
    south: latitude - height,
    north: latitude + height,
  };
}

interface PictureProps {
  readonly context: PageContext;
  readonly request: SearchRequest;
}

/** Results on a map: clusters lead closer, places to their pages. The table beside it has the same content. */
export function MapPage({
  context,
  request,
  box = IRELAND,
}: PictureProps & { readonly box?: Box | undefined }) {
  const { site, words, language } = context;
  const places = site.index.places(request, MOST_PLACES);
  const clusters = clustered(places, box);
  const search = searchAddress(request, { path: '/map' });
  const toBox = (to: Box): string =>
    `${search}${search.includes('?') ? '&' : '?'}box=${encodeURIComponent(boxText(to))}`;
  const circles = clusters.map(({ latitude, longitude, works, points }) => {
    const [only] = points;
    const isOne = points.length === 1 && only !== undefined;
    return {
      latitude,
      longitude,
      weight: Math.max(works, points.length / 4),
      text: works > 0 ? String(works) : String(points.length),
      label: isOne
        ? `${labelOf(only, language)} (${works})`
        : `${points.length} ${words('places')}, ${works} ${words('works')}`,
      href: isOne ? addressOf(only.path) : toBox(around(latitude, longitude, box, 0.4)),
    };
  });
  // Places without works are on the map, and in the table only where there are no others.
  const inside = clusters.flatMap(({ points }) => points).toSorted((a, b) => b.works - a.works);
  const inBox = inside.some(({ works }) => works > 0) ? inside.filter(({ works }) => works > 0) : inside;
  const middle = [(box.south + box.north) / 2, (box.west + box.east) / 2] as const;
  return (
    <Layout context={context} title={words('map')} search={request.words}>
      <h1>{words('map')}</h1>
      <Views context={context} request={request} current="map" />
      <div class="with-facets">
        <Facets context={context} request={request} path="/map" />
        <div>
          <p>{words('mapNote')}</p>
          <nav class="zoom" aria-label={words('map')}>
            <a href={toBox(around(...middle, box, 0.5))}>{words('zoomIn')}</a>
            <a href={toBox(around(...middle, box, 2))}>{words('zoomOut')}</a>
            <a href={search}>{words('overview')}</a>
          </nav>
          <MapOfIreland title={words('mapOf')} circles={circles} box={box} />
          <table>
            <caption>{words('places')}</caption>
            <thead>
              <tr>
                <th scope="col">{words('place')}</th>
                <th scope="col" class="number">
                  {words('works')}
                </th>
              </tr>
            </thead>
            <tbody>
              {inBox.slice(0, MOST_ROWS).map((place) => (
                <tr>
                  <td>
                    <a href={addressOf(place.path)}>{labelOf(place, language)}</a>
                  </td>
                  <td class="number">{place.works}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {inBox.length > MOST_ROWS && (
            <p>
              {inBox.length - MOST_ROWS} {words('more')}
            </p>
          )}
        </div>
      </div>
    </Layout>
  );
}

/** Years on a timeline. */
const MOST_YEARS = 300;

/** Years in order, with those between them; without these where there are too many. */
function withGaps(years: readonly number[]): number[] {
  const [first = 0, ...others] = years.toSorted((a, b) => a - b);
  const span = (others.at(-1) ?? first) - first + 1;
  if (years.length === 0 || span > MOST_YEARS) return years.toSorted((a, b) => a - b);
  return Array.from({ length: span }, (_, at) => first + at);
}

/** Works by year as bars, one part for each qualifier, and the same as a table. */
export function TimelinePage({ context, request }: PictureProps) {
  const { site, words, language } = context;
  const dates = site.index.dates(request);
  const years = new Map<number, number[]>();
  for (const { year, qualifier, count } of dates.years) {
    const counts = years.get(year) ?? QUALIFIERS.map(() => 0);
    const at = QUALIFIERS.indexOf(qualifier ?? 'stated');
    counts[at] = (counts[at] ?? 0) + count;
    years.set(year, counts);
  }
  const rows = withGaps([...years.keys()]).map((year) => {
    const decade = String(Math.floor(year / 10) * 10);
    const values = years.get(year) ?? QUALIFIERS.map(() => 0);
    const href = searchAddress({ ...request, facets: { ...request.facets, decade } });
    return { label: String(year), values, ...(years.has(year) && { href }) };
  });
  return (
    <Layout
      context={context}
      title={words('timeline')}
      search={request.words}
      styles={['/assets/charts.css']}
    >
      <h1>{words('byYear')}</h1>
      <Views context={context} request={request} current="timeline" />
      <div class="with-facets">
        <Facets context={context} request={request} path="/timeline" />
        <div>
          <DateSummary context={context} dates={dates} />
          {rows.length === 0 ? (
            <p>{words('noResults')}</p>
          ) : (
            <BarChart
              title={words('byYear')}
              caption={words('timelineNote')}
              direction="vertical"
              series={QUALIFIERS.map((qualifier) => QUALIFIER_NAMES[qualifier][language])}
              rows={rows}
              labels={words('year')}
              tableTitle={words('numbersAsTable')}
              isTableOpen
            />
          )}
        </div>
      </div>
    </Layout>
  );
}

const PERIOD_WORDS = {
  own: 'periodsOwn',
  part: 'periodsPart',
  collection: 'periodsCollection',
} as const satisfies Readonly<Record<keyof DateCounts['periods'], Word>>;

/** How many works are in the chart, and what dates the others have. */
function DateSummary({ context, dates }: { readonly context: PageContext; readonly dates: DateCounts }) {
  const { words, language } = context;
  const single = dates.years.reduce((sum, { count }) => sum + count, 0);
  const periods = Object.entries(dates.periods).filter(([, count]) => count > 0);
  const inPeriods = periods.reduce((sum, [, count]) => sum + count, 0);
  const named = periods.map(
    ([from, count]) =>
      `${numberIn(language, count)} ${words(PERIOD_WORDS[from as keyof typeof PERIOD_WORDS])}`,
  );
  return (
    <ul class="date-summary">
      <li>
        {numberIn(language, single)} {words('datesOneYear')}
      </li>
      {inPeriods > 0 && (
        <li>
          {numberIn(language, inPeriods)} {words('datesPeriods')} {named.join(', ')}
        </li>
      )}
      {dates.undated > 0 && (
        <li>
          {numberIn(language, dates.undated)} {words('datesUndated')}
        </li>
      )}
    </ul>
  );
}
