import { person } from '../../../src/model/schema/archive/person.js';
import { photograph } from '../../../src/model/schema/archive/photograph.js';
import { manuscriptVolume, schoolsVolume } from '../../../src/model/schema/archive/volume.js';
import { place } from '../../../src/model/schema/placenames/place.js';
import { glossary } from '../../../src/model/schema/placenames/reference-lists.js';
import type { World } from '../../../src/services/server/world.js';

/** The kinds of records and their dictionaries. */
export const KINDS = [
  ['manuscript volume', manuscriptVolume, (world: World) => world.archive.cbe.values()],
  ['schools volume', schoolsVolume, (world: World) => world.archive.cbes.values()],
  ['photograph', photograph, (world: World) => world.archive.cbeg.values()],
  ['person', person, (world: World) => world.archive.cbed.values()],
  ['place', place, (world: World) => world.placenames.places.values()],
  ['glossary entry', glossary, (world: World) => world.placenames.glossary.values()],
] as const;
