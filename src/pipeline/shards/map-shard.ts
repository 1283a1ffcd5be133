import { increase } from '../../base/map-entry.js';
import { mapInOrder } from '../../base/map-in-order.js';
import { Stopwatch } from '../../base/stopwatch.js';
import { AnswerReader } from '../../harvest/store/stored-harvest.js';
import type { KnownPlace } from '../../model/mapping/mapping-context.js';
import {
  ambiguousPeopleIn,
  anonymised,
  Observations,
  type ObservedPeople,
  observedIn,
} from '../../model/records/observations.js';
import type { Kind, SourceRecord } from '../../model/records/record.js';
import { compareWithPlaceRecord } from '../consistency/same-place.js';
import type { GlobalIndex } from '../global-index/global-index.js';
import { toPublishable } from '../map-records/map-record.js';
import type { CheckedMapping } from '../map-records/trim-record.js';
import type { BuildFeatures } from '../plan/build-feature.js';
import type { BuildPlan } from '../plan/build-plan.js';
import type { CompiledVocabulary } from '../plan/compiled-vocabulary.js';
import { RecordRows } from '../rows/record-rows.js';
import { RecordPlaces } from './archival-references.js';
import { SlowestRecords } from './profile.js';
import { type OnStep, RecordMapper } from './record-mapper.js';
import { NameLines, type Names, namesOf } from './record-names.js';
import { ShardContents } from './shard-contents.js';
import type { RecordFindings, ShardOutput, ShardTimes } from './shard-output.js';
import { recordsOfAnswer, type Shard, type ShardAnswer } from './shards.js';

/** The part of the global index that mapping any shard needs. */
export type MapperIndex = Pick<
  GlobalIndex,
  | 'withheld'
  | 'unreadable'
  | 'genders'
  | 'ambiguousPeople'
  | 'sharedAddresses'
  | 'unnamedLocations'
  | 'personsProfile'
>;

/** Answers that are read from disk while another is mapped. */
const READ_AHEAD = 3;

/**
 * Maps the records of a shard to RDF, checks and serialises them. It reads the store and writes no file.
 */
export class ShardMapper {
  readonly #plan: BuildPlan;
  readonly #index: MapperIndex;
  readonly #vocabulary: CompiledVocabulary;
  readonly #places = new Map<number, KnownPlace>();
  readonly #mapper: RecordMapper;
  readonly #rows: RecordRows;
  readonly #contents: ShardContents;
  readonly #names = new NameLines();
  /** Of the present shard. */
  #notes = new MappingNotes();
  /** The places of the records of the present answer. */
  #recordPlaces = new RecordPlaces([]);
  readonly #reader = new AnswerReader();
  readonly #watch: Stopwatch | undefined;
  readonly #slowest = new SlowestRecords();

  constructor(plan: BuildPlan, index: MapperIndex, vocabulary: CompiledVocabulary, features: BuildFeatures) {
    this.#plan = plan;
    this.#index = index;
    this.#vocabulary = vocabulary;
    const onStep: OnStep = (step) => this.#watch?.lap(step);
    this.#mapper = new RecordMapper(plan, { ...index, places: this.#places }, vocabulary, onStep);
    this.#rows = new RecordRows(plan.base);
    const unmapped = this.#mapper.naming.word('unmappedCode');
    this.#contents = new ShardContents(plan, vocabulary, index, unmapped, features);
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
    this.#notes = new MappingNotes();
    this.#recordPlaces = new RecordPlaces([]);
    if ('records' in shard) {
      for (const one of shard.records) await this.#mapGenerated(one);
    } else {
      const bodies = mapInOrder(shard.answers, READ_AHEAD, ({ file }) => this.#reader.open(file));
      // Parsed one by one: objects that wait are moved by each garbage collection.
      for await (const [answer, parse] of bodies) await this.#read(answer, parse());
    }
    return this.#output();
  }

  /** Maps the records of one answer, and the people who are recorded in it and in no other. */
  async #read(answer: ShardAnswer, body: unknown): Promise<void> {
    const { personsProfile, ambiguousPeople, withheld } = this.#index;
    const isAmbiguous = (id: number): boolean => ambiguousPeople.has(id);
    const isHere = new Set(answer.people);
    const here = new Observations((id) => isHere.has(id) && !isAmbiguous(id));
    const records = [...recordsOfAnswer(answer, body)];
    this.#recordPlaces = new RecordPlaces(records);
    this.#contents.beginAnswer();
    for (const read of records) {
      if (withheld.has(read)) continue;
      const one = anonymised(read, personsProfile);
      await this.#map(one);
      const observed = observedIn(one);
      if (observed.people.length === 0 || personsProfile !== 'full') continue;
      for (const person of ambiguousPeopleIn(observed, isAmbiguous)) await this.#mapGenerated(person);
      here.add(observed);
      const elsewhere = observed.people.filter(({ id }) => !isHere.has(id) && !isAmbiguous(id));
      if (elsewhere.length > 0) this.#notes.observed.push({ ...observed, people: elsewhere });
    }
    for (const person of here.records()) await this.#mapGenerated(person);
  }

  /** Maps a record that no answer holds as it is. */
  async #mapGenerated(one: SourceRecord): Promise<void> {
    increase(this.#notes.generated, one.kind);
    await this.#map(one);
  }

  async #map(record: SourceRecord): Promise<void> {
    this.#notes.records += 1;
    this.#watch?.lap('reading');
    const begun = this.#watch?.elapsed ?? 0;
    const one = toPublishable(record, this.#index, this.#plan);
    const outcome = await this.#mapper.map(one);
    if ('failed' in outcome) {
      this.#rows.addRejected(this.#mapper.naming.iri(one));
      this.#notes.findings.push({
        one,
        findings: [outcome.failed],
        leftOut: [],
        isPublished: false,
        names: {},
      });
      return;
    }
    const { mapped, findings, leftOut, isPublished, lost } = outcome;
    const names = namesOf(mapped.node, this.#recordPlaces.of(one));
    if (findings.length > 0 || leftOut.length > 0)
      this.#notes.findings.push({ one, findings, leftOut, isPublished, names });
    if (lost !== 0) increase(this.#notes.trimmed, one.kind, lost);
    if (isPublished) this.#publish(outcome, names);
    else this.#rows.addRejected(mapped.node.id);
    if (this.#watch === undefined) return;
    this.#watch.lap('writing');
    this.#slowest.add(one, this.#watch.elapsed - begun);
  }

  #publish(record: CheckedMapping, names: Names): void {
    this.#contents.add(record);
    const { one, mapped } = record;
    this.#names.add(one, names);
    this.#rows.addPublished(one, mapped.node.id, mapped.quads);
    compareWithPlaceRecord(one, (id) => this.#places.get(id), this.#mapper.naming, this.#rows.add);
  }

  #output(): ShardOutput & { readonly times?: ShardTimes } {
    const output = {
      ...this.#notes,
      ...this.#contents.take(),
      names: this.#names.take(),
      rows: this.#rows.take(),
      shapesMet: this.#vocabulary.checker.takeShapesMet(),
    };
    if (this.#watch === undefined) return output;
    this.#watch.lap('writing');
    return { ...output, times: { stages: this.#watch.take(), slowest: this.#slowest.take() } };
  }
}

/** The part of a shard output that is not made of published records. */
class MappingNotes {
  readonly generated = new Map<Kind, number>();
  readonly trimmed = new Map<Kind, number>();
  readonly findings: RecordFindings[] = [];
  readonly observed: ObservedPeople[] = [];
  records = 0;
}
