import { formatCount } from '../../../base/text.js';
import { BORDERS_LICENCE, COUNTY_BORDERS } from '../../../model/mapping/county-areas.js';
import type { SearchRequest } from '../index/result-search.js';
import { addressOf, Layout, labelOf, type PageContext, PageLinks, type PageProps } from '../layout.js';
import { type Page, POLICY, pageNumber, sendPage, VARY } from '../page.js';
import { TableHead } from '../page-parts.js';
import { ChosenFields, ChosenFilters, Views, WithFacets } from '../search/facets.js';
import { Results } from '../search/result-card.js';
import { filesOfView, PAGE_SIZE, searchAddress, searchOf } from '../search/search-address.js';
import { contentOf, type MapSource, type NamesOfMap, viewContent } from './map-content.js';
import { BordersCredit, MapOfIreland } from './map-of-ireland.js';
import { type MapTiles, originOf } from './map-tiles.js';
import { type Box, boxText, framed, IRELAND, pictureOf, resized, zoomOf } from './map-view.js';
import {
  boxOfCounties,
  countiesOnMap,
  namedPlaces,
  namingHeight,
  type PlaceOnMap,
  placesOnMap,
} from './places-on-map.js';

/** Results on a map. Tiles of another server are the only thing that the page may load from elsewhere. */
export const mapPages = (tiles: MapTiles | undefined): readonly Page[] => [
  {
    path: '/map',
    link: { in: 'menu', text: (words) => words('map') },
    files: filesOfView('map.html'),
    answer: (c, context) => {
      if (tiles !== undefined)
        c.header('content-security-policy', POLICY.replace('img-src', `img-src ${originOf(tiles)}`));
      return sendPage(
        c,
        <MapPage context={context} request={searchOf(c)} page={pageNumber(c)} tiles={tiles} />,
      );
    },
  },
  {
    // What assets/map.js draws of a view of a web map at a zoom.
    path: '/map/view',
    answer: (c, context) => {
      const { box = IRELAND, ...request } = searchOf(c);
      const zoom = zoomOf(c.req.query('zoom'));
      const content = viewContent(sourceOf(context, request), namesOf(context, box), box, zoom);
      return c.json(content, 200, { Vary: VARY });
    },
  },
  {
    // The borders that assets/map.js draws, as GeoJSON.
    path: '/map/counties.json',
    answer: (c) => c.json(BORDERS),
  },
];

/** The borders of the counties as lines (RFC 7946, section 3.1.5), with their licence. */
export const BORDERS = {
  type: 'MultiLineString',
  licence: BORDERS_LICENCE,
  coordinates: COUNTY_BORDERS,
} as const;

interface MapPageProps extends PageProps {
  /** Where it names a part of the map, the works in that part are counted in the facets, and listed. */
  readonly request: SearchRequest;
  /** Of the works in the part. */
  readonly page: number;
  readonly tiles: MapTiles | undefined;
}

/**
 * Results on a map: clusters lead closer, places to their pages. The list beside it has the same places. With script the map can
 * be moved (assets/map.js), and asks for `/map/view` of each view.
 */
function MapPage({ context, request, page, tiles }: MapPageProps) {
  const { site, words } = context;
  const { box: asked, ...everywhere } = request;
  const { county = [] } = request.facets;
  const box = framed(asked ?? (county.length > 0 ? boxOfCounties(site, county) : undefined) ?? IRELAND);
  const { circles, listed, summary } = contentOf(sourceOf(context, everywhere), box, pictureOf(box));
  const toBox = (to: Box): string => searchAddress({ ...request, box: to }, { path: '/map' });
  return (
    <Layout
      context={context}
      title={words('map')}
      search={request.words}
      searchFields={<ChosenFields request={request} />}
      styles={['/assets/leaflet.css', '/assets/map.css']}
      scripts={['/assets/leaflet.js', '/assets/map.js']}
      hasFacets
    >
      <h1>{words('map')}</h1>
      <ChosenFilters context={context} request={request} path="/map" />
      <Views context={context} request={request} current="map" />
      <WithFacets context={context} request={request} path="/map">
        <p>
          {words('mapNote')}
          <span class="touch-only"> {words('touchNote')}</span>
        </p>
        {context.asFiles === undefined && (
          <form class="in-view" action="/map" method="get">
            <input
              type="search"
              name="q"
              value={request.words}
              placeholder={words('wordsInView')}
              aria-label={words('wordsInView')}
            />
            <ChosenFields request={{ ...request, box }} />
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
            <a href={county.length > 0 ? toBox(IRELAND) : searchAddress(everywhere, { path: '/map' })}>
              {words('overview')}
            </a>
            <a href={searchAddress(everywhere, { path: '/map/counties' })}>{words('byCounty')}</a>
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
              data-counties={context.asFiles ? '/search-index/counties.json' : '/map/counties.json'}
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
                names={namesOf(context, box)}
                hasBorders
                box={box}
                hasScale
              />
            </div>
            <BordersCredit context={context} />
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
              <TableHead columns={[words('place'), { number: words('works') }]} />
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
        {asked !== undefined && <WorksInView context={context} request={request} page={page} />}
      </WithFacets>
    </Layout>
  );
}

/** The results that are at a place in the view, in pages. */
function WorksInView({
  context,
  request,
  page,
}: PageProps & { readonly request: SearchRequest; readonly page: number }) {
  const { site, words } = context;
  const { total, records } = site.search.page(request, PAGE_SIZE, (page - 1) * PAGE_SIZE);
  const last = Math.ceil(total / PAGE_SIZE);
  return (
    <section id="works-in-view">
      <h2>
        {words('worksInView')}: {formatCount(total)}
      </h2>
      <Results
        context={context}
        records={records}
        start={(page - 1) * PAGE_SIZE + 1}
        searched={request.words}
      />
      <PageLinks
        context={context}
        page={page}
        last={last}
        addressOf={(to) => `${searchAddress(request, { path: '/map', page: to })}#works-in-view`}
      />
    </section>
  );
}

function sourceOf({ site, words, language }: PageContext, request: SearchRequest): MapSource<PlaceOnMap> {
  return {
    places: placesOnMap(site, request),
    nameOf: (place) => labelOf(place, language),
    addressOf: (place) => addressOf(place.path),
    addressOfBox: (box) => searchAddress({ ...request, box }, { path: '/map' }),
    format: formatCount,
    words: { places: words('places'), works: words('works'), more: words('more') },
  };
}

/** The names of counties and of the other places that a view may name, in the language of the page. */
function namesOf({ site, language }: PageContext, { north, south }: Box): NamesOfMap {
  const least = namingHeight(north - south);
  return site.index.remembered(['names on maps', language, String(least)], () => {
    const named = (place: PlaceOnMap) => ({
      latitude: place.latitude,
      longitude: place.longitude,
      text: labelOf(place, language),
    });
    return {
      counties: countiesOnMap(site).map(named),
      places: namedPlaces(site, least).map((place) => ({ ...named(place), within: place.within })),
    };
  });
}
