import type { Node } from '../../model/rdf/node.js';
import { categoryCodes } from '../../release/tables/computed-columns.js';
import { valuesIn } from '../../release/tables/csv.js';
import type { Completion, DerivedFormat, TableSettings } from '../../release/tables/derived-file.js';
import { ANY_FEATURE, FEATURE_TYPES, levelOf } from '../../release/tables/feature-types.js';
import { nodesOf, textsOf, valuesOf } from '../../release/tables/node-values.js';
import { featureCollection, geometryOf, mainName } from './geojson.js';

/** The context of the Linked Places Format. It is never fetched. */
const LINKED_PLACES_CONTEXT =
  'https://raw.githubusercontent.com/LinkedPasts/linked-places-format/main/linkedplaces-context-v1.1.jsonld';

/** Terms of links, and their type in Linked Places. `owl:sameAs` becomes `closeMatch`: the format has no identity. */
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
    return {
      '@id': place.id,
      type: 'Feature',
      properties: {
        title,
        ccodes: countriesOf(place),
        fclasses: classesOf(place),
      },
      names,
      types,
      // Null where the place has no coordinates, or only doubted ones.
      geometry: geometryOf(place) ?? null,
      links: linksOf(place, identity),
      relations: valuesOf(place, 'containedInPlace'),
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

/** The classes of the categories that have one, or else the class of any place. */
function classesOf(place: Node): readonly string[] {
  const known = categoryCodes(place).flatMap((code) => FEATURE_TYPES.get(code)?.fclass ?? []);
  return known.length === 0 ? [ANY_FEATURE.fclass] : [...new Set(known)];
}

/** A type of a place before the names of its category are known, which are in other records. */
interface TypeOfCategory {
  readonly identifier: string;
  readonly label: string;
  readonly category?: string;
}

/** The type of the thesaurus; else the category itself. The label is that of a category without a name. */
function typesOf(place: Node): TypeOfCategory[] {
  const codes = categoryCodes(place);
  return valuesOf(place, 'category').map((category, at) => {
    const { label, aat } = FEATURE_TYPES.get(codes[at] ?? '') ?? ANY_FEATURE;
    return { identifier: aat === undefined ? category : `aat:${aat}`, label, category };
  });
}

/** A feature before the names of its categories and of the places that it lies in are known. */
interface UnnamedFeature {
  readonly types: readonly TypeOfCategory[];
  /** IRIs of the places that it lies in. */
  readonly relations: readonly string[];
}

/** A place that others lie in. */
interface Container {
  readonly name: string;
  readonly categories: readonly string[];
  readonly codes: readonly string[];
}

/**
 * The names of the categories, from the lists of the service and from the records of places; the names and kinds of the places
 * that a place lies in, and their order: from the smallest administrative unit to the largest (townland, civil parish, barony,
 * county, province), after places that are no such unit.
 */
export const namesOfCategoriesAndContainers: Completion = {
  from: ['categories', 'places'],
  begin: () => {
    const categories = new Map<string, readonly { readonly label: string; readonly lang: string }[]>();
    const containers = new Map<string, Container>();
    const typeOf = ({ category = '', identifier, label }: TypeOfCategory): object => {
      const sourceLabels = categories.get(category) ?? [];
      return {
        identifier,
        label: sourceLabels[0]?.label ?? label,
        ...(sourceLabels.length === 0 ? {} : { sourceLabels }),
      };
    };
    const labelOf = ({ name, categories: own, codes }: Container): string => {
      const kinds = own.flatMap(
        (iri, at) => categories.get(iri)?.[0]?.label ?? FEATURE_TYPES.get(codes[at] ?? '')?.label ?? [],
      );
      return kinds.length === 0 ? name : `${name} (${kinds.join(', ')})`;
    };
    const relationTo = (iri: string): object => {
      const container = containers.get(iri);
      const label = container === undefined || container.name === '' ? undefined : labelOf(container);
      return { relationType: 'gvp:broaderPartitive', relationTo: iri, label };
    };
    const level = (iri: string): number => levelOf(containers.get(iri)?.codes ?? []);
    return {
      know: (cell, table) => {
        if (table === 'categories') {
          const labels = ['en', 'ga'].map((lang) => ({ label: cell(`label_${lang}`), lang }));
          categories.set(
            cell('iri'),
            labels.filter(({ label }) => label !== ''),
          );
        } else {
          const names = new Set([cell('name_ga'), cell('name_en')].filter((name) => name !== ''));
          containers.set(cell('iri'), {
            name: [...names].join(' / '),
            categories: valuesIn(cell('categories')),
            codes: valuesIn(cell('category_codes')),
          });
        }
      },
      complete: (feature: UnnamedFeature) => {
        const types = feature.types.map(typeOf);
        const relations = feature.relations.toSorted((a, b) => level(a) - level(b)).map(relationTo);
        return [{ ...feature, types, relations }];
      },
    };
  },
};

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
