import { ahead } from '../base/ahead.js';
import { BytePool } from '../base/byte-pool.js';
import { Stopwatch } from '../base/stopwatch.js';
import type { KnownPlace } from '../mapping/placenames/known-place.js';
import type { Context } from '../rdf/context.js';
import { Statistics } from '../release/statistics.js';
import type { Finding } from '../shacl/finding.js';
import { derivedMakers } from '../sinks/derived/derived.js';
import type { DerivedMaker } from '../sinks/derived/derived-file.js';
import { withDoubts } from '../sinks/derived/point.js';
import { type Portion, PortionMaker } from '../sinks/portion.js';
import type { Described } from '../sinks/sink.js';
import { readAnswer } from '../store/stored-harvest.js';
import { Across } from './across/across.js';
import type { Naming } from './across/check.js';
import { type Batch, type BatchAnswer, unitsOf } from './batch.js';
import type { Dataset } from './datasets.js';
import { findingsOf, publishable, type Said, say, settingOf } from './describing.js';
import type { Folio, Told } from './folio.js';
import type { Gathered } from './gather.js';
import { asKnown } from './known.js';
import { namesOf } from './names-of.js';
import { Observations, type Observed, observedIn, peopleWithin } from './observations.js';
import { staysOut } from './policy.js';
import { Slowest } from './profile.js';
import { QueryExamples } from './query-examples.js';
import { calledOf, formatsOf } from './release.js';
import { rowOf } from './row-of.js';
import type { BuildPlan } from './settings.js';
import type { Kind, PublishedUnit, Unit } from './unit.js';
import { iriOf } from './unit-iri.js';
import { unmappedCodes } from './unmapped-codes.js';
import type { Voice } from './voice.js';

/** Answers that are being read from the disk while another is described. */
const READ_AHEAD = 3;

/** What has to be known of the whole harvest to describe any batch of it. */
export type Knowledge = Pick<
  Gathered,
  'withheld' | 'unreadable' | 'genders' | 'ambiguousPeople' | 'personsProfile'
>;

/** What names the things that checks across records speak of. */
export const namingOf = (context: Context, iri: Parameters<typeof iriOf>[1]): Naming => ({
  word: (term) => context.terms.get(term)?.iri ?? term,
  iri: (ref) => iriOf(ref, iri),
});

/**
 * Describes, checks and writes out the records of a batch: everything of a build that needs no other batch, and nearly
 * all of its work. It reads the store, and writes no file.
 */
export class Scribe {
  readonly #plan: BuildPlan;
  readonly #knowledge: Knowledge;
  readonly #voice: Voice;
  readonly #places = new Map<number, KnownPlace>();
  readonly #setting: ReturnType<typeof settingOf>;
  readonly #across: Across;
  /** The property that says codes that no list knows. */
  readonly #unmapped: string;
  readonly #statistics: Statistics;
  readonly #examples: QueryExamples;
  readonly #derived: readonly DerivedMaker[];
  readonly #portions = new Map<Dataset, PortionMaker>();
  readonly #pool = new BytePool();
  readonly #watch: Stopwatch | undefined;
  readonly #slowest = new Slowest();

  constructor(plan: BuildPlan, knowledge: Knowledge, voice: Voice) {
    this.#plan = plan;
    this.#knowledge = knowledge;
    this.#voice = voice;
    const gathered = { ...knowledge, places: this.#places };
    this.#setting = settingOf(plan, gathered, voice.context);
    const naming = namingOf(voice.context, this.#setting.iri);
    this.#across = new Across(plan, gathered, naming);
    this.#unmapped = naming.word('unmappedCode');
    this.#statistics = new Statistics(voice.language);
    this.#examples = new QueryExamples(plan.base);
    this.#derived = derivedMakers(voice.language, calledOf(plan));
    this.#watch = plan.isProfiled === true ? new Stopwatch() : undefined;
  }

  /**
   * What a batch comes to. One at a time.
   *
   * @throws FolkloreError CONTEXT_TERM, STORE_UNUSABLE
   */
  async write(batch: Batch): Promise<Folio> {
    this.#watch?.begin();
    this.#places.clear();
    for (const place of batch.places) this.#places.set(place.id, place);
    const draft = new Draft();
    if ('units' in batch) {
      for (const one of batch.units) await this.#make(one, draft);
    } else {
      const bodies = ahead(batch.answers, READ_AHEAD, ({ file }) => readAnswer(file));
      for await (const [answer, body] of bodies) await this.#read(answer, body, draft);
    }
    return this.#folio(draft);
  }

  /** Takes back the memory of texts that have been filed. */
  giveBack(memory: readonly Uint8Array[]): void {
    for (const bytes of memory) this.#pool.giveBack(bytes);
  }

  /** Describes the records of one answer, and the people who are recorded in it and nowhere else. */
  async #read(answer: BatchAnswer, body: unknown, draft: Draft): Promise<void> {
    const { ambiguousPeople, personsProfile, withheld } = this.#knowledge;
    const isAmbiguous = (id: number): boolean => ambiguousPeople.has(id);
    const isHere = new Set(answer.people);
    // All of them are complete when the answer has been read.
    const occurrences = new Map(answer.people.map((id) => [id, Number.POSITIVE_INFINITY]));
    const here = new Observations({ occurrences, ambiguousPeople });
    for (const read of unitsOf(answer, body)) {
      if (withheld.has(read)) continue;
      const one = asKnown(read, personsProfile);
      const done = this.#describe(one, draft);
      if (done !== undefined) await done;
      const observed = observedIn(one);
      // Of people who must not be known nothing is collected.
      if (observed.people.length === 0 || personsProfile !== 'full') continue;
      for (const person of peopleWithin(observed, isAmbiguous)) await this.#make(person, draft);
      here.last(observed);
      const elsewhere = observed.people.filter(({ id }) => !isHere.has(id) && !isAmbiguous(id));
      if (elsewhere.length > 0) draft.observed.push({ ...observed, people: elsewhere });
    }
    for (const person of here.all()) await this.#make(person, draft);
  }

  /** Describes what no answer holds as it is. */
  async #make(one: Unit, draft: Draft): Promise<void> {
    increase(draft.made, one.kind);
    await this.#describe(one, draft);
  }

  /** A hot path: of most records nobody has to wait for anything. */
  #describe(leaving: Unit, draft: Draft): Promise<void> | undefined {
    draft.records += 1;
    this.#watch?.lap('reading');
    const begun = this.#watch?.elapsed ?? 0;
    const one = publishable(leaving, this.#knowledge, this.#plan);
    const said = say(one, this.#setting, this.#voice.toQuads);
    this.#watch?.lap('mapping');
    if ('failed' in said) {
      this.#across.rejected(iriOf(one, this.#setting.iri));
      draft.told.push({ one, findings: [said.failed], isPublished: false, names: {} });
      return undefined;
    }
    const judge = (found: readonly Finding[]): void => {
      this.#judge(one, said, found, draft);
      if (this.#watch === undefined) return;
      this.#watch.lap('writing');
      this.#slowest.add(one, this.#watch.elapsed - begun);
    };
    const found = findingsOf(said, this.#voice.checker);
    if (found instanceof Promise) return found.then(judge);
    judge(found);
    return undefined;
  }

  #judge(one: PublishedUnit, said: Said, found: readonly Finding[], draft: Draft): void {
    const odd = this.#across.within({ one, said });
    const findings = odd.length === 0 ? found : [...found, ...odd];
    this.#watch?.lap('checking');
    const isPublished = findings.length === 0 || !staysOut(findings, this.#plan.onViolation);
    if (findings.length > 0) draft.told.push({ one, findings, isPublished, names: namesOf(said.node) });
    if (isPublished) this.#publish(one, said, findings, draft);
    else this.#across.rejected(said.node.id);
  }

  #publish(one: PublishedUnit, said: Said, findings: readonly Finding[], draft: Draft): void {
    increase(draft.published, one.kind);
    const codes = unmappedCodes(said.quads, this.#unmapped);
    if (codes.length > 0) draft.unknownCodes.push([one.kind, codes]);
    const { dataset, identity } = rowOf(one);
    this.#write(typeof dataset === 'function' ? dataset(one.record) : dataset, said, draft);
    const elsewhere = identity === undefined ? undefined : said.identity;
    if (identity !== undefined && elsewhere !== undefined) this.#write(identity.dataset, elsewhere, draft);
    const row =
      findings.length === 0 ? said.node : withDoubts(said.node, new Set(findings.map(({ focus }) => focus)));
    for (const maker of this.#derived) maker.add(row, elsewhere?.node);
    this.#examples.add(said.node);
    this.#across.filed({ one, said });
  }

  #write(dataset: Dataset, described: Described, draft: Draft): void {
    let maker = this.#portions.get(dataset);
    if (maker === undefined) {
      maker = new PortionMaker(formatsOf(this.#plan), this.#voice.language, this.#pool);
      this.#portions.set(dataset, maker);
    }
    maker.add(described);
    this.#statistics.add(dataset, described.quads);
    draft.triples += described.quads.length;
  }

  #folio(draft: Draft): Folio {
    const portions = new Map<Dataset, Portion>();
    for (const [dataset, maker] of this.#portions) {
      if (maker.records > 0) portions.set(dataset, maker.take());
    }
    const folio = {
      ...draft,
      portions,
      derived: this.#derived.map((maker) => maker.take()),
      counted: this.#statistics.handOver(),
      examples: this.#examples.handOver(),
      across: this.#across.handOver(),
      shapesMet: this.#voice.checker.takeShapesMet(),
    };
    if (this.#watch === undefined) return folio;
    this.#watch.lap('writing');
    return { ...folio, times: { stages: this.#watch.handOver(), slowest: this.#slowest.handOver() } };
  }
}

/** A folio in the making. */
class Draft {
  readonly made = new Map<Kind, number>();
  readonly published = new Map<Kind, number>();
  readonly told: Told[] = [];
  readonly unknownCodes: [kind: Kind, codes: readonly string[]][] = [];
  readonly observed: Observed[] = [];
  triples = 0;
  records = 0;
}

const increase = (counts: Map<Kind, number>, kind: Kind): void => {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
};
