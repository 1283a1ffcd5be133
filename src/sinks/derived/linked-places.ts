import { LINKED_PLACES_CONTEXT } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import { FEATURE_CLASSES } from './feature-classes.js';
import type { Format, Setup } from './format.js';
import { featureCollection, mainName } from './geojson.js';
import { geometryOf, isAccurate } from './point.js';
import { nodesOf, textsOf, valuesOf } from './said.js';
import { categoryCodes } from './tables/places.js';

/** Which of our words are which kind of link. What is the same is close, no more: two places may share an address. */
const LINKS: readonly (readonly [term: string, type: string])[] = [
  ['sameAs', 'closeMatch'],
  ['url', 'primaryTopicOf'],
  ['geonamesLink', 'seeAlso'],
  ['wikipediaEnLink', 'seeAlso'],
  ['wikipediaGaLink', 'seeAlso'],
  ['cavanTownlandsLink', 'seeAlso'],
  ['seeAlso', 'seeAlso'],
];

/** Modern countries by how much of a place is in Northern Ireland; the database never says that none of it is. */
const COUNTRIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['all', ['GB']],
  ['part', ['GB', 'IE']],
]);

const NOT_RECORDED = 'und';

/**
 * Places in the Linked Places format 1.3, for gazetteers of history. Time: the database dates neither places nor
 * names, so what is dated is its own witness: each name is attested by the record as it was last changed, in that
 * year, and cited as such; nothing is said of when the place or the name began. A place that the format cannot carry
 * is left out: one without a name in any language, without a year, or without a category.
 */
export const linkedPlaces = ({ placenamesCalled }: Setup): Format =>
  featureCollection({ '@context': LINKED_PLACES_CONTEXT }, (place, identity) => {
    const title = mainName(place) ?? textsOf(place, 'alternateName')[0]?.text;
    const year = yearOf(place);
    const codes = categoryCodes(place);
    const names = year === undefined ? [] : namesOf(place, year, placenamesCalled);
    if (title === undefined || names.length === 0 || codes.length === 0) return undefined;
    const fclasses = [...new Set(codes.flatMap((code) => FEATURE_CLASSES.get(code)?.fclass ?? []))];
    return {
      '@id': place.id,
      type: 'Feature',
      properties: {
        title,
        ccodes: COUNTRIES.get(valuesOf(place, 'northernIrelandExtent')[0] ?? ''),
        fclasses: fclasses.length === 0 ? undefined : fclasses,
      },
      names,
      types: valuesOf(place, 'category').map((identifier, at) => ({
        identifier,
        label: FEATURE_CLASSES.get(codes[at] ?? '')?.label ?? codes[at],
      })),
      geometry: certainGeometry(place),
      links: linksOf(place, identity),
      relations: valuesOf(place, 'containedInPlace').map((relationTo) => ({
        relationType: 'gvp:broaderPartitive',
        relationTo,
      })),
    };
  });

/** The year of the record as it is: the last change, or else its making. */
function yearOf(place: Node): string | undefined {
  const [time] = [...valuesOf(place, 'recordModified'), ...valuesOf(place, 'recordCreated')];
  return time?.match(/^\d{4}(?=-)/)?.[0];
}

function namesOf(place: Node, year: string, label: string): object[] {
  const [page = place.id] = valuesOf(place, 'url');
  return nodesOf(place, 'hasPlacename').flatMap((name) =>
    textsOf(name, 'literalForm').map(({ language, text }) => ({
      toponym: text,
      lang: language === NOT_RECORDED ? undefined : language,
      citations: [{ label, '@id': page, year }],
      when: { timespans: [{ start: { in: year } }] },
    })),
  );
}

/** Null where the place has no coordinates: its names are worth knowing all the same. */
function certainGeometry(place: Node): object | null {
  const geometry = geometryOf(place);
  const accurate = isAccurate(place);
  if (geometry === undefined) return null;
  if (accurate === undefined) return geometry;
  return { ...geometry, certainty: accurate ? 'certain' : 'less-certain' };
}

function linksOf(place: Node, identity: Node | undefined): object[] {
  return LINKS.flatMap(([term, type]) =>
    [place, ...(identity === undefined ? [] : [identity])].flatMap((node) =>
      valuesOf(node, term).map((identifier) => ({ type, identifier })),
    ),
  );
}
