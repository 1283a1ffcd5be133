import { formatCount } from '../../../base/text.js';
import type { SearchRequest } from '../index/result-search.js';
import { addressOf, Layout, labelOf, type PageContext, PageLinks, type PageProps } from '../layout.js';
import { type Page, POLICY, pageNumber, sendPage, VARY } from '../page.js';
import { TableHead } from '../page-parts.js';
import { ChosenFields, ChosenFilters, Facets, Views } from '../search/facets.js';
import { Results } from '../search/result-card.js';
import { PAGE_SIZE, searchAddress, searchOf } from '../search/search-address.js';
import { contentOf, type MapSource, viewContent } from './map-content.js';
import { type MapName, MapOfIreland } from './map-of-ireland.js';
import { type MapTiles, originOf } from './map-tiles.js';
import { type Box, boxOf, boxText, framed, IRELAND, pictureOf, resized, zoomOf } from './map-view.js';
import { countiesOnMap, type PlaceOnMap, placesOnMap, worksWithin } from './places-on-map.js';

/** Results on a map. Tiles of another server are the only thing that the page may load from elsewhere. */
export const mapPages = (tiles: MapTiles | undefined): readonly Page[] => [
  {
    path: '/map',
    answer: (c, context) => {
      if (tiles !== undefined)
        c.header('content-security-policy', POLICY.replace('img-src', `img-src ${originOf(tiles)}`));
      return sendPage(
        c,
        <MapPage
          context={context}
          request={searchOf(c)}
          box={boxOf(c.req.query('box'))}
          page={pageNumber(c)}
          tiles={tiles}
        />,
      );
    },
  },
  {
    // What assets/map.js draws of a view of a web map at a zoom.
    path: '/map/view',
    answer: (c, context) => {
      const box = boxOf(c.req.query('box')) ?? IRELAND;
      const zoom = zoomOf(c.req.query('zoom'));
      const content = viewContent(sourceOf(context, searchOf(c)), countyNames(context), box, zoom);
      return c.json(content, 200, { Vary: VARY });
    },
  },
];

interface MapPageProps extends PageProps {
  readonly request: SearchRequest;
  /** The part of the map that the address asks for, if any: then the works in it are listed. */
  readonly box: Box | undefined;
  /** Of these works. */
  readonly page: number;
  readonly tiles: MapTiles | undefined;
}

/**
 * Results on a map: clusters lead closer, places to their pages. The list beside it has the same places. With script the map can
 * be moved (assets/map.js), and asks for `/map/view` of each view.
 */
function MapPage({ context, request, box: asked, page, tiles }: MapPageProps) {
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
      searchFields={<ChosenFields request={request} />}
      styles={['/assets/leaflet.css', '/assets/map.css']}
      scripts={['/assets/leaflet.js', '/assets/map.js']}
    >
      <h1>{words('map')}</h1>
      <ChosenFilters context={context} request={request} path="/map" />
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
              <ChosenFields request={request} />
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
}: PageProps & { readonly request: SearchRequest; readonly box: Box; readonly page: number }) {
  const { site, words } = context;
  const { total, records } = worksWithin(site, request, box, PAGE_SIZE, (page - 1) * PAGE_SIZE);
  const last = Math.ceil(total / PAGE_SIZE);
  const toPage = (to: number): string =>
    `${withBox(searchAddress(request, { path: '/map', page: to }), box)}#works-in-view`;
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
      <PageLinks context={context} page={page} last={last} addressOf={toPage} />
    </section>
  );
}

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

const countyNames = ({ site, language }: PageContext): MapName[] =>
  countiesOnMap(site).map((county) => ({
    latitude: county.latitude,
    longitude: county.longitude,
    text: labelOf(county, language),
  }));

const withBox = (address: string, box: Box): string =>
  `${address}${address.includes('?') ? '&' : '?'}box=${encodeURIComponent(boxText(box))}`;
