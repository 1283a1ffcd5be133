import { entry } from '../../../base/map-entry.js';
import { Random } from '../../../base/random.js';
import type { Person, PersonSummary } from '../../../model/schema/archive/person.js';
import type { Place } from '../../../model/schema/placenames/place.js';
import { dateAround, dateInYear } from '../calendar.js';
import {
  type Defect,
  type DefectSettings,
  type Defects,
  dateDefects,
  defectInjectorOf,
  PLACEHOLDERS,
  withControlCharacter,
  withLoneSurrogate,
  withMarkup,
} from '../defects.js';
import { type Gender, makePersonNames } from '../person-names.js';
import type { BirthPlaces } from '../placenames/database.js';
import type { Gazetteer } from '../placenames/gazetteer.js';
import { EMPTY_LIST, firstDayOf, inventedAddress, makeHistory, timestampsOf } from '../record-fields.js';
import { COUNTRY_LIST, LOCATIONS_ABROAD, OCCUPATIONS } from './reference-lists.js';

const renamed =
  (wording: (name: string) => string): Defect<Person> =>
  (person) => ({
    ...person,
    names: person.names.map((name) => ({ ...name, fullName: wording(name.fullName) })),
  });

/** Defects of people: names, dates and codes. */
const PEOPLE_DEFECTS: Defects<Person> = {
  ...dateDefects('birthDate'),
  ...dateDefects('deathDate'),
  'dead before born': (person) =>
    person.birthDate === undefined || person.deathDate === undefined
      ? undefined
      : { ...person, birthDate: person.deathDate, deathDate: person.birthDate },
  'born twice': (person, random) =>
    person.birthPlaceIreland === undefined
      ? undefined
      : { ...person, birthPlaceAbroad: random.pick(LOCATIONS_ABROAD) },
  nameless: (person, random) => ({ ...person, names: [{ fullName: random.pick(PLACEHOLDERS) }] }),
  'named by digits': (person) => ({ ...person, names: [{ fullName: '123' }, ...person.names] }),
  'named twice': (person) => ({ ...person, names: [...person.names, ...person.names] }),
  'name marked up': renamed(withMarkup),
  'name with a control character': renamed(withControlCharacter),
  'name cut off': renamed(withLoneSurrogate),
  'gender unknown': (person) => ({ ...person, gender: 'x' }),
  'occupation in no list': (person) => ({ ...person, occupations: [...person.occupations, { id: '???' }] }),
};

const FIRST_ID = 9_100_001;
const FIRST_AINM_ID = 99_001;
/** Ids of the authority file; those used as the person's own id are above 2^32. */
const FIRST_VIAF_ID = 990_010_001;
const FIRST_OWN_VIAF_ID = 9_930_000_001;

/** The names of a person and the entries in other databases, which other records need. */
function identityOf(seed: number, number: number, townlands: number) {
  const random = new Random(seed, 'identity', number);
  const gender: Gender = random.chance(0.4) ? 'b' : 'f';
  const names = makePersonNames(gender, random);
  const ainmID = number === 0 || random.chance(0.04) ? FIRST_AINM_ID + number : undefined;
  const own = number === 1 || random.chance(0.02);
  const viafID = own ? FIRST_OWN_VIAF_ID + number : random.maybe(0.04, () => FIRST_VIAF_ID + number);
  const isBornKnown = ainmID !== undefined && random.chance(0.7);
  // Both databases know where the first person was born, however small the world is.
  const birthTownland = number === 0 || isBornKnown ? random.below(townlands) : undefined;
  return {
    id: own ? FIRST_OWN_VIAF_ID + number : FIRST_ID + number,
    gender,
    names,
    ainmID,
    viafID,
    birthTownland,
  };
}

/** People of the biography dictionary by birth place; titles contain HTML (wire-format 4). */
export const birthPlacesOf =
  (seed: number, people: number) =>
  (townlands: number): BirthPlaces => {
    const births = new Map<number, Place['bornHere']>();
    for (let number = 0; number < people; number++) {
      const { ainmID, names, birthTownland } = identityOf(seed, number, townlands);
      if (ainmID === undefined || birthTownland === undefined) continue;
      const title = `<b>${names[0]?.fullName}</b> (<i>beathaisnéis</i>)`;
      entry(births, birthTownland, () => []).push({
        id: ainmID,
        title,
        uri: inventedAddress('biography', 'bio', ainmID),
      });
    }
    return (townland) => births.get(townland) ?? EMPTY_LIST;
  };

/** The people database, and summaries of people for other records. */
export class People {
  readonly records: readonly Person[];
  readonly #summaries: readonly PersonSummary[];

  constructor(seed: number, defects: DefectSettings, count: number, gazetteer: Gazetteer) {
    const inject = defectInjectorOf(seed, defects, 'person', PEOPLE_DEFECTS);
    this.records = Array.from({ length: count }, (_, number) => {
      const person = personOf(seed, number, gazetteer);
      return number === 0 ? person : inject(person, number);
    });
    this.#summaries = this.records.map(({ id, names, ainmID, viafID }) => ({ id, names, ainmID, viafID }));
  }

  /** A collector: one of a small share of the people. */
  collector(random: Random): PersonSummary {
    return this.#among(0.03, random);
  }

  /** A photographer. */
  photographer(random: Random): PersonSummary {
    return this.#among(0.01, random);
  }

  /** Any person. */
  anyone(random: Random): PersonSummary {
    return this.#among(1, random);
  }

  #among(share: number, random: Random): PersonSummary {
    const among = Math.min(this.#summaries.length, Math.max(8, Math.floor(this.#summaries.length * share)));
    return this.#summaries[random.below(among)] as PersonSummary;
  }
}

function personOf(seed: number, number: number, gazetteer: Gazetteer): Person {
  const { id, gender, names, ainmID, viafID, birthTownland } = identityOf(seed, number, gazetteer.townlands);
  const random = new Random(seed, 'person', number);
  const born = random.between(1_830, 1_925);
  const home = random.below(gazetteer.parishes);
  const abroad = random.chance(0.04);
  const person: Person = {
    id,
    ...timestampsOf(makeHistory(firstDayOf(2014), 2_000, 0.5, random), random),
    names,
    gender: random.maybe(0.93, () => gender),
    ainmID,
    viafID,
    birthDate: random.maybe(0.5, () =>
      random.chance(0.7) ? dateInYear(born, random) : dateAround(born, random),
    ),
    deathDate: random.maybe(0.4, () => {
      const died = born + random.between(25, 95);
      return random.chance(0.7) ? dateInYear(died, random) : dateAround(died, random);
    }),
    birthCounty: random.maybe(0.3, () => gazetteer.countyOf(home)),
    birthPlaceIreland:
      birthTownland === undefined
        ? random.maybe(0.15, () => gazetteer.placeIn(home, random))
        : gazetteer.townland(birthTownland),
    birthCountry: abroad ? random.maybe(0.6, () => random.pick(COUNTRY_LIST)) : undefined,
    birthPlaceAbroad: abroad ? random.maybe(0.5, () => random.pick(LOCATIONS_ABROAD)) : undefined,
    counties: random.chance(0.4) ? [gazetteer.countyOf(home)] : [],
    addressesIreland: random.chance(0.45) ? [gazetteer.placeIn(home, random)] : [],
    countries: abroad && random.chance(0.5) ? [random.pick(COUNTRY_LIST)] : [],
    addressesAbroad: random.chance(0.02) ? [random.pick(LOCATIONS_ABROAD)] : [],
    occupations: random.chance(0.5) ? random.sample(OCCUPATIONS, 1, 2) : [],
  };
  // One person is born in one place.
  return person.birthPlaceIreland === undefined ? person : { ...person, birthPlaceAbroad: undefined };
}
