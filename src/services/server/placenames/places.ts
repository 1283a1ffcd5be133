import { metresBetween } from '../../../base/great-circle.js';
import type { Given } from '../../../model/endpoints/parameter.js';
import { DEFAULT_RADIUS, type placeFilters } from '../../../model/endpoints/placenames.js';
import type { Coordinates } from '../../../model/schema/fields.js';
import type { Place } from '../../../model/schema/placenames/place.js';
import {
  changeDateFilters,
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

/** The words with a space before and after each, so that a part of a word does not match. */
const phrase = (folded: string) => ` ${wordsOf(folded).join(' ')} `;
const NO_WORDS = phrase('');

/** How a name matches a query. */
type Likeness = 'same' | 'contains' | 'similar' | 'other';

/**
 * Returns a function that compares names with a query (wire-format 4): `same` is the whole name, `contains` has the query
 * as whole words among others, `similar` differs in accents or by one edit.
 */
function nameMatcher(query: string): (wording: string) => Likeness {
  const folded = fold(query);
  const words = phrase(folded);
  return (wording) => {
    const name = fold(wording);
    if (name === folded) return 'same';
    const nameWords = phrase(name);
    if (words !== NO_WORDS && nameWords.includes(words)) return nameWords === words ? 'same' : 'contains';
    return bare(name) === bare(folded) || isOneEdit(name, folded) ? 'similar' : 'other';
  };
}

/** The names of places that match in one way, each once, sorted. */
function namesOfLikeness(
  places: readonly Place[],
  match: (wording: string) => Likeness,
  likeness: Likeness,
): string[] {
  const names = places.flatMap((place) => place.placenames.map((name) => name.wording));
  return [...new Set(names)].filter((wording) => match(wording) === likeness).sort();
}

/** Whether two names differ by one letter added, removed or changed. */
function isOneEdit(one: string, other: string): boolean {
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

const inCategory = (place: Place, code: string) => place.categories.some((category) => category.id === code);

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
  const fits = (place: Place) =>
    place.placenames.some((name) => ['same', 'contains'].includes(match(name.wording)));
  return {
    hits: candidates.filter(fits),
    similarNames: namesOfLikeness(candidates, match, 'similar'),
    relatedNames: namesOfLikeness(candidates, match, 'contains'),
  };
}

/** All places, or one page. */
function shown(sorted: readonly Place[], given: PlaceQuery) {
  if (given.Page === undefined && given.PerPage === undefined) return { places: sorted };
  const { records, ...page } = paginate(sorted, given);
  return { ...page, places: records };
}
