import type { Node } from '../../../rdf/node.js';
import { anyText, column, type Table, under } from '../column.js';
import { textsOf, valuesOf } from '../node-values.js';
import { ENTRY, ID, IRI, WEB_PAGE, WORK_DATE, WORK_PLACES } from './shared-columns.js';

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
    column('content_type', 'kind of content', 'cineál ábhair', 'code', 'contentType'),
    column('content_modes', 'modes of content', 'modhanna ábhair', 'codes', under('contentMode')),
    column('scripts', 'scripts', 'scripteanna', 'codes', under('script')),
    column('languages', 'language codes', 'cóid teanga', 'codes', 'inLanguage'),
    column('part', 'part', 'cuid', 'iri', 'isPartOf'),
    column('first_page', 'first page', 'an chéad leathanach', 'iri', 'firstPage'),
    column('listing_order', 'order on the first page', 'ord ar an gcéad leathanach', 'text', 'listingOrder'),
    column('last_page', 'last page', 'an leathanach deireanach', 'iri', 'lastPage'),
    column('pages', 'pages', 'leathanaigh', 'iris', 'onPage'),
    column('page_count', 'number of pages', 'líon leathanach', 'integer', (node) => [
      String(valuesOf(node, 'onPage').length),
    ]),
    column('topics', 'topics', 'ábhair', 'iris', 'subject'),
    ...WORK_DATE,
    ...WORK_PLACES,
    column('collectors', 'collectors', 'bailitheoirí', 'iris', 'collector'),
    column('informants', 'informants', 'faisnéiseoirí', 'iris', 'informant'),
    column('relevant_persons', 'relevant persons', 'daoine bainteacha', 'iris', 'relevantPerson'),
    WEB_PAGE,
    ...ENTRY,
  ],
};

/** `cbe` or `cbes`: the segment before `/item/` (model 2.2). */
function collection({ id }: Node): string[] {
  return id.split('/').slice(-3, -2);
}
