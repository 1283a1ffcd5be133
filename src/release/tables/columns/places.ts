import type { Node } from '../../../model/rdf/node.js';
import { coded, column, type Table, within } from '../column.js';
import { nodesOf, valuesOf } from '../node-values.js';
import { ENTRY, ID, IRI, PLACE_NAMES, POINT, REPLACED_BY, WEB_PAGE } from './shared-columns.js';

/** Places of the place-names database, merged ones with the place they became part of (model 3.9). */
export const PLACES: Table = {
  en: 'Places of the place-names database',
  ga: 'Áiteanna an bhunachair logainmneacha',
  columns: [
    IRI,
    ID,
    ...PLACE_NAMES,
    column('genitives_ga', 'genitives in Irish', 'ginidigh na Gaeilge', 'texts', (node) =>
      nodesOf(node, 'hasPlacename').flatMap((name) => valuesOf(name, 'genitive')),
    ),
    column('categories', 'categories', 'catagóirí', 'iris', 'category', { references: 'categories.csv' }),
    column('category_codes', 'category codes', 'cóid na gcatagóirí', 'codes', categoryCodes),
    column(
      'contained_in',
      'places it lies in, of all levels',
      'áiteanna ina bhfuil sí, ar gach leibhéal',
      'iris',
      'containedInPlace',
    ),
    ...POINT,
    column(
      'grid_references',
      'grid references that are unambiguous',
      'tagairtí eangaí gan athbhrí',
      'texts',
      within('gridReference', 'code'),
    ),
    ...coded('gaeltacht', 'in the Gaeltacht', 'sa Ghaeltacht', 'code', 'gaeltachtExtent'),
    ...coded('post_office', 'post office', 'oifig an phoist', 'code', 'postOfficeExtent'),
    ...coded(
      'northern_ireland',
      'in Northern Ireland',
      'i dTuaisceart Éireann',
      'code',
      'northernIrelandExtent',
    ),
    column('elements', 'elements of the name', 'eilimintí an ainm', 'iris', 'containsElement'),
    column('cluster', 'cluster', 'braisle', 'iri', 'inCluster'),
    REPLACED_BY,
    WEB_PAGE,
    ...ENTRY,
  ],
};

/**
 * The codes of a place's categories: the last segments of their IRIs, decoded (model 2.2). The separator of lists, control
 * characters and `%` stay percent-encoded.
 */
export function categoryCodes(place: Node): string[] {
  return valuesOf(place, 'category').map((iri) =>
    decodeURIComponent(iri.slice(iri.lastIndexOf('/') + 1)).replace(STAYS_ENCODED, encodeURIComponent),
  );
}

const STAYS_ENCODED = /[%|\p{Cc}\p{Bidi_Control}]/gu;
