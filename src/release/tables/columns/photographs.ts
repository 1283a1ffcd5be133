import { anyText, coded, column, type Table, under, within } from '../column.js';
import { ENTRY, ID, IRI, WEB_PAGE, WORK_DATE, WORK_PLACES } from './shared-columns.js';

/** Photographs (model 3.4). The source gives no titles and no people in the picture, only relevant people. */
export const PHOTOGRAPHS: Table = {
  en: 'Photographs',
  ga: 'Grianghraif',
  columns: [
    IRI,
    ID,
    column('reference_number', 'reference number', 'uimhir thagartha', 'text', 'identifier'),
    column('description_ga', 'description in Irish', 'cur síos as Gaeilge', 'text', 'description', {
      lang: 'ga',
    }),
    column('description_en', 'description in English', 'cur síos as Béarla', 'text', 'description', {
      lang: 'en',
    }),
    column(
      'archived_description',
      'archived description',
      'cur síos cartlainne',
      'text',
      anyText('archivedDescription'),
    ),
    column('photographer', 'photographer', 'grianghrafadóir', 'iri', 'photographer', {
      references: 'people.csv',
    }),
    column('relevant_persons', 'relevant persons', 'daoine bainteacha', 'iris', 'relevantPerson', {
      references: 'people.csv',
    }),
    ...WORK_DATE,
    ...WORK_PLACES,
    column('topics', 'handbook topics', 'ábhair lámhleabhair', 'iris', 'subject', {
      references: 'topics.csv',
    }),
    ...coded('copyright', 'copyright', 'cóipcheart', 'code', 'copyrightStatus'),
    column('copyright_holder', 'copyright holder', 'úinéir an chóipchirt', 'iri', 'copyrightHolder'),
    ...coded('condition', 'condition', 'bail', 'code', 'condition', under('condition')),
    column('digitized', 'digitized', 'digitithe', 'boolean', 'digitized'),
    column('image', 'image', 'íomhá', 'iri', within('associatedMedia', 'contentUrl')),
    WEB_PAGE,
    ...ENTRY,
  ],
};
