import type { Place } from '../../dictionary/placenames/place.js';
import type { Given } from '../../services/parameter.js';
import { DEFAULT_RADIUS, type placeFilters } from '../../services/placenames.js';
import { matching, type Rows } from '../filter.js';
import { pageOf } from '../page.js';
import type { ById } from '../records.js';
import { changeRows, dayModified, dayOf } from '../timestamps.js';
import { distanceTo } from './distance.js';
import { likenessTo, wordings } from './names.js';

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
const rows = (within: (id: number) => ReadonlySet<number>): Rows<Rowed, Place> => ({
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
  ...changeRows((one: Place) => dayOf(one.dateCreated), dayModified),
});

/** What the place list answers (wire-format 4). */
export function selectPlaces(places: ById<Place>, within: (id: number) => ReadonlySet<number>, given: Asked) {
  const candidates = [...places.values()].filter(matching(rows(within), given));
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
  const judge = likenessTo(query);
  const fits = (place: Place) =>
    place.placenames.some((name) => ['same', 'contains'].includes(judge(name.wording)));
  return {
    hits: candidates.filter(fits),
    similarNames: wordings(candidates, judge, 'similar'),
    relatedNames: wordings(candidates, judge, 'contains'),
  };
}

/** Everything, unless a page of it is asked for. */
function shown(sorted: readonly Place[], given: Asked) {
  if (given.Page === undefined && given.PerPage === undefined) return { places: sorted };
  const { records, ...page } = pageOf(sorted, given);
  return { ...page, places: records };
}
