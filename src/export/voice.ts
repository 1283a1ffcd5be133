import { CONTEXT_FILE, type Context, readContext } from '../rdf/context.js';
import { dataPrefixes } from '../rdf/iris.js';
import { quadMaker, type ToQuads } from '../rdf/quads.js';
import { Checker } from '../shacl/checker.js';
import { readShapes } from '../shacl/shapes.js';
import type { SinkLanguage } from '../sinks/sink.js';
import { graphsOf } from './graphs.js';
import type { BuildPlan } from './settings.js';
import { SHAPES, SHAPES_LEFT_OUT } from './vocabulary.js';

/** What a build speaks with: its words, its promises, and how dumps shorten what they write. */
export interface Voice {
  readonly context: Context;
  readonly toQuads: ToQuads;
  readonly checker: Checker;
  readonly language: SinkLanguage;
}

/**
 * Reads the words and the shapes of a build, in its bases.
 *
 * @throws FolkloreError CONTEXT_TERM, SHAPES_UNUSABLE
 */
export async function voiceOf({
  base,
  vocabularyBase,
  personsProfile = 'full',
}: Pick<BuildPlan, 'base' | 'vocabularyBase' | 'personsProfile'>): Promise<Voice> {
  const context = readContext(CONTEXT_FILE, vocabularyBase);
  const shapes = await readShapes(SHAPES, SHAPES_LEFT_OUT[personsProfile], vocabularyBase);
  return {
    context,
    toQuads: quadMaker(context),
    checker: new Checker(shapes),
    language: {
      base,
      prefixes: new Map([...context.prefixes, ...dataPrefixes(base)]),
      context: context.document,
      graphOf: graphsOf(base),
    },
  };
}
