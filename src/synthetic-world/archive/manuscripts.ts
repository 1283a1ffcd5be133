import type { ManuscriptItem, ManuscriptPart } from '../../schema/archive/manuscripts.js';
import type { ManuscriptPage, ManuscriptVolume } from '../../schema/archive/volume.js';
import { LazyVolumes } from '../../server/records.js';
import { dateAround, dateInterval } from '../calendar.js';
import {
  changeField,
  type DefectInjector,
  type DefectSettings,
  type Defects,
  dateDefects,
  defectInjectorOf,
  UNKNOWN_CODE,
  UNKNOWN_ID,
  withControlCharacter,
  withLoneSurrogate,
  withMarkup,
} from '../defects.js';
import type { Gazetteer } from '../placenames/gazetteer.js';
import { Random, weighted } from '../random.js';
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
import {
  type ManuscriptItemPlan,
  type ManuscriptPartPlan,
  ManuscriptsPlanner,
  manuscriptsLayout,
  type RelatedRecords,
} from './manuscripts-plan.js';
import { imageFileName, makePageNumbers, ordersOnFirstPages, pageDefects } from './pages.js';
import type { People } from './people.js';
import { FilterIndex, indexVolumes, type PlannedVolumeIndex } from './volume-index.js';
import { itemID, pageID, partID, planVolumes, type VolumePlan } from './volume-plans.js';

/** How parts of the manuscript collection are dirty. */
export const MANUSCRIPT_PART_DEFECTS: Defects<ManuscriptPart> = {
  ...dateDefects('date'),
  'title page nowhere': (part) => ({ ...part, titlePages: [...part.titlePages, UNKNOWN_ID] }),
};

/** How items of the manuscript collection are dirty. */
export const MANUSCRIPT_ITEM_DEFECTS: Defects<ManuscriptItem> = {
  ...dateDefects('date'),
  'title marked up': changeField('title', withMarkup),
  'title rung': changeField('title', withControlCharacter),
  'title cut off': changeField('title', withLoneSurrogate),
  'title of digits': changeField('title', () => '1937'),
  'extract a dash': changeField('extract', () => '-'),
  'type unknown': (item) => ({ ...item, contentType: UNKNOWN_CODE }),
  'mode and script unknown': (item) => ({
    ...item,
    contentModes: [UNKNOWN_CODE],
    contentScripts: ['latin'],
  }),
  'language unknown': (item) => ({ ...item, languages: [...item.languages, 'xx'] }),
  'order of nought': (item) => ({ ...item, listingOrder: '0' }),
  'order in letters': (item) => ({ ...item, listingOrder: 'b' }),
  'last page nowhere': (item) => ({ ...item, lastPageID: UNKNOWN_ID }),
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
  'link to nothing': (item) => ({
    ...item,
    linkedItems: [...item.linkedItems, { itemID: UNKNOWN_ID }],
  }),
};

/** A volume without pages and parts. */
export function manuscriptHeader(seed: number, { id, history, volumeNumber, status }: VolumePlan) {
  return { id, ...timestampsOf(history, new Random(seed, 'manuscript header', id)), volumeNumber, status };
}

/** What makes some of a volume dirty. */
export interface ManuscriptDefectInjectors {
  readonly part: DefectInjector<ManuscriptPart>;
  readonly item: DefectInjector<ManuscriptItem>;
  readonly page: DefectInjector<ManuscriptPage>;
}

/** Dresses a planned volume: dates, texts and pages. */
export function makeManuscriptVolume(
  seed: number,
  soilers: ManuscriptDefectInjectors,
  frame: VolumePlan,
  plans: readonly ManuscriptPartPlan[],
  sensitive: readonly number[],
): ManuscriptVolume {
  return {
    ...manuscriptHeader(seed, frame),
    pages: pagesOf(seed, soilers, frame, plans, new Set(sensitive)),
    parts: plans.map((plan, index) => soilers.part(partOf(seed, soilers, frame, plan, index), plan.number)),
  };
}

const copied = (connections: RelatedRecords) => ({
  counties: [...connections.counties],
  locationsIreland: [...connections.locationsIreland],
  countries: [...connections.countries],
  locationsAbroad: [...connections.locationsAbroad],
  collectors: [...connections.collectors],
  informants: [...connections.informants],
  relevantPersons: [...connections.relevantPersons],
});

function partOf(
  seed: number,
  soilers: ManuscriptDefectInjectors,
  frame: VolumePlan,
  plan: ManuscriptPartPlan,
  index: number,
): ManuscriptPart {
  const dice = new Random(seed, 'manuscript part text', plan.number);
  const year = dice.between(1_930, 1_965);
  const orders = ordersOnFirstPages(plan.items.map(({ pages }) => pages));
  return {
    id: partID(plan.number),
    ...timestampsOf(makeHistory(frame.history.created, 60, 0.3, dice), dice),
    listingOrder: String(index + 1),
    titlePages: [pageID(frame, plan.start), ...(dice.chance(0.05) ? [pageID(frame, plan.start + 1)] : [])],
    date: dice.maybe(0.85, () =>
      dice.chance(0.5) ? dateInterval({ year }, { year: year + 1 }) : dateAround(year, dice),
    ),
    ...copied(plan.related),
    ...extraInfoOf(0.2, dice, editorRemark),
    items: plan.items.map((item, place) =>
      soilers.item(itemOf(seed, frame, item, orders[place] as number, year), item.number),
    ),
  };
}

const CONTENT_TYPES = weighted([78, 'SEAN'], [8, 'CÍN-LAE'], [6, 'CEIST'], [4, 'COMH'], [4, undefined]);

const MODES = weighted<readonly string[]>(
  [84, ['LÁMH']],
  [8, ['CLÓ']],
  [2, ['LÍN']],
  [4, ['LÁMH', 'LÍN']],
  [2, []],
);

const SCRIPTS = weighted<readonly string[]>([62, ['Latn']], [28, ['Latg']], [5, ['Latn', 'Latg']], [5, []]);

function itemOf(
  seed: number,
  frame: VolumePlan,
  plan: ManuscriptItemPlan,
  order: number,
  year: number,
): ManuscriptItem {
  const dice = new Random(seed, 'manuscript item text', plan.number);
  const tongue = chooseLanguage(plan.languages, dice);
  const { first, last } = plan.pages;
  const contentScripts = [...dice.pickWeighted(SCRIPTS)];
  // What was written in the old letters is copied so, often.
  const old = tongue === 'ga' && contentScripts[0] === 'Latg' && dice.chance(0.3);
  return {
    id: itemID(frame, plan.number),
    ...timestampsOf(plan.history, dice),
    editorsPick: featuredDays(0.005, dice),
    sensitive: plan.sensitive,
    listingOrder: dice.maybe(0.98, () => String(order)),
    date: dice.maybe(0.7, () => dateAround(year + dice.below(2), dice)),
    title: dice.maybe(0.85, () =>
      old ? inGaelicScript(storyTitle(tongue, dice)) : storyTitle(tongue, dice),
    ),
    extract: dice.maybe(0.6, () =>
      old ? inGaelicScript(storyText(tongue, 2, dice)) : storyText(tongue, 2, dice),
    ),
    pages: Array.from({ length: last - first + 1 }, (_, page) => pageID(frame, first + page)),
    firstPageID: pageID(frame, first),
    lastPageID: pageID(frame, last),
    contentType: dice.pickWeighted(CONTENT_TYPES),
    contentModes: [...dice.pickWeighted(MODES)],
    contentScripts,
    languages: [...plan.languages],
    ...copied(plan.related),
    linkedItems: [...plan.links],
    ...extraInfoOf(0.08, dice, editorRemark),
  };
}

function pagesOf(
  seed: number,
  soilers: ManuscriptDefectInjectors,
  frame: VolumePlan,
  plans: readonly ManuscriptPartPlan[],
  sensitive: ReadonlySet<number>,
): ManuscriptPage[] {
  const dice = new Random(seed, 'manuscript pages text', frame.number);
  const numbers = makePageNumbers(frame.pages, dice);
  const titles = new Set(plans.map((plan) => plan.start));
  return numbers.map((pageNumber, place) => {
    const page = {
      id: pageID(frame, place),
      ...(dice.chance(0.1) ? timestampsOf(makeHistory(frame.history.created, 30, 0.2, dice), dice) : UNDATED),
      pageNumber,
      listingOrder: String(place + 1),
      titlePage: titles.has(place) ? true : undefined,
      imageFileName: imageFileName('CBE', frame.volumeNumber, place, dice),
      sensitive: sensitive.has(place),
    };
    return soilers.page(page, frame.firstPage + place);
  });
}

/** Most pages do not tell when they were entered. */
const UNDATED = { dateCreated: undefined, dateModified: undefined };

/** Filters whose values are registered. */
const REGISTERED = ['PersonID', 'CountyID', 'PlaceID', 'Country', 'GazetteerID', 'Language'];

/** The manuscript collection: planned once for the catalogue, each volume planned and dressed when asked for. */
export function makeManuscriptCollection(
  seed: number,
  dirt: DefectSettings,
  sizes: WorldSizes['manuscripts'],
  gazetteer: Gazetteer,
  people: People,
): LazyVolumes<ManuscriptVolume> {
  const frames = planVolumes(seed, manuscriptsLayout(sizes));
  const planner = new ManuscriptsPlanner(seed, gazetteer, people, frames);
  const soilers = {
    part: defectInjectorOf(seed, dirt, 'manuscript part', MANUSCRIPT_PART_DEFECTS),
    item: defectInjectorOf(seed, dirt, 'manuscript item', MANUSCRIPT_ITEM_DEFECTS),
    page: defectInjectorOf(seed, dirt, 'manuscript page', pageDefects<ManuscriptPage>()),
  };
  const byID = new Map(frames.map((frame) => [frame.id, frame]));
  return new LazyVolumes(indexManuscripts(seed, frames, planner), (id) => {
    const frame = byID.get(id) as VolumePlan;
    return makeManuscriptVolume(seed, soilers, frame, planner.parts(frame), planner.sensitivePages(frame));
  });
}

const indexManuscripts = (
  seed: number,
  frames: readonly VolumePlan[],
  planner: ManuscriptsPlanner,
): PlannedVolumeIndex => {
  const register = new FilterIndex(REGISTERED);
  return indexVolumes(frames, {
    planner,
    register,
    header: (frame) => manuscriptHeader(seed, frame),
    registerPart: ({ related: connections }, row) => registerRelated(register, connections, row),
    registerItem: ({ related: connections, languages }, row) => {
      registerRelated(register, connections, row);
      for (const code of languages) register.add('Language', code, row);
    },
    changes: ({ history }) => [history.modified ?? history.created],
  });
};

function registerRelated(register: FilterIndex, connections: RelatedRecords, row: number): void {
  const { counties, locationsIreland, countries, locationsAbroad, collectors, informants, relevantPersons } =
    connections;
  for (const person of [...collectors, ...informants, ...relevantPersons])
    register.add('PersonID', person.id, row);
  for (const county of counties) register.add('CountyID', county.logainmID, row);
  for (const place of locationsIreland) {
    register.add('PlaceID', place.logainmID, row);
    for (const county of place.counties) register.add('CountyID', county.logainmID, row);
  }
  for (const country of countries) register.add('Country', country.isoCode, row);
  for (const place of locationsAbroad) {
    register.add('GazetteerID', place.geoNameID, row);
    if (place.country !== undefined) register.add('Country', place.country.isoCode, row);
  }
}
