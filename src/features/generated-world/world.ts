import { byId } from '../../services/server/records.js';
import type { World } from '../../services/server/world.js';
import { makeManuscriptCollection } from './archive/manuscripts.js';
import { birthPlacesOf, People } from './archive/people.js';
import { makePhotographs } from './archive/photographs.js';
import {
  COUNTRY_LIST,
  COUNTY_LIST,
  HANDBOOK_TOPICS,
  OCCUPATIONS,
  SCHOOLS_TOPICS,
} from './archive/reference-lists.js';
import { makeSchoolsCollection } from './archive/schools.js';
import type { DefectSettings } from './defects.js';
import { makePlacenamesDatabase } from './placenames/database.js';
import { checkOptions, type SyntheticWorldOptions, worldSizesOf } from './sizes.js';

/**
 * Makes a world of any size. Its records fit the schemas, and the same options give the same records on any machine
 * in any order of requests. Places, people and photographs are made at once, volumes on request. A world in a store would
 * need an index for every filter of both services to be ready as soon.
 *
 * @param report called for each record with a defect; for records of a volume each time the volume is made
 * @throws FolkloreError `CONFIG_INVALID` for options out of range
 */
export function makeSyntheticWorld(options: SyntheticWorldOptions, report?: DefectSettings['report']): World {
  const { scale, seed, dirt: share } = checkOptions(options);
  const defects = { share, report };
  const sizes = worldSizesOf(scale);
  const { records, gazetteer } = makePlacenamesDatabase(
    seed,
    defects,
    sizes.places,
    birthPlacesOf(seed, sizes.people),
  );
  const people = new People(seed, defects, sizes.people, gazetteer);
  return {
    archive: {
      counties: COUNTY_LIST,
      countries: COUNTRY_LIST,
      occupations: OCCUPATIONS,
      handbookTopics: HANDBOOK_TOPICS,
      schoolsTopics: SCHOOLS_TOPICS,
      cbe: makeManuscriptCollection(seed, defects, sizes.manuscripts, gazetteer, people),
      cbes: makeSchoolsCollection(seed, defects, sizes.schools, gazetteer),
      cbeg: byId(makePhotographs(seed, defects, sizes.photographs, gazetteer, people)),
      cbed: byId(people.records),
    },
    placenames: records,
  };
}
