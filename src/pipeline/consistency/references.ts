import type { Quad } from '@rdfjs/types';
import { entry } from '../../base/map-entry.js';
import type { Omission } from '../../model/mapping/own-records.js';
import { IriSet } from '../../model/rdf/iri-set.js';
import { recordReferredTo } from '../../model/rdf/record-order.js';
import { compareRefs } from '../../model/records/record.js';
import type { CheckedRecord, ConsistencyCheck, CrossRecordFinding } from './check.js';
import { type RuleName, ruleFinding } from './rules.js';

/** A reference to a record that has not been added. */
interface Reference {
  readonly record: CrossRecordFinding['record'];
  readonly focus: string;
  readonly path: string;
}

interface ReferencesState {
  readonly described: readonly string[];
  readonly rejected: readonly string[];
  /** By the IRI of the record referred to. */
  readonly waiting: ReadonlyMap<string, readonly Reference[]>;
}

/** The rule that a broken reference breaks, by the IRI it leads to; all others break X8. */
const RULE_OF: readonly (readonly [target: RegExp, rule: RuleName])[] = [
  [/\/page\/[^/]*$/, 'X1'],
  [/\/cbes\/topic\/[^/]*$/, 'X10'],
];

/**
 * Every reference from record to record must lead to a record of the release (X1, X8, X10). References are remembered
 * only until their record has been added, which mostly is soon.
 */
export class References implements ConsistencyCheck<ReferencesState> {
  readonly #base: string;
  readonly #excluded: readonly string[];
  #described = new IriSet();
  #rejected = new IriSet();
  #waiting = new Map<string, Reference[]>();

  /**
   * @param base the beginning of our own IRIs
   * @param excluded the beginnings of IRIs whose records may be missing
   */
  constructor(base: string, excluded: readonly string[] = []) {
    this.#base = base;
    this.#excluded = excluded;
  }

  add({ one: { kind, id, origin }, mapped }: CheckedRecord): void {
    // An omission states that a record is missing.
    if (kind === 'omission') return;
    this.addRecord(mapped.node.id, { kind, id, origin }, mapped.quads);
  }

  /** Adds a record and its references. */
  addRecord(own: string, record: CrossRecordFinding['record'], quads: readonly Quad[]): void {
    this.#described.add(own);
    this.#waiting.delete(own);
    for (const { subject, predicate, object } of quads) {
      const target = recordReferredTo(object, this.#base);
      if (target === undefined || target === own || this.#described.has(target)) continue;
      this.#wait(target, { record, focus: subject.value, path: predicate.value });
    }
  }

  take(): ReferencesState {
    const seen = {
      described: [...this.#described.all()],
      rejected: [...this.#rejected.all()],
      waiting: this.#waiting,
    };
    [this.#described, this.#rejected, this.#waiting] = [new IriSet(), new IriSet(), new Map()];
    return seen;
  }

  merge({ described, rejected, waiting }: ReferencesState): void {
    for (const iri of described) {
      this.#described.add(iri);
      this.#waiting.delete(iri);
    }
    for (const iri of rejected) this.#rejected.add(iri);
    for (const [target, references] of waiting) {
      if (!this.#described.has(target)) for (const one of references) this.#wait(target, one);
    }
  }

  /** Adds a record that was rejected; the omission gives this reason. */
  reject(iri: string): void {
    this.#rejected.add(iri);
  }

  /** Whether a record has been added or rejected. */
  isSent(iri: string): boolean {
    return this.#described.has(iri) || this.#rejected.has(iri);
  }

  #wait(target: string, reference: Reference): void {
    entry(this.#waiting, target, (): Reference[] => []).push(reference);
  }

  /** The records referred to that have not been added, in the order of their IRIs. */
  omissions(): Omission[] {
    return [...this.#waiting.keys()].sort(byCodeUnits).map((iri) => ({
      path: iri.slice(this.#base.length),
      reason: this.#rejected.has(iri) ? 'rejected' : 'absent',
    }));
  }

  *findings(): Iterable<CrossRecordFinding> {
    for (const { path: below, reason } of this.omissions()) {
      const iri = `${this.#base}${below}`;
      if (this.#excluded.some((start) => iri.startsWith(start))) continue;
      const rule = RULE_OF.find(([target]) => target.test(iri))?.[1] ?? 'X8';
      for (const { record, focus, path } of [...(this.#waiting.get(iri) ?? [])].sort(byRecord)) {
        const finding = ruleFinding(rule, { focus, path, value: iri });
        // A rejected record has findings of its own; this is a consequence of it.
        yield { record, finding: reason === 'rejected' ? { ...finding, severity: 'info' } : finding };
      }
    }
  }
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : 1);
const byRecord = (a: Reference, b: Reference): number =>
  compareRefs(a.record, b.record) || byCodeUnits(a.focus + a.path, b.focus + b.path);
