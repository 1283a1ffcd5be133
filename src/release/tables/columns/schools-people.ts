import { anyText, column, type Table, under } from '../column.js';
import { ID, IRI, OMISSION } from './shared-columns.js';

/**
 * People as recorded in the copybooks of the schools collection: observations, mostly of children, never merged. They are
 * in no other table, so that the file can be withdrawn (model 5.5).
 */
export const SCHOOLS_PEOPLE: Table = {
  en: 'People as recorded in the schools collection',
  ga: 'Daoine mar a taifeadadh iad i mbailiúchán na scol',
  columns: [
    IRI,
    ID,
    column('name', 'name', 'ainm', 'text', 'name'),
    column('label', 'label', 'lipéad', 'text', anyText('label')),
    column('other_names', 'other names', 'ainmneacha eile', 'texts', under('alternateName')),
    column('gender', 'gender', 'inscne', 'code', 'gender'),
    column('gender_code', 'code of the gender', 'cód na hinscne', 'text', 'genderCode'),
    column('ages', 'ages', 'aoiseanna', 'codes', under('hasAge')),
    column('addresses', 'addresses', 'seoltaí', 'iris', 'addressPlace', { references: 'locations.csv' }),
    column(
      'occupations',
      'occupations as recorded',
      'gairmeacha mar a taifeadadh',
      'texts',
      under('occupationAsRecorded'),
    ),
    column(
      'recorded_in',
      'items and parts that record the person',
      'míreanna agus codanna a thaifeadann an duine',
      'iris',
      'hadPrimarySource',
    ),
    ...OMISSION,
  ],
};
