import type { Node } from '../../../rdf/node.js';
import { type Table, within } from '../column.js';
import { nodesOf, valuesOf } from '../node-values.js';
import { ENTRY, ID, IRI, PLACE_NAMES, POINT, REPLACED_BY, WEB_PAGE } from './shared-columns.js';

/** Places of the place-names database, merged ones with the place they became part of (model 3.9). */
export const PLACES: Table = {
  en: 'Places of the place-names database',
  ga: 'Áiteanna an bhunachair logainmneacha',
  columns: [
    IRI,
    // Named by no property: of a merged place no dump says it.
    { name: ID.name, en: ID.en, ga: ID.ga, holds: 'text', required: true, of: sourceId },
    ...PLACE_NAMES,
    {
      name: 'genitives_ga',
      en: 'genitives in Irish',
      ga: 'ginidigh na Gaeilge',
      holds: 'texts',
      of: (node) => nodesOf(node, 'hasPlacename').flatMap((name) => valuesOf(name, 'genitive')),
    },
    { name: 'categories', en: 'categories', ga: 'catagóirí', holds: 'iris', term: 'category' },
    {
      name: 'category_codes',
      en: 'category codes',
      ga: 'cóid na gcatagóirí',
      holds: 'codes',
      of: categoryCodes,
    },
    {
      name: 'contained_in',
      en: 'places it lies in, of all levels',
      ga: 'áiteanna ina bhfuil sí, ar gach leibhéal',
      holds: 'iris',
      term: 'containedInPlace',
    },
    ...POINT,
    {
      name: 'grid_references',
      en: 'grid references that are unambiguous',
      ga: 'tagairtí eangaí gan athbhrí',
      holds: 'texts',
      of: within('gridReference', 'code'),
    },
    {
      name: 'gaeltacht',
      en: 'in the Gaeltacht',
      ga: 'sa Ghaeltacht',
      holds: 'code',
      term: 'gaeltachtExtent',
    },
    {
      name: 'post_office',
      en: 'post office',
      ga: 'oifig an phoist',
      holds: 'code',
      term: 'postOfficeExtent',
    },
    {
      name: 'northern_ireland',
      en: 'in Northern Ireland',
      ga: 'i dTuaisceart Éireann',
      holds: 'code',
      term: 'northernIrelandExtent',
    },
    {
      name: 'elements',
      en: 'elements of the name',
      ga: 'eilimintí an ainm',
      holds: 'iris',
      term: 'containsElement',
    },
    { name: 'cluster', en: 'cluster', ga: 'braisle', holds: 'iri', term: 'inCluster' },
    REPLACED_BY,
    WEB_PAGE,
    ...ENTRY,
  ],
};

/**
 * The codes of a place's categories, as the source has them: the last segments of their IRIs (model 2.2). What would
 * separate two codes, or steer a terminal, stays percent-encoded, and so does `%`.
 */
export function categoryCodes(place: Node): string[] {
  return valuesOf(place, 'category').map((iri) =>
    decodeURIComponent(iri.slice(iri.lastIndexOf('/') + 1)).replace(STAYS_ENCODED, encodeURIComponent),
  );
}

const STAYS_ENCODED = /[%|\p{Cc}\p{Bidi_Control}]/gu;

/** A merged place says no more than where it went; its number is in its IRI (model 2.2). */
function sourceId(place: Node): readonly string[] {
  return [...valuesOf(place, 'sourceId'), place.id.slice(place.id.lastIndexOf('/') + 1)];
}
