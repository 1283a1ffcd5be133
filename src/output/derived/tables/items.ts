import type { Node } from '../../../rdf/node.js';
import { anyText, type Table, under } from '../column.js';
import { textsOf, valuesOf } from '../node-values.js';
import { ENTRY, ID, IRI, WEB_PAGE, WORK_DATE, WORK_PLACES } from './shared-columns.js';

/**
 * Items of the manuscripts and of the schools collection (model 3.2, 3.3). People and places are given by their IRIs:
 * what they are called stands with them, in files that can be left out or withdrawn alone.
 */
export const ITEMS: Table = {
  en: 'Items of the manuscripts and of the schools collection',
  ga: 'Míreanna na lámhscríbhinní agus bhailiúchán na scol',
  columns: [
    IRI,
    ID,
    { name: 'collection', en: 'collection', ga: 'bailiúchán', holds: 'code', required: true, of: collection },
    { name: 'label', en: 'label', ga: 'lipéad', holds: 'text', of: anyText('label') },
    { name: 'title', en: 'title', ga: 'teideal', holds: 'text', of: anyText('name') },
    {
      name: 'title_language',
      en: 'language of the title',
      ga: 'teanga an teidil',
      holds: 'language',
      of: (node) => textsOf(node, 'name').map(({ language }) => language),
    },
    { name: 'extract', en: 'extract', ga: 'sliocht', holds: 'text', of: anyText('extract') },
    {
      name: 'content_type',
      en: 'kind of content',
      ga: 'cineál ábhair',
      holds: 'code',
      term: 'contentType',
    },
    {
      name: 'content_modes',
      en: 'modes of content',
      ga: 'modhanna ábhair',
      holds: 'codes',
      of: under('contentMode'),
    },
    { name: 'scripts', en: 'scripts', ga: 'scripteanna', holds: 'codes', of: under('script') },
    { name: 'languages', en: 'language codes', ga: 'cóid teanga', holds: 'codes', term: 'inLanguage' },
    { name: 'part', en: 'part', ga: 'cuid', holds: 'iri', term: 'isPartOf' },
    { name: 'first_page', en: 'first page', ga: 'an chéad leathanach', holds: 'iri', term: 'firstPage' },
    {
      name: 'listing_order',
      en: 'order on the first page',
      ga: 'ord ar an gcéad leathanach',
      holds: 'text',
      term: 'listingOrder',
    },
    { name: 'last_page', en: 'last page', ga: 'an leathanach deireanach', holds: 'iri', term: 'lastPage' },
    { name: 'pages', en: 'pages', ga: 'leathanaigh', holds: 'iris', term: 'onPage' },
    {
      name: 'page_count',
      en: 'number of pages',
      ga: 'líon leathanach',
      holds: 'integer',
      of: (node) => [String(valuesOf(node, 'onPage').length)],
    },
    { name: 'topics', en: 'topics', ga: 'ábhair', holds: 'iris', term: 'subject' },
    ...WORK_DATE,
    ...WORK_PLACES,
    { name: 'collectors', en: 'collectors', ga: 'bailitheoirí', holds: 'iris', term: 'collector' },
    { name: 'informants', en: 'informants', ga: 'faisnéiseoirí', holds: 'iris', term: 'informant' },
    {
      name: 'relevant_persons',
      en: 'relevant persons',
      ga: 'daoine bainteacha',
      holds: 'iris',
      term: 'relevantPerson',
    },
    WEB_PAGE,
    ...ENTRY,
  ],
};

/** `cbe` or `cbes`: the segment before `/item/` (model 2.2). */
function collection({ id }: Node): string[] {
  return id.split('/').slice(-3, -2);
}
