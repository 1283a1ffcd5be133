import type { MappedNode } from '../src/rdf/formats/format.js';
import type { ToQuads } from '../src/rdf/to-quads.js';
import type { CompiledVocabulary } from '../src/records/compiled-vocabulary.js';
import type { Group } from '../src/records/datasets.js';
import type { IndexListener } from '../src/records/global-index.js';
import { built } from './built.js';
import { draw } from './kill/dice.js';

/** Which samples are taken. */
const SEED = 1;

const KINDS: readonly Group[] = ['manuscripts', 'schools', 'photographs', 'people', 'places'];

/** What a build of a generated world is told. */
export const PLAN = {
  kinds: KINDS,
  base: 'https://data.example.org/folklore/',
  gender: 'irish',
  profile: 'public',
  latestYear: 2026,
} as const;

/** Nobody listens: a bench counts for itself. */
const NOBODY: IndexListener = {
  unknownFields: () => {},
  unreadable: () => {},
  publishable: () => {},
  withheld: () => {},
  duplicate: () => {},
  revoked: () => {},
};

/** The words and shapes of a build. */
export const vocabulary = async (): Promise<CompiledVocabulary> =>
  (await built('records/compiled-vocabulary')).compileVocabulary(PLAN);

/** A record, described. */
export interface Record extends MappedNode {
  /** Whether this is what a record is elsewhere, which stands in another graph than the record itself. */
  readonly isIdentity: boolean;
}

/**
 * Every record of a stored harvest, decoded and described as a build does it, in the order of the dumps. What a record
 * is elsewhere comes after it, as a record of its own. Those that cannot be described are left out.
 *
 * @param toQuads what makes quads of a node
 */
export async function* describedRecords(
  store: string,
  { context }: Pick<CompiledVocabulary, 'context'>,
  toQuads: ToQuads,
): AsyncGenerator<Record> {
  const { openForBuild } = await built('response-store/stored-harvest');
  const { buildGlobalIndex: gather } = await built('records/global-index');
  const { publishedSources: leavingUnits } = await built('inspect/explain/published-records');
  const {
    toPublishable: publishable,
    mapRecord: say,
    mappingContextOf: settingOf,
  } = await built('records/map-record');
  const harvest = await openForBuild(store);
  const globalIndex = await gather(harvest, KINDS, PLAN.profile, NOBODY);
  const setting = settingOf(PLAN, globalIndex, context);
  for await (const { one } of leavingUnits(harvest, KINDS, globalIndex)) {
    const said = say(publishable(one, globalIndex, PLAN), setting, toQuads);
    if ('failed' in said) continue;
    yield { node: said.node, quads: said.quads, isIdentity: false };
    if (said.identity !== undefined) yield { ...said.identity, isIdentity: true };
  }
}

/** The same, without those that the term gate stops: what the shapes are asked about, and what is written. */
export async function* lawfulRecords(store: string, speaking: CompiledVocabulary): AsyncGenerator<Record> {
  const { badTerms } = await built('rdf/term-check');
  for await (const record of describedRecords(store, speaking, speaking.toQuads)) {
    if (badTerms(record.quads).length === 0) yield record;
  }
}

/**
 * So many of the lawful records of a store, all alike likely, in their order: the same ones every time.
 *
 * @param count all of them where there are fewer
 */
export async function sampleOf(
  store: string,
  speaking: CompiledVocabulary,
  count: number,
): Promise<MappedNode[]> {
  const chosen: { readonly place: number; readonly record: MappedNode }[] = [];
  let place = 0;
  for await (const record of lawfulRecords(store, speaking)) {
    if (chosen.length < count) chosen.push({ place, record });
    else {
      const number = Math.floor(draw(SEED, place) * (place + 1));
      if (number < count) chosen[number] = { place, record };
    }
    place += 1;
  }
  return chosen.sort((a, b) => a.place - b.place).map(({ record }) => record);
}
