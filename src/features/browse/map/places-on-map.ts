import { mintIris } from '../../../model/rdf/iris.js';
import { PROPERTY, type ResourceSummary, SUMMARY } from '../index/release-index.js';
import type { Found, SearchRequest } from '../index/result-search.js';
import type { Site } from '../site.js';
import { type Box, isIn } from './map-view.js';

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

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The point of a resource, by its number. */
interface PlacePoint extends Point {
  readonly id: number;
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
/** Kilometres of a degree of latitude. */
const DEGREE = 111.2;

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
  return placePoints(site)
    .filter(({ id }) => works.has(id))
    .map((point) => ({ ...point, works: works.get(point.id) ?? 0 }))
    .toSorted((a, b) => b.works - a.works || a.id - b.id);
}

/** The works among the results that are at a place in a box, in the order of the results: a page of them. */
export function worksWithin(
  site: Site,
  request: SearchRequest,
  box: Box,
  most: number,
  offset: number,
): { readonly total: number; readonly records: readonly ResourceSummary[] } {
  const { results } = site.search;
  const inside = new Set(placePoints(site).flatMap((point) => (isIn(box, point) ? point.id : [])));
  const { ids } = site.search.found(request);
  const works = ids.filter((id) => results.placesOf(id).some((place) => inside.has(place)));
  return { total: works.length, records: site.index.summariesOf(works.subarray(offset, offset + most)) };
}

/** The places with works near a place, the nearest first. */
export function placesNear(site: Site, path: string, kilometres: number, most: number): readonly NearPlace[] {
  const id = site.index.idOf(path);
  const [centre] = pointsOf(site, path).filter((point) => point.path === path);
  if (centre === undefined) return [];
  const near = placePoints(site)
    .filter((point) => Math.abs(point.latitude - centre.latitude) * DEGREE <= kilometres && point.id !== id)
    .map((point) => ({ ...point, kilometres: distance(centre, point) }))
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
export const countiesOnMap = ({ index, iriOf }: Site): readonly PlaceOnMap[] =>
  index.remembered(['counties on the map'], () =>
    index.all<PlaceOnMap>(
      `SELECT ${SUMMARY}, min(point.latitude) AS latitude, min(point.longitude) AS longitude, 0 AS works FROM link
       JOIN resource ON resource.id = link.source JOIN point ON point.resource = link.source
       WHERE link.target = (SELECT id FROM resource WHERE path = ?)
       AND link.property = ${PROPERTY} GROUP BY resource.id ORDER BY resource.id`,
      [index.pathOf(mintIris(index.base).category(COUNTY)), iriOf('category')],
    ),
  );

/** The first point of each place. */
const placePoints = ({ index }: Site): readonly PlacePoint[] =>
  index.remembered(['points of places'], () =>
    index.all(
      'SELECT resource AS id, min(latitude) AS latitude, min(longitude) AS longitude FROM point GROUP BY resource',
    ),
  );

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

/** Kilometres between two points of Ireland: on a plane, which is wrong by metres. */
function distance(one: Point, other: Point): number {
  const north = (other.latitude - one.latitude) * DEGREE;
  const east = (other.longitude - one.longitude) * DEGREE * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}
