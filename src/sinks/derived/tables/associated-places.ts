import type { Column } from '../column.js';

/** The places a work or a person is associated with: no stronger claim (model 3.2). Their names are in other tables. */
export const COUNTIES: Column = {
  name: 'counties',
  en: 'counties',
  ga: 'contaetha',
  holds: 'iris',
  term: 'county',
};

export const COUNTRIES: Column = {
  name: 'countries',
  en: 'countries',
  ga: 'tíortha',
  holds: 'iris',
  term: 'country',
};

/** All the places of a work. */
export const WORK_PLACES: readonly Column[] = [
  COUNTIES,
  { name: 'places', en: 'places', ga: 'áiteanna', holds: 'iris', term: 'place' },
  COUNTRIES,
  {
    name: 'places_abroad',
    en: 'places abroad',
    ga: 'áiteanna thar lear',
    holds: 'iris',
    term: 'placeAbroad',
  },
];
