import { formatCount } from '../../base/text.js';
import { mintIris } from '../../model/rdf/iris.js';
import type { PlaceOnMap } from './index/release-index.js';
import type { SearchRequest } from './index/result-search.js';
import { addressOf, Layout, labelOf, type PageContext, PageLinks } from './layout.js';
import { type Cluster, clustered, radiusOf } from './map-clusters.js';
import { placedNames } from './map-names.js';
import { type MapCircle, type MapName, MapOfIreland } from './map-of-ireland.js';
import type { MapTiles } from './map-tiles.js';
import {
  type Box,
  boxAround,
  boxText,
  deepestOf,
  framed,
  IRELAND,
  isIn,
  pictureOf,
  resized,
  webMap,
} from './map-view.js';
import { ResultCard, wordTest } from './result-card.js';
import { Facets, PAGE_SIZE, searchAddress, Views } from './search-page.js';

/** Places that the map counts at once. */
const MOST_PLACES = 20_000;
/** Places of the list beside the map. */
const MOST_LISTED = 100;
/** The code of counties in the place-names database. */
const COUNTY = 'CON';

interface MapPageProps {
  readonly context: PageContext;
  readonly request: SearchRequest;
  /** The part of the map that the address asks for, if any: then the works in it are listed. */
  readonly box: Box | undefined;
  /** Of these works. */
  readonly page: number;
  readonly tiles: MapTiles | undefined;
}

/**
 * Results on a map: clusters lead closer, places to their pages. The list beside it has the same places. With script the map can
 * be moved (assets/map.js), and asks for {@link mapContent} of each view.
 */
export function MapPage({ context, request, box: asked, page, tiles }: MapPageProps) {
  const { words } = context;
  const box = framed(asked ?? IRELAND);
  const { circles, listed, summary } = contentOf(context, request, box, pictureOf(box));
  const address = searchAddress(request, { path: '/map' });
  const toBox = (to: Box): string => withBox(address, to);
  return (
    <Layout
      context={context}
      title={words('map')}
      search={request.words}
      styles={['/assets/leaflet.css', '/assets/map.css']}
      scripts={['/assets/leaflet.js', '/assets/map.js']}
    >
      <h1>{words('map')}</h1>
      <Views context={context} request={request} current="map" />
      <div class="with-facets">
        <Facets context={context} request={request} path="/map" />
        <div>
          <p>{words('mapNote')}</p>
          <form class="in-view" action="/map" method="get">
            <input
              type="search"
              name="q"
              value={request.words}
              placeholder={words('wordsInView')}
              aria-label={words('wordsInView')}
            />
            {Object.entries({ ...request.facets, of: request.of }).map(
              ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
            )}
            <input type="hidden" name="box" value={boxText(box)} />
            <button type="submit">{words('searchInView')}</button>
          </form>
          <nav class="zoom" aria-label={words('map')}>
            <a class="by-picture" href={toBox(resized(box, 0.5))}>
              {words('zoomIn')}
            </a>
            <a class="by-picture" href={toBox(resized(box, 2))}>
              {words('zoomOut')}
            </a>
            <a href={address}>{words('overview')}</a>
          </nav>
          <div class="map-and-list">
            <div>
              <div
                id="map"
                data-box={boxText(box)}
                data-country={boxText(IRELAND)}
                data-label={words('mapOf')}
                data-closer={words('zoomIn')}
                data-farther={words('zoomOut')}
                {...(tiles && { 'data-tiles': tiles.address })}
              >
                <MapOfIreland
                  title={words('mapOf')}
                  circles={circles}
                  names={countyNames(context)}
                  box={box}
                />
              </div>
              {tiles !== undefined && (
                <p class="tiles-credit" hidden>
                  {tiles.credit}
                </p>
              )}
            </div>
            <div class="places-in-view">
              <p id="in-view" role="status">
                {summary}
              </p>
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
                <tbody id="places">
                  {listed.shown.map(({ href, label, works }) => (
                    <tr>
                      <td>
                        <a href={href}>{label}</a>
                      </td>
                      <td class="number">{works}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <p id="more-places" hidden={listed.more === ''}>
                {listed.more}
              </p>
            </div>
          </div>
          {asked !== undefined && <WorksInView context={context} request={request} box={box} page={page} />}
        </div>
      </div>
    </Layout>
  );
}

/** The results that are at a place in the view, in pages. */
function WorksInView({
  context,
  request,
  box,
  page,
}: {
  readonly context: PageContext;
  readonly request: SearchRequest;
  readonly box: Box;
  readonly page: number;
}) {
  const { site, words } = context;
  const { total, records } = site.index.worksWithin(request, box, PAGE_SIZE, (page - 1) * PAGE_SIZE);
  const last = Math.ceil(total / PAGE_SIZE);
  const isFound = wordTest(request.words);
  const toPage = (to: number): string =>
    `${withBox(searchAddress(request, { path: '/map', page: to }), box)}#works-in-view`;
  return (
    <section id="works-in-view">
      <h2>
        {words('worksInView')}: {formatCount(total)}
      </h2>
      <ol class="results" start={(page - 1) * PAGE_SIZE + 1}>
        {site.index.cards(records).map((card) => (
          <ResultCard context={context} card={card} isFound={isFound} />
        ))}
      </ol>
      <PageLinks context={context} page={page} last={last} addressOf={toPage} />
    </section>
  );
}

/** What assets/map.js draws: the same circles, names and list as the page, for a view of a web map at a zoom. */
export function mapContent(context: PageContext, request: SearchRequest, box: Box, zoom: number) {
  const at = webMap(Math.min(zoom, deepestOf(box)));
  const { circles, listed, summary } = contentOf(context, request, box, at);
  const [left, top] = at(box.west, box.north);
  const [right, bottom] = at(box.east, box.south);
  const within = (longitude: number, latitude: number) => {
    const [x, y] = at(longitude, latitude);
    return { x: x - left, y: y - top };
  };
  const names = countyNames(context).filter((name) => isIn(box, name));
  const placed = placedNames(
    names.map(({ latitude, longitude, text }) => ({ text, ...within(longitude, latitude) })),
    circles.map(({ latitude, longitude, weight }) => ({
      ...within(longitude, latitude),
      radius: radiusOf(weight),
    })),
    { width: right - left, height: bottom - top },
  );
  return {
    circles: circles.map(({ weight, ...circle }) => ({ ...circle, weight, radius: radiusOf(weight) })),
    names: placed.flatMap(({ text, across, down }) =>
      names.filter((name) => name.text === text).map((name) => ({ ...name, across, down })),
    ),
    places: listed.shown,
    more: listed.more,
    summary,
  };
}

/** Circles for a view, with the part of the map that a cluster leads to, and the places in it. */
function contentOf(
  { site, words, language }: PageContext,
  request: SearchRequest,
  box: Box,
  at: Parameters<typeof clustered>[2],
) {
  const address = searchAddress(request, { path: '/map' });
  const counted = (places: number, works: number): string =>
    `${words('places')}: ${formatCount(places)}, ${words('works')}: ${formatCount(works)}`;
  const clusters = clustered(site.index.places(request, MOST_PLACES), box, at);
  const circles = clusters.map((cluster): MapCircle & { readonly box?: string } => {
    const { latitude, longitude, works, points } = cluster;
    const [only] = points;
    const isOne = points.length === 1 && only !== undefined;
    const closer = closerTo(cluster, box);
    return {
      latitude,
      longitude,
      weight: works,
      ...(works > 0 && { text: formatCount(works) }),
      label: isOne
        ? `${labelOf(only, language)}, ${words('works')}: ${formatCount(works)}`
        : counted(points.length, works),
      ...(isOne ? { href: addressOf(only.path) } : { href: withBox(address, closer), box: boxText(closer) }),
    };
  });
  const inside = clusters.flatMap(({ points }) => points).toSorted((a, b) => b.works - a.works);
  // Places without works are listed only where there are no others.
  const withWorks = inside.filter(({ works }) => works > 0);
  const places = withWorks.length > 0 ? withWorks : inside;
  const rest = places.length - MOST_LISTED;
  const listed = {
    shown: places.slice(0, MOST_LISTED).map((place) => ({
      href: addressOf(place.path),
      label: labelOf(place, language),
      works: formatCount(place.works),
    })),
    more: rest > 0 ? `${formatCount(rest)} ${words('more')}` : '',
  };
  return { circles, listed, summary: `${words('places')}: ${formatCount(places.length)}` };
}

/** The part of the map around the places of a cluster, at most half of what is shown. */
function closerTo({ latitude, longitude, points }: Cluster<PlaceOnMap>, box: Box): Box {
  const around = boxAround(points);
  const height = (one: Box): number => one.north - one.south;
  if (height(around) <= height(box) / 2) return around;
  const middle = { west: longitude, east: longitude, south: latitude, north: latitude };
  const half = height(box) / 4;
  return framed({ ...middle, south: latitude - half, north: latitude + half });
}

const countyNames = ({ site, language }: PageContext): MapName[] =>
  site.index
    .placesWith(site.iriOf('category'), mintIris(site.manifest.base).category(COUNTY))
    .map((county) => ({
      latitude: county.latitude,
      longitude: county.longitude,
      text: labelOf(county, language),
    }));

const withBox = (address: string, box: Box): string =>
  `${address}${address.includes('?') ? '&' : '?'}box=${encodeURIComponent(boxText(box))}`;
