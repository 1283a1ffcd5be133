import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { openForBuild } from '../../src/harvest/store/stored-harvest.js';
import type { MappedNode, SerialisationContext } from '../../src/model/rdf/formats/format.js';
import { DATA_BASE, SAMPLE_LINKS } from '../../src/model/rdf/iris.js';
import type { LinkTemplates } from '../../src/model/rdf/links.js';
import { GROUPS } from '../../src/model/records/datasets.js';
import { KINDS } from '../../src/model/records/kinds.js';
import { type Kind, RecordSet, type SourceRecord, sourceRecord } from '../../src/model/records/record.js';
import { reader } from '../../src/model/schema/reader.js';
import { buildGlobalIndex } from '../../src/pipeline/global-index/global-index.js';
import { mappingContextOf, mapRecord, toPublishable } from '../../src/pipeline/map-records/map-record.js';
import type { BuildPlan } from '../../src/pipeline/plan/build-plan.js';
import { compileVocabulary } from '../../src/pipeline/plan/compiled-vocabulary.js';
import {
  type FieldContext,
  type FieldOutcome,
  fieldsOf,
} from '../../src/use/inspect/explain/field-outcome.js';
import { publishedSources } from '../../src/use/inspect/explain/published-records.js';
import { LAWFUL } from '../pipeline/map-records/values.js';
import { recordsOf } from '../pipeline/map-records/walk.js';
import { readTurtle } from '../support/dumps.js';
import { effectiveRelease } from './effective-release.js';

/** What became of the fields of records: the ground that docs/coverage.md and its tests stand on. */

type Quad = MappedNode['quads'][number];

/** A record, and what became of each of its fields. */
export interface Evidence {
  readonly kind: Kind;
  readonly id: number | string;
  /** Its IRI. */
  readonly record: string;
  readonly fields: readonly FieldOutcome[];
}

const origin = { service: 'archive', request: '/made', pointer: '' } as const;

const planOf = (store: string): BuildPlan => ({
  kinds: GROUPS,
  store,
  out: '',
  label: 'sample',
  base: DATA_BASE,
  gender: 'irish',
  profile: 'public',
  onViolation: 'skip',
  latestYear: 2026,
  links: SAMPLE_LINKS,
});

/** A place that both services speak of. */
const KNOWN_PLACE = {
  ...{ id: 8, placenames: [], gridReferences: [] },
  geography: { coordinates: [{ latitude: 54, longitude: -8 }] },
};

/** Kinds that a service sends; the others are constants of ours. */
export const SENT = (Object.keys(KINDS) as Kind[]).filter(
  (kind) => Object.keys(KINDS[kind].schemas.sent.shape).length > 0,
);

/** Every record of the sample world that leaves, and every triple of its dumps. */
export async function sample(): Promise<{ evidence: Evidence[]; dump: ReadonlySet<string> }> {
  const { store: harvested, release } = await effectiveRelease();
  const plan = planOf(harvested);
  const dump = new Set<string>();
  for (const file of await readdir(join(release, 'data'))) {
    if (!file.endsWith('.ttl') || file === 'effective.ttl') continue;
    for (const quad of await readTurtle(release, basename(file, '.ttl'))) dump.add(lineOf(quad));
  }
  const store = await openForBuild(plan.store);
  const globalIndex = await buildGlobalIndex(store, plan.kinds, plan.profile, {});
  const { context, toQuads } = await compileVocabulary(plan);
  const around = { plan, globalIndex, setting: mappingContextOf(plan, globalIndex, context), toQuads };
  const evidence: Evidence[] = [];
  for await (const { one } of publishedSources(store, plan.kinds, globalIndex)) {
    if (SENT.includes(one.kind)) evidence.push(of(one, around));
  }
  return { evidence, dump };
}

/**
 * Records that are made: where every seventh id is withheld, and the place-names database has but one place.
 *
 * @param links the templates of the configuration
 */
export async function surroundings(
  links: LinkTemplates = SAMPLE_LINKS,
): Promise<FieldContext & { readonly language: SerialisationContext }> {
  const plan = { ...planOf(''), links };
  const { context, toQuads, language } = await compileVocabulary(plan);
  const globalIndex = {
    genders: { cbed: new Set<string>(), cbes: new Set<string>() },
    places: new Map([[KNOWN_PLACE.id, KNOWN_PLACE]]),
    withheld: new EverySeventh(),
  };
  return { plan, globalIndex, setting: mappingContextOf(plan, globalIndex, context), toQuads, language };
}

/** Random lawful records of a kind, the same in every run. */
export const random = (kind: Kind, many: number, around: FieldContext): Evidence[] =>
  fc
    .sample(recordsOf(KINDS[kind].schemas.described, LAWFUL), { numRuns: many, seed: 1937 })
    .map((record, index) => made(kind, `random ${index}`, record, around));

/** A record made by hand or by chance, read as one that was sent. */
export function made(kind: Kind, id: string, record: unknown, around: FieldContext): Evidence {
  const reading = reader(KINDS[kind].schemas.described, [], 'plain')(JSON.parse(JSON.stringify(record)));
  if (!reading.ok) throw new Error(`${kind}: ${JSON.stringify(reading.faults)}`);
  return of(sourceRecord(kind, id, reading.record as never, origin), around);
}

function of(one: SourceRecord, around: FieldContext): Evidence {
  const said = mapRecord(toPublishable(one, around.globalIndex, around.plan), around.setting, around.toQuads);
  const record = 'failed' in said ? '' : said.node.id;
  return { kind: one.kind, id: one.id, record, fields: fieldsOf(one, around) };
}

class EverySeventh extends RecordSet {
  override has({ id }: { readonly id: number | string }): boolean {
    return Number(id) % 7 === 0;
  }
}

/** A triple as a line that no other triple has. */
export const lineOf = ({ subject, predicate, object }: Quad): string => {
  const literal = object.termType === 'Literal' ? [object.datatype.value, object.language.toLowerCase()] : [];
  return JSON.stringify([subject.value, predicate.value, object.value, ...literal]);
};
