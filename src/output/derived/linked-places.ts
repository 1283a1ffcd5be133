import { LINKED_PLACES_CONTEXT } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import type { DerivedFormat, TableSettings } from './derived-file.js';
import { featureCollection, mainName } from './geojson.js';
import { nodesOf, textsOf, valuesOf } from './node-values.js';
import { geometryOf } from './place-nodes.js';
import { categoryCodes } from './tables/places.js';

/** The type of a category of the place-names database in gazetteers. */
export interface FeatureType {
  /** A feature class of GeoNames: A administrative, H water, P populated, R road, S site, T landform. */
  readonly fclass: string;
  /** The category in English. */
  readonly label: string;
  /** The same type in the Art & Architecture Thesaurus, where it has one. */
  readonly aat?: string;
}

/**
 * Feature classes, and types of the Art & Architecture Thesaurus, by the codes of the place-names database. The classes are
 * those that GeoNames gives to the same kinds of features; a category that is not here has no class. The types are of the
 * list that comes with the Linked Places format (feature-types-AAT_20230609.tsv), and only those that mean just the same:
 * it has no townland and no civil parish, its barony is defined by a people of that name, and a well, a glen, a harbour
 * and an island of the database can be a spring, a ravine, a bay and an archipelago.
 */
export const FEATURE_TYPES: ReadonlyMap<string, FeatureType> = new Map(
  Object.entries({
    CUIGE: { fclass: 'A', label: 'province', aat: '300000774' },
    CON: { fclass: 'A', label: 'county', aat: '300000771' },
    BAR: { fclass: 'A', label: 'barony' },
    PAR: { fclass: 'A', label: 'civil parish' },
    BF: { fclass: 'A', label: 'townland' },
    B: { fclass: 'P', label: 'town', aat: '300008375' },
    SRB: { fclass: 'P', label: 'village', aat: '300008372' },
    SR: { fclass: 'R', label: 'street' },
    ABH: { fclass: 'H', label: 'river', aat: '300008707' },
    CUAN: { fclass: 'H', label: 'harbour' },
    LOCH: { fclass: 'H', label: 'lake', aat: '300008680' },
    TOB: { fclass: 'H', label: 'well' },
    CARR: { fclass: 'T', label: 'rock' },
    CNOC: { fclass: 'T', label: 'hill', aat: '300008777' },
    GLE: { fclass: 'T', label: 'glen' },
    OIL: { fclass: 'T', label: 'island' },
    TRÁ: { fclass: 'T', label: 'strand' },
    DROI: { fclass: 'S', label: 'bridge', aat: '300007836' },
    UAIM: { fclass: 'S', label: 'cave', aat: '300008746' },
  }),
);

/** Which of our words are which kind of link. What is the same is close, no more. */
const LINKS: readonly (readonly [term: string, type: string])[] = [
  ['sameAs', 'closeMatch'],
  ['closeMatch', 'closeMatch'],
  ['authority', 'closeMatch'],
  ['url', 'primaryTopicOf'],
  ['geonamesLink', 'seeAlso'],
  ['wikipediaEnLink', 'seeAlso'],
  ['wikipediaGaLink', 'seeAlso'],
  ['cavanTownlandsLink', 'seeAlso'],
  ['seeAlso', 'seeAlso'],
];

const NOT_RECORDED = 'und';

/**
 * Places in the Linked Places format 1.3, for gazetteers of history. Time: the database dates neither places nor names.
 * A name in a record was in use by the year in which the record was last changed, and is cited with that year; nothing is
 * said about when the name began. A place is left out that has no name, no year or no category: the format
 * requires all three.
 */
export const linkedPlaces = ({ placenamesTitle }: TableSettings): DerivedFormat =>
  featureCollection({ '@context': LINKED_PLACES_CONTEXT }, (place, identity) => {
    const title = mainName(place) ?? textsOf(place, 'alternateName')[0]?.text;
    const year = yearOf(place);
    const types = typesOf(place);
    const names = year === undefined ? [] : namesOf(place, year, placenamesTitle);
    if (title === undefined || names.length === 0 || types.length === 0) return undefined;
    const fclasses = [
      ...new Set(categoryCodes(place).flatMap((code) => FEATURE_TYPES.get(code)?.fclass ?? [])),
    ];
    return {
      '@id': place.id,
      type: 'Feature',
      properties: {
        title,
        ccodes: countriesOf(place),
        fclasses: fclasses.length === 0 ? undefined : fclasses,
      },
      names,
      types,
      // Null where the place has no coordinates, or only doubted ones.
      geometry: geometryOf(place) ?? null,
      links: linksOf(place, identity),
      relations: valuesOf(place, 'containedInPlace').map((relationTo) => ({
        relationType: 'gvp:broaderPartitive',
        relationTo,
      })),
    };
  });

/**
 * The modern countries of a place (ISO 3166-1), by how much of it is in Northern Ireland. A place without that mark is
 * outside it: so the database's own filter reads it. Unknown where an identifier of a Northern Irish body contradicts.
 */
function countriesOf(place: Node): readonly string[] | undefined {
  const [extent] = valuesOf(place, 'northernIrelandExtent');
  if (extent === 'all') return ['GB'];
  if (extent === 'part') return ['GB', 'IE'];
  const isNorthern = ['osniId', 'placenamesNiId'].some((term) => valuesOf(place, term).length > 0);
  return isNorthern ? undefined : ['IE'];
}

/** The type of the thesaurus, with the label of the category; else the category itself. */
function typesOf(place: Node): object[] {
  const codes = categoryCodes(place);
  return valuesOf(place, 'category').map((category, at) => {
    const code = codes[at] ?? '';
    const { label = code, aat } = FEATURE_TYPES.get(code) ?? {};
    return aat === undefined
      ? { identifier: category, label }
      : { identifier: `aat:${aat}`, label, sourceLabels: [{ label, lang: 'en' }] };
  });
}

/** The year of the last change of the record, or else of its creation. */
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
      when: { timespans: [{ start: { latest: year } }] },
    })),
  );
}

function linksOf(place: Node, identity: Node | undefined): object[] {
  return LINKS.flatMap(([term, type]) =>
    [place, ...(identity === undefined ? [] : [identity])].flatMap((node) =>
      valuesOf(node, term).map((identifier) => ({ type, identifier })),
    ),
  );
}
