import type { County, LocationIreland } from '../../schema/archive/places.js';
import type { SchoolsTopic } from '../../schema/archive/reference-lists.js';
import { zeroPadded } from '../calendar.js';
import type { Gazetteer } from '../placenames/gazetteer.js';
import { parentIndex } from '../placenames/place-plans.js';
import { Random, weighted } from '../random.js';
import { firstDayOf, makeHistory, type RecordHistory } from '../record-fields.js';
import type { WorldSizes } from '../sizes.js';
import { distributePages, type PageRange } from './pages.js';
import { TOPIC_CHAINS } from './reference-lists.js';
import { informantOf, pupilOf, type SchoolsPersonPlan, teachersOf } from './schools-people.js';
import type { CollectionLayout, PartSize, VolumePlan } from './volume-plans.js';

/** Of a part: 740,000 pages and 250,000 items in 4,484 of them (wire-format 5). */
const PAGES_PER_PART = [115, 215] as const;
const ITEMS_PER_PART = [32, 80] as const;
const UNPUBLISHED_PARTS = 4;

/** The volumes of the schools collection. */
export const schoolsLayout = (sizes: WorldSizes['schools']): CollectionLayout => ({
  kind: 'schools',
  firstID: 4_500_001,
  year: 2013,
  published: sizes.published,
  unpublished: sizes.unpublished,
  partsOf: (rank) => (rank === undefined ? UNPUBLISHED_PARTS : partsOf(rank, sizes)),
  sizeOf: (dice) => ({ pages: dice.between(...PAGES_PER_PART), items: dice.between(...ITEMS_PER_PART) }),
  numbered,
});

/** The parts shared out evenly, then one of each second volume's given to the volume before it. */
function partsOf(rank: number, { published, parts }: WorldSizes['schools']): number {
  const even = Math.floor(((rank + 1) * parts) / published) - Math.floor((rank * parts) / published);
  if (rank % 2 === 1) return even - 1;
  return rank + 1 < published ? even + 1 : even;
}

/** In so many volumes the third bears the number of the second, with a letter (`0002C`). */
const LETTERED_EVERY = 36;
const LETTERED = 2;

/** Types of volumes whose number has no letter. */
const TYPES = weighted([90, 'bound-volume'], [8, 'volume'], [2, undefined]);

function numbered(number: number, dice: Random) {
  const lettered = number % LETTERED_EVERY === LETTERED;
  const before = Math.floor((number - LETTERED + LETTERED_EVERY) / LETTERED_EVERY);
  return {
    volumeNumber: `${zeroPadded(number + 1 - before, 4)}${lettered ? dice.pick(['A', 'B', 'C']) : ''}`,
    type: lettered ? 'copybook-package' : dice.pickWeighted(TYPES),
  };
}

/** A school's section as planned: all that filters ask about, and nothing that is only read. */
export interface SchoolsPartPlan {
  /** Among all parts. */
  readonly number: number;
  /** The number of the part that the school was first met in. */
  readonly school: number;
  readonly locations: readonly LocationIreland[];
  readonly teachers: readonly SchoolsPersonPlan[];
  /** The place of its first page in the volume. */
  readonly start: number;
  readonly pages: number;
  readonly items: readonly SchoolsItemPlan[];
}

/** A story as planned. */
export interface SchoolsItemPlan {
  /** Among all items. */
  readonly number: number;
  readonly pages: PageRange;
  readonly history: RecordHistory;
  /** The last day on which a transcript of it was made or changed. */
  readonly transcribed: number | undefined;
  readonly sensitive: boolean;
  readonly topics: readonly SchoolsTopic[];
  readonly languages: readonly string[];
  readonly counties: readonly County[];
  readonly locations: readonly LocationIreland[];
  readonly collectors: readonly SchoolsPersonPlan[];
  readonly informants: readonly SchoolsPersonPlan[];
}

/** One item in seven has neither collector nor informant (wire-format 5). */
const WITHOUT_PEOPLE = 7;

const LANGUAGES = weighted<readonly string[]>(
  [690, ['en']],
  [270, ['ga']],
  [20, ['en', 'ga']],
  [15, []],
  [3, ['gd']],
  [2, ['la', 'en']],
);

/** How many topics an item stands under. */
const TOPICS = weighted([88, 1], [7, 2], [5, 0]);

/** How many places a school is put at. */
const SCHOOL_PLACES = weighted([92, 1], [4, 2], [4, 0]);

/** How many teachers a section names. */
const TEACHERS = weighted([75, 1], [20, 2], [5, 0]);

/** How many people had a hand in an item, where anybody had. */
const PEOPLE = weighted([93, 1], [6, 2], [1, 3]);

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
    return parentIndex(part, this.#parts, this.#gazetteer.parishes);
  }

  parts(frame: VolumePlan): SchoolsPartPlan[] {
    let [start, item] = [0, frame.firstItem];
    return frame.parts.map((size, index) => {
      const plan = this.#part(frame, frame.firstPart + index, size, start, item);
      start += size.pages;
      item += size.items;
      return plan;
    });
  }

  /** The places in the volume of its sensitive pages: one or a few. */
  sensitivePages(frame: VolumePlan): readonly number[] {
    const dice = new Random(this.#seed, 'schools pages', frame.number);
    return [...new Set(Array.from({ length: dice.between(1, 3) }, () => dice.below(frame.pages)))];
  }

  #part(
    frame: VolumePlan,
    number: number,
    size: PartSize,
    start: number,
    firstItem: number,
  ): SchoolsPartPlan {
    const school = this.#goesOn(number) && !this.#goesOn(number - 1) ? number - 1 : number;
    const dice = new Random(this.#seed, 'school', school);
    const parish = this.parishOf(school);
    const locations = dice.pickWeighted(SCHOOL_PLACES);
    const runs = distributePages(
      start,
      size.pages,
      size.items,
      new Random(this.#seed, 'schools runs', number),
    );
    return {
      number,
      school,
      locations: Array.from({ length: locations }, () => this.#gazetteer.placeIn(parish, dice)),
      teachers: teachersOf(school, dice.pickWeighted(TEACHERS)),
      start,
      pages: size.pages,
      items: runs.map((pages, index) => this.#item(frame, number, firstItem + index, pages)),
    };
  }

  /** Whether a part is a school's second: the school of the part before it goes on. */
  #goesOn(part: number): boolean {
    return part > 0 && (part % 50 === 1 || new Random(this.#seed, 'goes on', part).chance(0.05));
  }

  #item(frame: VolumePlan, part: number, number: number, pages: PageRange): SchoolsItemPlan {
    const dice = new Random(this.#seed, 'schools item', number);
    const history = makeHistory(frame.history.created, 500, 0.35, dice);
    const parish = this.parishOf(part);
    const gazetteer = this.#gazetteer;
    const people = dice.below(WITHOUT_PEOPLE) > 0 ? dice.below(100) : undefined;
    const [collected, told] = [people !== undefined && people >= 8, people !== undefined && people < 86];
    return {
      number,
      pages,
      history,
      transcribed: dice.maybe(0.27, () => firstDayOf(2016) + dice.below(3_600)),
      sensitive: dice.chance(0.004),
      topics: dice.sample(TOPIC_CHAINS, ...pairOf(dice.pickWeighted(TOPICS))),
      languages: dice.pickWeighted(LANGUAGES),
      counties: dice.chance(0.08)
        ? [dice.chance(0.96) ? gazetteer.countyOf(parish) : gazetteer.anyCounty(dice)]
        : [],
      locations: dice.chance(0.22)
        ? [dice.chance(0.98) ? gazetteer.placeIn(parish, dice) : gazetteer.anyPlace(dice)]
        : [],
      collectors: collected ? several(dice, () => pupilOf(part, dice)) : [],
      informants: told ? several(dice, () => informantOf(part, dice)) : [],
    };
  }
}

const pairOf = (count: number): [number, number] => [count, count];

/** One person, seldom two or three; nobody twice. */
function several(dice: Random, make: () => SchoolsPersonPlan): SchoolsPersonPlan[] {
  const count = dice.pickWeighted(PEOPLE);
  const people = [make()];
  for (let more = 1; more < count; more++) {
    const another = make();
    if (people.every((one) => one.id !== another.id)) people.push(another);
  }
  return people;
}
