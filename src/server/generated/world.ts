import { byId } from '../records.js';
import type { World } from '../world.js';
import { COUNTRIES } from './archive/abroad.js';
import { manuscriptCollection } from './archive/manuscripts.js';
import { birthsOf, People } from './archive/people.js';
import { photographsOf } from './archive/photographs.js';
import { schoolsCollection } from './archive/schools.js';
import { HANDBOOK_TOPICS, OCCUPATIONS, SCHOOLS_TOPICS } from './archive/subjects.js';
import type { Dirt } from './dirt.js';
import { COUNTIES } from './places/counties.js';
import { databaseOf } from './places/database.js';
import { checkedOptions, type GeneratedOptions, sizesOf } from './sizes.js';

/**
 * Makes a world of any size: lawful by the dictionaries, the same for the same options on any machine and in
 * whatever order it is asked. Places, people and photographs are made at once, volumes when asked for.
 *
 * @param tell is told of the dirty records: of places, people and photographs at once, of what is in a volume whenever
 *   the volume is made
 * @throws FolkloreError `CONFIG_INVALID` for options out of range
 */
export function generatedWorld(options: GeneratedOptions, tell?: Dirt['tell']): World {
  const { scale, seed, dirt: share } = checkedOptions(options);
  const dirt = { share, tell };
  const sizes = sizesOf(scale);
  const { records, gazetteer } = databaseOf(seed, dirt, sizes.places, birthsOf(seed, sizes.people));
  const people = new People(seed, dirt, sizes.people, gazetteer);
  return {
    archive: {
      counties: COUNTIES,
      countries: COUNTRIES,
      occupations: OCCUPATIONS,
      handbookTopics: HANDBOOK_TOPICS,
      schoolsTopics: SCHOOLS_TOPICS,
      cbe: manuscriptCollection(seed, dirt, sizes.manuscripts, gazetteer, people),
      cbes: schoolsCollection(seed, dirt, sizes.schools, gazetteer),
      cbeg: byId(photographsOf(seed, dirt, sizes.photographs, gazetteer, people)),
      cbed: byId(people.records),
    },
    placenames: records,
  };
}
