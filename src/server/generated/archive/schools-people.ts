import type { Age, SchoolsPerson } from '../../../dictionary/archive/schools-person.js';
import { Dice, lots } from '../dice.js';
import { type Gender, namesOf } from '../persons.js';
import type { Gazetteer } from '../places/gazetteer.js';
import { trade } from '../texts.js';

/** Someone of a school's section, by slot: pupils, then those who told them stories, then teachers. */
export interface Someone {
  readonly id: number;
  readonly part: number;
  readonly slot: number;
}

const SLOTS = 64;
const PUPILS = { first: 0, count: 14 };
const TELLERS = { first: 14, count: 30 };
const TEACHERS = { first: 60, count: 3 };

const FIRST_ID = 9_500_001;
/** Some sections were numbered far above the others: ids above 2^31 occur (wire-format 1). */
const HIGH_ID = 4_400_000_000;
const HIGH_EVERY = 40;

const someone = (part: number, slot: number): Someone => ({
  id: FIRST_ID + part * SLOTS + slot + (part % HIGH_EVERY === 3 ? HIGH_ID : 0),
  part,
  slot,
});

const from = ({ first, count }: typeof PUPILS, part: number, dice: Dice): Someone =>
  someone(part, first + dice.below(count));

export const pupilOf = (part: number, dice: Dice): Someone => from(PUPILS, part, dice);
export const tellerOf = (part: number, dice: Dice): Someone => from(TELLERS, part, dice);

/** The teachers of a school: the same in each of its sections. */
export const teachersOf = (school: number, count: number): Someone[] =>
  Array.from({ length: count }, (_, index) => someone(school, TEACHERS.first + index));

/** Of an informant to the collector, absent included (wire-format 3, schoolsPerson). */
const RELATIONSHIPS = lots(
  [22, 'GRPAR'],
  [25, 'PAR'],
  [8, 'REL'],
  [14, 'UNK'],
  [16, 'UNREL'],
  [15, undefined],
);

/** Makes people of the schools collection; what was written of one may differ from story to story. */
export class SchoolsPeople {
  readonly #seed: number;
  readonly #gazetteer: Gazetteer;
  readonly #parishOf: (part: number) => number;

  constructor(seed: number, gazetteer: Gazetteer, parishOf: (part: number) => number) {
    this.#seed = seed;
    this.#gazetteer = gazetteer;
    this.#parishOf = parishOf;
  }

  teacher(who: Someone): SchoolsPerson {
    const { person } = this.#known(who);
    return person;
  }

  collector(who: Someone, telling: Dice): SchoolsPerson {
    const { person, dice } = this.#known(who);
    const years = dice.between(10, 14);
    return { ...person, age: telling.maybe(0.5, () => ({ age: years + telling.below(2) })) };
  }

  informant(who: Someone, telling: Dice): SchoolsPerson {
    const { person, dice } = this.#known(who);
    const years = dice.between(25, 88);
    return {
      ...person,
      age: telling.draw(AGES)(years),
      occupations: dice.chance(0.3) ? [trade(dice)] : [],
      collectorRelationship: telling.draw(RELATIONSHIPS),
    };
  }

  /** What is the same wherever the person is met, and the choices that go on from there. */
  #known({ id, part, slot }: Someone) {
    const dice = new Dice(this.#seed, 'schools person', part * SLOTS + slot);
    const gender: Gender = dice.chance(0.5) ? 'b' : 'f';
    const person: SchoolsPerson = {
      id,
      names: namesOf(gender, dice),
      gender: dice.maybe(0.85, () => gender),
      age: undefined,
      addressesIreland: dice.chance(0.35) ? [this.#gazetteer.placeIn(this.#parishOf(part), dice)] : [],
      occupations: [],
      collectorRelationship: undefined,
    };
    return { person, dice };
  }
}

/** An age as written down: every form there is, or none. */
const AGES = lots<(years: number) => Age | undefined>(
  [40, () => undefined],
  [36, (years) => ({ age: years })],
  [10, (years) => ({ age: years, qualifier: 'APPROX' })],
  [8, (years) => ({ age: years, qualifier: 'OVER' })],
  [4, (years) => ({ age: years, rangeMax: years + 5 })],
  [2, (years) => ({ age: years, qualifier: 'APPROX', rangeMax: years + 10 })],
);
