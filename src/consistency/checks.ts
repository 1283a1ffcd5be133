import type { Quad } from '@rdfjs/types';
import type { GenderScheme } from '../mapping/gender.js';
import type { Omission } from '../mapping/omission.js';
import { recordReferredTo } from '../rdf/record-order.js';
import { COLLECTION_OF, type Group } from '../records/datasets.js';
import type { GlobalIndex } from '../records/global-index.js';
import type { Finding } from '../shacl/finding.js';
import { Authorities } from './authorities.js';
import { Birthplaces } from './birthplaces.js';
import type { CheckedRecord, ConsistencyCheck, CrossRecordFinding, IriNaming } from './check.js';
import { Clusters } from './clusters.js';
import { Headings } from './headings.js';
import { indexFindings } from './index-checks.js';
import { IriSet } from './iri-set.js';
import { ItemSeries } from './item-series.js';
import { PlaceHierarchy } from './place-hierarchy.js';
import { PlaceNames } from './place-names.js';
import { recordRules } from './record-checks.js';
import { References } from './references.js';
import { ruleFinding } from './rules.js';
import { Volumes } from './volumes.js';

const NOTHING: readonly Finding[] = [];

/** What each check has seen, in the order of the checks. */
export type CheckStates = readonly unknown[];

/** What the checks need to know of the run. */
export interface CheckPlan {
  readonly base: string;
  readonly kinds: readonly Group[];
  readonly gender: GenderScheme;
}

/**
 * Everything that is checked across the records of a release (model 7.3), without a graph in memory. What it needs
 * to remember are numbers: ids, and where they were met.
 */
export class ConsistencyChecks {
  readonly #plan: CheckPlan;
  readonly #naming: IriNaming;
  readonly #within: ReturnType<typeof recordRules>;
  readonly #withheld = new IriSet();
  readonly #references: References;
  readonly #checks: readonly ConsistencyCheck[];

  constructor(
    plan: CheckPlan,
    globalIndex: Pick<GlobalIndex, 'withheld' | 'unreadable' | 'places'>,
    naming: IriNaming,
  ) {
    this.#plan = plan;
    this.#naming = naming;
    this.#within = recordRules(naming);
    for (const ref of globalIndex.withheld.all()) {
      // What nobody could read is merely not there; of a place the archive may say what the other service does not.
      if (!globalIndex.unreadable.has(ref) && ref.kind !== 'place') this.#withheld.add(naming.iri(ref));
    }
    this.#references = new References(plan.base, elsewhere(plan.kinds, naming));
    this.#checks = [
      this.#references,
      new Volumes('cbe', naming),
      new Volumes('cbes', naming),
      new ItemSeries(naming),
      new PlaceNames(naming, (id) => globalIndex.places.get(id)),
      new PlaceHierarchy(naming),
      new Clusters(naming),
      new Birthplaces(naming),
      new Authorities(naming),
      new Headings(naming),
    ];
  }

  /** Lets go of what the records seen have shown: plain data, for another one to take over. */
  takeStates(): CheckStates {
    return this.#checks.map((check) => check.takeState());
  }

  /** Takes over what another one has seen, of the same release. */
  mergeStates(seen: CheckStates): void {
    for (const [at, check] of this.#checks.entries()) check.mergeState(seen[at]);
  }

  /** What is wrong with one record beyond its shapes, before it is filed; a violation rejects it. */
  checkRecord(filed: CheckedRecord): readonly Finding[] {
    const [odd, leaks] = [this.#within(filed), this.#leaks(filed)];
    return leaks.length === 0 ? odd : [...odd, ...leaks];
  }

  /** Whether a record must not be named, by its IRI. */
  isWithheld(iri: string): boolean {
    return this.#withheld.has(iri);
  }

  /** Whether a record, by its IRI, is in the release or was rejected: once every record has been taken in. */
  isSent(iri: string): boolean {
    return this.#references.isSent(iri);
  }

  /** Takes in a record that is in the release. */
  addPublished(filed: CheckedRecord): void {
    for (const check of this.#checks) check.add(filed);
  }

  /** Takes in a record that was described and stays out. */
  addRejected(iri: string): void {
    this.#references.reject(iri);
  }

  /** What is referred to and not in the release. */
  omissions(): readonly Omission[] {
    return this.#references.omissions();
  }

  /** What the records together show, and what reading them has shown already. */
  *crossRecordFindings(globalIndex: GlobalIndex): Iterable<CrossRecordFinding> {
    yield* indexFindings(globalIndex, this.#plan, this.#naming);
    for (const check of this.#checks) yield* check.findings();
  }

  /** Nothing may name a record that is withheld (X15), and that goes for this finding too. */
  #leaks({ mapped: { node, quads, identity } }: CheckedRecord): readonly Finding[] {
    if (this.#withheld.isEmpty) return NOTHING;
    const paths = this.#pathsToWithheld(node.id, quads);
    if (identity !== undefined) paths.push(...this.#pathsToWithheld(node.id, identity.quads));
    return paths.length === 0
      ? NOTHING
      : [...new Set(paths)].map((path) => ruleFinding('X15', { focus: node.id, path }));
  }

  /** A hot path: every reference of a build. */
  #pathsToWithheld(own: string, quads: readonly Quad[]): string[] {
    const paths: string[] = [];
    for (const { predicate, object } of quads) {
      const target = recordReferredTo(object, this.#plan.base);
      if (target === undefined || target === own) continue;
      if (this.#withheld.has(target)) paths.push(predicate.value);
    }
    return paths;
  }
}

/** What the IRIs begin with of records that were not asked for: that they are not there is no breach. */
const elsewhere = (kinds: readonly Group[], { iri }: IriNaming): string[] =>
  Object.entries(COLLECTION_OF).flatMap(([group, id]) =>
    kinds.includes(group as Group) ? [] : [`${iri({ kind: 'collection', id })}/`],
  );
