import type { School, SchoolsItem, SchoolsPart, Transcript } from '../../schema/archive/schools.js';
import type { SchoolsPage, SchoolsVolume, VolumeSummary } from '../../schema/archive/volume.js';
import { zeroPadded } from '../calendar.js';
import type { DefectInjector } from '../defects.js';
import { Random, weighted } from '../random.js';
import { featuredDays, makeHistory, timestampsOf } from '../record-fields.js';
import { chooseLanguage, storyText, storyTitle } from '../texts.js';
import { imageFileName, makePageNumbers, ordersOnFirstPages } from './pages.js';
import { chooseTranscribers, type SchoolsPeople } from './schools-people.js';
import type { SchoolsItemPlan, SchoolsPartPlan } from './schools-plan.js';
import { itemID, pageID, partID, type VolumePlan } from './volume-plans.js';

const FIRST_TRANSCRIPT_ID = 8_000_001;
/** A page has room for so many items that transcripts are numbered for. */
const TRANSCRIPTS_EACH = 8;

/** A volume without pages and parts. */
export function schoolsHeader(seed: number, frame: VolumePlan): VolumeSummary {
  const { id, volumeNumber, status, type } = frame;
  return {
    id,
    ...timestampsOf(frame.history, new Random(seed, 'schools header', id)),
    volumeNumber,
    status,
    type,
  };
}

/** What dressing a planned volume needs. */
export interface SchoolsVolumeContext {
  readonly seed: number;
  readonly people: SchoolsPeople;
  readonly soilers: {
    readonly part: DefectInjector<SchoolsPart>;
    readonly item: DefectInjector<SchoolsItem>;
    readonly page: DefectInjector<SchoolsPage>;
    readonly transcript: DefectInjector<Transcript>;
  };
}

/** Dresses a planned volume: names, texts, pages and transcripts. */
export function makeSchoolsVolume(
  wardrobe: SchoolsVolumeContext,
  frame: VolumePlan,
  plans: readonly SchoolsPartPlan[],
  sensitive: readonly number[],
): SchoolsVolume {
  return {
    ...schoolsHeader(wardrobe.seed, frame),
    pages: pagesOf(wardrobe, frame, plans, new Set(sensitive)),
    parts: plans.map((plan, index) =>
      wardrobe.soilers.part(partOf(wardrobe, frame, plan, index), plan.number),
    ),
  };
}

function partOf(
  wardrobe: SchoolsVolumeContext,
  frame: VolumePlan,
  plan: SchoolsPartPlan,
  index: number,
): SchoolsPart {
  const dice = new Random(wardrobe.seed, 'schools part text', plan.number);
  const orders = ordersOnFirstPages(plan.items.map(({ pages }) => pages));
  return {
    id: partID(plan.number),
    ...timestampsOf(makeHistory(frame.history.created, 60, 0.2, dice), dice),
    listingOrder: String(index + 1),
    titlePages: [pageID(frame, plan.start)],
    school: schoolOf(wardrobe.seed, plan),
    teachers: plan.teachers.map((who) => wardrobe.people.teacher(who)),
    items: plan.items.map((item, place) =>
      wardrobe.soilers.item(itemOf(wardrobe, frame, item, orders[place] as number), item.number),
    ),
  };
}

/** What may follow the name of a school: boys, girls, nuns. */
const SUFFIXES = weighted([7, ''], [1, ' (B.)'], [1, ' (C.)'], [1, ' Convent']);

function schoolOf(seed: number, { school, locations }: SchoolsPartPlan): School {
  const dice = new Random(seed, 'school text', school);
  const [place] = locations;
  const name = dice.chance(0.5) ? (place?.nameEN ?? place?.nameGA) : (place?.nameGA ?? place?.nameEN);
  const suffix = dice.pickWeighted(SUFFIXES);
  return {
    name: `${name ?? 'Scoil na gCnoc'}${suffix}`,
    rollNumber: dice.maybe(0.9, () => zeroPadded(dice.between(100, 17_999), 5)),
    locations: [...locations],
  };
}

function itemOf(
  wardrobe: SchoolsVolumeContext,
  frame: VolumePlan,
  plan: SchoolsItemPlan,
  order: number,
): SchoolsItem {
  const dice = new Random(wardrobe.seed, 'schools item text', plan.number);
  const tongue = chooseLanguage(plan.languages, dice);
  const { first, last } = plan.pages;
  return {
    id: itemID(frame, plan.number),
    ...timestampsOf(plan.history, dice),
    editorsPick: featuredDays(0.002, dice),
    sensitive: plan.sensitive,
    listingOrder: dice.maybe(0.98, () => String(order)),
    title: dice.maybe(0.95, () => storyTitle(tongue, dice)),
    extract: dice.maybe(0.1, () => storyText(tongue, 2, dice)),
    pages: Array.from({ length: last - first + 1 }, (_, page) => pageID(frame, first + page)),
    firstPageID: pageID(frame, first),
    lastPageID: pageID(frame, last),
    topics: [...plan.topics],
    languages: [...plan.languages],
    counties: [...plan.counties],
    locationsIreland: [...plan.locations],
    collectors: plan.collectors.map((who) => wardrobe.people.collector(who, dice)),
    informants: plan.informants.map((who) => wardrobe.people.informant(who, dice)),
  };
}

function pagesOf(
  wardrobe: SchoolsVolumeContext,
  frame: VolumePlan,
  plans: readonly SchoolsPartPlan[],
  sensitive: ReadonlySet<number>,
): SchoolsPage[] {
  const dice = new Random(wardrobe.seed, 'schools pages text', frame.number);
  const numbers = makePageNumbers(frame.pages, dice);
  const padded = dice.chance(0.05);
  const titles = new Set(plans.map((plan) => plan.start));
  const transcripts = transcriptsOf(wardrobe, frame, plans);
  return numbers.map((pageNumber, place) => {
    const page = {
      id: pageID(frame, place),
      ...(dice.chance(0.1) ? timestampsOf(makeHistory(frame.history.created, 30, 0.2, dice), dice) : UNDATED),
      pageNumber,
      listingOrder: padded ? zeroPadded(place + 1, 4) : String(place + 1),
      titlePage: titles.has(place) ? true : undefined,
      imageFileName: imageFileName('CBES', frame.volumeNumber, place, dice),
      sensitive: sensitive.has(place),
      transcripts: transcripts.get(place) ?? [],
    };
    return wardrobe.soilers.page(page, frame.firstPage + place);
  });
}

/** Most pages do not tell when they were entered. */
const UNDATED = { dateCreated: undefined, dateModified: undefined };

/** The transcripts of a volume, by the place of their page. */
function transcriptsOf(
  wardrobe: SchoolsVolumeContext,
  frame: VolumePlan,
  plans: readonly SchoolsPartPlan[],
): ReadonlyMap<number, Transcript[]> {
  const found = new Map<number, Transcript[]>();
  for (const item of plans.flatMap((plan) => plan.items)) {
    if (item.transcribed === undefined) continue;
    const dice = new Random(wardrobe.seed, 'transcripts', item.number);
    const tongue = chooseLanguage(item.languages, dice);
    for (let place = item.pages.first; place <= item.pages.last; place++) {
      const made = found.get(place) ?? [];
      if (!dice.chance(0.9) || made.length === TRANSCRIPTS_EACH) continue;
      found.set(place, made);
      const number = (frame.firstPage + place) * TRANSCRIPTS_EACH + made.length;
      const approved = dice.chance(0.95);
      const created = item.transcribed - dice.below(30);
      const transcript = {
        id: FIRST_TRANSCRIPT_ID + number,
        ...timestampsOf({ created, modified: dice.maybe(0.2, () => item.transcribed) }, dice),
        itemID: itemID(frame, item.number),
        approved,
        moderated: approved || dice.chance(0.2),
        text: storyText(tongue, dice.between(1, 6), dice),
        transcribers: chooseTranscribers(wardrobe.seed, dice),
      };
      made.push(wardrobe.soilers.transcript(transcript, number));
    }
  }
  return found;
}
