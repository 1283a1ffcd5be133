import { byId } from '../server/records.js';
import type { World } from '../server/world.js';
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
 * Makes a world of any size: lawful by the dictionaries, the same for the same options on any machine and in
 * whatever order it is asked. Places, people and photographs are made at once, volumes when asked for.
 *
 * @param tell is told of the dirty records: of places, people and photographs at once, of what is in a volume whenever
 *   the volume is made
 * @throws FolkloreError `CONFIG_INVALID` for options out of range
 */
export function makeSyntheticWorld(options: SyntheticWorldOptions, tell?: DefectSettings['tell']): World {
  const { scale, seed, dirt: share } = checkOptions(options);
  const dirt = { share, tell };
  const sizes = worldSizesOf(scale);
  const { records, gazetteer } = makePlacenamesDatabase(
    seed,
    dirt,
    sizes.places,
    birthPlacesOf(seed, sizes.people),
  );
  const people = new People(seed, dirt, sizes.people, gazetteer);
  return {
    archive: {
      counties: COUNTY_LIST,
      countries: COUNTRY_LIST,
      occupations: OCCUPATIONS,
      handbookTopics: HANDBOOK_TOPICS,
      schoolsTopics: SCHOOLS_TOPICS,
      cbe: makeManuscriptCollection(seed, dirt, sizes.manuscripts, gazetteer, people),
      cbes: makeSchoolsCollection(seed, dirt, sizes.schools, gazetteer),
      cbeg: byId(makePhotographs(seed, dirt, sizes.photographs, gazetteer, people)),
      cbed: byId(people.records),
    },
    placenames: records,
  };
}
