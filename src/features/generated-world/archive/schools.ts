import { Random, weighted } from '../../../base/random.js';
import type { County, LocationIreland } from '../../../model/schema/archive/places.js';
import type { SchoolsTopic } from '../../../model/schema/archive/reference-lists.js';
import type {
  School,
  SchoolsItem,
  SchoolsPart,
  SchoolsPerson,
  Transcript,
} from '../../../model/schema/archive/schools.js';
import type { SchoolsPage, SchoolsVolume } from '../../../model/schema/archive/volume.js';
import type { LazyVolumes } from '../../../services/server/records.js';
import { zeroPadded } from '../calendar.js';
import {
  changeField,
  type Defect,
  type DefectSettings,
  type Defects,
  defectInjectorOf,
  EMPTY_MARKUP,
  PLACEHOLDERS,
  textDefects,
  UNKNOWN_CODE,
  UNKNOWN_ID,
  withControlCharacter,
  withMarkup,
} from '../defects.js';
import type { Gazetteer } from '../placenames/gazetteer.js';
import { parentIndex } from '../placenames/place-plans.js';
import { featuredDays, firstDayOf, makeHistory, timestampsOf } from '../record-fields.js';
import type { WorldSizes } from '../sizes.js';
import { chooseLanguage, storyText, storyTitle } from '../texts.js';
import { indexRelated } from './manuscripts.js';
import { TOPIC_CHAINS } from './reference-lists.js';
import {
  chooseTranscribers,
  informantOf,
  pupilOf,
  SchoolsPeople,
  type SchoolsPersonPlan,
  teachersOf,
} from './schools-people.js';
import { makeCollection } from './volume-index.js';
import {
  type CollectionLayout,
  type ItemPlan,
  itemID,
  itemPages,
  makePages,
  ordersOnFirstPages,
  PAGE_DEFECTS,
  type PartPlan,
  type PartRange,
  partFields,
  partRanges,
  planVolumes,
  type VolumePlan,
  volumeHeader,
} from './volumes.js';

type PersonChange = (person: SchoolsPerson, random: Random) => SchoolsPerson;

/** A defect of the first person in a role; undefined where the role is empty. */
const first =
  <F extends string, R extends { readonly [K in F]: readonly SchoolsPerson[] }>(
    role: F,
    change: PersonChange,
  ): Defect<R> =>
  (record, random) => {
    const [person, ...others] = record[role];
    return person === undefined ? undefined : { ...record, [role]: [change(person, random), ...others] };
  };

const nameless: PersonChange = (person, random) => ({
  ...person,
  names: [{ fullName: random.pick(PLACEHOLDERS) }],
});
const aged =
  (age: SchoolsPerson['age']): PersonChange =>
  (person) => ({ ...person, age });

/** Defects of schools parts. */
const SCHOOLS_PART_DEFECTS: Defects<SchoolsPart> = {
  'school marked up': (part) =>
    part.school && { ...part, school: { ...part.school, name: withMarkup(part.school.name ?? '') } },
  'title page unknown': (part) => ({ ...part, titlePages: [...part.titlePages, UNKNOWN_ID] }),
};

/** Defects of stories. */
const SCHOOLS_ITEM_DEFECTS: Defects<SchoolsItem> = {
  'informant nameless': first('informants', nameless),
  'informant without any name': first('informants', (person) => ({
    ...person,
    names: [{ fullName: EMPTY_MARKUP }],
  })),
  'informant under another name': first('informants', (person) => ({
    ...person,
    names: [{ fullName: 'Another Altogether' }],
  })),
  'informant of unknown gender': first('informants', (person) => ({ ...person, gender: 'x' })),
  'relationship unknown': (item, random) =>
    item.informants[0]?.collectorRelationship === undefined
      ? undefined
      : first<'informants', SchoolsItem>('informants', (person) => ({
          ...person,
          collectorRelationship: UNKNOWN_CODE,
        }))(item, random),
  'age of unknown sort': first('informants', aged({ age: 80, qualifier: UNKNOWN_CODE })),
  'age above 900': first('informants', aged({ age: 969 })),
  'ages turned round': first('informants', aged({ age: 80, rangeMax: 70 })),
  'age below nought': first('informants', aged({ age: -8 })),
  'age of nought': first('collectors', aged({ age: 0 })),
  'collector nameless': first('collectors', nameless),
  ...textDefects(),
  'order of nought': (item) => ({ ...item, listingOrder: '0' }),
  'order in letters': (item) => ({ ...item, listingOrder: 'b' }),
  'language unknown': (item) => ({ ...item, languages: [...item.languages, 'xx'] }),
  'pages missing': (item) => ({ ...item, pages: [], firstPageID: undefined, lastPageID: undefined }),
  'pages turned round': (item) =>
    item.firstPageID === item.lastPageID
      ? undefined
      : { ...item, firstPageID: item.lastPageID, lastPageID: item.firstPageID },
};

/** Defects of transcripts. */
const TRANSCRIPT_DEFECTS: Defects<Transcript> = {
  'text a dash': (transcript) => ({ ...transcript, text: '-' }),
  'text marked up': changeField('text', withMarkup),
  'text with a control character': changeField('text', withControlCharacter),
  'text of nothing but markup': (transcript) => ({ ...transcript, text: EMPTY_MARKUP }),
  'of no item': (transcript) => ({ ...transcript, itemID: UNKNOWN_ID }),
  'by number nought': (transcript) => ({ ...transcript, transcribers: [{ id: 0, name: '0' }] }),
  'by nobody': (transcript) => ({ ...transcript, transcribers: [{ id: 1, name: 'Anaithnid' }] }),
};

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
  sizeOf: (random) => ({
    pages: random.between(...PAGES_PER_PART),
    items: random.between(...ITEMS_PER_PART),
  }),
  numbered,
});

/** Distributes the parts evenly, then moves one of each second volume to the volume before. */
function partsOf(rank: number, { published, parts }: WorldSizes['schools']): number {
  const even = Math.floor(((rank + 1) * parts) / published) - Math.floor((rank * parts) / published);
  if (rank % 2 === 1) return even - 1;
  return rank + 1 < published ? even + 1 : even;
}

/** In each group of this many volumes the third has the number of the second, with a letter (`0002C`). */
const LETTERED_EVERY = 36;
const LETTERED = 2;

/** Types of volumes whose number has no letter. */
const TYPES = weighted([90, 'bound-volume'], [8, 'volume'], [2, undefined]);

function numbered(number: number, random: Random) {
  const lettered = number % LETTERED_EVERY === LETTERED;
  const before = Math.floor((number - LETTERED + LETTERED_EVERY) / LETTERED_EVERY);
  return {
    volumeNumber: `${zeroPadded(number + 1 - before, 4)}${lettered ? random.pick(['A', 'B', 'C']) : ''}`,
    type: lettered ? 'copybook-package' : random.pickWeighted(TYPES),
  };
}

/** A school's section as planned: everything that filters test. */
interface SchoolsPartPlan extends PartPlan<SchoolsItemPlan> {
  /** The number of the first part of the same school. */
  readonly school: number;
  readonly locations: readonly LocationIreland[];
  readonly teachers: readonly SchoolsPersonPlan[];
}

/** A story as planned. */
interface SchoolsItemPlan extends ItemPlan {
  /** The last day on which a transcript of it was made or changed. */
  readonly transcribed: number | undefined;
  readonly topics: readonly SchoolsTopic[];
  readonly counties: readonly County[];
  readonly locationsIreland: readonly LocationIreland[];
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

/** The number of topics of an item. */
const TOPICS = weighted([88, 1], [7, 2], [5, 0]);

function chooseTopics(random: Random): SchoolsTopic[] {
  const count = random.pickWeighted(TOPICS);
  return random.sample(TOPIC_CHAINS, count, count);
}

/** The number of places of a school. */
const SCHOOL_PLACES = weighted([92, 1], [4, 2], [4, 0]);

/** The number of teachers of a section. */
const TEACHERS = weighted([75, 1], [20, 2], [5, 0]);

/** The number of people in a role of an item. */
const PEOPLE = weighted([93, 1], [6, 2], [1, 3]);

const FIRST_TRANSCRIPT_ID = 8_000_001;
/** The most transcripts of a page. */
const TRANSCRIPTS_EACH = 8;

/** Suffixes of school names: boys, girls, convent. */
const SUFFIXES = weighted([7, ''], [1, ' (B.)'], [1, ' (C.)'], [1, ' Convent']);

/** Plans and makes the volumes of the schools collection. */
class SchoolsGenerator {
  readonly #seed: number;
  readonly #gazetteer: Gazetteer;
  readonly #parts: number;
  readonly #people: SchoolsPeople;
  readonly #inject;

  /** @param parts the number of parts of all volumes */
  constructor(seed: number, defects: DefectSettings, gazetteer: Gazetteer, parts: number) {
    this.#seed = seed;
    this.#gazetteer = gazetteer;
    this.#parts = parts;
    this.#people = new SchoolsPeople(seed, gazetteer, (part) => this.#parishOf(part));
    this.#inject = {
      part: defectInjectorOf(seed, defects, 'schools part', SCHOOLS_PART_DEFECTS),
      item: defectInjectorOf(seed, defects, 'schools item', SCHOOLS_ITEM_DEFECTS),
      page: defectInjectorOf<SchoolsPage>(seed, defects, 'schools page', PAGE_DEFECTS),
      transcript: defectInjectorOf(seed, defects, 'transcript', TRANSCRIPT_DEFECTS),
    };
  }

  planParts(volume: VolumePlan): SchoolsPartPlan[] {
    return partRanges(this.#seed, 'schools', volume).map((range) => this.#planPart(volume, range));
  }

  makeVolume(volume: VolumePlan, parts: readonly SchoolsPartPlan[]): SchoolsVolume {
    const transcripts = this.#makeTranscripts(volume, parts);
    return {
      ...volumeHeader(this.#seed, 'schools', volume),
      pages: makePages(this.#seed, volume, parts, {
        kind: 'schools',
        images: 'CBES',
        zeroPadded: 0.05,
        complete: (page, place) => ({ ...page, transcripts: transcripts.get(place) ?? [] }),
        inject: this.#inject.page,
      }),
      parts: parts.map((part, index) => this.#inject.part(this.#makePart(volume, part, index), part.number)),
    };
  }

  /** Consecutive schools lie in consecutive parishes, so most volumes belong to one county. */
  #parishOf(part: number): number {
    return parentIndex(part, this.#parts, this.#gazetteer.parishes);
  }

  #planPart(volume: VolumePlan, { number, start, firstItem, items }: PartRange): SchoolsPartPlan {
    const school = this.#isContinued(number) && !this.#isContinued(number - 1) ? number - 1 : number;
    const random = new Random(this.#seed, 'school', school);
    const parish = this.#parishOf(school);
    const locations = random.pickWeighted(SCHOOL_PLACES);
    return {
      number,
      school,
      locations: Array.from({ length: locations }, () => this.#gazetteer.placeIn(parish, random)),
      teachers: teachersOf(school, random.pickWeighted(TEACHERS)),
      start,
      items: items.map((pages, index) =>
        this.#planItem(volume, number, { number: firstItem + index, pages }),
      ),
    };
  }

  /** Whether a part continues the school of the previous part. */
  #isContinued(part: number): boolean {
    return part > 0 && (part % 50 === 1 || new Random(this.#seed, 'goes on', part).chance(0.05));
  }

  #planItem(
    volume: VolumePlan,
    part: number,
    { number, pages }: Pick<ItemPlan, 'number' | 'pages'>,
  ): SchoolsItemPlan {
    const random = new Random(this.#seed, 'schools item', number);
    const history = makeHistory(volume.history.created, 500, 0.35, random);
    const parish = this.#parishOf(part);
    const gazetteer = this.#gazetteer;
    const people = random.below(WITHOUT_PEOPLE) > 0 ? random.below(100) : undefined;
    const [collected, informed] = [people !== undefined && people >= 8, people !== undefined && people < 86];
    return {
      number,
      pages,
      history,
      transcribed: random.maybe(0.27, () => firstDayOf(2016) + random.below(3_600)),
      sensitive: random.chance(0.004),
      topics: chooseTopics(random),
      languages: random.pickWeighted(LANGUAGES),
      counties: random.chance(0.08)
        ? [random.chance(0.96) ? gazetteer.countyOf(parish) : gazetteer.anyCounty(random)]
        : [],
      locationsIreland: random.chance(0.22)
        ? [random.chance(0.98) ? gazetteer.placeIn(parish, random) : gazetteer.anyPlace(random)]
        : [],
      collectors: collected ? several(random, () => pupilOf(part, random)) : [],
      informants: informed ? several(random, () => informantOf(part, random)) : [],
    };
  }

  #makePart(volume: VolumePlan, plan: SchoolsPartPlan, index: number): SchoolsPart {
    const random = new Random(this.#seed, 'schools part text', plan.number);
    const orders = ordersOnFirstPages(plan.items);
    return {
      ...partFields(volume, plan, index, 0.2, random),
      school: this.#makeSchool(plan),
      teachers: plan.teachers.map((person) => this.#people.teacher(person)),
      items: plan.items.map((item, place) =>
        this.#inject.item(this.#makeItem(volume, item, orders[place] as number), item.number),
      ),
    };
  }

  #makeSchool({ school, locations }: SchoolsPartPlan): School {
    const random = new Random(this.#seed, 'school text', school);
    const [place] = locations;
    const name = random.chance(0.5) ? (place?.nameEN ?? place?.nameGA) : (place?.nameGA ?? place?.nameEN);
    const suffix = random.pickWeighted(SUFFIXES);
    return {
      name: `${name ?? 'Scoil na gCnoc'}${suffix}`,
      rollNumber: random.maybe(0.9, () => zeroPadded(random.between(100, 17_999), 5)),
      locations: [...locations],
    };
  }

  #makeItem(volume: VolumePlan, plan: SchoolsItemPlan, order: number): SchoolsItem {
    const random = new Random(this.#seed, 'schools item text', plan.number);
    const language = chooseLanguage(plan.languages, random);
    return {
      id: itemID(volume, plan.number),
      ...timestampsOf(plan.history, random),
      editorsPick: featuredDays(0.002, random),
      sensitive: plan.sensitive,
      listingOrder: random.maybe(0.98, () => String(order)),
      title: random.maybe(0.95, () => storyTitle(language, random)),
      extract: random.maybe(0.1, () => storyText(language, 2, random)),
      ...itemPages(volume, plan),
      topics: [...plan.topics],
      languages: [...plan.languages],
      counties: [...plan.counties],
      locationsIreland: [...plan.locationsIreland],
      collectors: plan.collectors.map((person) => this.#people.collector(person, random)),
      informants: plan.informants.map((person) => this.#people.informant(person, random)),
    };
  }

  /** The transcripts of a volume, by the place of their page. */
  #makeTranscripts(volume: VolumePlan, plans: readonly SchoolsPartPlan[]): ReadonlyMap<number, Transcript[]> {
    const found = new Map<number, Transcript[]>();
    for (const item of plans.flatMap((plan) => plan.items)) {
      if (item.transcribed === undefined) continue;
      const random = new Random(this.#seed, 'transcripts', item.number);
      const language = chooseLanguage(item.languages, random);
      for (let place = item.pages.first; place <= item.pages.last; place++) {
        const made = found.get(place) ?? [];
        if (!random.chance(0.9) || made.length === TRANSCRIPTS_EACH) continue;
        found.set(place, made);
        const number = (volume.firstPage + place) * TRANSCRIPTS_EACH + made.length;
        const approved = random.chance(0.95);
        const created = item.transcribed - random.below(30);
        const transcript = {
          id: FIRST_TRANSCRIPT_ID + number,
          ...timestampsOf({ created, modified: random.maybe(0.2, () => item.transcribed) }, random),
          itemID: itemID(volume, item.number),
          approved,
          moderated: approved || random.chance(0.2),
          text: storyText(language, random.between(1, 6), random),
          transcribers: chooseTranscribers(this.#seed, random),
        };
        made.push(this.#inject.transcript(transcript, number));
      }
    }
    return found;
  }
}

/** One to three different people. */
function several(random: Random, make: () => SchoolsPersonPlan): SchoolsPersonPlan[] {
  const count = random.pickWeighted(PEOPLE);
  const people = [make()];
  for (let more = 1; more < count; more++) {
    const another = make();
    if (people.every(({ id }) => id !== another.id)) people.push(another);
  }
  return people;
}

/** Makes the schools collection. */
export function makeSchoolsCollection(
  seed: number,
  defects: DefectSettings,
  sizes: WorldSizes['schools'],
  gazetteer: Gazetteer,
): LazyVolumes<SchoolsVolume> {
  const layout = schoolsLayout(sizes);
  const volumes = planVolumes(seed, layout);
  const parts = volumes.reduce((sum, volume) => sum + volume.parts.length, 0);
  const generator = new SchoolsGenerator(seed, defects, gazetteer, parts);
  return makeCollection<SchoolsPartPlan, SchoolsVolume>(seed, volumes, {
    layout,
    planParts: (volume) => generator.planParts(volume),
    filters: FILTERS,
    indexPart: (index, part, position) => {
      for (const place of part.locations) {
        index.add('SchoolPlaceID', place.logainmID, position);
        for (const county of place.counties) index.add('SchoolCountyID', county.logainmID, position);
      }
      for (const teacher of part.teachers) index.add('TeacherID', teacher.id, position);
    },
    indexItem: (index, item, position) => {
      indexRelated(index, item, position);
      for (const code of item.languages) index.add('Language', code, position);
      for (const topic of item.topics) {
        index.add('TopicID', topic.id, position);
        for (const sub of topic.subTopics) index.add('TopicID', sub.id, position);
      }
    },
    // Unapproved transcripts do not count for every key.
    changeDays: ({ history, transcribed }) => {
      const own = history.modified ?? history.created;
      return transcribed === undefined ? [own] : [own, transcribed];
    },
    makeVolume: (volume, plans) => generator.makeVolume(volume, plans),
  });
}

/** The filters whose values are indexed. Country and GazetteerID match nothing in this collection. */
const FILTERS = [
  'SchoolCountyID',
  'SchoolPlaceID',
  'TeacherID',
  'PersonID',
  'CountyID',
  'PlaceID',
  'Country',
  'GazetteerID',
  'TopicID',
  'Language',
];
