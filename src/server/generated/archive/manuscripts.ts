import type { ManuscriptPage } from '../../../dictionary/archive/page.js';
import type { ManuscriptVolume } from '../../../dictionary/archive/volume.js';
import { MadeVolumes } from '../../made-volumes.js';
import { type Dirt, soilerOf } from '../dirt.js';
import type { Gazetteer } from '../places/gazetteer.js';
import type { Sizes } from '../sizes.js';
import type { VolumeCatalogue } from './catalogue.js';
import { catalogueOf } from './cataloguing.js';
import { type Frame, framesOf } from './frames.js';
import { type Connections, ManuscriptsPlanner, manuscriptFrames } from './manuscripts-plan.js';
import { MANUSCRIPT_ITEM_SOIL, MANUSCRIPT_PART_SOIL } from './manuscripts-soil.js';
import { manuscriptHeader, manuscriptVolumeOf } from './manuscripts-volume.js';
import { pageSoils } from './pages-soil.js';
import type { People } from './people.js';
import { Register } from './register.js';

/** Filters whose values are registered. */
const REGISTERED = ['PersonID', 'CountyID', 'PlaceID', 'Country', 'GazetteerID', 'Language'];

/** The manuscript collection: planned once for the catalogue, each volume planned and dressed when asked for. */
export function manuscriptCollection(
  seed: number,
  dirt: Dirt,
  sizes: Sizes['manuscripts'],
  gazetteer: Gazetteer,
  people: People,
): MadeVolumes<ManuscriptVolume> {
  const frames = framesOf(seed, manuscriptFrames(sizes));
  const planner = new ManuscriptsPlanner(seed, gazetteer, people, frames);
  const soilers = {
    part: soilerOf(seed, dirt, 'manuscript part', MANUSCRIPT_PART_SOIL),
    item: soilerOf(seed, dirt, 'manuscript item', MANUSCRIPT_ITEM_SOIL),
    page: soilerOf(seed, dirt, 'manuscript page', pageSoils<ManuscriptPage>()),
  };
  const byID = new Map(frames.map((frame) => [frame.id, frame]));
  return new MadeVolumes(catalogued(seed, frames, planner), (id) => {
    const frame = byID.get(id) as Frame;
    return manuscriptVolumeOf(seed, soilers, frame, planner.parts(frame), planner.sensitivePages(frame));
  });
}

const catalogued = (seed: number, frames: readonly Frame[], planner: ManuscriptsPlanner): VolumeCatalogue => {
  const register = new Register(REGISTERED);
  return catalogueOf(frames, {
    planner,
    register,
    header: (frame) => manuscriptHeader(seed, frame),
    registerPart: ({ connections }, row) => registerConnections(register, connections, row),
    registerItem: ({ connections, languages }, row) => {
      registerConnections(register, connections, row);
      for (const code of languages) register.add('Language', code, row);
    },
    changes: ({ history }) => [history.modified ?? history.created],
  });
};

function registerConnections(register: Register, connections: Connections, row: number): void {
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
