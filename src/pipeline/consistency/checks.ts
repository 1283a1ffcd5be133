import type { Quad } from '@rdfjs/types';
import type { Mergeable } from '../../base/mergeable.js';
import type { GenderSetting } from '../../model/mapping/gender.js';
import type { Omission } from '../../model/mapping/own-records.js';
import { IriSet } from '../../model/rdf/iri-set.js';
import { recordReferredTo } from '../../model/rdf/record-order.js';
import { COLLECTION_OF, type Group } from '../../model/records/datasets.js';
import type { Finding } from '../../model/shacl/finding.js';
import type { GlobalIndex } from '../global-index/global-index.js';
import type { CheckedRecord, ConsistencyCheck, CrossRecordFinding, IriNaming } from './check.js';
import { itemSeries, volumes } from './items.js';
import { birthplaces, Clusters, placeHierarchy, placeNames } from './places.js';
import { recordRules } from './record-checks.js';
import { authorities, emptyLists, headings, indexFindings, withoutEmptyLists } from './reference-lists.js';
import { References } from './references.js';
import { ruleFinding } from './rules.js';

const NOTHING: readonly Finding[] = [];

/** The state of each check, in the order of the checks. */
export type CheckStates = readonly unknown[];

/** The settings of a build that the checks need. */
interface CheckPlan {
  readonly base: string;
  readonly kinds: readonly Group[];
  readonly gender: GenderSetting;
}

/** All checks across the records of a release (model 7.3). They remember ids and requests, and no graph. */
export class ConsistencyChecks implements Mergeable<CheckStates> {
  readonly #plan: CheckPlan;
  readonly #naming: IriNaming;
  readonly #recordRules: ReturnType<typeof recordRules>;
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
    this.#recordRules = recordRules(naming);
    for (const ref of globalIndex.withheld.all()) {
      // An unreadable record is only missing. The archive may name a place that the other service withholds.
      if (!globalIndex.unreadable.has(ref) && ref.kind !== 'place') this.#withheld.add(naming.iri(ref));
    }
    this.#references = new References(plan.base, excludedPaths(plan.kinds, naming));
    this.#checks = [
      this.#references,
      volumes('cbe', naming),
      volumes('cbes', naming),
      itemSeries(naming),
      placeNames(naming, (id) => globalIndex.places.get(id)),
      placeHierarchy(naming),
      new Clusters(naming),
      birthplaces(naming),
      authorities(naming),
      headings(naming),
    ];
  }

  /** Gives the states of all checks away, as plain data, and begins with empty ones. */
  take(): CheckStates {
    return this.#checks.map((check) => check.take());
  }

  /** Adds the states of another instance for the same release. */
  merge(states: CheckStates): void {
    for (const [at, check] of this.#checks.entries()) check.merge(states[at]);
  }

  /** The findings of a record that no shape gives, before it is published; a violation rejects it. */
  checkRecord(record: CheckedRecord): readonly Finding[] {
    const [findings, leaks] = [this.#recordRules(record), this.#leaks(record)];
    return leaks.length === 0 ? findings : [...findings, ...leaks];
  }

  /** Whether a record must not be named, by its IRI. */
  isWithheld(iri: string): boolean {
    return this.#withheld.has(iri);
  }

  /** Whether a record, by its IRI, is in the release or was rejected; known once every record has been added. */
  isSent(iri: string): boolean {
    return this.#references.isSent(iri);
  }

  addPublished(record: CheckedRecord): void {
    for (const check of this.#checks) check.add(record);
  }

  addRejected(iri: string): void {
    this.#references.reject(iri);
  }

  /** The records that others refer to and the release does not hold. */
  omissions(): readonly Omission[] {
    return this.#references.omissions();
  }

  /** The findings of the global index and of all checks. */
  *crossRecordFindings(globalIndex: GlobalIndex): Iterable<CrossRecordFinding> {
    yield* withoutEmptyLists(this.#everyFinding(globalIndex), emptyLists(globalIndex, this.#plan.kinds));
  }

  *#everyFinding(globalIndex: GlobalIndex): Iterable<CrossRecordFinding> {
    yield* indexFindings(globalIndex, this.#plan, this.#naming);
    for (const check of this.#checks) yield* check.findings();
  }

  /** No record may name one that is withheld (X15); the finding does not name it either. */
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

/** The beginnings of IRIs of records that the build leaves out: references to them are no findings. */
const excludedPaths = (kinds: readonly Group[], { iri }: IriNaming): string[] =>
  Object.entries(COLLECTION_OF).flatMap(([group, id]) =>
    kinds.includes(group as Group) ? [] : [`${iri({ kind: 'collection', id })}/`],
  );
