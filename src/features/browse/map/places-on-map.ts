import { metresBetween } from '../../../base/great-circle.js';
import { mintIris } from '../../../model/rdf/iris.js';
import { PROPERTY, type ResourceSummary, SUMMARY } from '../index/release-index.js';
import type { PlacePoint } from '../index/release-search.js';
import type { Found, SearchRequest } from '../index/result-search.js';
import type { Site } from '../site.js';
import { type Box, boxAround, DEGREE, IRELAND, isIn } from './map-view.js';

/* The points of places, with the works at them. */

/** A place with works. */
export interface PlaceOnMap extends ResourceSummary {
  readonly latitude: number;
  readonly longitude: number;
  readonly works: number;
}

/** A place near another. */
interface NearPlace extends PlaceOnMap {
  readonly kilometres: number;
}

/** A point with the number of works at it. */
interface WorkPoint extends PlacePoint {
  readonly works: number;
}

/** Places that the map counts at once. */
const MOST_PLACES = 20_000;
/** Points of a record, at most. */
const MOST_POINTS = 50;
/** The code of counties in the place-names database. */
const COUNTY = 'CON';
/**
 * The categories of places that are named on the map, by their codes, and the degrees of latitude of a view that names them: small
 * places in narrow views.
 */
const NAMED_WITHIN: Readonly<Record<string, number>> = {
  ...{ B: 1.5, ID: 0.8, SRB: 0.8, OIL: 0.8 },
  ...{ PAR: 0.4, SL: 0.4, CN: 0.4, L: 0.4, CUAN: 0.4, BA: 0.4 },
  ...{ BF: 0.15, LE: 0.15, ABH: 0.15, RINN: 0.15, TRA: 0.15, CT: 0.15, GL: 0.15 },
};

/** The places of searches that are remembered: a map that is moved asks again and again for those of one search. */
const PLACES = new WeakMap<Found, readonly PlaceOnMap[]>();

/** The places that a map counts: those of the results that have a point; most works first. */
export function placesOnMap(site: Site, request: SearchRequest): readonly PlaceOnMap[] {
  const found = site.search.found(request);
  const places = PLACES.get(found) ?? placesOfWorks(site, request, MOST_PLACES);
  PLACES.set(found, places);
  return places;
}

/** Places of the results that have a point, with the number of their works among the results; most first. */
export const placesOfWorks = (site: Site, request: SearchRequest, most: number): PlaceOnMap[] =>
  labelled(site, workPoints(site, request).slice(0, most));

/** The points of the places of {@link placesOfWorks}, without what the places are called. */
export function workPoints(site: Site, request: SearchRequest): readonly WorkPoint[] {
  const { results } = site.search;
  const works = results.worksByPlace(site.search.found(request).ids);
  return site.search
    .points()
    .filter(({ id }) => works.has(id))
    .map((point) => ({ ...point, works: works.get(point.id) ?? 0 }))
    .toSorted((a, b) => b.works - a.works || a.id - b.id);
}

/** The places with works near a place, the nearest first. */
export function placesNear(site: Site, path: string, kilometres: number, most: number): readonly NearPlace[] {
  const id = site.index.idOf(path);
  const [centre] = pointsOf(site, path).filter((point) => point.path === path);
  if (centre === undefined) return [];
  const up = kilometres / DEGREE;
  const across = up / Math.cos((centre.latitude * Math.PI) / 180);
  const near = site.search
    .points()
    .filter(
      (point) =>
        Math.abs(point.latitude - centre.latitude) <= up &&
        Math.abs(point.longitude - centre.longitude) <= across &&
        point.id !== id,
    )
    .map((point) => ({ ...point, kilometres: metresBetween(centre, point) / 1000 }))
    .filter((point) => point.kilometres <= kilometres)
    .toSorted((a, b) => a.kilometres - b.kilometres);
  const found: (WorkPoint & { readonly kilometres: number })[] = [];
  for (const point of near) {
    const works = site.search.results.worksAt([point.id]).length;
    if (works > 0) found.push({ ...point, works });
    if (found.length >= most) break;
  }
  return labelled(site, found);
}

/** The points of a place, or of the places that a work is at. */
export function pointsOf({ index, search }: Site, path: string): PlaceOnMap[] {
  const id = index.idOf(path);
  if (id === undefined) return [];
  const places = [id, ...search.results.placesOf(id)].slice(0, MOST_POINTS);
  return index.all<PlaceOnMap>(
    `SELECT DISTINCT ${SUMMARY}, point.latitude, point.longitude, 0 AS works FROM point JOIN resource ON resource.id = point.resource
     WHERE point.resource IN (${places.map(() => '?').join(', ')})`,
    places,
  );
}

/** The counties, each with the point of its name. */
export const countiesOnMap = (site: Site): readonly PlaceOnMap[] =>
  site.index.remembered(['counties'], () => placesOfCategory(site, COUNTY));

/** A place that is named in views of so many degrees of latitude, and in narrower ones. */
interface NamedPlace extends PlaceOnMap {
  readonly within: number;
}

/** The degrees of latitude, of those of {@link NAMED_WITHIN}, that name the places which a view of some height names. */
export const namingHeight = (height: number): number =>
  Math.min(...Object.values(NAMED_WITHIN).filter((within) => within >= height));

/** The places that maps name in views of at least so many degrees of latitude, those of wide views first. */
export const namedPlaces = (site: Site, least: number): readonly NamedPlace[] =>
  Object.entries(NAMED_WITHIN).flatMap(([code, within]) =>
    within < least ? [] : placesOfCategory(site, code).map((place) => ({ ...place, within })),
  );

const placesOfCategory = ({ index, iriOf }: Site, code: string): readonly PlaceOnMap[] =>
  index.all<PlaceOnMap>(
    `SELECT ${SUMMARY}, min(point.latitude) AS latitude, min(point.longitude) AS longitude, 0 AS works FROM link
     JOIN resource ON resource.id = link.source JOIN point ON point.resource = link.source
     WHERE link.target = (SELECT id FROM resource WHERE path = ?)
     AND link.property = ${PROPERTY} GROUP BY resource.id ORDER BY resource.id`,
    [index.pathOf(mintIris(index.base).category(code)), iriOf('category')],
  );

/** The part of the map that holds some counties, by the places in them; undefined where none has a place. */
export function boxOfCounties(site: Site, counties: readonly string[]): Box | undefined {
  const { ids } = site.search.found({ words: '', facets: { kind: ['place'], county: counties } });
  const places = new Set(ids);
  const points = site.search.points().filter((point) => places.has(point.id) && isIn(IRELAND, point));
  return points.length === 0 ? undefined : boxAround(points);
}

/** Points of places with what the places are called. */
function labelled<P extends PlacePoint>(
  { index }: Site,
  points: readonly P[],
): (ResourceSummary & Omit<P, 'id'>)[] {
  const summaries = index.summariesOf(points.map(({ id }) => id));
  return points.flatMap(({ id: _, ...point }, at) => {
    const summary = summaries[at];
    return summary === undefined ? [] : { ...summary, ...point };
  });
}
