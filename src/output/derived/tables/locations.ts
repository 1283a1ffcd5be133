import type { Node } from '../../../rdf/node.js';
import type { Column, Table } from '../column.js';
import { isA } from '../node-values.js';
import { ID, IRI, PLACE_NAMES, POINT, REPLACED_BY } from './shared-columns.js';

/** Kinds of locations, the narrower ones first. */
const KINDS: readonly (readonly [word: string, kind: string])[] = [
  ['County', 'county'],
  ['Country', 'country'],
  ['PlaceAbroad', 'abroad'],
  ['Place', 'place'],
];

const qualified = (lang: 'ga' | 'en', en: string, ga: string): Column => ({
  name: `qualified_name_${lang}`,
  en: `qualified name in ${en}`,
  ga: `ainm cáilithe as ${ga}`,
  holds: 'text',
  term: 'qualifiedName',
  lang,
});

/**
 * The places that the folklore collections refer to, so that they can be used alone (model 3.6). Places in Ireland
 * have the same IRIs as in places.csv; they stand in two tables because they come under two licences (decision D8).
 */
export const LOCATIONS: Table = {
  en: 'Places that the folklore collections refer to',
  ga: 'Áiteanna a luaitear sna bailiúcháin bhéaloidis',
  columns: [
    IRI,
    ID,
    { name: 'kind', en: 'kind', ga: 'cineál', holds: 'code', required: true, of: kindOf },
    ...PLACE_NAMES,
    qualified('ga', 'Irish', 'Gaeilge'),
    qualified('en', 'English', 'Béarla'),
    { name: 'country_code', en: 'ISO code', ga: 'cód ISO', holds: 'text', term: 'identifier' },
    {
      name: 'contained_in',
      en: 'counties or country it lies in',
      ga: 'contaetha nó tír ina bhfuil sí',
      holds: 'iris',
      term: 'containedInPlace',
    },
    ...POINT,
    REPLACED_BY,
  ],
};

function kindOf(location: Node): string[] {
  return KINDS.filter(([word]) => isA(word)(location)).map(([, kind]) => kind);
}
