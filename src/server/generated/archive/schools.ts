import type { SchoolsPage } from '../../../dictionary/archive/page.js';
import type { SchoolsVolume } from '../../../dictionary/archive/volume.js';
import { MadeVolumes } from '../../made-volumes.js';
import { type Dirt, soilerOf } from '../dirt.js';
import type { Gazetteer } from '../places/gazetteer.js';
import type { Sizes } from '../sizes.js';
import type { VolumeCatalogue } from './catalogue.js';
import { catalogueOf } from './cataloguing.js';
import { type Frame, framesOf } from './frames.js';
import { pageSoils } from './pages-soil.js';
import { Register } from './register.js';
import { schoolsFrames } from './schools-frames.js';
import { SchoolsPeople } from './schools-people.js';
import { type SchoolsItemPlan, type SchoolsPartPlan, SchoolsPlanner } from './schools-plan.js';
import { SCHOOLS_ITEM_SOIL, SCHOOLS_PART_SOIL, TRANSCRIPT_SOIL } from './schools-soil.js';
import { schoolsHeader, schoolsVolumeOf } from './schools-volume.js';

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
export function schoolsCollection(
  seed: number,
  dirt: Dirt,
  sizes: Sizes['schools'],
  gazetteer: Gazetteer,
): MadeVolumes<SchoolsVolume> {
  const frames = framesOf(seed, schoolsFrames(sizes));
  const parts = frames.reduce((sum, frame) => sum + frame.parts.length, 0);
  const planner = new SchoolsPlanner(seed, gazetteer, parts);
  const wardrobe = {
    seed,
    people: new SchoolsPeople(seed, gazetteer, (part) => planner.parishOf(part)),
    soilers: {
      part: soilerOf(seed, dirt, 'schools part', SCHOOLS_PART_SOIL),
      item: soilerOf(seed, dirt, 'schools item', SCHOOLS_ITEM_SOIL),
      page: soilerOf(seed, dirt, 'schools page', pageSoils<SchoolsPage>()),
      transcript: soilerOf(seed, dirt, 'transcript', TRANSCRIPT_SOIL),
    },
  };
  const byID = new Map(frames.map((frame) => [frame.id, frame]));
  return new MadeVolumes(catalogued(seed, frames, planner), (id) => {
    const frame = byID.get(id) as Frame;
    return schoolsVolumeOf(wardrobe, frame, planner.parts(frame), planner.sensitivePages(frame));
  });
}

const catalogued = (seed: number, frames: readonly Frame[], planner: SchoolsPlanner): VolumeCatalogue => {
  const register = new Register(REGISTERED);
  return catalogueOf(frames, {
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

function registerPart(register: Register, part: SchoolsPartPlan, row: number): void {
  for (const place of part.locations) {
    register.add('SchoolPlaceID', place.logainmID, row);
    for (const county of place.counties) register.add('SchoolCountyID', county.logainmID, row);
  }
  for (const teacher of part.teachers) register.add('TeacherID', teacher.id, row);
}

function registerItem(register: Register, item: SchoolsItemPlan, row: number): void {
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
