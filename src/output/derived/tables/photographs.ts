import { anyText, type Table, under, within } from '../column.js';
import { ENTRY, ID, IRI, WEB_PAGE, WORK_DATE, WORK_PLACES } from './shared-columns.js';

/** The photographs (model 3.4). They have no titles; who is in them is not said, only who is relevant. */
export const PHOTOGRAPHS: Table = {
  en: 'Photographs',
  ga: 'Grianghraif',
  columns: [
    IRI,
    ID,
    {
      name: 'reference_number',
      en: 'reference number',
      ga: 'uimhir thagartha',
      holds: 'text',
      term: 'identifier',
    },
    {
      name: 'description_ga',
      en: 'description in Irish',
      ga: 'cur síos as Gaeilge',
      holds: 'text',
      term: 'description',
      lang: 'ga',
    },
    {
      name: 'description_en',
      en: 'description in English',
      ga: 'cur síos as Béarla',
      holds: 'text',
      term: 'description',
      lang: 'en',
    },
    {
      name: 'archived_description',
      en: 'archived description',
      ga: 'cur síos cartlainne',
      holds: 'text',
      of: anyText('archivedDescription'),
    },
    { name: 'photographer', en: 'photographer', ga: 'grianghrafadóir', holds: 'iri', term: 'photographer' },
    {
      name: 'relevant_persons',
      en: 'relevant persons',
      ga: 'daoine bainteacha',
      holds: 'iris',
      term: 'relevantPerson',
    },
    ...WORK_DATE,
    ...WORK_PLACES,
    { name: 'topics', en: 'handbook topics', ga: 'ábhair lámhleabhair', holds: 'iris', term: 'subject' },
    { name: 'copyright', en: 'copyright', ga: 'cóipcheart', holds: 'code', term: 'copyrightStatus' },
    {
      name: 'copyright_holder',
      en: 'copyright holder',
      ga: 'úinéir an chóipchirt',
      holds: 'iri',
      term: 'copyrightHolder',
    },
    {
      name: 'condition',
      en: 'condition',
      ga: 'bail',
      holds: 'code',
      of: under('condition'),
    },
    { name: 'digitized', en: 'digitized', ga: 'digitithe', holds: 'boolean', term: 'digitized' },
    {
      name: 'image',
      en: 'image',
      ga: 'íomhá',
      holds: 'iri',
      of: within('associatedMedia', 'contentUrl'),
    },
    WEB_PAGE,
    ...ENTRY,
  ],
};
