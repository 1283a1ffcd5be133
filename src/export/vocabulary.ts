/** The files of this package that go into every release; the same from src/ and from dist/. */
const packageFile = (path: string): URL => new URL(`../../${path}`, import.meta.url);

export const SHAPES = packageFile('shapes/');

/** What each release carries beside its data, so that it can be read alone: name in the release → file here. */
export const COMPANIONS: Readonly<Record<string, URL>> = {
  'context.jsonld': packageFile('contexts/context.jsonld'),
  'codes.ttl': packageFile('vocabulary/codes.ttl'),
  'ontology.ttl': packageFile('vocabulary/ontology.ttl'),
};
