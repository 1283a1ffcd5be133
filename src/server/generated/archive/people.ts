import type { Person, PersonSummary } from '../../../dictionary/archive/person.js';
import type { Place } from '../../../dictionary/placenames/place.js';
import { webAddress } from '../addresses.js';
import { dateAbout, dateIn } from '../dates.js';
import { Dice } from '../dice.js';
import { type Dirt, soilerOf } from '../dirt.js';
import { historyFrom, stamped, startOf } from '../history.js';
import { NONE } from '../none.js';
import { type Gender, namesOf } from '../persons.js';
import type { Births } from '../places/database.js';
import type { Gazetteer } from '../places/gazetteer.js';
import { COUNTRIES, LOCATIONS_ABROAD } from './abroad.js';
import { PEOPLE_SOIL } from './people-soil.js';
import { OCCUPATIONS } from './subjects.js';

const FIRST_ID = 9_100_001;
const FIRST_AINM_ID = 99_001;
/** Numbers of the authority file: those that became the person's own id lie above 2^32. */
const FIRST_VIAF_ID = 990_010_001;
const FIRST_OWN_VIAF_ID = 9_930_000_001;

/** What is known of a person before anything else is made: names, and the entries in other databases. */
function identityOf(seed: number, number: number, townlands: number) {
  const dice = new Dice(seed, 'identity', number);
  const gender: Gender = dice.chance(0.4) ? 'b' : 'f';
  const names = namesOf(gender, dice);
  const ainmID = number === 0 || dice.chance(0.04) ? FIRST_AINM_ID + number : undefined;
  const own = number === 1 || dice.chance(0.02);
  const viafID = own ? FIRST_OWN_VIAF_ID + number : dice.maybe(0.04, () => FIRST_VIAF_ID + number);
  const birthTownland = ainmID !== undefined && dice.chance(0.7) ? dice.below(townlands) : undefined;
  return {
    id: own ? FIRST_OWN_VIAF_ID + number : FIRST_ID + number,
    gender,
    names,
    ainmID,
    viafID,
    birthTownland,
  };
}

/** What the biography dictionary says of birth places: its titles carry HTML (wire-format 4). */
export const birthsOf =
  (seed: number, people: number) =>
  (townlands: number): Births => {
    const births = new Map<number, Place['bornHere']>();
    for (let number = 0; number < people; number++) {
      const { ainmID, names, birthTownland } = identityOf(seed, number, townlands);
      if (ainmID === undefined || birthTownland === undefined) continue;
      const title = `<b>${names[0]?.fullName}</b> (<i>beathaisnéis</i>)`;
      const born = births.get(birthTownland) ?? [];
      births.set(birthTownland, born);
      born.push({ id: ainmID, title, uri: webAddress('biography', 'bio', ainmID) });
    }
    return (townland) => births.get(townland) ?? NONE;
  };

/** The people database, and how other records speak of its people. */
export class People {
  readonly records: readonly Person[];
  readonly #summaries: readonly PersonSummary[];

  constructor(seed: number, dirt: Dirt, count: number, gazetteer: Gazetteer) {
    const soil = soilerOf(seed, dirt, 'person', PEOPLE_SOIL);
    this.records = Array.from({ length: count }, (_, number) =>
      soil(personOf(seed, number, gazetteer), number),
    );
    this.#summaries = this.records.map(({ id, names, ainmID, viafID }) => ({ id, names, ainmID, viafID }));
  }

  /** One of the people who collected: a small part of them, each met often. */
  collector(dice: Dice): PersonSummary {
    return this.#among(0.03, dice);
  }

  /** One of those who took photographs. */
  photographer(dice: Dice): PersonSummary {
    return this.#among(0.01, dice);
  }

  /** Anyone. */
  anyone(dice: Dice): PersonSummary {
    return this.#among(1, dice);
  }

  #among(share: number, dice: Dice): PersonSummary {
    const among = Math.min(this.#summaries.length, Math.max(8, Math.floor(this.#summaries.length * share)));
    return this.#summaries[dice.below(among)] as PersonSummary;
  }
}

function personOf(seed: number, number: number, gazetteer: Gazetteer): Person {
  const { id, gender, names, ainmID, viafID, birthTownland } = identityOf(seed, number, gazetteer.townlands);
  const dice = new Dice(seed, 'person', number);
  const born = dice.between(1_830, 1_925);
  const home = dice.below(gazetteer.parishes);
  const abroad = dice.chance(0.04);
  return {
    id,
    ...stamped(historyFrom(startOf(2014), 2_000, 0.5, dice), dice),
    names,
    gender: dice.maybe(0.93, () => gender),
    ainmID,
    viafID,
    birthDate: dice.maybe(0.5, () => (dice.chance(0.7) ? dateIn(born, dice) : dateAbout(born, dice))),
    deathDate: dice.maybe(0.4, () => {
      const died = born + dice.between(25, 95);
      return dice.chance(0.7) ? dateIn(died, dice) : dateAbout(died, dice);
    }),
    birthCounty: dice.maybe(0.3, () => gazetteer.countyOf(home)),
    birthPlaceIreland:
      birthTownland === undefined
        ? dice.maybe(0.15, () => gazetteer.placeIn(home, dice))
        : gazetteer.townland(birthTownland),
    birthCountry: abroad ? dice.maybe(0.6, () => dice.pick(COUNTRIES)) : undefined,
    birthPlaceAbroad: abroad ? dice.maybe(0.5, () => dice.pick(LOCATIONS_ABROAD)) : undefined,
    counties: dice.chance(0.4) ? [gazetteer.countyOf(home)] : [],
    addressesIreland: dice.chance(0.45) ? [gazetteer.placeIn(home, dice)] : [],
    countries: abroad && dice.chance(0.5) ? [dice.pick(COUNTRIES)] : [],
    addressesAbroad: dice.chance(0.02) ? [dice.pick(LOCATIONS_ABROAD)] : [],
    occupations: dice.chance(0.5) ? dice.some(OCCUPATIONS, 1, 2) : [],
  };
}
