import type { Node } from '../../../model/rdf/node.js';
import { anyText, coded, column, type Table } from '../column.js';
import { EFFECTIVE } from '../effective.js';
import { textsOf, valuesOf } from '../node-values.js';
import { collection, ENTRY, ID, IRI, OMISSION, WEB_PAGE, WORK_DATE, WORK_PLACES } from './shared-columns.js';

/**
 * Items of the manuscripts and of the schools collection (model 3.2, 3.3). People and places are given by their IRIs; their
 * names are in other files, which can be withdrawn separately.
 */
export const ITEMS: Table = {
  en: 'Items of the manuscripts and of the schools collection',
  ga: 'Míreanna na lámhscríbhinní agus bhailiúchán na scol',
  columns: [
    IRI,
    ID,
    column('collection', 'collection', 'bailiúchán', 'code', collection, { required: true }),
    column('label', 'label', 'lipéad', 'text', anyText('label')),
    column('title', 'title', 'teideal', 'text', anyText('name')),
    column('title_language', 'language of the title', 'teanga an teidil', 'language', (node) =>
      textsOf(node, 'name').map(({ language }) => language),
    ),
    column('extract', 'extract', 'sliocht', 'text', anyText('extract')),
    ...coded('content_type', 'kind of content', 'cineál ábhair', 'code', 'contentType'),
    ...coded('content_modes', 'modes of content', 'modhanna ábhair', 'codes', 'contentMode'),
    ...coded('scripts', 'scripts', 'scripteanna', 'codes', 'script'),
    column('languages', 'language codes', 'cóid teanga', 'codes', 'inLanguage'),
    column('part', 'part', 'cuid', 'iri', 'isPartOf', { references: 'parts.csv' }),
    column('first_page', 'first page', 'an chéad leathanach', 'iri', 'firstPage'),
    column('listing_order', 'order on the first page', 'ord ar an gcéad leathanach', 'text', 'listingOrder'),
    column('last_page', 'last page', 'an leathanach deireanach', 'iri', 'lastPage'),
    column('pages', 'pages', 'leathanaigh', 'iris', 'onPage'),
    column('page_count', 'number of pages', 'líon leathanach', 'integer', pageCount),
    column('topics', 'topics', 'ábhair', 'iris', 'subject', { references: 'topics.csv' }),
    ...WORK_DATE,
    ...WORK_PLACES,
    ...EFFECTIVE,
    column('collectors', 'collectors', 'bailitheoirí', 'iris', 'collector'),
    column('informants', 'informants', 'faisnéiseoirí', 'iris', 'informant'),
    column('relevant_persons', 'relevant persons', 'daoine bainteacha', 'iris', 'relevantPerson', {
      references: 'people.csv',
    }),
    WEB_PAGE,
    ...ENTRY,
    ...OMISSION,
  ],
};

function pageCount(item: Node): readonly string[] {
  return valuesOf(item, 'omissionReason').length > 0 ? [] : [String(valuesOf(item, 'onPage').length)];
}
