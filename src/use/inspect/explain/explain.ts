import type { Quad } from '@rdfjs/types';
import type { Report } from '../../../base/events.js';
import type { Origin } from '../../../base/origin.js';
import type { StoredHarvest } from '../../../harvest/store/stored-harvest.js';
import type { MappedNode, SerialisationContext } from '../../../model/rdf/formats/format.js';
import { datasetOf, kindOf } from '../../../model/records/kinds.js';
import type { Kind, PublishableRecord, RecordRef, SourceRecord } from '../../../model/records/record.js';
import type { Finding } from '../../../model/shacl/finding.js';
import { buildGlobalIndex, type GlobalIndex } from '../../../pipeline/global-index/global-index.js';
import { saveGlobalIndex } from '../../../pipeline/global-index/stored-global-index.js';
import { type MappedRecord, toPublishable } from '../../../pipeline/map-records/map-record.js';
import type { CheckedMapping } from '../../../pipeline/map-records/trim-record.js';
import type { BuildPlan } from '../../../pipeline/plan/build-plan.js';
import { type CompiledVocabulary, compileVocabulary } from '../../../pipeline/plan/compiled-vocabulary.js';
import { kindsWithIriOf, refOfIri } from '../../../pipeline/plan/record-iri.js';
import { openInputs } from '../../../pipeline/shards/build-inputs.js';
import { RecordMapper } from '../../../pipeline/shards/record-mapper.js';
import { formatPath } from '../../../pipeline/shards/source-field.js';
import { type FieldOutcome, fieldsOf } from './field-outcome.js';
import {
  chooseRecord,
  findByIndex,
  foundRecords,
  RecordFinder,
  type RecordRequest,
  unknownRecord,
  type WithheldRecord,
} from './find-record.js';
import { type PublishedSource, publishedSources } from './published-records.js';
import { type Sent, sentOf } from './sent-record.js';
import { named, reasonsInWords } from './why-withheld.js';

/** A mapped node of the record, in one file of a release. */
export interface DatasetTriples extends MappedNode {
  /** The file, without its ending. */
  readonly dataset: string;
}

/** A record that is published or rejected: what the service sent, its node, its triples and its findings. */
export interface PublishedExplanation {
  readonly outcome: 'published' | 'rejected';
  readonly ref: RecordRef;
  readonly sent: Sent;
  /** What was read of it, for records that no answer holds as such. */
  readonly record: object;
  readonly triples: readonly DatasetTriples[];
  readonly findings: readonly Finding[];
  /** Violations of parts that the release leaves out of the record, so that the record is published. */
  readonly leftOut: readonly Finding[];
  readonly fields: readonly FieldOutcome[];
  readonly language: SerialisationContext;
}

/** A record of which only the reasons are shown. */
interface WithheldExplanation {
  readonly outcome: 'withheld' | 'unreadable';
  readonly ref: RecordRef;
  readonly origin?: Origin;
  readonly reasons: readonly string[];
}

export type Explanation = PublishedExplanation | WithheldExplanation;

/**
 * Explains one record of the stored harvest, without a request, as the build of the same plan would treat it.
 *
 * @param kinds the kinds that the typed word may mean
 * @throws FolkloreError RECORD_UNKNOWN when there is no such record, or one of several kinds; and what a build throws
 */
export async function explain(
  order: BuildPlan,
  kinds: readonly Kind[],
  id: string,
  report: Report,
): Promise<Explanation> {
  const request = { kinds, id };
  const read = await readFor(request, order, report);
  return explained(chooseRecord(request, read.plan, read.globalIndex, read.finder), request, read);
}

/**
 * Explains the records of the stored harvest with one IRI: of a place those of both services.
 *
 * @returns none for an IRI that no record of the harvest has
 * @throws what a build throws
 */
export async function explainIri(order: BuildPlan, iri: string, report: Report): Promise<Explanation[]> {
  const ref = refOfIri(iri, order.base);
  if (ref === undefined) return [];
  const request = { kinds: kindsWithIriOf(ref.kind), id: decodeURIComponent(String(ref.id)) };
  const read = await readFor(request, order, report);
  const explanations: Explanation[] = [];
  for (const found of foundRecords(request, read.plan, read.globalIndex, read.finder).values())
    explanations.push(await explained(found, request, read));
  return explanations;
}

/** What was read of the harvest to explain one record. */
interface HarvestReading {
  readonly store: StoredHarvest;
  readonly plan: BuildPlan;
  readonly finder: RecordFinder;
  readonly globalIndex: GlobalIndex;
}

async function readFor(
  { kinds, id }: RecordRequest,
  order: BuildPlan,
  report: Report,
): Promise<HarvestReading> {
  const { plan, store } = await openInputs(order);
  report({ event: 'started', what: 'reading the harvest' });
  const known = await findByIndex({ kinds, id }, store, plan);
  if (known !== undefined) return { store, plan, ...known };
  const finder = new RecordFinder(kinds, id);
  const globalIndex = await buildGlobalIndex(store, plan.kinds, plan.profile, finder, plan);
  await saveGlobalIndex(store, plan, globalIndex);
  return { store, plan, finder, globalIndex };
}

async function explained(
  ref: RecordRef,
  request: RecordRequest,
  { store, plan, finder, globalIndex }: HarvestReading,
): Promise<Explanation> {
  const withheld = finder.withheldRecords.find((one) => one.ref.kind === ref.kind);
  if (withheld !== undefined) return withheldOf(withheld, finder.originOf(ref));
  const unread = finder.unreadableRecords.find((one) => one.ref.kind === ref.kind);
  if (unread !== undefined) return unreadable(unread);
  for await (const one of publishedSources(finder.answersOf(store), plan.kinds, globalIndex)) {
    if (one.provenance === 'read' && !finder.wasReadAt(one.one.origin)) continue;
    if (one.one.kind === ref.kind && (one.one.id === ref.id || isOneOf(one.one, ref))) {
      return shown(one, { plan, globalIndex, store, vocabulary: await compileVocabulary(plan) });
    }
  }
  throw unknownRecord(request, [], plan);
}

/** Whether a record is one of several people under one id of the schools collection (model 7.3, X7). */
const isOneOf = (one: SourceRecord, { id }: RecordRef): boolean =>
  one.kind === 'cbes.person' && one.record.id === id;

function withheldOf({ ref, why }: WithheldRecord, origin: Origin | undefined): WithheldExplanation {
  return {
    outcome: 'withheld',
    ref,
    ...(origin === undefined ? {} : { origin }),
    reasons: reasonsInWords(why),
  };
}

function unreadable({ ref, record }: RecordFinder['unreadableRecords'][number]): WithheldExplanation {
  const { origin, faults, kind, id } = record;
  const reasons = faults.map(({ pointer, message }) => `${pointer || '/'}: ${message}`);
  const inside = ref.kind === kind && ref.id === id ? [] : [`it is in ${named({ kind, id: id ?? '?' })}`];
  return { outcome: 'unreadable', ref, origin, reasons: [...inside, ...reasons] };
}

/** Where and with what a record is explained. */
interface Place {
  readonly plan: BuildPlan;
  readonly globalIndex: GlobalIndex;
  readonly store: StoredHarvest;
  readonly vocabulary: CompiledVocabulary;
}

async function shown(
  { one, provenance }: PublishedSource,
  { plan, globalIndex, store, vocabulary }: Place,
): Promise<PublishedExplanation> {
  const { toQuads, language } = vocabulary;
  const mapper = new RecordMapper(plan, globalIndex, vocabulary);
  const outcome = await mapper.map(toPublishable(one, globalIndex, plan));
  const isFailed = 'failed' in outcome;
  const leftOut = isFailed ? [] : outcome.leftOut;
  // With roles-only the record as sent would show people: it is left out.
  const isHidden = plan.personsProfile === 'roles-only' && kindOf(one).anonymise !== undefined;
  const fields = () => fieldsOf(one, { plan, globalIndex, setting: mapper.context, toQuads });
  const isSent = provenance === 'read' || provenance === 'shared';
  return {
    outcome: isFailed || !outcome.isPublished ? 'rejected' : 'published',
    ref: { kind: one.kind, id: one.id },
    sent: isSent && !isHidden ? await sentOf(one, store) : { origin: one.origin, unknown: [] },
    record: one.record,
    triples: isFailed ? [] : inFiles(outcome.one, outcome.mapped),
    findings: isFailed ? [outcome.failed] : outcome.findings,
    leftOut,
    fields:
      provenance === 'constant'
        ? []
        : isFailed || leftOut.length === 0
          ? fields()
          : withoutLeftOut(fields(), outcome),
    language,
  };
}

/** The fields of a record of which parts are left out: what these would become is not published. */
function withoutLeftOut(fields: readonly FieldOutcome[], { mapped }: CheckedMapping): FieldOutcome[] {
  const keyOf = ({ subject, predicate, object }: Quad): string =>
    `${subject.value} ${predicate.value} ${object.value}`;
  const published = new Set([...mapped.quads, ...(mapped.identity?.quads ?? [])].map(keyOf));
  return fields.map((field) => {
    const became = field.became.filter((quad) => published.has(keyOf(quad)));
    if (became.length > 0 || field.became.length === 0) return Object.assign({}, field, { became });
    const why = { field: formatPath(field.path), reason: 'left out: with it the record violates a rule' };
    return Object.assign({}, field, { became, names: [], why });
  });
}

function inFiles(one: PublishableRecord, mapped: MappedRecord): DatasetTriples[] {
  const { identity } = kindOf(one);
  const { identity: elsewhere, ...record } = mapped;
  return [
    { dataset: datasetOf(one), ...record },
    ...(identity === undefined || elsewhere === undefined
      ? []
      : [{ dataset: identity.dataset, ...elsewhere }]),
  ];
}
