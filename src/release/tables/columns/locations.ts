import type { Node } from '../../../model/rdf/node.js';
import { type Column, column, type Table } from '../column.js';
import { isA } from '../node-values.js';
import { ID, IRI, OMISSION, PLACE_NAMES, POINT, REPLACED_BY } from './shared-columns.js';

/** Kinds of locations, the narrower ones first. */
const KINDS: readonly (readonly [word: string, kind: string])[] = [
  ['County', 'county'],
  ['Country', 'country'],
  ['PlaceAbroad', 'abroad'],
  ['Place', 'place'],
];

const qualified = (lang: 'ga' | 'en', en: string, ga: string): Column =>
  column(
    `qualified_name_${lang}`,
    `qualified name in ${en}`,
    `ainm cáilithe as ${ga}`,
    'text',
    'qualifiedName',
    { lang },
  );

/**
 * Places that the folklore collections refer to (model 3.6). Places in Ireland have the same IRIs as in places.csv. There
 * are two tables because there are two licences (decision 2026-11-22-one-licence-a-file).
 */
export const LOCATIONS: Table = {
  en: 'Places that the folklore collections refer to',
  ga: 'Áiteanna a luaitear sna bailiúcháin bhéaloidis',
  columns: [
    IRI,
    ID,
    column('kind', 'kind', 'cineál', 'code', kindOf),
    ...PLACE_NAMES,
    qualified('ga', 'Irish', 'Gaeilge'),
    qualified('en', 'English', 'Béarla'),
    column('country_code', 'ISO code', 'cód ISO', 'text', 'identifier'),
    column(
      'contained_in',
      'counties or country it lies in',
      'contaetha nó tír ina bhfuil sí',
      'iris',
      'containedInPlace',
      { references: 'locations.csv' },
    ),
    ...POINT,
    REPLACED_BY,
    ...OMISSION,
  ],
};

function kindOf(location: Node): string[] {
  return KINDS.filter(([word]) => isA(word)(location)).map(([, kind]) => kind);
}
