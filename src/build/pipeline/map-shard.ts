import type { Quad } from '@rdfjs/types';
import { mapInOrder } from '../../base/map-in-order.js';
import { Stopwatch } from '../../base/stopwatch.js';
import { readAnswer } from '../../harvest/store/stored-harvest.js';
import type { KnownPlace } from '../../model/mapping/context.js';
import type { Context } from '../../model/rdf/context.js';
import type { MappedNode } from '../../model/rdf/formats/format.js';
import type { Node } from '../../model/rdf/node.js';
import type { Dataset } from '../../model/records/datasets.js';
import {
  ambiguousPeopleIn,
  anonymised,
  Observations,
  type ObservedPeople,
  observedIn,
} from '../../model/records/observations.js';
import { type Kind, kindOf, type PublishableRecord, type SourceRecord } from '../../model/records/record.js';
import type { Finding } from '../../model/shacl/finding.js';
import { Statistics } from '../../release/description/statistics.js';
import { type DatasetChunk, DatasetChunkBuilder } from '../../release/dumps/dataset-chunk.js';
import type { DerivedMaker } from '../../release/tables/derived-file.js';
import { derivedMakers, tableSettings } from '../../release/tables/derived-files.js';
import { withPart } from '../../release/tables/effective.js';
import { withDoubts } from '../../release/tables/place-nodes.js';
import type { IriNaming } from '../consistency/check.js';
import { ConsistencyChecks } from '../consistency/checks.js';
import { Completeness } from '../map-records/completeness.js';
import {
  checkRecord,
  type MappedRecord,
  mappingContextOf,
  mapRecord,
  toPublishable,
} from '../map-records/map-record.js';
import { type CheckedMapping, type TrimmedRecord, trimRecord } from '../map-records/trim-record.js';
import { type BuildPlan, formatsOf, placenamesTitle } from '../plan/build-plan.js';
import type { CompiledVocabulary } from '../plan/compiled-vocabulary.js';
import { iriOf } from '../plan/record-iri.js';
import { isLeftOut } from '../plan/violation-policy.js';
import { SlowestRecords } from './profile.js';
import { QueryExamples } from './query-examples.js';
import { NameLines, type Names } from './record-names.js';
import { RecordPlaces } from './record-places.js';
import { isCurrent, type MapperIndex, RecordedIndex } from './shard-dependencies.js';
import type { RecordFindings, ShardOutput, ShardSummary, ShardTimes } from './shard-output.js';
import { recordsOfAnswer, type Shard, type ShardAnswer } from './shards.js';
import { SourceFields } from './source-field.js';

const NONE: readonly string[] = [];

/**
 * The codes of a record that are in no list (model 3.10). A hot path: hardly any record has one.
 *
 * @param property IRI of the property of such codes
 */
export function unmappedCodes(quads: readonly Quad[], property: string): readonly string[] {
  let codes: string[] | undefined;
  for (const { predicate, object } of quads) {
    if (predicate.value !== property) continue;
    codes ??= [];
    codes.push(object.value);
  }
  return codes ?? NONE;
}

/** The label and the page of a mapped record, with its place. */
export function namesOf(node: Node | undefined, place?: string): Names {
  const { label, url } = node ?? { id: '' };
  const text = textOf(label);
  return {
    ...(text === undefined ? {} : { label: text }),
    ...(place === undefined ? {} : { place }),
    ...(typeof url === 'string' ? { page: url } : {}),
  };
}

/** The Irish text, or else any. */
function textOf(label: Node[string]): string | undefined {
  if (typeof label === 'string') return label;
  if (typeof label !== 'object' || label === null) return undefined;
  const texts = Object.entries(label).sort(([a], [b]) => Number(b === 'ga') - Number(a === 'ga'));
  const first: unknown = texts[0]?.[1];
  const text: unknown = Array.isArray(first) ? first[0] : first;
  return typeof text === 'string' ? text : undefined;
}

/** Answers that are read from disk while another is mapped. */
const READ_AHEAD = 3;

/** Names of predicates and records for consistency checks. */
export const iriNaming = (context: Context, iri: Parameters<typeof iriOf>[1]): IriNaming => ({
  word: (term) => context.terms.get(term)?.iri ?? term,
  iri: (ref) => iriOf(ref, iri),
});

/**
 * Maps the records of a shard to RDF, checks and serialises them. It reads the store and writes no file.
 */
export class ShardMapper {
  readonly #plan: BuildPlan;
  readonly #index: MapperIndex;
  readonly #vocabulary: CompiledVocabulary;
  /** Answers what records ask of the index. */
  readonly #recorded: RecordedIndex;
  readonly #places = new Map<number, KnownPlace>();
  readonly #context: ReturnType<typeof mappingContextOf>;
  readonly #checks: ConsistencyChecks;
  readonly #sourceFields = new SourceFields();
  /** The property of codes that are in no list. */
  readonly #unmapped: string;
  readonly #statistics: Statistics;
  readonly #examples: QueryExamples;
  readonly #derived: readonly DerivedMaker[];
  readonly #completeness = new Completeness();
  readonly #names = new NameLines();
  /** The parts of the present answer, by their IRIs: its items are in them. */
  readonly #parts = new Map<string, Node>();
  /** The places of the records of the present answer. */
  #recordPlaces = new RecordPlaces([]);
  readonly #chunks = new Map<Dataset, DatasetChunkBuilder>();
  readonly #watch: Stopwatch | undefined;
  readonly #slowest = new SlowestRecords();

  constructor(plan: BuildPlan, index: MapperIndex, vocabulary: CompiledVocabulary) {
    this.#plan = plan;
    this.#index = index;
    this.#vocabulary = vocabulary;
    const globalIndex = { ...index, places: this.#places };
    this.#recorded = new RecordedIndex(index, plan.base);
    const { ambiguousPeople, sharedAddresses } = this.#recorded;
    this.#context = mappingContextOf(
      plan,
      { ...globalIndex, ambiguousPeople, sharedAddresses },
      vocabulary.context,
    );
    const naming = iriNaming(vocabulary.context, this.#context.iri);
    this.#checks = new ConsistencyChecks(plan, globalIndex, naming);
    this.#unmapped = naming.word('unmappedCode');
    this.#statistics = new Statistics(vocabulary.language);
    this.#examples = new QueryExamples(plan.base);
    this.#derived = derivedMakers(tableSettings(vocabulary.language, placenamesTitle(plan)));
    this.#watch = plan.isProfiled === true ? new Stopwatch() : undefined;
  }

  /**
   * Maps one shard. A second call must wait for the first.
   *
   * @throws FolkloreError CONTEXT_TERM, STORE_UNUSABLE
   */
  async map(shard: Shard): Promise<ShardOutput & { readonly times?: ShardTimes }> {
    this.#watch?.begin();
    this.#places.clear();
    for (const place of shard.places) this.#places.set(place.id, place);
    const draft = new Draft();
    this.#recordPlaces = new RecordPlaces([]);
    if ('records' in shard) {
      for (const one of shard.records) await this.#mapGenerated(one, draft);
    } else {
      const bodies = mapInOrder(shard.answers, READ_AHEAD, ({ file }) => readAnswer(file));
      for await (const [answer, body] of bodies) await this.#read(answer, body, draft);
    }
    return this.#output(draft);
  }

  /** Whether an output of an earlier run, of a shard with the same digest, is what `map` would return now. */
  isCurrent(output: ShardSummary): boolean {
    return isCurrent(output, this.#index, this.#checks);
  }

  /** Maps the records of one answer, and the people who are recorded in it and in no other. */
  async #read(answer: ShardAnswer, body: unknown, draft: Draft): Promise<void> {
    const { personsProfile } = this.#index;
    const { ambiguousPeople, withheld } = this.#recorded;
    const isAmbiguous = (id: number): boolean => ambiguousPeople.has(id);
    const isHere = new Set(answer.people);
    const here = new Observations((id) => isHere.has(id) && !isAmbiguous(id));
    const records = [...recordsOfAnswer(answer, body)];
    this.#recordPlaces = new RecordPlaces(records);
    this.#parts.clear();
    for (const read of records) {
      if (withheld.has(read)) continue;
      const one = anonymised(read, personsProfile);
      const done = this.#map(one, draft);
      if (done !== undefined) await done;
      const observed = observedIn(one);
      if (observed.people.length === 0 || personsProfile !== 'full') continue;
      for (const person of ambiguousPeopleIn(observed, isAmbiguous)) await this.#mapGenerated(person, draft);
      here.add(observed);
      const elsewhere = observed.people.filter(({ id }) => !isHere.has(id) && !isAmbiguous(id));
      if (elsewhere.length > 0) draft.observed.push({ ...observed, people: elsewhere });
    }
    for (const person of here.records()) await this.#mapGenerated(person, draft);
  }

  /** Maps a record that no answer holds as it is. */
  async #mapGenerated(one: SourceRecord, draft: Draft): Promise<void> {
    increase(draft.generated, one.kind);
    await this.#map(one, draft);
  }

  /** A hot path: a promise is returned only where the SHACL engine is asked. */
  #map(record: SourceRecord, draft: Draft): Promise<void> | undefined {
    draft.records += 1;
    this.#watch?.lap('reading');
    const begun = this.#watch?.elapsed ?? 0;
    const one = toPublishable(record, this.#recorded, this.#plan);
    const mapped = mapRecord(one, this.#context, this.#vocabulary.toQuads);
    this.#watch?.lap('mapping');
    if ('failed' in mapped) {
      this.#checks.addRejected(iriOf(one, this.#context.iri));
      draft.findings.push({ one, findings: [mapped.failed], leftOut: [], isPublished: false, names: {} });
      return undefined;
    }
    const finish = (found: readonly Finding[]): Promise<void> | undefined => {
      const done = this.#check(one, mapped, found, draft);
      if (done !== undefined) return done;
      if (this.#watch === undefined) return;
      this.#watch.lap('writing');
      this.#slowest.add(one, this.#watch.elapsed - begun);
      return undefined;
    };
    const found = checkRecord(mapped, this.#vocabulary.checker);
    return found instanceof Promise ? found.then(finish) : finish(found);
  }

  /** A promise only where parts of the record may have to be left out. */
  #check(
    one: PublishableRecord,
    mapped: MappedRecord,
    found: readonly Finding[],
    draft: Draft,
  ): Promise<void> | undefined {
    const broken = this.#checks.checkRecord({ one, mapped });
    const findings = broken.length === 0 ? found : [...found, ...broken];
    this.#watch?.lap('checking');
    const checked = { one, mapped, findings };
    if (findings.length === 0) {
      this.#names.add(one, namesOf(mapped.node, this.#recordPlaces.of(one)));
      this.#publish(checked, draft);
      return undefined;
    }
    this.#recorded.addFindings(findings, mapped.quads);
    const isPublished = !isLeftOut(findings, this.#plan.onViolation);
    if (isPublished || this.#plan.onViolation !== 'trim') {
      this.#finish(one, { ...checked, leftOut: [] }, isPublished, draft);
      return undefined;
    }
    return this.#trim(checked, draft);
  }

  /** Publishes a record without the parts that violate a shape or rule, or rejects it. */
  async #trim(checked: CheckedMapping, draft: Draft): Promise<void> {
    const trimmed = await trimRecord(
      checked,
      async (one) => {
        const mapped = mapRecord(one, this.#context, this.#vocabulary.toQuads);
        if ('failed' in mapped) return undefined;
        const findings = await checkRecord(mapped, this.#vocabulary.checker);
        return { one, mapped, findings: [...findings, ...this.#checks.checkRecord({ one, mapped })] };
      },
      (one, finding) => this.#sourceFields.rawOf(one, finding),
    );
    if (trimmed !== undefined) {
      const lost = statementsIn(checked.mapped) - statementsIn(trimmed.mapped);
      increase(draft.trimmed, checked.one.kind, lost);
    }
    this.#finish(checked.one, trimmed ?? { ...checked, leftOut: [] }, trimmed !== undefined, draft);
  }

  /** @param one the record before parts of it were left out */
  #finish(one: PublishableRecord, record: TrimmedRecord, isPublished: boolean, draft: Draft): void {
    const { mapped, findings, leftOut } = record;
    const names = namesOf(mapped.node, this.#recordPlaces.of(one));
    draft.findings.push({ one, findings, leftOut, isPublished, names });
    if (isPublished) this.#names.add(one, names);
    if (isPublished) this.#publish(record, draft);
    else this.#checks.addRejected(mapped.node.id);
  }

  #publish({ one, mapped, findings }: CheckedMapping, draft: Draft): void {
    increase(draft.published, one.kind);
    this.#completeness.add(one);
    const codes = unmappedCodes(mapped.quads, this.#unmapped);
    if (codes.length > 0) draft.unknownCodes.push([one.kind, codes]);
    const { dataset, identity } = kindOf(one);
    this.#write(typeof dataset === 'function' ? dataset(one.record) : dataset, mapped, draft);
    const links = identity === undefined ? undefined : mapped.identity;
    if (identity !== undefined && links !== undefined) {
      this.#write(identity.dataset, links, draft);
      this.#recorded.addNamed(links.quads);
    }
    const whole = this.#withPart(one.kind, mapped.node);
    const row =
      findings.length === 0 ? whole : withDoubts(whole, new Set(findings.map(({ focus }) => focus)));
    for (const maker of this.#derived) maker.add(row, links?.node);
    // The archive's table of places has a row of each place that it refers to, also where only the other database names it.
    if (one.kind === 'place' && this.#recorded.unnamedLocations.has(one.record.id))
      for (const maker of this.#derived) maker.add({ id: mapped.node.id, type: ['Place'] });
    this.#examples.add(mapped.node);
    this.#checks.addPublished({ one, mapped });
  }

  /** An item with its part; a part is kept for its items, which follow it. */
  #withPart(kind: Kind, node: Node): Node {
    if (kind === 'cbe.part' || kind === 'cbes.part') this.#parts.set(node.id, node);
    const { isPartOf } = node;
    if ((kind !== 'cbe.item' && kind !== 'cbes.item') || typeof isPartOf !== 'string') return node;
    return withPart(node, this.#parts.get(isPartOf));
  }

  #write(dataset: Dataset, node: MappedNode, draft: Draft): void {
    let maker = this.#chunks.get(dataset);
    if (maker === undefined) {
      maker = new DatasetChunkBuilder(formatsOf(this.#plan), this.#vocabulary.language);
      this.#chunks.set(dataset, maker);
    }
    maker.add(node);
    this.#statistics.add(dataset, node.quads);
    draft.triples += node.quads.length;
  }

  #output(draft: Draft): ShardOutput & { readonly times?: ShardTimes } {
    const chunks = new Map<Dataset, DatasetChunk>();
    // In an order that does not depend on the shards before.
    for (const dataset of [...this.#chunks.keys()].sort()) {
      const maker = this.#chunks.get(dataset);
      if (maker !== undefined && maker.records > 0) chunks.set(dataset, maker.take());
    }
    const output = {
      ...draft,
      chunks,
      derived: this.#derived.map((maker) => maker.take()),
      names: this.#names.take(),
      completeness: this.#completeness.take(),
      counted: this.#statistics.take(),
      examples: this.#examples.take(),
      checkStates: this.#checks.take(),
      shapesMet: this.#vocabulary.checker.takeShapesMet(),
      dependencies: this.#recorded.take(),
    };
    if (this.#watch === undefined) return output;
    this.#watch.lap('writing');
    return { ...output, times: { stages: this.#watch.take(), slowest: this.#slowest.take() } };
  }
}

/** A shard output that is being made. */
class Draft {
  readonly generated = new Map<Kind, number>();
  readonly published = new Map<Kind, number>();
  readonly trimmed = new Map<Kind, number>();
  readonly findings: RecordFindings[] = [];
  readonly unknownCodes: [kind: Kind, codes: readonly string[]][] = [];
  readonly observed: ObservedPeople[] = [];
  triples = 0;
  records = 0;
}

const increase = (counts: Map<Kind, number>, kind: Kind, by = 1): void => {
  counts.set(kind, (counts.get(kind) ?? 0) + by);
};

const statementsIn = ({ quads, identity }: MappedRecord): number =>
  quads.length + (identity?.quads.length ?? 0);
