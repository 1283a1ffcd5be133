import type { SchoolsItem, SchoolsPart, SchoolsPerson, Transcript } from '../../schema/archive/schools.js';
import type { SchoolsPage, SchoolsVolume } from '../../schema/archive/volume.js';
import { LazyVolumes } from '../../server/records.js';
import {
  changeField,
  type Defect,
  type DefectSettings,
  type Defects,
  defectInjectorOf,
  EMPTY_MARKUP,
  PLACEHOLDERS,
  UNKNOWN_CODE,
  UNKNOWN_ID,
  withControlCharacter,
  withLoneSurrogate,
  withMarkup,
} from '../defects.js';
import type { Gazetteer } from '../placenames/gazetteer.js';
import type { Random } from '../random.js';
import type { WorldSizes } from '../sizes.js';
import { pageDefects } from './pages.js';
import { SchoolsPeople } from './schools-people.js';
import { type SchoolsItemPlan, type SchoolsPartPlan, SchoolsPlanner, schoolsLayout } from './schools-plan.js';
import { makeSchoolsVolume, schoolsHeader } from './schools-volume.js';
import { FilterIndex, indexVolumes, type PlannedVolumeIndex } from './volume-index.js';
import { planVolumes, type VolumePlan } from './volume-plans.js';

type Change = (person: SchoolsPerson, dice: Random) => SchoolsPerson;

/** What is wrong with the first person of a role; nothing, where nobody has it. */
const first =
  <F extends string, R extends { readonly [K in F]: readonly SchoolsPerson[] }>(
    role: F,
    change: Change,
  ): Defect<R> =>
  (record, dice) => {
    const [person, ...others] = record[role];
    return person === undefined ? undefined : { ...record, [role]: [change(person, dice), ...others] };
  };

const nameless: Change = (person, dice) => ({ ...person, names: [{ fullName: dice.pick(PLACEHOLDERS) }] });
const aged =
  (age: SchoolsPerson['age']): Change =>
  (person) => ({ ...person, age });

/** How sections of schools are dirty. */
export const SCHOOLS_PART_DEFECTS: Defects<SchoolsPart> = {
  'school marked up': (part) =>
    part.school && { ...part, school: { ...part.school, name: withMarkup(part.school.name) } },
  'title page nowhere': (part) => ({ ...part, titlePages: [...part.titlePages, UNKNOWN_ID] }),
};

/** How stories of the schools collection are dirty: in words and codes, and in what is said of people. */
export const SCHOOLS_ITEM_DEFECTS: Defects<SchoolsItem> = {
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
  'relationship unknown': (item, dice) =>
    item.informants[0]?.collectorRelationship === undefined
      ? undefined
      : first<'informants', SchoolsItem>('informants', (person) => ({
          ...person,
          collectorRelationship: UNKNOWN_CODE,
        }))(item, dice),
  'age of unknown sort': first('informants', aged({ age: 80, qualifier: UNKNOWN_CODE })),
  'age of Methuselah': first('informants', aged({ age: 969 })),
  'ages turned round': first('informants', aged({ age: 80, rangeMax: 70 })),
  'age below nought': first('informants', aged({ age: -8 })),
  'age of nought': first('collectors', aged({ age: 0 })),
  'collector nameless': first('collectors', nameless),
  'title marked up': changeField('title', withMarkup),
  'title rung': changeField('title', withControlCharacter),
  'title cut off': changeField('title', withLoneSurrogate),
  'title of digits': changeField('title', () => '1937'),
  'extract a dash': changeField('extract', () => '-'),
  'order of nought': (item) => ({ ...item, listingOrder: '0' }),
  'order in letters': (item) => ({ ...item, listingOrder: 'b' }),
  'language unknown': (item) => ({ ...item, languages: [...item.languages, 'xx'] }),
  'pages missing': (item) => ({ ...item, pages: [], firstPageID: undefined, lastPageID: undefined }),
  'pages turned round': (item) =>
    item.firstPageID === item.lastPageID
      ? undefined
      : { ...item, firstPageID: item.lastPageID, lastPageID: item.firstPageID },
};

/** How transcripts are dirty. */
export const TRANSCRIPT_DEFECTS: Defects<Transcript> = {
  'text a dash': (transcript) => ({ ...transcript, text: '-' }),
  'text marked up': changeField('text', withMarkup),
  'text rung': changeField('text', withControlCharacter),
  'text of nothing but markup': (transcript) => ({ ...transcript, text: EMPTY_MARKUP }),
  'of no item': (transcript) => ({ ...transcript, itemID: UNKNOWN_ID }),
  'by number nought': (transcript) => ({ ...transcript, transcribers: [{ id: 0, name: '0' }] }),
  'by nobody': (transcript) => ({ ...transcript, transcribers: [{ id: 1, name: 'Anaithnid' }] }),
};

/** Filters whose values are registered. Country and GazetteerID match nothing in this collection. */
const REGISTERED = [
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

/** The schools collection: planned once for the catalogue, each volume planned and dressed when asked for. */
export function makeSchoolsCollection(
  seed: number,
  dirt: DefectSettings,
  sizes: WorldSizes['schools'],
  gazetteer: Gazetteer,
): LazyVolumes<SchoolsVolume> {
  const frames = planVolumes(seed, schoolsLayout(sizes));
  const parts = frames.reduce((sum, frame) => sum + frame.parts.length, 0);
  const planner = new SchoolsPlanner(seed, gazetteer, parts);
  const wardrobe = {
    seed,
    people: new SchoolsPeople(seed, gazetteer, (part) => planner.parishOf(part)),
    soilers: {
      part: defectInjectorOf(seed, dirt, 'schools part', SCHOOLS_PART_DEFECTS),
      item: defectInjectorOf(seed, dirt, 'schools item', SCHOOLS_ITEM_DEFECTS),
      page: defectInjectorOf(seed, dirt, 'schools page', pageDefects<SchoolsPage>()),
      transcript: defectInjectorOf(seed, dirt, 'transcript', TRANSCRIPT_DEFECTS),
    },
  };
  const byID = new Map(frames.map((frame) => [frame.id, frame]));
  return new LazyVolumes(indexSchools(seed, frames, planner), (id) => {
    const frame = byID.get(id) as VolumePlan;
    return makeSchoolsVolume(wardrobe, frame, planner.parts(frame), planner.sensitivePages(frame));
  });
}

const indexSchools = (
  seed: number,
  frames: readonly VolumePlan[],
  planner: SchoolsPlanner,
): PlannedVolumeIndex => {
  const register = new FilterIndex(REGISTERED);
  return indexVolumes(frames, {
    planner,
    register,
    header: (frame) => schoolsHeader(seed, frame),
    registerPart: (part, row) => registerPart(register, part, row),
    registerItem: (item, row) => registerItem(register, item, row),
    changes,
  });
};

/** The days between which an item was last changed: unapproved transcripts do not count for everybody. */
const changes = ({ history, transcribed }: SchoolsItemPlan): number[] => {
  const own = history.modified ?? history.created;
  return transcribed === undefined ? [own] : [own, transcribed];
};

function registerPart(register: FilterIndex, part: SchoolsPartPlan, row: number): void {
  for (const place of part.locations) {
    register.add('SchoolPlaceID', place.logainmID, row);
    for (const county of place.counties) register.add('SchoolCountyID', county.logainmID, row);
  }
  for (const teacher of part.teachers) register.add('TeacherID', teacher.id, row);
}

function registerItem(register: FilterIndex, item: SchoolsItemPlan, row: number): void {
  for (const person of item.collectors) register.add('PersonID', person.id, row);
  for (const person of item.informants) register.add('PersonID', person.id, row);
  for (const county of item.counties) register.add('CountyID', county.logainmID, row);
  for (const place of item.locations) {
    register.add('PlaceID', place.logainmID, row);
    for (const county of place.counties) register.add('CountyID', county.logainmID, row);
  }
  for (const language of item.languages) register.add('Language', language, row);
  for (const topic of item.topics) {
    register.add('TopicID', topic.id, row);
    for (const sub of topic.subTopics) register.add('TopicID', sub.id, row);
  }
}
