import type { ManuscriptItem } from '../../../dictionary/archive/manuscript-item.js';
import type { ManuscriptPart } from '../../../dictionary/archive/manuscript-part.js';
import type { ManuscriptPage } from '../../../dictionary/archive/page.js';
import type { ManuscriptVolume } from '../../../dictionary/archive/volume.js';
import { dateAbout, interval } from '../dates.js';
import { Dice, lots } from '../dice.js';
import type { Soiler } from '../dirt.js';
import { inOldLetters } from '../hazards.js';
import { historyFrom, picks, stamped } from '../history.js';
import { passage, remark, title, tongueOf } from '../texts.js';
import { extraInfoOf } from './extra-info.js';
import { type Frame, itemID, pageID, partID } from './frames.js';
import { imageFile } from './image-file.js';
import type { Connections, ManuscriptItemPlan, ManuscriptPartPlan } from './manuscripts-plan.js';
import { ordersOnFirstPages, pageNumbers } from './page-runs.js';

/** A volume without pages and parts. */
export function manuscriptHeader(seed: number, { id, history, volumeNumber, status }: Frame) {
  return { id, ...stamped(history, new Dice(seed, 'manuscript header', id)), volumeNumber, status };
}

/** What makes some of a volume dirty. */
export interface ManuscriptSoilers {
  readonly part: Soiler<ManuscriptPart>;
  readonly item: Soiler<ManuscriptItem>;
  readonly page: Soiler<ManuscriptPage>;
}

/** Dresses a planned volume: dates, texts and pages. */
export function manuscriptVolumeOf(
  seed: number,
  soilers: ManuscriptSoilers,
  frame: Frame,
  plans: readonly ManuscriptPartPlan[],
  sensitive: readonly number[],
): ManuscriptVolume {
  return {
    ...manuscriptHeader(seed, frame),
    pages: pagesOf(seed, soilers, frame, plans, new Set(sensitive)),
    parts: plans.map((plan, index) => soilers.part(partOf(seed, soilers, frame, plan, index), plan.number)),
  };
}

const copied = (connections: Connections) => ({
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
  soilers: ManuscriptSoilers,
  frame: Frame,
  plan: ManuscriptPartPlan,
  index: number,
): ManuscriptPart {
  const dice = new Dice(seed, 'manuscript part text', plan.number);
  const year = dice.between(1_930, 1_965);
  const orders = ordersOnFirstPages(plan.items.map(({ pages }) => pages));
  return {
    id: partID(plan.number),
    ...stamped(historyFrom(frame.history.created, 60, 0.3, dice), dice),
    listingOrder: String(index + 1),
    titlePages: [pageID(frame, plan.start), ...(dice.chance(0.05) ? [pageID(frame, plan.start + 1)] : [])],
    date: dice.maybe(0.85, () =>
      dice.chance(0.5) ? interval({ year }, { year: year + 1 }) : dateAbout(year, dice),
    ),
    ...copied(plan.connections),
    ...extraInfoOf(0.2, dice, remark),
    items: plan.items.map((item, place) =>
      soilers.item(itemOf(seed, frame, item, orders[place] as number, year), item.number),
    ),
  };
}

const CONTENT_TYPES = lots([78, 'SEAN'], [8, 'CÍN-LAE'], [6, 'CEIST'], [4, 'COMH'], [4, undefined]);

const MODES = lots<readonly string[]>(
  [84, ['LÁMH']],
  [8, ['CLÓ']],
  [2, ['LÍN']],
  [4, ['LÁMH', 'LÍN']],
  [2, []],
);

const SCRIPTS = lots<readonly string[]>([62, ['Latn']], [28, ['Latg']], [5, ['Latn', 'Latg']], [5, []]);

function itemOf(
  seed: number,
  frame: Frame,
  plan: ManuscriptItemPlan,
  order: number,
  year: number,
): ManuscriptItem {
  const dice = new Dice(seed, 'manuscript item text', plan.number);
  const tongue = tongueOf(plan.languages, dice);
  const { first, last } = plan.pages;
  const contentScripts = [...dice.draw(SCRIPTS)];
  // What was written in the old letters is copied so, often.
  const old = tongue === 'ga' && contentScripts[0] === 'Latg' && dice.chance(0.3);
  return {
    id: itemID(frame, plan.number),
    ...stamped(plan.history, dice),
    editorsPick: picks(0.005, dice),
    sensitive: plan.sensitive,
    listingOrder: dice.maybe(0.98, () => String(order)),
    date: dice.maybe(0.7, () => dateAbout(year + dice.below(2), dice)),
    title: dice.maybe(0.85, () => (old ? inOldLetters(title(tongue, dice)) : title(tongue, dice))),
    extract: dice.maybe(0.6, () => (old ? inOldLetters(passage(tongue, 2, dice)) : passage(tongue, 2, dice))),
    pages: Array.from({ length: last - first + 1 }, (_, page) => pageID(frame, first + page)),
    firstPageID: pageID(frame, first),
    lastPageID: pageID(frame, last),
    contentType: dice.draw(CONTENT_TYPES),
    contentModes: [...dice.draw(MODES)],
    contentScripts,
    languages: [...plan.languages],
    ...copied(plan.connections),
    linkedItems: [...plan.links],
    ...extraInfoOf(0.08, dice, remark),
  };
}

function pagesOf(
  seed: number,
  soilers: ManuscriptSoilers,
  frame: Frame,
  plans: readonly ManuscriptPartPlan[],
  sensitive: ReadonlySet<number>,
): ManuscriptPage[] {
  const dice = new Dice(seed, 'manuscript pages text', frame.number);
  const numbers = pageNumbers(frame.pages, dice);
  const titles = new Set(plans.map((plan) => plan.start));
  return numbers.map((pageNumber, place) => {
    const page = {
      id: pageID(frame, place),
      ...(dice.chance(0.1) ? stamped(historyFrom(frame.history.created, 30, 0.2, dice), dice) : UNDATED),
      pageNumber,
      listingOrder: String(place + 1),
      titlePage: titles.has(place) ? true : undefined,
      imageFileName: imageFile('CBE', frame.volumeNumber, place, dice),
      sensitive: sensitive.has(place),
    };
    return soilers.page(page, frame.firstPage + place);
  });
}

/** Most pages do not tell when they were entered. */
const UNDATED = { dateCreated: undefined, dateModified: undefined };
