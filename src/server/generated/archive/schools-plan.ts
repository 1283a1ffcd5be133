import type { County } from '../../../dictionary/archive/county.js';
import type { LocationIreland } from '../../../dictionary/archive/location-ireland.js';
import type { SchoolsTopic } from '../../../dictionary/archive/schools-topic.js';
import { Dice, lots } from '../dice.js';
import { type History, historyFrom, startOf } from '../history.js';
import type { Gazetteer } from '../places/gazetteer.js';
import { parentOf } from '../places/layout.js';
import type { Frame, PartSize } from './frames.js';
import { type Pages, shareOut } from './page-runs.js';
import { pupilOf, type Someone, teachersOf, tellerOf } from './schools-people.js';
import { TOPIC_CHAINS } from './subjects.js';

/** A school's section as planned: all that filters ask about, and nothing that is only read. */
export interface SchoolsPartPlan {
  /** Among all parts. */
  readonly number: number;
  /** The number of the part that the school was first met in. */
  readonly school: number;
  readonly locations: readonly LocationIreland[];
  readonly teachers: readonly Someone[];
  /** The place of its first page in the volume. */
  readonly start: number;
  readonly pages: number;
  readonly items: readonly SchoolsItemPlan[];
}

/** A story as planned. */
export interface SchoolsItemPlan {
  /** Among all items. */
  readonly number: number;
  readonly pages: Pages;
  readonly history: History;
  /** The last day on which a transcript of it was made or changed. */
  readonly transcribed: number | undefined;
  readonly sensitive: boolean;
  readonly topics: readonly SchoolsTopic[];
  readonly languages: readonly string[];
  readonly counties: readonly County[];
  readonly locations: readonly LocationIreland[];
  readonly collectors: readonly Someone[];
  readonly informants: readonly Someone[];
}

/** One item in seven has neither collector nor informant (wire-format 5). */
const WITHOUT_PEOPLE = 7;

const LANGUAGES = lots<readonly string[]>(
  [690, ['en']],
  [270, ['ga']],
  [20, ['en', 'ga']],
  [15, []],
  [3, ['gd']],
  [2, ['la', 'en']],
);

/** How many topics an item stands under. */
const TOPICS = lots([88, 1], [7, 2], [5, 0]);

/** How many places a school is put at. */
const SCHOOL_PLACES = lots([92, 1], [4, 2], [4, 0]);

/** How many teachers a section names. */
const TEACHERS = lots([75, 1], [20, 2], [5, 0]);

/** How many people had a hand in an item, where anybody had. */
const PEOPLE = lots([93, 1], [6, 2], [1, 3]);

/** Plans what is in the volumes of the schools collection: the same plan whenever it is made. */
export class SchoolsPlanner {
  readonly #seed: number;
  readonly #gazetteer: Gazetteer;
  readonly #parts: number;

  /** @param parts how many there are in all volumes together */
  constructor(seed: number, gazetteer: Gazetteer, parts: number) {
    this.#seed = seed;
    this.#gazetteer = gazetteer;
    this.#parts = parts;
  }

  /** Schools follow each other as parishes do, so a volume is of one county mostly. */
  parishOf(part: number): number {
    return parentOf(part, this.#parts, this.#gazetteer.parishes);
  }

  parts(frame: Frame): SchoolsPartPlan[] {
    let [start, item] = [0, frame.firstItem];
    return frame.parts.map((size, index) => {
      const plan = this.#part(frame, frame.firstPart + index, size, start, item);
      start += size.pages;
      item += size.items;
      return plan;
    });
  }

  /** The places in the volume of its sensitive pages: one or a few. */
  sensitivePages(frame: Frame): readonly number[] {
    const dice = new Dice(this.#seed, 'schools pages', frame.number);
    return [...new Set(Array.from({ length: dice.between(1, 3) }, () => dice.below(frame.pages)))];
  }

  #part(frame: Frame, number: number, size: PartSize, start: number, firstItem: number): SchoolsPartPlan {
    const school = this.#goesOn(number) && !this.#goesOn(number - 1) ? number - 1 : number;
    const dice = new Dice(this.#seed, 'school', school);
    const parish = this.parishOf(school);
    const locations = dice.draw(SCHOOL_PLACES);
    const runs = shareOut(start, size.pages, size.items, new Dice(this.#seed, 'schools runs', number));
    return {
      number,
      school,
      locations: Array.from({ length: locations }, () => this.#gazetteer.placeIn(parish, dice)),
      teachers: teachersOf(school, dice.draw(TEACHERS)),
      start,
      pages: size.pages,
      items: runs.map((pages, index) => this.#item(frame, number, firstItem + index, pages)),
    };
  }

  /** Whether a part is a school's second: the school of the part before it goes on. */
  #goesOn(part: number): boolean {
    return part > 0 && (part % 50 === 1 || new Dice(this.#seed, 'goes on', part).chance(0.05));
  }

  #item(frame: Frame, part: number, number: number, pages: Pages): SchoolsItemPlan {
    const dice = new Dice(this.#seed, 'schools item', number);
    const history = historyFrom(frame.history.created, 500, 0.35, dice);
    const parish = this.parishOf(part);
    const gazetteer = this.#gazetteer;
    const people = dice.below(WITHOUT_PEOPLE) > 0 ? dice.below(100) : undefined;
    const [collected, told] = [people !== undefined && people >= 8, people !== undefined && people < 86];
    return {
      number,
      pages,
      history,
      transcribed: dice.maybe(0.27, () => startOf(2016) + dice.below(3_600)),
      sensitive: dice.chance(0.004),
      topics: dice.some(TOPIC_CHAINS, ...pairOf(dice.draw(TOPICS))),
      languages: dice.draw(LANGUAGES),
      counties: dice.chance(0.08)
        ? [dice.chance(0.96) ? gazetteer.countyOf(parish) : gazetteer.anyCounty(dice)]
        : [],
      locations: dice.chance(0.22)
        ? [dice.chance(0.98) ? gazetteer.placeIn(parish, dice) : gazetteer.anyPlace(dice)]
        : [],
      collectors: collected ? several(dice, () => pupilOf(part, dice)) : [],
      informants: told ? several(dice, () => tellerOf(part, dice)) : [],
    };
  }
}

const pairOf = (count: number): [number, number] => [count, count];

/** One person, seldom two or three; nobody twice. */
function several(dice: Dice, make: () => Someone): Someone[] {
  const count = dice.draw(PEOPLE);
  const people = [make()];
  for (let more = 1; more < count; more++) {
    const another = make();
    if (people.every((one) => one.id !== another.id)) people.push(another);
  }
  return people;
}
