import type { ManuscriptItemLink } from '../../schema/archive/manuscripts.js';
import type { PersonSummary } from '../../schema/archive/person.js';
import type { Country, County, LocationAbroad, LocationIreland } from '../../schema/archive/places.js';
import { zeroPadded } from '../calendar.js';
import type { Gazetteer } from '../placenames/gazetteer.js';
import { Random, weighted } from '../random.js';
import { makeHistory, type RecordHistory } from '../record-fields.js';
import type { WorldSizes } from '../sizes.js';
import { distributePages, type PageRange } from './pages.js';
import type { People } from './people.js';
import { COUNTRY_LIST, LOCATIONS_ABROAD } from './reference-lists.js';
import { type CollectionLayout, itemID, pageID, partID, type VolumePlan } from './volume-plans.js';

/** The people and places of a part or item: what filters ask about. */
export interface RelatedRecords {
  readonly counties: readonly County[];
  readonly locationsIreland: readonly LocationIreland[];
  readonly countries: readonly Country[];
  readonly locationsAbroad: readonly LocationAbroad[];
  readonly collectors: readonly PersonSummary[];
  readonly informants: readonly PersonSummary[];
  readonly relevantPersons: readonly PersonSummary[];
}

export interface ManuscriptPartPlan {
  /** Among all parts. */
  readonly number: number;
  readonly related: RelatedRecords;
  /** The place of its first page in the volume. */
  readonly start: number;
  readonly items: readonly ManuscriptItemPlan[];
}

export interface ManuscriptItemPlan {
  /** Among all items. */
  readonly number: number;
  readonly pages: PageRange;
  readonly history: RecordHistory;
  readonly sensitive: boolean;
  readonly languages: readonly string[];
  readonly related: RelatedRecords;
  readonly links: readonly ManuscriptItemLink[];
}

/** The volumes of the manuscript collection. */
export const manuscriptsLayout = (sizes: WorldSizes['manuscripts']): CollectionLayout => ({
  kind: 'manuscript',
  firstID: 3_500_001,
  year: 2016,
  ...sizes,
  partsOf: (_, dice) => dice.between(6, 14),
  sizeOf: (dice) => ({ pages: dice.between(30, 70), items: dice.between(4, 14) }),
  numbered: (number) => ({ volumeNumber: zeroPadded(number * 3 + 1, 4) }),
});

/** About two thirds are in Irish (archive-service 1). */
const LANGUAGES = weighted<readonly string[]>(
  [640, ['ga']],
  [310, ['en']],
  [25, ['ga', 'en']],
  [15, []],
  [6, ['gd']],
  [2, ['gv']],
  [2, ['la']],
);

/** So many parishes are a neighbourhood. */
const NEIGHBOURS = 8;

/** Plans what is in the volumes of the manuscript collection: the same plan whenever it is made. */
export class ManuscriptsPlanner {
  readonly #seed: number;
  readonly #gazetteer: Gazetteer;
  readonly #people: People;
  readonly #frames: readonly VolumePlan[];

  constructor(seed: number, gazetteer: Gazetteer, people: People, frames: readonly VolumePlan[]) {
    this.#seed = seed;
    this.#gazetteer = gazetteer;
    this.#people = people;
    this.#frames = frames;
  }

  parts(frame: VolumePlan): ManuscriptPartPlan[] {
    let [start, item] = [0, frame.firstItem];
    const runs = frame.parts.map((size, index) => {
      const number = frame.firstPart + index;
      const pages = distributePages(
        start,
        size.pages,
        size.items,
        new Random(this.#seed, 'manuscript runs', number),
      );
      const run = { number, start, firstItem: item, pages };
      start += size.pages;
      item += size.items;
      return run;
    });
    return runs.map((run, index) => this.#part(frame, run, runs[index - 1]));
  }

  /** The places in the volume of its sensitive pages: one or a few. */
  sensitivePages(frame: VolumePlan): readonly number[] {
    const dice = new Random(this.#seed, 'manuscript pages', frame.number);
    return [...new Set(Array.from({ length: dice.between(1, 3) }, () => dice.below(frame.pages)))];
  }

  #part(frame: VolumePlan, run: PartRun, before: PartRun | undefined): ManuscriptPartPlan {
    const dice = new Random(this.#seed, 'manuscript part plan', run.number);
    const parish = this.#parishOf(frame, dice);
    const collector = this.#people.collector(dice);
    return {
      number: run.number,
      related: this.#connections(parish, dice, { often: 0.5, abroad: 0.1, collector }),
      start: run.start,
      items: run.pages.map((_, index) => this.#item(frame, run, index, parish, before)),
    };
  }

  /** A volume was mostly filled in one neighbourhood. */
  #parishOf(frame: VolumePlan, dice: Random): number {
    const { parishes } = this.#gazetteer;
    if (dice.chance(0.1)) return dice.below(parishes);
    const home = new Random(this.#seed, 'manuscript home', frame.number).below(parishes);
    return (home + dice.below(NEIGHBOURS)) % parishes;
  }

  #item(
    frame: VolumePlan,
    run: PartRun,
    index: number,
    parish: number,
    before: PartRun | undefined,
  ): ManuscriptItemPlan {
    const number = run.firstItem + index;
    const dice = new Random(this.#seed, 'manuscript item', number);
    return {
      number,
      pages: run.pages[index] as PageRange,
      history: makeHistory(frame.history.created, 400, 0.4, dice),
      sensitive: dice.chance(0.008),
      languages: dice.pickWeighted(LANGUAGES),
      related: this.#connections(parish, dice, { often: 0.35, abroad: 0.03 }),
      links: this.#links(frame, run, index, before, dice),
    };
  }

  #connections(
    parish: number,
    dice: Random,
    { often, abroad, collector }: { often: number; abroad: number; collector?: PersonSummary },
  ): RelatedRecords {
    const [gazetteer, people] = [this.#gazetteer, this.#people];
    const isAbroad = dice.chance(abroad);
    const locationsIreland = dice.chance(often) ? [gazetteer.placeIn(parish, dice)] : [];
    if (locationsIreland.length > 0 && dice.chance(0.03)) locationsIreland.push(gazetteer.anyPlace(dice));
    return {
      counties: dice.chance(often) ? [gazetteer.countyOf(parish)] : [],
      locationsIreland,
      countries: isAbroad && dice.chance(0.6) ? [dice.pick(COUNTRY_LIST)] : [],
      locationsAbroad: isAbroad && dice.chance(0.6) ? [dice.pick(LOCATIONS_ABROAD)] : [],
      collectors: collector !== undefined ? [collector] : dice.chance(0.3) ? [people.collector(dice)] : [],
      informants: dice.chance(0.6) ? [people.anyone(dice)] : [],
      relevantPersons: dice.chance(0.06) ? [people.anyone(dice)] : [],
    };
  }

  /** One item in seven goes on in the next one, some are related to one elsewhere. */
  #links(
    frame: VolumePlan,
    run: PartRun,
    index: number,
    before: PartRun | undefined,
    dice: Random,
  ): ManuscriptItemLink[] {
    const goesOn = (item: number) =>
      new Random(this.#seed, 'manuscript goes on', run.firstItem + item).chance(0.15);
    const links: ManuscriptItemLink[] = [];
    if (index > 0 && goesOn(index - 1)) links.push({ ...linkTo(frame, run, index - 1), sequence: 'PREV' });
    if (index + 1 < run.pages.length && goesOn(index))
      links.push({ ...linkTo(frame, run, index + 1), sequence: 'NEXT' });
    if (before !== undefined && dice.chance(0.03))
      links.push(linkTo(frame, before, dice.below(before.pages.length)));
    if (dice.chance(0.01)) links.push(toFirstOf(dice.pick(this.#frames)));
    return links;
  }
}

/** Where the items of a part stand. */
interface PartRun {
  readonly number: number;
  readonly start: number;
  readonly firstItem: number;
  readonly pages: readonly PageRange[];
}

const linkTo = (frame: VolumePlan, run: PartRun, item: number): ManuscriptItemLink => ({
  partID: partID(run.number),
  pageID: pageID(frame, run.pages[item]?.first ?? run.start),
  itemID: itemID(frame, run.firstItem + item),
});

/** The first item of any volume stands on the page after the title page: no plan is needed to know that. */
const toFirstOf = (frame: VolumePlan): ManuscriptItemLink => ({
  partID: partID(frame.firstPart),
  pageID: pageID(frame, 1),
  itemID: itemID(frame, frame.firstItem),
});
