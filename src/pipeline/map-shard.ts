import type { Quad } from '@rdfjs/types';
import { BytePool } from '../base/byte-pool.js';
import { mapInOrder } from '../base/map-in-order.js';
import { Stopwatch } from '../base/stopwatch.js';
import type { IriNaming } from '../consistency/check.js';
import { ConsistencyChecks } from '../consistency/checks.js';
import type { KnownPlace } from '../mapping/context.js';
import { type DatasetChunk, DatasetChunkBuilder } from '../output/dataset-chunk.js';
import { derivedMakers } from '../output/derived/derived.js';
import type { DerivedMaker } from '../output/derived/derived-file.js';
import { withDoubts } from '../output/derived/place-nodes.js';
import type { Context } from '../rdf/context.js';
import type { MappedNode } from '../rdf/formats/format.js';
import type { Node } from '../rdf/node.js';
import type { BuildPlan } from '../records/build-plan.js';
import type { CompiledVocabulary } from '../records/compiled-vocabulary.js';
import type { Dataset } from '../records/datasets.js';
import type { GlobalIndex } from '../records/global-index.js';
import { kindOf } from '../records/kinds.js';
import {
  checkRecord,
  type MappedRecord,
  mappingContextOf,
  mapRecord,
  toPublishable,
} from '../records/map-record.js';
import {
  ambiguousPeopleIn,
  anonymised,
  Observations,
  type ObservedPeople,
  observedIn,
} from '../records/observations.js';
import type { Kind, PublishableRecord, SourceRecord } from '../records/record.js';
import { iriOf } from '../records/record-iri.js';
import { isLeftOut } from '../records/violation-policy.js';
import { Statistics } from '../release/statistics.js';
import type { FindingSubject } from '../report/reported-finding.js';
import { readAnswer } from '../response-store/stored-harvest.js';
import type { Finding } from '../shacl/finding.js';
import { SlowestRecords } from './profile.js';
import { QueryExamples } from './query-examples.js';
import { formatsOf, placenamesTitle } from './release-writer.js';
import type { RecordFindings, ShardOutput } from './shard-output.js';
import { recordsOfAnswer, type Shard, type ShardAnswer } from './shards.js';

const NONE: readonly string[] = [];

/**
 * The codes of a record that no list knows, whatever in it they are said of (model 3.10). A hot path: every record is
 * looked through, and hardly one has any.
 *
 * @param word the property that says them
 */
export function unmappedCodes(quads: readonly Quad[], word: string): readonly string[] {
  let codes: string[] | undefined;
  for (const { predicate, object } of quads) {
    if (predicate.value !== word) continue;
    codes ??= [];
    codes.push(object.value);
  }
  return codes ?? NONE;
}

/** What people know a record by: its label, and its page. */
export type Names = Pick<FindingSubject, 'label' | 'page'>;

/** What people know a described record by. */
export function namesOf(node: Node | undefined): Names {
  const { label, plainLabel, url } = node ?? { id: '' };
  const text = typeof plainLabel === 'string' ? plainLabel : textOf(label);
  return {
    ...(text === undefined ? {} : { label: text }),
    ...(typeof url === 'string' ? { page: url } : {}),
  };
}

/** Irish first: it is the language of most of what the archive holds. */
function textOf(label: Node[string]): string | undefined {
  if (typeof label === 'string') return label;
  if (typeof label !== 'object' || label === null) return undefined;
  const texts = Object.entries(label).sort(([a], [b]) => Number(b === 'ga') - Number(a === 'ga'));
  const first: unknown = texts[0]?.[1];
  const text: unknown = Array.isArray(first) ? first[0] : first;
  return typeof text === 'string' ? text : undefined;
}

/** Answers that are being read from the disk while another is described. */
const READ_AHEAD = 3;

/** What has to be known of the whole harvest to describe any batch of it. */
export type MapperIndex = Pick<
  GlobalIndex,
  'withheld' | 'unreadable' | 'genders' | 'ambiguousPeople' | 'personsProfile'
>;

/** What names the things that checks across records speak of. */
export const iriNaming = (context: Context, iri: Parameters<typeof iriOf>[1]): IriNaming => ({
  word: (term) => context.terms.get(term)?.iri ?? term,
  iri: (ref) => iriOf(ref, iri),
});

/**
 * Describes, checks and writes out the records of a batch: everything of a build that needs no other batch, and nearly
 * all of its work. It reads the store, and writes no file.
 */
export class ShardMapper {
  readonly #plan: BuildPlan;
  readonly #index: MapperIndex;
  readonly #vocabulary: CompiledVocabulary;
  readonly #places = new Map<number, KnownPlace>();
  readonly #setting: ReturnType<typeof mappingContextOf>;
  readonly #checks: ConsistencyChecks;
  /** The property that says codes that no list knows. */
  readonly #unmapped: string;
  readonly #statistics: Statistics;
  readonly #examples: QueryExamples;
  readonly #derived: readonly DerivedMaker[];
  readonly #portions = new Map<Dataset, DatasetChunkBuilder>();
  readonly #pool = new BytePool();
  readonly #watch: Stopwatch | undefined;
  readonly #slowest = new SlowestRecords();

  constructor(plan: BuildPlan, index: MapperIndex, vocabulary: CompiledVocabulary) {
    this.#plan = plan;
    this.#index = index;
    this.#vocabulary = vocabulary;
    const globalIndex = { ...index, places: this.#places };
    this.#setting = mappingContextOf(plan, globalIndex, vocabulary.context);
    const naming = iriNaming(vocabulary.context, this.#setting.iri);
    this.#checks = new ConsistencyChecks(plan, globalIndex, naming);
    this.#unmapped = naming.word('unmappedCode');
    this.#statistics = new Statistics(vocabulary.language);
    this.#examples = new QueryExamples(plan.base);
    this.#derived = derivedMakers(vocabulary.language, placenamesTitle(plan));
    this.#watch = plan.isProfiled === true ? new Stopwatch() : undefined;
  }

  /**
   * What a batch comes to. One at a time.
   *
   * @throws FolkloreError CONTEXT_TERM, STORE_UNUSABLE
   */
  async map(batch: Shard): Promise<ShardOutput> {
    this.#watch?.begin();
    this.#places.clear();
    for (const place of batch.places) this.#places.set(place.id, place);
    const draft = new Draft();
    if ('units' in batch) {
      for (const one of batch.units) await this.#make(one, draft);
    } else {
      const bodies = mapInOrder(batch.answers, READ_AHEAD, ({ file }) => readAnswer(file));
      for await (const [answer, body] of bodies) await this.#read(answer, body, draft);
    }
    return this.#output(draft);
  }

  /** Takes back the memory of texts that have been filed. */
  releaseMemory(memory: readonly Uint8Array[]): void {
    for (const bytes of memory) this.#pool.release(bytes);
  }

  /** Describes the records of one answer, and the people who are recorded in it and nowhere else. */
  async #read(answer: ShardAnswer, body: unknown, draft: Draft): Promise<void> {
    const { ambiguousPeople, personsProfile, withheld } = this.#index;
    const isAmbiguous = (id: number): boolean => ambiguousPeople.has(id);
    const isHere = new Set(answer.people);
    // All of them are complete when the answer has been read.
    const occurrences = new Map(answer.people.map((id) => [id, Number.POSITIVE_INFINITY]));
    const here = new Observations({ occurrences, ambiguousPeople });
    for (const read of recordsOfAnswer(answer, body)) {
      if (withheld.has(read)) continue;
      const one = anonymised(read, personsProfile);
      const done = this.#describe(one, draft);
      if (done !== undefined) await done;
      const observed = observedIn(one);
      // Of people who must not be known nothing is collected.
      if (observed.people.length === 0 || personsProfile !== 'full') continue;
      for (const person of ambiguousPeopleIn(observed, isAmbiguous)) await this.#make(person, draft);
      here.completedBy(observed);
      const elsewhere = observed.people.filter(({ id }) => !isHere.has(id) && !isAmbiguous(id));
      if (elsewhere.length > 0) draft.observed.push({ ...observed, people: elsewhere });
    }
    for (const person of here.all()) await this.#make(person, draft);
  }

  /** Describes what no answer holds as it is. */
  async #make(one: SourceRecord, draft: Draft): Promise<void> {
    increase(draft.made, one.kind);
    await this.#describe(one, draft);
  }

  /** A hot path: of most records nobody has to wait for anything. */
  #describe(leaving: SourceRecord, draft: Draft): Promise<void> | undefined {
    draft.records += 1;
    this.#watch?.lap('reading');
    const begun = this.#watch?.elapsed ?? 0;
    const one = toPublishable(leaving, this.#index, this.#plan);
    const said = mapRecord(one, this.#setting, this.#vocabulary.toQuads);
    this.#watch?.lap('mapping');
    if ('failed' in said) {
      this.#checks.addRejected(iriOf(one, this.#setting.iri));
      draft.told.push({ one, findings: [said.failed], isPublished: false, names: {} });
      return undefined;
    }
    const judge = (found: readonly Finding[]): void => {
      this.#judge(one, said, found, draft);
      if (this.#watch === undefined) return;
      this.#watch.lap('writing');
      this.#slowest.add(one, this.#watch.elapsed - begun);
    };
    const found = checkRecord(said, this.#vocabulary.checker);
    if (found instanceof Promise) return found.then(judge);
    judge(found);
    return undefined;
  }

  #judge(one: PublishableRecord, said: MappedRecord, found: readonly Finding[], draft: Draft): void {
    const odd = this.#checks.checkRecord({ one, said });
    const findings = odd.length === 0 ? found : [...found, ...odd];
    this.#watch?.lap('checking');
    const isPublished = findings.length === 0 || !isLeftOut(findings, this.#plan.onViolation);
    if (findings.length > 0) draft.told.push({ one, findings, isPublished, names: namesOf(said.node) });
    if (isPublished) this.#publish(one, said, findings, draft);
    else this.#checks.addRejected(said.node.id);
  }

  #publish(one: PublishableRecord, said: MappedRecord, findings: readonly Finding[], draft: Draft): void {
    increase(draft.published, one.kind);
    const codes = unmappedCodes(said.quads, this.#unmapped);
    if (codes.length > 0) draft.unknownCodes.push([one.kind, codes]);
    const { dataset, identity } = kindOf(one);
    this.#write(typeof dataset === 'function' ? dataset(one.record) : dataset, said, draft);
    const elsewhere = identity === undefined ? undefined : said.identity;
    if (identity !== undefined && elsewhere !== undefined) this.#write(identity.dataset, elsewhere, draft);
    const row =
      findings.length === 0 ? said.node : withDoubts(said.node, new Set(findings.map(({ focus }) => focus)));
    for (const maker of this.#derived) maker.add(row, elsewhere?.node);
    this.#examples.add(said.node);
    this.#checks.addPublished({ one, said });
  }

  #write(dataset: Dataset, described: MappedNode, draft: Draft): void {
    let maker = this.#portions.get(dataset);
    if (maker === undefined) {
      maker = new DatasetChunkBuilder(formatsOf(this.#plan), this.#vocabulary.language, this.#pool);
      this.#portions.set(dataset, maker);
    }
    maker.add(described);
    this.#statistics.add(dataset, described.quads);
    draft.triples += described.quads.length;
  }

  #output(draft: Draft): ShardOutput {
    const portions = new Map<Dataset, DatasetChunk>();
    for (const [dataset, maker] of this.#portions) {
      if (maker.records > 0) portions.set(dataset, maker.take());
    }
    const output = {
      ...draft,
      portions,
      derived: this.#derived.map((maker) => maker.take()),
      counted: this.#statistics.handOver(),
      examples: this.#examples.handOver(),
      checks: this.#checks.takeStates(),
      shapesMet: this.#vocabulary.checker.takeShapesMet(),
    };
    if (this.#watch === undefined) return output;
    this.#watch.lap('writing');
    return { ...output, times: { stages: this.#watch.takeLaps(), slowest: this.#slowest.handOver() } };
  }
}

/** A folio in the making. */
class Draft {
  readonly made = new Map<Kind, number>();
  readonly published = new Map<Kind, number>();
  readonly told: RecordFindings[] = [];
  readonly unknownCodes: [kind: Kind, codes: readonly string[]][] = [];
  readonly observed: ObservedPeople[] = [];
  triples = 0;
  records = 0;
}

const increase = (counts: Map<Kind, number>, kind: Kind): void => {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
};
