import type { PersonsProfile } from '../../model/mapping/persons-profile.js';
import { CONTEXT_FILE, type Context, readContext } from '../../model/rdf/context.js';
import type { SerialisationContext } from '../../model/rdf/formats/format.js';
import { dataPrefixes } from '../../model/rdf/iris.js';
import { makeToQuads, type ToQuads } from '../../model/rdf/to-quads.js';
import { graphsOf } from '../../model/records/datasets.js';
import { Checker } from '../../model/shacl/checker.js';
import { readShapes } from '../../model/shacl/shapes.js';
import type { BuildPlan } from './build-plan.js';

/** A file of this package, from src/ and from dist/. */
const packageFile = (path: string): URL => new URL(`../../../${path}`, import.meta.url);

export const SHAPES = packageFile('shapes/');

/** Shapes that do not apply, by the profile of persons (model 5.5). */
export const OMITTED_SHAPES: Readonly<Record<PersonsProfile, readonly string[]>> = {
  full: [],
  'roles-only': ['contribution-agent.ttl'],
};

/** Static files of each release: name in the release → file or folder here. All are text with the bases of the release. */
export const STATIC_FILES: Readonly<Record<string, URL>> = {
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

/** The context, the shapes and the prefixes of a build. */
export interface CompiledVocabulary {
  readonly context: Context;
  readonly toQuads: ToQuads;
  readonly checker: Checker;
  readonly language: SerialisationContext;
}

/**
 * Reads the context and the shapes, with the bases of a build.
 *
 * @throws FolkloreError CONTEXT_TERM, SHAPES_UNUSABLE
 */
export async function compileVocabulary({
  base,
  vocabularyBase,
  personsProfile = 'full',
}: Pick<BuildPlan, 'base' | 'vocabularyBase' | 'personsProfile'>): Promise<CompiledVocabulary> {
  const context = readContext(CONTEXT_FILE, vocabularyBase);
  const shapes = await readShapes(SHAPES, OMITTED_SHAPES[personsProfile], vocabularyBase);
  return {
    context,
    toQuads: makeToQuads(context),
    checker: new Checker(shapes),
    language: {
      base,
      prefixes: new Map([...context.prefixes, ...dataPrefixes(base)]),
      context: context.document,
      graphOf: graphsOf(base),
    },
  };
}
