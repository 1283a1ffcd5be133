import type { Coordinates } from '../../schema/fields.js';
import type { Place } from '../../schema/placenames/place.js';
import type { Given } from '../../services/parameter.js';
import { DEFAULT_RADIUS, type placeFilters } from '../../services/placenames.js';
import {
  changeDateFilters,
  dayOf,
  type FilterTable,
  matchesAll,
  modifiedDayOf,
  paginate,
} from '../filters.js';
import type { ById } from '../records.js';

/** The mean radius of the WGS 84 ellipsoid, metres: a great circle's. */
const EARTH_RADIUS = 6_371_008.8;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in metres (haversine). */
export function distanceBetween(a: Coordinates, b: Coordinates): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const east = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const chord = north + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** How far a place is: by the nearest of its coordinates; infinitely far without any (wire-format 4). */
export function distanceTo(place: Place, from: Coordinates): number {
  const points = place.geography?.coordinates ?? [];
  return Math.min(...points.map((point) => distanceBetween(point, from)), Number.POSITIVE_INFINITY);
}

/** A name for comparing: composed, so that one accent is one letter however it was typed; case and spacing are ignored. */
const fold = (name: string) =>
  name.normalize('NFC').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim();

/** A folded name without its accents. */
const bare = (folded: string) => folded.normalize('NFD').replace(/\p{M}/gu, '');

/** The words of a folded name: runs of letters, digits and apostrophes. */
const wordsOf = (folded: string) => folded.match(/[\p{L}\p{M}\p{N}'⁊]+/gu) ?? [];

/** The words alone, a space before and after each, so that a part of a word is not found. */
const phrase = (folded: string) => ` ${wordsOf(folded).join(' ')} `;
const NO_WORDS = phrase('');

/** What a query says about one name. */
type Likeness = 'same' | 'contains' | 'similar' | 'other';

/**
 * Makes the judge of a query (wire-format 4): `same` is the whole name, word for word, `contains` has it as whole words
 * among others, `similar` differs from it in accents or by one edit.
 */
export function nameMatcher(query: string): (wording: string) => Likeness {
  const asked = fold(query);
  const sought = phrase(asked);
  return (wording) => {
    const name = fold(wording);
    if (name === asked) return 'same';
    const said = phrase(name);
    if (sought !== NO_WORDS && said.includes(sought)) return said === sought ? 'same' : 'contains';
    return bare(name) === bare(asked) || isOneEdit(name, asked) ? 'similar' : 'other';
  };
}

/** The wordings of places that are alike in one way, each once, in a fixed order. */
export function namesOfLikeness(
  places: readonly Place[],
  judge: (wording: string) => Likeness,
  wanted: Likeness,
): string[] {
  const names = places.flatMap((place) => place.placenames.map((name) => name.wording));
  return [...new Set(names)].filter((wording) => judge(wording) === wanted).sort();
}

/** Whether one letter added, dropped or changed makes the one of the other. */
function isOneEdit(one: string, other: string): boolean {
  const [short, long] = [[...one], [...other]].sort((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || long.length - short.length > 1) return false;
  const first = long.findIndex((letter, index) => letter !== short[index]);
  const rest = short.slice(short.length === long.length ? first + 1 : first);
  return first >= 0 && rest.join('') === long.slice(first + 1).join('');
}

type Filters = typeof placeFilters;
type Asked = Given<Filters>;
/** What chooses places one by one; Query and the pages look at all of them. */
type Rowed = Omit<Filters, 'Query' | 'Page' | 'PerPage'>;

/** The category of streets (place-names-service 2). */
const STREET = 'SR';

const inCategory = (place: Place, code: string) => place.categories.some((category) => category.id === code);

/** The centre of a geographic query. */
function centreOf(given: Asked) {
  const { Latitude, Longitude } = given;
  return Latitude === undefined || Longitude === undefined
    ? undefined
    : { latitude: Latitude, longitude: Longitude };
}

function near(_: unknown, given: Asked) {
  const centre = centreOf(given);
  const radius = given.Radius ?? DEFAULT_RADIUS;
  return (place: Place) => centre === undefined || distanceTo(place, centre) <= radius;
}

/** Place-names-service 4, query parameters; flags are three-valued: true, false, not given. */
const rows = (within: (id: number) => ReadonlySet<number>): FilterTable<Rowed, Place> => ({
  PlaceID: (id) => {
    const inside = within(id);
    return (one) => inside.has(one.id);
  },
  CategoryID: (code) => (one) => inCategory(one, code),
  GlossaryID: (id) => (one) => one.glossary.some((entry) => entry.id === id),
  ExcludeStreets: (excluded) => (one) => !excluded || !inCategory(one, STREET),
  Latitude: near,
  Longitude: near,
  Radius: near,
  Accurate: (accurate) => (one) => one.geography?.accurate === accurate,
  Gaeltacht: (wanted) => (one) => (one.gaeltacht !== undefined) === wanted,
  PostOffice: (wanted) => (one) => (one.postOffice !== undefined) === wanted,
  NorthernIreland: (wanted) => (one) => (one.northernIreland !== undefined) === wanted,
  ...changeDateFilters((one: Place) => dayOf(one.dateCreated), modifiedDayOf),
});

/** What the place list answers (wire-format 4). */
export function selectPlaces(places: ById<Place>, within: (id: number) => ReadonlySet<number>, given: Asked) {
  const candidates = [...places.values()].filter(matchesAll(rows(within), given));
  const { hits, ...names } = answerQuery(candidates, given.Query);
  const centre = centreOf(given);
  // Sorting is stable: places equally far stay in the order of their ids.
  const sorted =
    centre === undefined ? hits : hits.sort((a, b) => distanceTo(a, centre) - distanceTo(b, centre));
  return { totalCount: hits.length, ...shown(sorted, given), ...names };
}

/** Keeps the places with a name that fits the query, and gathers the names of the others that nearly do. */
function answerQuery(candidates: Place[], query: string | undefined) {
  if (query === undefined) return { hits: candidates, similarNames: [], relatedNames: [] };
  const judge = nameMatcher(query);
  const fits = (place: Place) =>
    place.placenames.some((name) => ['same', 'contains'].includes(judge(name.wording)));
  return {
    hits: candidates.filter(fits),
    similarNames: namesOfLikeness(candidates, judge, 'similar'),
    relatedNames: namesOfLikeness(candidates, judge, 'contains'),
  };
}

/** Everything, unless a page of it is asked for. */
function shown(sorted: readonly Place[], given: Asked) {
  if (given.Page === undefined && given.PerPage === undefined) return { places: sorted };
  const { records, ...page } = paginate(sorted, given);
  return { ...page, places: records };
}
