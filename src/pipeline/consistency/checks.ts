import type { Quad } from '@rdfjs/types';
import type { GenderSetting } from '../../model/mapping/gender.js';
import type { Omission } from '../../model/mapping/own-records.js';
import { IriSet } from '../../model/rdf/iri-set.js';
import { recordReferredTo } from '../../model/rdf/record-order.js';
import { COLLECTION_OF, type Group } from '../../model/records/datasets.js';
import { compareRefs } from '../../model/records/record.js';
import type { Finding } from '../../model/shacl/finding.js';
import type { GlobalIndex } from '../global-index/global-index.js';
import type { BuildDatabase } from '../rows/build-database.js';
import type { CheckedRecord, CrossRecordFinding, IriNaming } from './check.js';
import { findingsOf } from './cross-record-query.js';
import { BIRTHPLACES } from './queries/birthplaces.js';
import { CLUSTERS } from './queries/clusters.js';
import { ITEM_LINKS } from './queries/item-links.js';
import { PAGES_OF_ITEMS } from './queries/pages-of-items.js';
import { AUTHORITY_IDS, HEADINGS } from './queries/people-and-topics.js';
import { MERGES_IN_CIRCLES, PLACES_IN_THEMSELVES } from './queries/place-hierarchy.js';
import { IS_SENT, OMISSIONS, REFERENCES } from './queries/references.js';
import { recordRules } from './record-checks.js';
import { emptyLists, indexFindings, withoutEmptyLists } from './reference-lists.js';
import { ruleFinding } from './rules.js';

const NOTHING: readonly Finding[] = [];

/** The settings of a build that the checks need. */
interface CheckPlan {
  readonly base: string;
  readonly kinds: readonly Group[];
  readonly gender: GenderSetting;
  readonly isTrial?: boolean;
}

/** The IRIs of the records that must not be named. */
export function withheldIris(
  { withheld, unreadable }: Pick<GlobalIndex, 'withheld' | 'unreadable'>,
  { iri }: IriNaming,
): IriSet {
  const iris = new IriSet();
  for (const ref of withheld.all()) {
    // An unreadable record is only missing. The archive may name a place that the other service withholds.
    if (!unreadable.has(ref) && ref.kind !== 'place') iris.add(iri(ref));
  }
  return iris;
}

/** The rules for single records that no shape can express (model 7.3). */
export class RecordChecks {
  readonly #base: string;
  readonly #rules: ReturnType<typeof recordRules>;
  readonly #withheld: IriSet;

  constructor(
    { base }: Pick<CheckPlan, 'base'>,
    globalIndex: Pick<GlobalIndex, 'withheld' | 'unreadable'>,
    naming: IriNaming,
  ) {
    this.#base = base;
    this.#rules = recordRules(naming);
    this.#withheld = withheldIris(globalIndex, naming);
  }

  /** The findings of a record before it is published; a violation rejects it. */
  check(record: CheckedRecord): readonly Finding[] {
    const [findings, leaks] = [this.#rules(record), this.#leaks(record)];
    return leaks.length === 0 ? findings : [...findings, ...leaks];
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
      const target = recordReferredTo(object, this.#base);
      if (target === undefined || target === own) continue;
      if (this.#withheld.has(target)) paths.push(predicate.value);
    }
    return paths;
  }
}

/** Findings of records that were compared with others while they were mapped (X9, X21, X22). */
const COMPARED_WHILE_MAPPED = 'SELECT * FROM finding ORDER BY rowid';

/** The queries of the rules across records, in the order of their findings. Those about references come before. */
export const QUERIES: readonly string[] = [
  PAGES_OF_ITEMS,
  ITEM_LINKS,
  COMPARED_WHILE_MAPPED,
  PLACES_IN_THEMSELVES,
  MERGES_IN_CIRCLES,
  CLUSTERS,
  BIRTHPLACES,
  AUTHORITY_IDS,
  HEADINGS,
];

/** The findings of the global index, and of the rows of all records (model 7.3). */
export function* crossRecordFindings(
  database: BuildDatabase,
  globalIndex: GlobalIndex,
  plan: CheckPlan,
  naming: IriNaming,
): Generator<CrossRecordFinding> {
  function* all(): Generator<CrossRecordFinding> {
    yield* indexFindings(globalIndex, plan, naming);
    yield* brokenReferences(database, plan, naming);
    for (const query of QUERIES) yield* findingsOf(database, query, naming);
  }
  yield* withoutEmptyLists(all(), emptyLists(globalIndex, plan.kinds));
}

/**
 * References to records that the release does not hold (X1, X8, X10), by their targets.
 *
 * @param plan the records of other groups are left out of the build: references to them are no findings; nor are those of a trial
 *   to records that it does not have, but for codes, whose lists it has in full
 */
export function brokenReferences(
  database: Pick<BuildDatabase, 'all'>,
  { base, kinds, isTrial }: Pick<CheckPlan, 'base' | 'kinds' | 'isTrial'>,
  naming: IriNaming,
): readonly CrossRecordFinding[] {
  const excluded = Object.entries(COLLECTION_OF).flatMap(([group, id]) =>
    kinds.includes(group as Group) ? [] : [`${naming.iri({ kind: 'collection', id })}/`],
  );
  const isExcluded = ({ finding: { value = '' } }: CrossRecordFinding): boolean =>
    excluded.some((start) => value.startsWith(start));
  return [...findingsOf(database, REFERENCES, naming, base)]
    .filter((found) => !isExcluded(found) && !(isTrial === true && isOfRecord(found)))
    .sort(byTargetAndRecord);
}

/** Whether a finding is about a reference to a record that is not there, and was not rejected. */
const isOfRecord = ({ finding: { shape, severity } }: CrossRecordFinding): boolean =>
  shape !== 'X10' && severity !== 'info';

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byTargetAndRecord = (a: CrossRecordFinding, b: CrossRecordFinding): number =>
  byCodeUnits(a.finding.value ?? '', b.finding.value ?? '') ||
  compareRefs(a.record, b.record) ||
  byCodeUnits(a.finding.focus + a.finding.path, b.finding.focus + b.finding.path);

/** The records that others refer to and the release does not hold, in the order of their paths. */
export const omissionsIn = (database: Pick<BuildDatabase, 'all'>): readonly Omission[] =>
  database
    .all<'target' | 'is_rejected'>(OMISSIONS)
    .map(({ target, is_rejected: isRejected }): Omission => {
      return { path: String(target), reason: isRejected === 1 ? 'rejected' : 'absent' };
    })
    .sort((a, b) => byCodeUnits(a.path, b.path));

/** Whether the release holds a record, or has rejected it, by its path; known once every record has been added. */
export const isSent = (database: Pick<BuildDatabase, 'all'>, path: string): boolean =>
  database.all(IS_SENT, path).length > 0;
