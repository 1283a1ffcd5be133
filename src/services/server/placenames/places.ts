import { metresBetween } from '../../../base/great-circle.js';
import type { Given } from '../../../model/endpoints/parameter.js';
import { DEFAULT_RADIUS, type placeFilters } from '../../../model/endpoints/placenames.js';
import type { Coordinates } from '../../../model/schema/fields.js';
import type { Place } from '../../../model/schema/placenames/place.js';
import {
  changeDateFilters,
  coded,
  dayOf,
  type FilterTable,
  matchesAll,
  modifiedDayOf,
  paginate,
} from '../filters.js';
import type { ById } from '../records.js';

/** The distance to the nearest point of a place; infinite without a point (wire-format 4). */
function distanceTo(place: Place, from: Coordinates): number {
  const points = place.geography?.coordinates ?? [];
  return Math.min(...points.map((point) => metresBetween(point, from)), Number.POSITIVE_INFINITY);
}

/** A name for comparison: in Unicode form NFC, without differences of case and spacing. */
const fold = (name: string) =>
  name.normalize('NFC').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim();

/** A folded name without its accents. */
const bare = (folded: string) => folded.normalize('NFD').replace(/\p{M}/gu, '');

/** The words of a folded name: runs of letters, digits and apostrophes. */
const wordsOf = (folded: string) => folded.match(/[\p{L}\p{M}\p{N}'⁊]+/gu) ?? [];

/** How a name matches a query. */
type Likeness = 'same' | 'contains' | 'similar' | 'other';

/**
 * Returns a function that compares names with a query (wire-format 4): `same` is the whole name, `contains` has the query
 * as whole words among others, `similar` is a name that differs in accents or by one edit, or has such words among others.
 */
function nameMatcher(query: string): (wording: string) => Likeness {
  const folded = fold(query);
  const words = wordsOf(folded);
  const phrase = words.join(' ');
  const isLike = (other: string) =>
    [folded, phrase].some((one) => one !== '' && (bare(other) === bare(one) || isOneEdit(other, one)));
  return (wording) => {
    const name = fold(wording);
    const nameWords = wordsOf(name);
    if (name === folded || (words.length > 0 && nameWords.join(' ') === phrase)) return 'same';
    // As many words as the query has, at each place in the name; a part of a word is no match.
    const phrases = nameWords
      .slice(words.length - 1)
      .map((_, at) => nameWords.slice(at, at + words.length).join(' '));
    if (words.length > 0 && phrases.includes(phrase)) return 'contains';
    return [name, ...phrases].some(isLike) ? 'similar' : 'other';
  };
}

/** Whether two names differ by one letter added, removed or changed. */
function isOneEdit(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2) return false;
  const [short, long] = [[...one], [...other]].sort((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || long.length - short.length > 1) return false;
  const first = long.findIndex((letter, index) => letter !== short[index]);
  const rest = short.slice(short.length === long.length ? first + 1 : first);
  return first >= 0 && rest.join('') === long.slice(first + 1).join('');
}

type Filters = typeof placeFilters;
type PlaceQuery = Given<Filters>;
/** The filters of single places; Query and paging need all of them. */
type Rowed = Omit<Filters, 'Query' | 'Page' | 'PerPage'>;

/** The category of streets (place-names-service 2). */
const STREET = 'SR';

const inCategory = (code: string) =>
  coded(code, (place: Place) => place.categories.map((category) => category.id));
const isStreet = inCategory(STREET);

/** The centre of a geographic query. */
function centreOf(given: PlaceQuery) {
  const { Latitude, Longitude } = given;
  return Latitude === undefined || Longitude === undefined
    ? undefined
    : { latitude: Latitude, longitude: Longitude };
}

function near(_: unknown, given: PlaceQuery) {
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
  CategoryID: inCategory,
  GlossaryID: (id) => (one) => one.glossary.some((entry) => entry.id === id),
  ExcludeStreets: (excluded) => (one) => !excluded || !isStreet(one),
  Latitude: near,
  Longitude: near,
  Radius: near,
  Accurate: (accurate) => (one) => one.geography?.accurate === accurate,
  Gaeltacht: (wanted) => (one) => (one.gaeltacht !== undefined) === wanted,
  PostOffice: (wanted) => (one) => (one.postOffice !== undefined) === wanted,
  NorthernIreland: (wanted) => (one) => (one.northernIreland !== undefined) === wanted,
  ...changeDateFilters((one: Place) => dayOf(one.dateCreated), modifiedDayOf),
});

/** The answer of the place list (wire-format 4). */
export function selectPlaces(
  places: ById<Place>,
  within: (id: number) => ReadonlySet<number>,
  given: PlaceQuery,
) {
  const candidates = [...places.values()].filter(matchesAll(rows(within), given));
  const { hits, ...names } = answerQuery(candidates, given.Query);
  const centre = centreOf(given);
  // Sorting is stable: places equally far stay in the order of their ids.
  const sorted =
    centre === undefined ? hits : hits.sort((a, b) => distanceTo(a, centre) - distanceTo(b, centre));
  return { totalCount: hits.length, ...shown(sorted, given), ...names };
}

/** The places with a name that matches the query, and similar names of all places. */
function answerQuery(candidates: Place[], query: string | undefined) {
  if (query === undefined) return { hits: candidates, similarNames: [], relatedNames: [] };
  const match = nameMatcher(query);
  const names = new Set(candidates.flatMap((place) => place.placenames.map((name) => name.wording)));
  const likeness = new Map([...names].map((wording) => [wording, match(wording)]));
  const like = (wanted: Likeness) => [...names].filter((wording) => likeness.get(wording) === wanted);
  const exact = new Set([...like('same'), ...like('contains')]);
  return {
    hits: candidates.filter((place) => place.placenames.some((name) => exact.has(name.wording))),
    similarNames: like('similar').sort(),
    relatedNames: like('contains').sort(),
  };
}

/** All places, or one page. */
function shown(sorted: readonly Place[], given: PlaceQuery) {
  if (given.Page === undefined && given.PerPage === undefined) return { places: sorted };
  const { records, ...page } = paginate(sorted, given);
  return { ...page, places: records };
}
