import { Random, weighted } from '../../../base/random.js';
import type { Age, SchoolsPerson, Transcriber } from '../../../model/schema/archive/schools.js';
import { type Gender, makePersonNames } from '../person-names.js';
import type { Gazetteer } from '../placenames/gazetteer.js';
import { occupationText } from '../texts.js';
import { cell, USER_NAMES } from '../words.js';

const FIRST_TRANSCRIBER_ID = 60_001;
const VOLUNTEERS = 500;

/** A volunteer; some have no name. */
function transcriber(seed: number, number: number): Transcriber {
  const random = new Random(seed, 'transcriber', number);
  return {
    id: FIRST_TRANSCRIBER_ID + number,
    name: random.maybe(
      0.9,
      () => `${cell(random.pick(USER_NAMES), 0)}${random.maybe(0.6, () => random.between(2, 99)) ?? ''}`,
    ),
  };
}

/** The number of transcribers of a transcript; some have none. */
const TRANSCRIBER_COUNTS = weighted([88, 1], [5, 2], [7, 0]);

/** The transcribers of a transcript: mostly one. */
export function chooseTranscribers(seed: number, random: Random): Transcriber[] {
  const count = random.pickWeighted(TRANSCRIBER_COUNTS);
  const numbers = Array.from({ length: count }, () => random.below(VOLUNTEERS));
  return [...new Set(numbers)].map((number) => transcriber(seed, number));
}

/** A person of a school's section, by slot: pupils, informants, teachers. */
export interface SchoolsPersonPlan {
  readonly id: number;
  readonly part: number;
  readonly slot: number;
}

const SLOTS = 64;
const PUPILS = { first: 0, count: 14 };
const INFORMANTS = { first: 14, count: 30 };
const TEACHERS = { first: 60, count: 3 };

const FIRST_ID = 9_500_001;
/** Some sections have much higher numbers: ids above 2^31 occur (wire-format 1). */
const HIGH_ID = 4_400_000_000;
const HIGH_EVERY = 40;

const planSchoolsPerson = (part: number, slot: number): SchoolsPersonPlan => ({
  id: FIRST_ID + part * SLOTS + slot + (part % HIGH_EVERY === 3 ? HIGH_ID : 0),
  part,
  slot,
});

const from = ({ first, count }: typeof PUPILS, part: number, random: Random): SchoolsPersonPlan =>
  planSchoolsPerson(part, first + random.below(count));

export const pupilOf = (part: number, random: Random): SchoolsPersonPlan => from(PUPILS, part, random);
export const informantOf = (part: number, random: Random): SchoolsPersonPlan =>
  from(INFORMANTS, part, random);

/** The teachers of a school: the same in each of its sections. */
export const teachersOf = (school: number, count: number): SchoolsPersonPlan[] =>
  Array.from({ length: count }, (_, index) => planSchoolsPerson(school, TEACHERS.first + index));

/** Of an informant to the collector, absent included (wire-format 3, schoolsPerson). */
const RELATIONSHIPS = weighted(
  [22, 'GRPAR'],
  [25, 'PAR'],
  [8, 'REL'],
  [14, 'UNK'],
  [16, 'UNREL'],
  [15, undefined],
);

/** Makes people of the schools collection; some fields of a person differ between items. */
export class SchoolsPeople {
  readonly #seed: number;
  readonly #gazetteer: Gazetteer;
  readonly #parishOf: (part: number) => number;

  constructor(seed: number, gazetteer: Gazetteer, parishOf: (part: number) => number) {
    this.#seed = seed;
    this.#gazetteer = gazetteer;
    this.#parishOf = parishOf;
  }

  teacher(who: SchoolsPersonPlan): SchoolsPerson {
    const { person } = this.#known(who);
    return person;
  }

  collector(who: SchoolsPersonPlan, telling: Random): SchoolsPerson {
    const { person, random } = this.#known(who);
    const years = random.between(10, 14);
    return { ...person, age: telling.maybe(0.5, () => ({ age: years + telling.below(2) })) };
  }

  informant(who: SchoolsPersonPlan, telling: Random): SchoolsPerson {
    const { person, random } = this.#known(who);
    const years = random.between(25, 88);
    return {
      ...person,
      age: telling.pickWeighted(AGES)(years),
      occupations: random.chance(0.3) ? [occupationText(random)] : [],
      collectorRelationship: telling.pickWeighted(RELATIONSHIPS),
    };
  }

  /** The fields that are the same in all items, and the random numbers for the others. */
  #known({ id, part, slot }: SchoolsPersonPlan) {
    const random = new Random(this.#seed, 'schools person', part * SLOTS + slot);
    const gender: Gender = random.chance(0.5) ? 'b' : 'f';
    const person: SchoolsPerson = {
      id,
      names: makePersonNames(gender, random),
      gender: random.maybe(0.85, () => gender),
      age: undefined,
      addressesIreland: random.chance(0.35) ? [this.#gazetteer.placeIn(this.#parishOf(part), random)] : [],
      occupations: [],
      collectorRelationship: undefined,
    };
    return { person, random };
  }
}

/** All forms of an age, by weight. */
const AGES = weighted<(years: number) => Age | undefined>(
  [40, () => undefined],
  [36, (years) => ({ age: years })],
  [10, (years) => ({ age: years, qualifier: 'APPROX' })],
  [8, (years) => ({ age: years, qualifier: 'OVER' })],
  [4, (years) => ({ age: years, rangeMax: years + 5 })],
  [2, (years) => ({ age: years, qualifier: 'APPROX', rangeMax: years + 10 })],
);
