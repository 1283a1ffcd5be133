import { LINKED_PLACES_CONTEXT } from '../../model/rdf/iris.js';
import type { Node } from '../../model/rdf/node.js';
import { categoryCodes } from './computed-columns.js';
import type { Completion, DerivedFormat, TableSettings } from './derived-file.js';
import { ANY_FEATURE, FEATURE_TYPES } from './feature-types.js';
import { featureCollection, mainName } from './geojson.js';
import { nodesOf, textsOf, valuesOf } from './node-values.js';
import { geometryOf } from './place-nodes.js';

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

/** The names of the categories, from the lists of the service and from the records of places. */
export const namesOfCategories: Completion = {
  from: 'categories',
  begin: (rows) => {
    const names = new Map<string, Readonly<Record<'en' | 'ga', string>>>();
    for (const cell of rows) names.set(cell('iri'), { en: cell('label_en'), ga: cell('label_ga') });
    return {
      complete: (feature: { readonly types: readonly TypeOfCategory[] }) => {
        const types = feature.types.map(({ category = '', identifier, label }) => {
          const { en = '', ga = '' } = names.get(category) ?? {};
          const sourceLabels = [
            { label: en, lang: 'en' },
            { label: ga, lang: 'ga' },
          ].filter((one) => one.label !== '');
          return {
            ...{ identifier, label: en || ga || label },
            ...(sourceLabels.length === 0 ? {} : { sourceLabels }),
          };
        });
        return [{ ...feature, types }];
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
