import { Random, weighted } from '../../../base/random.js';
import type {
  ManuscriptItem,
  ManuscriptItemLink,
  ManuscriptPart,
} from '../../../model/schema/archive/manuscripts.js';
import type { PersonSummary } from '../../../model/schema/archive/person.js';
import type {
  Country,
  County,
  LocationAbroad,
  LocationIreland,
} from '../../../model/schema/archive/places.js';
import type { ManuscriptPage, ManuscriptVolume } from '../../../model/schema/archive/volume.js';
import type { LazyVolumes } from '../../../services/server/records.js';
import { dateAround, dateInterval, zeroPadded } from '../calendar.js';
import {
  type DefectSettings,
  type Defects,
  dateDefects,
  defectInjectorOf,
  textDefects,
  UNKNOWN_CODE,
  UNKNOWN_ID,
} from '../defects.js';
import type { Gazetteer } from '../placenames/gazetteer.js';
import { featuredDays, makeHistory, timestampsOf } from '../record-fields.js';
import type { WorldSizes } from '../sizes.js';
import {
  chooseLanguage,
  editorRemark,
  extraInfoOf,
  inGaelicScript,
  storyText,
  storyTitle,
} from '../texts.js';
import type { People } from './people.js';
import { COUNTRY_LIST, LOCATIONS_ABROAD } from './reference-lists.js';
import { type FilterIndex, makeCollection } from './volume-index.js';
import {
  type CollectionLayout,
  type ItemPlan,
  itemID,
  itemPages,
  makePages,
  ordersOnFirstPages,
  PAGE_DEFECTS,
  type PageRange,
  type PartPlan,
  type PartRange,
  pageID,
  partFields,
  partID,
  partRanges,
  planVolumes,
  type VolumePlan,
  volumeHeader,
} from './volumes.js';

/** Defects of manuscript parts. */
const MANUSCRIPT_PART_DEFECTS: Defects<ManuscriptPart> = {
  ...dateDefects('date'),
  'title page unknown': (part) => ({ ...part, titlePages: [...part.titlePages, UNKNOWN_ID] }),
};

/** Defects of manuscript items. */
const MANUSCRIPT_ITEM_DEFECTS: Defects<ManuscriptItem> = {
  ...dateDefects('date'),
  ...textDefects(),
  'type unknown': (item) => ({ ...item, contentType: UNKNOWN_CODE }),
  'mode and script unknown': (item) => ({
    ...item,
    contentModes: [UNKNOWN_CODE],
    contentScripts: ['latin'],
  }),
  'language unknown': (item) => ({ ...item, languages: [...item.languages, 'xx'] }),
  'order of nought': (item) => ({ ...item, listingOrder: '0' }),
  'order in letters': (item) => ({ ...item, listingOrder: 'b' }),
  'last page unknown': (item) => ({ ...item, lastPageID: UNKNOWN_ID }),
  'sequence unknown': (item) =>
    item.linkedItems.length === 0
      ? undefined
      : {
          ...item,
          linkedItems: item.linkedItems.map((link) => ({ ...link, sequence: UNKNOWN_CODE })),
        },
  'collector named twice': (item) =>
    item.collectors.length === 0
      ? undefined
      : { ...item, collectors: [...item.collectors, ...item.collectors] },
  'link to an unknown item': (item) => ({
    ...item,
    linkedItems: [...item.linkedItems, { itemID: UNKNOWN_ID }],
  }),
};

/** The people and places of a part or item: what filters ask about. */
interface RelatedRecords {
  readonly counties: readonly County[];
  readonly locationsIreland: readonly LocationIreland[];
  readonly countries: readonly Country[];
  readonly locationsAbroad: readonly LocationAbroad[];
  readonly collectors: readonly PersonSummary[];
  readonly informants: readonly PersonSummary[];
  readonly relevantPersons: readonly PersonSummary[];
}

interface ManuscriptPartPlan extends PartPlan<ManuscriptItemPlan> {
  readonly related: RelatedRecords;
}

interface ManuscriptItemPlan extends ItemPlan {
  readonly related: RelatedRecords;
  readonly links: readonly ManuscriptItemLink[];
}

/** The volumes of the manuscript collection. */
const manuscriptsLayout = (sizes: WorldSizes['manuscripts']): CollectionLayout => ({
  kind: 'manuscript',
  firstID: 3_500_001,
  year: 2016,
  ...sizes,
  partsOf: (_, random) => random.between(6, 14),
  sizeOf: (random) => ({ pages: random.between(30, 70), items: random.between(4, 14) }),
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

/** The number of parishes in a neighbourhood. */
const NEIGHBOURS = 8;

/** Plans and makes the volumes of the manuscript collection. */
class ManuscriptsGenerator {
  readonly #seed: number;
  readonly #gazetteer: Gazetteer;
  readonly #people: People;
  readonly #volumes: readonly VolumePlan[];
  readonly #inject;

  constructor(
    seed: number,
    defects: DefectSettings,
    gazetteer: Gazetteer,
    people: People,
    volumes: readonly VolumePlan[],
  ) {
    this.#seed = seed;
    this.#gazetteer = gazetteer;
    this.#people = people;
    this.#volumes = volumes;
    this.#inject = {
      part: defectInjectorOf(seed, defects, 'manuscript part', MANUSCRIPT_PART_DEFECTS),
      item: defectInjectorOf(seed, defects, 'manuscript item', MANUSCRIPT_ITEM_DEFECTS),
      page: defectInjectorOf<ManuscriptPage>(seed, defects, 'manuscript page', PAGE_DEFECTS),
    };
  }

  planParts(volume: VolumePlan): ManuscriptPartPlan[] {
    const ranges = partRanges(this.#seed, 'manuscript', volume);
    return ranges.map((range, index) => this.#planPart(volume, range, ranges[index - 1]));
  }

  makeVolume(volume: VolumePlan, parts: readonly ManuscriptPartPlan[]): ManuscriptVolume {
    const { type: _, ...header } = volumeHeader(this.#seed, 'manuscript', volume);
    return {
      ...header,
      pages: makePages(this.#seed, volume, parts, {
        kind: 'manuscript',
        images: 'CBE',
        complete: (page) => page,
        inject: this.#inject.page,
      }),
      parts: parts.map((part, index) => this.#inject.part(this.#makePart(volume, part, index), part.number)),
    };
  }

  #planPart(volume: VolumePlan, range: PartRange, previous: PartRange | undefined): ManuscriptPartPlan {
    const random = new Random(this.#seed, 'manuscript part plan', range.number);
    const parish = this.#parishOf(volume, random);
    const collector = this.#people.collector(random);
    return {
      number: range.number,
      related: this.#planRelated(parish, random, { often: 0.5, abroad: 0.1, collector }),
      start: range.start,
      items: range.items.map((_, index) => this.#planItem(volume, range, index, parish, previous)),
    };
  }

  /** A volume was mostly filled in one neighbourhood. */
  #parishOf(volume: VolumePlan, random: Random): number {
    const { parishes } = this.#gazetteer;
    if (random.chance(0.1)) return random.below(parishes);
    const home = new Random(this.#seed, 'manuscript home', volume.number).below(parishes);
    return (home + random.below(NEIGHBOURS)) % parishes;
  }

  #planItem(
    volume: VolumePlan,
    range: PartRange,
    index: number,
    parish: number,
    previous: PartRange | undefined,
  ): ManuscriptItemPlan {
    const number = range.firstItem + index;
    const random = new Random(this.#seed, 'manuscript item', number);
    return {
      number,
      pages: range.items[index] as PageRange,
      history: makeHistory(volume.history.created, 400, 0.4, random),
      sensitive: random.chance(0.008),
      languages: random.pickWeighted(LANGUAGES),
      related: this.#planRelated(parish, random, { often: 0.35, abroad: 0.03 }),
      links: this.#links(volume, range, index, previous, random),
    };
  }

  #planRelated(
    parish: number,
    random: Random,
    { often, abroad, collector }: { often: number; abroad: number; collector?: PersonSummary },
  ): RelatedRecords {
    const [gazetteer, people] = [this.#gazetteer, this.#people];
    const isAbroad = random.chance(abroad);
    const locationsIreland = random.chance(often) ? [gazetteer.placeIn(parish, random)] : [];
    if (locationsIreland.length > 0 && random.chance(0.03)) locationsIreland.push(gazetteer.anyPlace(random));
    return {
      counties: random.chance(often) ? [gazetteer.countyOf(parish)] : [],
      locationsIreland,
      countries: isAbroad && random.chance(0.6) ? [random.pick(COUNTRY_LIST)] : [],
      locationsAbroad: isAbroad && random.chance(0.6) ? [random.pick(LOCATIONS_ABROAD)] : [],
      collectors:
        collector !== undefined ? [collector] : random.chance(0.3) ? [people.collector(random)] : [],
      informants: random.chance(0.6) ? [people.anyone(random)] : [],
      relevantPersons: random.chance(0.06) ? [people.anyone(random)] : [],
    };
  }

  /** One item in seven goes on in the next one, some are related to one elsewhere. */
  #links(
    volume: VolumePlan,
    range: PartRange,
    index: number,
    previous: PartRange | undefined,
    random: Random,
  ): ManuscriptItemLink[] {
    const isContinued = (item: number) =>
      new Random(this.#seed, 'manuscript goes on', range.firstItem + item).chance(0.15);
    const links: ManuscriptItemLink[] = [];
    if (index > 0 && isContinued(index - 1))
      links.push({ ...linkTo(volume, range, index - 1), sequence: 'PREV' });
    if (index + 1 < range.items.length && isContinued(index))
      links.push({ ...linkTo(volume, range, index + 1), sequence: 'NEXT' });
    if (previous !== undefined && random.chance(0.03))
      links.push(linkTo(volume, previous, random.below(previous.items.length)));
    if (random.chance(0.01)) links.push(toFirstOf(random.pick(this.#volumes)));
    return links;
  }

  #makePart(volume: VolumePlan, plan: ManuscriptPartPlan, index: number): ManuscriptPart {
    const random = new Random(this.#seed, 'manuscript part text', plan.number);
    const year = random.between(1_930, 1_965);
    const orders = ordersOnFirstPages(plan.items);
    const fields = partFields(volume, plan, index, 0.3, random);
    if (random.chance(0.05)) fields.titlePages.push(pageID(volume, plan.start + 1));
    return {
      ...fields,
      date: random.maybe(0.85, () =>
        random.chance(0.5) ? dateInterval({ year }, { year: year + 1 }) : dateAround(year, random),
      ),
      ...copied(plan.related),
      ...extraInfoOf(0.2, random, editorRemark),
      items: plan.items.map((item, place) =>
        this.#inject.item(this.#makeItem(volume, item, orders[place] as number, year), item.number),
      ),
    };
  }

  #makeItem(volume: VolumePlan, plan: ManuscriptItemPlan, order: number, year: number): ManuscriptItem {
    const random = new Random(this.#seed, 'manuscript item text', plan.number);
    const language = chooseLanguage(plan.languages, random);
    const contentScripts = [...random.pickWeighted(SCRIPTS)];
    // Texts in Gaelic script are often transcribed in it.
    const gaelic = language === 'ga' && contentScripts[0] === 'Latg' && random.chance(0.3);
    return {
      id: itemID(volume, plan.number),
      ...timestampsOf(plan.history, random),
      editorsPick: featuredDays(0.005, random),
      sensitive: plan.sensitive,
      listingOrder: random.maybe(0.98, () => String(order)),
      date: random.maybe(0.7, () => dateAround(year + random.below(2), random)),
      title: random.maybe(0.85, () =>
        gaelic ? inGaelicScript(storyTitle(language, random)) : storyTitle(language, random),
      ),
      extract: random.maybe(0.6, () =>
        gaelic ? inGaelicScript(storyText(language, 2, random)) : storyText(language, 2, random),
      ),
      ...itemPages(volume, plan),
      contentType: random.pickWeighted(CONTENT_TYPES),
      contentModes: [...random.pickWeighted(MODES)],
      contentScripts,
      languages: [...plan.languages],
      ...copied(plan.related),
      linkedItems: [...plan.links],
      ...extraInfoOf(0.08, random, editorRemark),
    };
  }
}

const linkTo = (volume: VolumePlan, range: PartRange, item: number): ManuscriptItemLink => ({
  partID: partID(range.number),
  pageID: pageID(volume, range.items[item]?.first ?? range.start),
  itemID: itemID(volume, range.firstItem + item),
});

/** The first item of a volume is on the page after the title page. */
const toFirstOf = (volume: VolumePlan): ManuscriptItemLink => ({
  partID: partID(volume.firstPart),
  pageID: pageID(volume, 1),
  itemID: itemID(volume, volume.firstItem),
});

const copied = (connections: RelatedRecords) => ({
  counties: [...connections.counties],
  locationsIreland: [...connections.locationsIreland],
  countries: [...connections.countries],
  locationsAbroad: [...connections.locationsAbroad],
  collectors: [...connections.collectors],
  informants: [...connections.informants],
  relevantPersons: [...connections.relevantPersons],
});

const CONTENT_TYPES = weighted([78, 'SEAN'], [8, 'CÍN-LAE'], [6, 'CEIST'], [4, 'COMH'], [4, undefined]);

const MODES = weighted<readonly string[]>(
  [84, ['LÁMH']],
  [8, ['CLÓ']],
  [2, ['LÍN']],
  [4, ['LÁMH', 'LÍN']],
  [2, []],
);

const SCRIPTS = weighted<readonly string[]>([62, ['Latn']], [28, ['Latg']], [5, ['Latn', 'Latg']], [5, []]);

/** Related records as the index needs them. */
type IndexedRecords = Partial<
  Omit<RelatedRecords, 'collectors' | 'informants' | 'relevantPersons'> &
    Record<'collectors' | 'informants' | 'relevantPersons', readonly { readonly id: number }[]>
>;

/** Adds the related records of a part or item to the index. */
export function indexRelated(index: FilterIndex, related: IndexedRecords, position: number): void {
  const { counties = [], locationsIreland = [], countries = [], locationsAbroad = [] } = related;
  const { collectors = [], informants = [], relevantPersons = [] } = related;
  for (const person of [...collectors, ...informants, ...relevantPersons])
    index.add('PersonID', person.id, position);
  for (const county of counties) index.add('CountyID', county.logainmID, position);
  for (const place of locationsIreland) {
    index.add('PlaceID', place.logainmID, position);
    for (const county of place.counties) index.add('CountyID', county.logainmID, position);
  }
  for (const country of countries) index.add('Country', country.isoCode, position);
  for (const place of locationsAbroad) {
    index.add('GazetteerID', place.geoNameID, position);
    if (place.country !== undefined) index.add('Country', place.country.isoCode, position);
  }
}

/** Makes the manuscript collection. */
export function makeManuscriptCollection(
  seed: number,
  defects: DefectSettings,
  sizes: WorldSizes['manuscripts'],
  gazetteer: Gazetteer,
  people: People,
): LazyVolumes<ManuscriptVolume> {
  const layout = manuscriptsLayout(sizes);
  const volumes = planVolumes(seed, layout);
  const generator = new ManuscriptsGenerator(seed, defects, gazetteer, people, volumes);
  return makeCollection<ManuscriptPartPlan, ManuscriptVolume>(seed, volumes, {
    layout,
    planParts: (volume) => generator.planParts(volume),
    filters: ['PersonID', 'CountyID', 'PlaceID', 'Country', 'GazetteerID', 'Language'],
    indexPart: (index, { related }, position) => indexRelated(index, related, position),
    indexItem: (index, { related, languages }, position) => {
      indexRelated(index, related, position);
      for (const code of languages) index.add('Language', code, position);
    },
    changeDays: ({ history }) => [history.modified ?? history.created],
    makeVolume: (volume, parts) => generator.makeVolume(volume, parts),
  });
}
