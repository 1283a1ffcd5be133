import { column, type Table, under } from '../column.js';
import { BIRTH, COUNTIES, COUNTRIES, DEATH, ENTRY, ID, IRI, OMISSION } from './shared-columns.js';

/**
 * The people database (model 3.5). People recorded in the schools collection are not in it: they are observations, mostly
 * of children, and are in one dataset only, which can be withdrawn separately (model 5.5).
 */
export const PEOPLE: Table = {
  en: 'People of the people database',
  ga: 'Daoine an bhunachair daoine',
  columns: [
    IRI,
    ID,
    column('name', 'name', 'ainm', 'text', 'name'),
    column('other_names', 'other names', 'ainmneacha eile', 'texts', under('alternateName')),
    column('given_name', 'first names', 'céadainmneacha', 'text', 'givenName'),
    column('family_name', 'surname', 'sloinne', 'text', 'familyName'),
    column('gender', 'gender', 'inscne', 'code', 'gender'),
    ...BIRTH,
    ...DEATH,
    column('birth_place', 'birth place', 'áit bhreithe', 'iri', 'birthPlace', {
      references: 'locations.csv',
    }),
    column('birth_county', 'birth county', 'contae breithe', 'iri', 'birthCounty', {
      references: 'locations.csv',
    }),
    column('birth_country', 'birth country', 'tír bhreithe', 'iri', 'birthCountry', {
      references: 'locations.csv',
    }),
    COUNTIES,
    COUNTRIES,
    column('addresses', 'addresses', 'seoltaí', 'iris', 'addressPlace', { references: 'locations.csv' }),
    column('occupations', 'occupations', 'gairmeacha', 'iris', 'hasOccupation'),
    column('authority_id', 'authority identifier', 'aitheantóir údaráis', 'text', 'viafId'),
    column('biography_id', 'biography identifier', 'aitheantóir beathaisnéise', 'text', 'ainmId'),
    column('biographies', 'biographies', 'beathaisnéisí', 'iris', 'subjectOf'),
    ...ENTRY,
    ...OMISSION,
  ],
};
