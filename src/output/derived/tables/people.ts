import { type Table, under } from '../column.js';
import { BIRTH, COUNTIES, COUNTRIES, DEATH, ENTRY, ID, IRI } from './shared-columns.js';

/**
 * The people database (model 3.5). The people recorded in the schools collection are not here: they are observations,
 * mostly of children, and stay in the one dataset that can be withdrawn alone (decision D3, model 5.5).
 */
export const PEOPLE: Table = {
  en: 'People of the people database',
  ga: 'Daoine an bhunachair daoine',
  columns: [
    IRI,
    ID,
    { name: 'name', en: 'name', ga: 'ainm', holds: 'text', term: 'plainName' },
    {
      name: 'other_names',
      en: 'other names',
      ga: 'ainmneacha eile',
      holds: 'texts',
      of: under('alternatePlainName'),
    },
    { name: 'given_name', en: 'first names', ga: 'céadainmneacha', holds: 'text', term: 'givenName' },
    { name: 'family_name', en: 'surname', ga: 'sloinne', holds: 'text', term: 'familyName' },
    { name: 'gender', en: 'gender', ga: 'inscne', holds: 'code', term: 'gender' },
    ...BIRTH,
    ...DEATH,
    { name: 'birth_place', en: 'birth place', ga: 'áit bhreithe', holds: 'iri', term: 'birthPlace' },
    { name: 'birth_county', en: 'birth county', ga: 'contae breithe', holds: 'iri', term: 'birthCounty' },
    { name: 'birth_country', en: 'birth country', ga: 'tír bhreithe', holds: 'iri', term: 'birthCountry' },
    COUNTIES,
    COUNTRIES,
    { name: 'addresses', en: 'addresses', ga: 'seoltaí', holds: 'iris', term: 'addressPlace' },
    { name: 'occupations', en: 'occupations', ga: 'gairmeacha', holds: 'iris', term: 'hasOccupation' },
    {
      name: 'authority_id',
      en: 'authority identifier',
      ga: 'aitheantóir údaráis',
      holds: 'text',
      term: 'viafId',
    },
    {
      name: 'biography_id',
      en: 'biography identifier',
      ga: 'aitheantóir beathaisnéise',
      holds: 'text',
      term: 'ainmId',
    },
    { name: 'biographies', en: 'biographies', ga: 'beathaisnéisí', holds: 'iris', term: 'subjectOf' },
    ...ENTRY,
  ],
};
