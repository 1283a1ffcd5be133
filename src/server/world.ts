import { fileURLToPath } from 'node:url';
import { country } from '../dictionary/archive/country.js';
import { county } from '../dictionary/archive/county.js';
import { handbookTopic } from '../dictionary/archive/handbook-topic.js';
import { occupation } from '../dictionary/archive/occupation.js';
import { person } from '../dictionary/archive/person.js';
import { photograph } from '../dictionary/archive/photograph.js';
import { schoolsTopic } from '../dictionary/archive/schools-topic.js';
import { manuscriptVolume, schoolsVolume } from '../dictionary/archive/volume.js';
import { category } from '../dictionary/placenames/category.js';
import { glossary } from '../dictionary/placenames/glossary.js';
import { place } from '../dictionary/placenames/place.js';
import { reader } from '../dictionary/read.js';
import { type ArchiveRecords, byId, type PlacenamesRecords } from './records.js';
import { Shelf } from './shelf.js';

/** The built-in world; the same folder whether this file runs from `src` or from `dist`. */
export const SAMPLE_WORLD = new URL('../../src/server/world/', import.meta.url);

/** What the two services know. Whatever a key may not see is still in it. */
export interface World {
  readonly archive: ArchiveRecords;
  readonly placenames: PlacenamesRecords;
}

/**
 * Reads a world from a folder of JSON: `archive/` and `placenames/` with a file for each reference list and
 * a folder with one file a record for volumes, photographs, people and places. What is not there is empty.
 *
 * @throws FolkloreError `WORLD_UNUSABLE` naming file, pointer and reason of everything that does not read,
 * unknown keys and stray files included
 */
export async function loadWorld(directory: URL | string): Promise<World> {
  const shelf = new Shelf(typeof directory === 'string' ? directory : fileURLToPath(directory));
  const world: World = {
    archive: {
      counties: await shelf.list('archive/counties.json', reader(county), (one) => one.logainmID),
      countries: await shelf.list('archive/countries.json', reader(country), (one) => one.isoCode),
      occupations: await shelf.list('archive/occupations.json', reader(occupation), (one) => one.id),
      handbookTopics: await shelf.list(
        'archive/handbook-topics.json',
        reader(handbookTopic),
        (one) => one.id,
      ),
      schoolsTopics: await shelf.list('archive/schools-topics.json', reader(schoolsTopic), (one) => one.id),
      cbe: byId(await shelf.records('archive/cbe', reader(manuscriptVolume))),
      cbes: byId(await shelf.records('archive/cbes', reader(schoolsVolume))),
      cbeg: byId(await shelf.records('archive/cbeg', reader(photograph))),
      cbed: byId(await shelf.records('archive/cbed', reader(person))),
    },
    placenames: {
      administrativeUnits: await shelf.list(
        'placenames/administrative-units.json',
        reader(category),
        (one) => one.id,
      ),
      features: await shelf.list('placenames/features.json', reader(category), (one) => one.id),
      glossary: await shelf.list('placenames/glossary.json', reader(glossary), (one) => one.id),
      places: byId(await shelf.records('placenames/places', reader(place))),
    },
  };
  await shelf.finish();
  return world;
}
