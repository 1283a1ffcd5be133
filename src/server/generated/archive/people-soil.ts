import type { Person } from '../../../dictionary/archive/person.js';
import type { Soil, Soils } from '../dirt.js';
import { dirtyDates } from '../dirty-dates.js';
import { cutOff, markedUp, PLACEHOLDERS, rung } from '../dirty-words.js';
import { LOCATIONS_ABROAD } from './abroad.js';

const renamed =
  (wording: (name: string) => string): Soil<Person> =>
  (person) => ({
    ...person,
    names: person.names.map((name) => ({ ...name, fullName: wording(name.fullName) })),
  });

/** How people are dirty: in their names, dates and codes. */
export const PEOPLE_SOIL: Soils<Person> = {
  ...dirtyDates('birthDate'),
  ...dirtyDates('deathDate'),
  'dead before born': (person) =>
    person.birthDate === undefined || person.deathDate === undefined
      ? undefined
      : { ...person, birthDate: person.deathDate, deathDate: person.birthDate },
  'born twice': (person, dice) =>
    person.birthPlaceIreland === undefined
      ? undefined
      : { ...person, birthPlaceAbroad: dice.pick(LOCATIONS_ABROAD) },
  nameless: (person, dice) => ({ ...person, names: [{ fullName: dice.pick(PLACEHOLDERS) }] }),
  'named by digits': (person) => ({ ...person, names: [{ fullName: '123' }, ...person.names] }),
  'named twice': (person) => ({ ...person, names: [...person.names, ...person.names] }),
  'name marked up': renamed(markedUp),
  'name rung': renamed(rung),
  'name cut off': renamed(cutOff),
  'gender unknown': (person) => ({ ...person, gender: 'x' }),
  'occupation in no list': (person) => ({ ...person, occupations: [...person.occupations, { id: '???' }] }),
};
