import type { Report } from '../base/events.js';
import type { Origin } from '../base/origin.js';
import type { SchoolsPerson } from '../dictionary/archive/schools-person.js';
import type { Observation } from '../mapping/archive/schools-person.js';
import { contradicts, type GenderScheme, stateGender } from '../mapping/gender.js';
import { namesPrivileged, publish } from '../mapping/publication.js';
import type { Setting } from '../mapping/setting.js';
import { readContext } from '../rdf/context.js';
import { badTerms } from '../rdf/gate.js';
import { dataPrefixes, mintIris } from '../rdf/iris.js';
import { tidy } from '../rdf/node.js';
import { quadMaker } from '../rdf/quads.js';
import { Checker } from '../shacl/checker.js';
import type { Finding } from '../shacl/finding.js';
import { readShapes } from '../shacl/shapes.js';
import { isRejected } from '../shacl/verdict.js';
import type { Described, Dump } from '../sinks/sink.js';
import { openForBuild, type StoredHarvest } from '../store/stored-harvest.js';
import { gateFailed } from './gate-failed.js';
import { type Gathered, gather, rowOf } from './gather.js';
import { checkHarvested } from './harvested.js';
import { DATASETS, type Dataset, type Group } from './kinds.js';
import { Ledger } from './ledger.js';
import { Notes } from './notes.js';
import { readUnits, type Unreadable } from './reading.js';
import { openRelease, type Release } from './release.js';
import type { BuildPlan } from './settings.js';
import { type Kind, type PublishedUnit, type Unit, unit } from './unit.js';
import { SHAPES } from './vocabulary.js';

/** What a build did, for the summary and for run.json. */
export interface BuildResult {
  readonly directory: string;
  readonly ledger: Ledger;
  readonly notes: Notes;
  readonly dumps: readonly Dump[];
}

/**
 * Makes a release from the stored harvest, without a request: describes every record that may leave, checks
 * it, and writes it; what is rejected goes to quarantine with the reasons. The release appears whole or not
 * at all.
 *
 * @param runOf the facts of the run for run.json, which the dumps must not hold
 * @throws FolkloreError STORE_UNUSABLE, OUTPUT_UNWRITABLE, GATE_FAILED, COUNT_MISMATCH
 */
export async function build(
  plan: BuildPlan,
  runOf: (result: BuildResult) => object,
  report: Report,
): Promise<BuildResult> {
  const store = await openForBuild(plan.store);
  checkHarvested(store, plan);
  const context = readContext();
  const iri = mintIris(plan.base);
  const checker = new Checker(await readShapes(SHAPES));
  const prefixes = new Map([...context.prefixes, ...dataPrefixes(plan.base)]);
  const release = await openRelease(
    plan,
    { base: plan.base, prefixes, context: context.document },
    datasetsOf(plan.kinds),
  );
  try {
    const clerk = new Clerk(plan, release);
    report({ event: 'started', what: 'reading the harvest' });
    const gathered = await gather(store, plan.kinds, plan.profile, clerk);
    await clerk.quarantineUnreadable();
    clerk.notes.genders(genderConflicts(plan.gender, gathered.genders));
    const setting: Setting = {
      iri,
      knows: (term, word) => {
        const reads = context.terms.get(term)?.reads;
        return reads?.as === 'code' && reads.codes.has(word);
      },
      gender: (collection, code) =>
        stateGender(plan.gender, contradicts(plan.gender, gathered.genders[collection]), code),
      placeRecord: (id) => gathered.places.get(id),
      latestYear: plan.latestYear,
    };
    const toQuads = quadMaker(context);
    report({ event: 'started', what: 'describing, checking and writing' });
    for await (const one of unitsInOrder(store, plan, gathered, clerk)) {
      const node = tidy(rowOf(one).describe(one.record, setting));
      const quads = toQuads(node);
      const bad = badTerms(quads);
      const findings = bad.length > 0 ? bad.map(asFinding) : await checker.check(quads);
      await clerk.file(one, { node, quads }, findings);
    }
    clerk.ledger.balance();
    const { directory } = release;
    const result = { directory, ledger: clerk.ledger, notes: clerk.notes, dumps: await release.close() };
    await release.publish(runOf(result));
    return result;
  } catch (thrown) {
    await release.abandon();
    throw thrown;
  }
}

const datasetsOf = (kinds: readonly Group[]): Dataset[] =>
  (Object.keys(DATASETS) as Dataset[]).filter((dataset) =>
    DATASETS[dataset].of.some((group) => kinds.includes(group)),
  );

const genderConflicts = (scheme: GenderScheme, genders: Gathered['genders']): string[] =>
  (['cbed', 'cbes'] as const).filter((collection) => contradicts(scheme, genders[collection]));

const asFinding = (bad: { subject: string; term: string; reason: string }): Finding => ({
  severity: 'violation',
  focus: bad.subject,
  value: bad.term,
  constraint: 'Term',
  shape: 'gate',
  message: `Not lawful RDF: ${bad.reason}.`,
});

/** Keeps the books: every record is counted once, and what does not leave is accounted for. */
class Clerk {
  readonly ledger = new Ledger();
  readonly notes = new Notes();
  readonly #plan: BuildPlan;
  readonly #release: Release;
  #unreadable: Unreadable[] = [];

  constructor(plan: BuildPlan, release: Release) {
    this.#plan = plan;
    this.#release = release;
  }

  leaves({ kind }: Unit): void {
    this.ledger.count(kind, 'fetched');
  }

  withheld({ kind }: Unit): void {
    this.ledger.count(kind, 'fetched');
    this.ledger.count(kind, 'withheld');
  }

  unknownFields(kind: Kind, fields: readonly string[]): void {
    this.notes.unknownFields(kind, fields);
  }

  unreadable(record: Unreadable): void {
    for (const kind of [record.kind, ...record.inside]) {
      this.ledger.count(kind, 'fetched');
      this.ledger.count(kind, 'rejected');
    }
    this.#unreadable.push(record);
  }

  /** The reading is over: what could not be read is written down. */
  async quarantineUnreadable(): Promise<void> {
    for (const { kind, id, origin, faults, value } of this.#unreadable) {
      const reasons = faults.map(({ pointer, message }) => `${pointer || '/'}: ${message}`);
      // Nobody has decided about such a record yet: if it names anything privileged, only its place is told.
      const source = namesPrivileged(value) ? undefined : value;
      await this.#quarantine({ kind, id, origin, reasons, source });
    }
    this.#unreadable = [];
  }

  /** Writes one described record to its dataset, or to quarantine. */
  async file(one: PublishedUnit, described: Described, findings: readonly Finding[]): Promise<void> {
    const { kind, id, origin, record } = one;
    for (const finding of findings) {
      this.notes.finding(finding);
      await this.#release.findings.write({ kind, id, ...finding, origin });
    }
    if (!isRejected(findings)) {
      this.ledger.count(kind, 'published');
      const { dataset } = rowOf(one);
      await this.#release.write(typeof dataset === 'function' ? dataset(record) : dataset, described);
      return;
    }
    this.ledger.count(kind, 'rejected');
    const reasons = findings
      .filter(({ severity }) => severity === 'violation')
      .map(({ focus, path, value, message }) => [focus, path, value, message].filter(Boolean).join(' '));
    await this.#quarantine({ kind, id, origin, reasons, source: record });
  }

  async #quarantine(entry: {
    kind: Kind;
    id: number | string | undefined;
    origin: Origin;
    reasons: readonly string[];
    source: unknown;
  }): Promise<void> {
    await this.#release.quarantine.write(entry);
    const { onRejected, maxRejected = Number.POSITIVE_INFINITY } = this.#plan;
    if (onRejected === 'halt' || this.ledger.total('rejected') > maxRejected) {
      throw gateFailed(entry, this.ledger.total('rejected'), this.#plan);
    }
  }
}

/** Every unit that leaves, in the order of the dumps: what records share comes last. */
async function* unitsInOrder(
  store: StoredHarvest,
  plan: BuildPlan,
  gathered: Gathered,
  clerk: Clerk,
): AsyncGenerator<PublishedUnit> {
  const publishable = (one: Unit): PublishedUnit => {
    const prune = rowOf(one).prune;
    const record = prune === undefined ? one.record : prune(one.record, (ref) => gathered.withheld.has(ref));
    return { ...one, record: publish(record, plan.profile) } as PublishedUnit;
  };
  const counted = (one: Unit): PublishedUnit => {
    clerk.leaves(one);
    return publishable(one);
  };
  for (const one of constants(plan.kinds, gathered)) yield counted(one);
  const observations = new Observations(gathered.occurrences);
  for await (const one of readUnits(store, plan.kinds)) {
    if (gathered.withheld.has(one)) continue;
    yield publishable(one);
    for (const observed of observations.in(one)) yield counted(observed);
  }
  for (const one of gathered.shared) yield counted(one);
}

/** What is known before any record is read: the collections and the lists (model 3.1). */
function constants(kinds: readonly Group[], { glossary }: Gathered): Unit[] {
  const origin: Origin = { service: 'archive', request: '/', pointer: '' };
  const of = <T>(group: Group, ...units: readonly T[]): readonly T[] => (kinds.includes(group) ? units : []);
  const archive = kinds.some((kind) => kind !== 'places');
  return [
    ...(archive ? [unit('archive', 'archive', {}, origin)] : []),
    ...of('manuscripts', unit('collection', 'cbe', { collection: 'cbe' }, origin)),
    ...of(
      'schools',
      unit('collection', 'cbes', { collection: 'cbes' }, origin),
      unit('scheme', 'cbes/topics', { scheme: 'cbes/topics' }, origin),
    ),
    ...of(
      'photographs',
      unit('collection', 'cbeg', { collection: 'cbeg' }, origin),
      unit('scheme', 'handbook', { scheme: 'handbook' }, origin),
    ),
    ...of(
      'people',
      unit('collection', 'cbed', { collection: 'cbed' }, origin),
      unit('scheme', 'cbed/occupations', { scheme: 'cbed/occupations' }, origin),
    ),
    ...of(
      'places',
      unit('scheme', 'category', { scheme: 'category' }, origin),
      unit('scheme', 'acceptability', { scheme: 'acceptability' }, origin),
      unit('lexicon', 'glossary', { words: glossary }, origin),
    ),
  ];
}

/** Collects the occurrences of each person of the schools collection until the last one is read. */
class Observations {
  readonly #expected: ReadonlyMap<number, number>;
  readonly #pending = new Map<
    number,
    { occurrences: Observation['occurrences'][number][]; origin: Origin }
  >();

  constructor(expected: ReadonlyMap<number, number>) {
    this.#expected = expected;
  }

  /** The people whose last occurrence is in this unit. */
  in(one: Unit): Unit[] {
    const people: readonly SchoolsPerson[] = rowOf(one).observes?.(one.record) ?? [];
    const source = { kind: one.kind === 'cbes.part' ? 'part' : 'item', id: Number(one.id) } as const;
    return people.flatMap((person) => {
      const pending = this.#pending.get(person.id) ?? { occurrences: [], origin: one.origin };
      pending.occurrences.push({ person, source });
      this.#pending.set(person.id, pending);
      if (pending.occurrences.length < (this.#expected.get(person.id) ?? 0)) return [];
      this.#pending.delete(person.id);
      const observation = { id: person.id, occurrences: pending.occurrences };
      return [unit('cbes.person', person.id, observation, pending.origin)];
    });
  }
}
