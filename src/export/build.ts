import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { contradicts, type GenderScheme, stateGender } from '../mapping/gender.js';
import { publish } from '../mapping/publication.js';
import type { Setting } from '../mapping/setting.js';
import { readContext } from '../rdf/context.js';
import { badTerms } from '../rdf/gate.js';
import { dataPrefixes, mintIris } from '../rdf/iris.js';
import { tidy } from '../rdf/node.js';
import { quadMaker, type ToQuads } from '../rdf/quads.js';
import { Checker } from '../shacl/checker.js';
import type { Finding } from '../shacl/finding.js';
import { readShapes } from '../shacl/shapes.js';
import type { Described, Dump } from '../sinks/sink.js';
import { openForBuild, type StoredHarvest } from '../store/stored-harvest.js';
import { Clerk } from './clerk.js';
import { constants } from './constants.js';
import { type Gathered, gather, rowOf } from './gather.js';
import { checkHarvested } from './harvested.js';
import { DATASETS, type Dataset, type Group } from './kinds.js';
import type { Ledger } from './ledger.js';
import type { Notes } from './notes.js';
import { Observations } from './observations.js';
import { readUnits } from './reading.js';
import { openRelease } from './release.js';
import type { BuildPlan } from './settings.js';
import { type PublishedUnit, type Unit, UnitSet } from './unit.js';
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
 * @param signal when aborted, the build stops before the next record
 * @param runOf the facts of the run for run.json, which the dumps must not hold
 * @throws FolkloreError STORE_UNUSABLE, OUTPUT_UNWRITABLE, GATE_FAILED, COUNT_MISMATCH, INTERRUPTED
 */
export async function build(
  plan: BuildPlan,
  runOf: (result: BuildResult) => object,
  report: Report,
  signal?: AbortSignal,
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
    const clerk = new Clerk(plan, release, report);
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
      if (signal?.aborted === true) throw interrupted();
      const said = say(one, setting, toQuads);
      if ('failed' in said) {
        await clerk.reject(one, [said.failed]);
        continue;
      }
      const bad = badTerms(said.quads);
      await clerk.file(one, said, bad.length > 0 ? bad.map(asFinding) : await checker.check(said.quads));
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

/**
 * Describes one record. That a record is odd beyond what anybody thought of must not end a run of a million:
 * it is rejected with what went wrong. A word without meaning is our own fault and does end it.
 *
 * @throws FolkloreError CONTEXT_TERM
 */
function say(
  one: PublishedUnit,
  setting: Setting,
  toQuads: ToQuads,
): Described | { readonly failed: Finding } {
  try {
    const node = tidy(rowOf(one).describe(one.record, setting));
    return { node, quads: toQuads(node) };
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    const message = `The record cannot be described: ${messageOf(thrown)}.`;
    return { failed: { severity: 'violation', focus: '', constraint: 'Mapping', shape: 'mapping', message } };
  }
}

const interrupted = (): FolkloreError =>
  new FolkloreError('INTERRUPTED', 'Stopped while building; nothing was released.', {
    hint: 'Run the same command again.',
    exitCode: EXIT.interrupted,
  });

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
    clerk.leaving(one);
    return publishable(one);
  };
  for (const one of constants(plan.kinds, gathered)) yield counted(one);
  const observations = new Observations(gathered.occurrences);
  const described = new UnitSet();
  for await (const one of readUnits(store, plan.kinds)) {
    if (gathered.withheld.has(one) || !described.add(one)) continue;
    yield publishable(one);
    for (const observed of observations.in(one)) yield counted(observed);
  }
  for (const one of gathered.shared) yield counted(one);
}
