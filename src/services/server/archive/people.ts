import type { peopleFilters } from '../../../model/endpoints/archive.js';
import type { Given } from '../../../model/endpoints/parameter.js';
import type { Person } from '../../../model/schema/archive/person.js';
import { changeDateFilters, coded, dayOf, type FilterTable, matchesAll, modifiedDayOf } from '../filters.js';
import type { ById } from '../records.js';
import { type AttachedPlaces, attachedPlaceFilters, datedWithin } from './place-and-date-filters.js';

type Filters = typeof peopleFilters;

/** Any attached place or county, birth place included (wire-format 2). */
function placesOf(person: Person): AttachedPlaces {
  return {
    counties: withOptional(person.counties, person.birthCounty),
    locationsIreland: withOptional(person.addressesIreland, person.birthPlaceIreland),
    countries: withOptional(person.countries, person.birthCountry),
    locationsAbroad: withOptional(person.addressesAbroad, person.birthPlaceAbroad),
  };
}

function withOptional<T>(list: readonly T[], entry: T | undefined): readonly T[] {
  return entry === undefined ? list : [...list, entry];
}

const born = (_: unknown, given: Given<Filters>) =>
  datedWithin((person: Person) => person.birthDate, given.BirthDateFrom, given.BirthDateTo);

const died = (_: unknown, given: Given<Filters>) =>
  datedWithin((person: Person) => person.deathDate, given.DeathDateFrom, given.DeathDateTo);

/** Archive-service 4, query parameters: people. */
const rows: FilterTable<Filters, Person> = {
  Gender: (gender) => coded(gender, (one) => [one.gender]),
  BiographyID: (id) => (one) => one.ainmID === id,
  AuthorityID: (id) => (one) => one.viafID === id,
  ...attachedPlaceFilters((one: Person) => [placesOf(one)]),
  Occupation: (code) => coded(code, (one) => one.occupations.map((occupation) => occupation.id)),
  BirthDateFrom: born,
  BirthDateTo: born,
  BirthDateAccuracy: (marker) => coded(marker, (one) => [one.birthDate?.accuracy]),
  DeathDateFrom: died,
  DeathDateTo: died,
  DeathDateAccuracy: (marker) => coded(marker, (one) => [one.deathDate?.accuracy]),
  ...changeDateFilters((one: Person) => dayOf(one.dateCreated), modifiedDayOf),
};

/** The answer of `/cbed`; no filter is required. */
export function selectPeople(people: ById<Person>, given: Given<Filters>): Person[] {
  return [...people.values()].filter(matchesAll(rows, given));
}
