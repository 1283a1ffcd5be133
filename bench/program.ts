import type { MappedNode } from '../src/model/rdf/formats/format.js';
import type { ToQuads } from '../src/model/rdf/to-quads.js';
import type { Group } from '../src/model/records/datasets.js';
import type { CompiledVocabulary } from '../src/pipeline/plan/compiled-vocabulary.js';
import { built } from './built.js';
import { draw } from './kill/dice.js';

/** Selects the sample. */
const SEED = 1;

const KINDS: readonly Group[] = ['manuscripts', 'schools', 'photographs', 'people', 'places'];

/** The plan of a build of a generated world. */
export const PLAN = {
  kinds: KINDS,
  base: 'https://data.example.org/folklore/',
  gender: 'irish',
  profile: 'public',
  latestYear: 2026,
} as const;

/** Context and shapes of a build. */
export const vocabulary = async (): Promise<CompiledVocabulary> =>
  (await built('pipeline/plan/compiled-vocabulary')).compileVocabulary(PLAN);

/** A mapped record. */
export interface Record extends MappedNode {
  /** Whether it is the identity links of a record, which are in another graph. */
  readonly isIdentity: boolean;
}

/**
 * Every record of a stored harvest, mapped as by a build, in the order of the dumps. The identity links of a record follow
 * it. Records that cannot be mapped are left out.
 *
 * @param toQuads makes the quads of a node
 */
export async function* mappedRecords(
  store: string,
  { context }: Pick<CompiledVocabulary, 'context'>,
  toQuads: ToQuads,
): AsyncGenerator<Record> {
  const { openForBuild } = await built('harvest/store/stored-harvest');
  const { buildGlobalIndex } = await built('pipeline/global-index/global-index');
  const { publishedSources } = await built('use/inspect/explain/published-records');
  const { toPublishable, mapRecord, mappingContextOf } = await built('pipeline/map-records/map-record');
  const harvest = await openForBuild(store);
  const globalIndex = await buildGlobalIndex(harvest, KINDS, PLAN.profile, {});
  const setting = mappingContextOf(PLAN, globalIndex, context);
  for await (const { one } of publishedSources(harvest, KINDS, globalIndex)) {
    const mapped = mapRecord(toPublishable(one, globalIndex, PLAN), setting, toQuads);
    if ('failed' in mapped) continue;
    yield { node: mapped.node, quads: mapped.quads, isIdentity: false };
    if (mapped.identity !== undefined) yield { ...mapped.identity, isIdentity: true };
  }
}

/** The same without records with invalid terms: these are checked and written. */
export async function* validRecords(store: string, vocabulary: CompiledVocabulary): AsyncGenerator<Record> {
  const { badTerms } = await built('model/rdf/term-check');
  for await (const record of mappedRecords(store, vocabulary, vocabulary.toQuads)) {
    if (badTerms(record.quads).length === 0) yield record;
  }
}

/**
 * A uniform random sample of the valid records of a store, in their order, the same in every run.
 *
 * @param count of records; all where there are fewer
 */
export async function sampleOf(
  store: string,
  vocabulary: CompiledVocabulary,
  count: number,
): Promise<MappedNode[]> {
  const chosen: { readonly place: number; readonly record: MappedNode }[] = [];
  let place = 0;
  for await (const record of validRecords(store, vocabulary)) {
    if (chosen.length < count) chosen.push({ place, record });
    else {
      const number = Math.floor(draw(SEED, place) * (place + 1));
      if (number < count) chosen[number] = { place, record };
    }
    place += 1;
  }
  return chosen.sort((a, b) => a.place - b.place).map(({ record }) => record);
}
