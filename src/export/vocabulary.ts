import type { PersonsProfile } from '../mapping/people.js';

/** The files of this package that go into every release; the same from src/ and from dist/. */
const packageFile = (path: string): URL => new URL(`../../${path}`, import.meta.url);

export const SHAPES = packageFile('shapes/');

/** Shapes that do not hold of a release, by what it says of the people of the schools collection (model 5.5). */
export const SHAPES_LEFT_OUT: Readonly<Record<PersonsProfile, readonly string[]>> = {
  full: [],
  'roles-only': ['contribution-agent.ttl'],
};

/**
 * What each release carries beside its data, so that it can be read alone: name in the release → file or folder
 * here. All of it is text, and speaks in the bases of the release.
 */
export const COMPANIONS: Readonly<Record<string, URL>> = {
  'context.jsonld': packageFile('contexts/context.jsonld'),
  'item.frame.json': packageFile('contexts/item.frame.json'),
  'photograph.frame.json': packageFile('contexts/photograph.frame.json'),
  'person.frame.json': packageFile('contexts/person.frame.json'),
  'place.frame.json': packageFile('contexts/place.frame.json'),
  'ontology.ttl': packageFile('vocabulary/ontology.ttl'),
  'alignments.ttl': packageFile('vocabulary/alignments.ttl'),
  'codes.ttl': packageFile('vocabulary/codes.ttl'),
  'release-shapes.ttl': packageFile('vocabulary/release-shapes.ttl'),
  shapes: SHAPES,
  queries: packageFile('queries/'),
};
