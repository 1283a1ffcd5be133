import { person } from '../../src/dictionary/archive/person.js';
import { photograph } from '../../src/dictionary/archive/photograph.js';
import { manuscriptVolume, schoolsVolume } from '../../src/dictionary/archive/volume.js';
import { glossary } from '../../src/dictionary/placenames/glossary.js';
import { place } from '../../src/dictionary/placenames/place.js';
import type { World } from '../../src/server/world.js';

/** The kinds of records and their dictionaries. */
export const KINDS = [
  ['manuscript volume', manuscriptVolume, (world: World) => world.archive.cbe.values()],
  ['schools volume', schoolsVolume, (world: World) => world.archive.cbes.values()],
  ['photograph', photograph, (world: World) => world.archive.cbeg.values()],
  ['person', person, (world: World) => world.archive.cbed.values()],
  ['place', place, (world: World) => world.placenames.places.values()],
  ['glossary entry', glossary, (world: World) => world.placenames.glossary.values()],
] as const;
