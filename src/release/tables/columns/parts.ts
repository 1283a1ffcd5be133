import { anyText, column, type Table, within } from '../column.js';
import { collection, ENTRY, ID, IRI, OMISSION, WEB_PAGE, WORK_DATE, WORK_PLACES } from './shared-columns.js';

/** Parts of volumes; in the schools collection a part is a school's section (model 3.2, 3.3). */
export const PARTS: Table = {
  en: 'Parts of volumes, in the schools collection with their schools',
  ga: 'Codanna imleabhar, i mbailiúchán na scol mar aon lena scoileanna',
  columns: [
    IRI,
    ID,
    column('collection', 'collection', 'bailiúchán', 'code', collection, { required: true }),
    column('label_en', 'label in English', 'lipéad as Béarla', 'text', 'label', { lang: 'en' }),
    column('label_ga', 'label in Irish', 'lipéad as Gaeilge', 'text', 'label', { lang: 'ga' }),
    column('label', 'label in any language', 'lipéad i dteanga ar bith', 'text', anyText('label')),
    column('volume', 'volume', 'imleabhar', 'iri', 'isPartOf', { references: 'volumes.csv' }),
    column('position', 'position in the volume', 'áit san imleabhar', 'integer', 'position'),
    column('listing_order', 'order that is no number', 'ord nach uimhir é', 'text', 'listingOrder'),
    column('title_pages', 'title pages', 'leathanaigh theidil', 'iris', 'titlePage'),
    column('description_en', 'description in English', 'cur síos as Béarla', 'text', 'description', {
      lang: 'en',
    }),
    column('description_ga', 'description in Irish', 'cur síos as Gaeilge', 'text', 'description', {
      lang: 'ga',
    }),
    column('school', 'school', 'scoil', 'text', within('school', 'name')),
    column(
      'roll_number',
      'roll number of the school',
      'uimhir rolla na scoile',
      'text',
      within('school', 'rollNumber'),
    ),
    column('school_places', 'places of the school', 'áiteanna na scoile', 'iris', within('school', 'place'), {
      references: 'locations.csv',
    }),
    ...WORK_DATE,
    ...WORK_PLACES,
    column('teachers', 'teachers', 'múinteoirí', 'iris', 'teacher', { references: 'schools-people.csv' }),
    column('collectors', 'collectors', 'bailitheoirí', 'iris', 'collector', { references: 'people.csv' }),
    column('informants', 'informants', 'faisnéiseoirí', 'iris', 'informant', { references: 'people.csv' }),
    column('relevant_persons', 'relevant persons', 'daoine bainteacha', 'iris', 'relevantPerson', {
      references: 'people.csv',
    }),
    WEB_PAGE,
    ...ENTRY,
    ...OMISSION,
  ],
};
