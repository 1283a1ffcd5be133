import { formatCount } from '../../base/text.js';
import { mintIris } from '../../model/rdf/iris.js';
import type { PlaceOnMap } from './index/release-index.js';
import type { SearchRequest } from './index/result-search.js';
import { addressOf, Layout, labelOf, type PageContext, PageLinks } from './layout.js';
import { contentOf, type MapSource, viewContent } from './map-content.js';
import { type MapName, MapOfIreland } from './map-of-ireland.js';
import type { MapTiles } from './map-tiles.js';
import { type Box, boxText, framed, IRELAND, pictureOf, resized } from './map-view.js';
import { ResultCard, wordTest } from './result-card.js';
import { Facets, PAGE_SIZE, searchAddress, Views } from './search-page.js';
import type { Site } from './site.js';

/** Places that the map counts at once. */
const MOST_PLACES = 20_000;
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
  const { circles, listed, summary } = contentOf(sourceOf(context, request), box, pictureOf(box));
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
          {context.asFiles === undefined && (
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
          )}
          {context.asFiles === undefined && (
            <nav class="zoom" aria-label={words('map')}>
              <a class="by-picture" href={toBox(resized(box, 0.5))}>
                {words('zoomIn')}
              </a>
              <a class="by-picture" href={toBox(resized(box, 2))}>
                {words('zoomOut')}
              </a>
              <a href={address}>{words('overview')}</a>
            </nav>
          )}
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
                {...(context.asFiles && {
                  'data-places': '/search-index/places.bin',
                  'data-home': '/',
                  'data-language': context.language,
                  'data-words': JSON.stringify({
                    places: words('places'),
                    works: words('works'),
                    more: words('more'),
                  }),
                })}
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

/** What assets/map.js draws of a view of a web map at a zoom. */
export const mapContent = (context: PageContext, request: SearchRequest, box: Box, zoom: number) =>
  viewContent(sourceOf(context, request), countyNames(context), box, zoom);

function sourceOf({ site, words, language }: PageContext, request: SearchRequest): MapSource<PlaceOnMap> {
  const address = searchAddress(request, { path: '/map' });
  return {
    places: placesOnMap(site, request),
    nameOf: (place) => labelOf(place, language),
    addressOf: (place) => addressOf(place.path),
    addressOfBox: (box) => withBox(address, box),
    format: formatCount,
    words: { places: words('places'), works: words('works'), more: words('more') },
  };
}

/** The places that a map counts. */
export const placesOnMap = (site: Site, request: SearchRequest): readonly PlaceOnMap[] =>
  site.index.places(request, MOST_PLACES);

const countyNames = ({ site, language }: PageContext): MapName[] =>
  countiesOnMap(site).map((county) => ({
    latitude: county.latitude,
    longitude: county.longitude,
    text: labelOf(county, language),
  }));

/** The counties, each with the point of its name. */
export const countiesOnMap = (site: Site): readonly PlaceOnMap[] =>
  site.index.placesWith(site.iriOf('category'), mintIris(site.manifest.base).category(COUNTY));

const withBox = (address: string, box: Box): string =>
  `${address}${address.includes('?') ? '&' : '?'}box=${encodeURIComponent(boxText(box))}`;
