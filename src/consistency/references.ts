import type { Quad } from '@rdfjs/types';
import type { Omission } from '../mapping/omission.js';
import { recordReferredTo } from '../rdf/record-order.js';
import { compareRefs } from '../records/record.js';
import type { CheckedRecord, ConsistencyCheck, CrossRecordFinding } from './check.js';
import { IriSet } from './iri-set.js';
import { type RuleName, ruleFinding } from './rules.js';

/** A reference to a record that is not there yet. */
interface Waiting {
  readonly record: CrossRecordFinding['record'];
  readonly focus: string;
  readonly path: string;
}

interface ReferencesSeen {
  readonly described: readonly string[];
  readonly rejected: readonly string[];
  /** By what is not there. */
  readonly waiting: ReadonlyMap<string, readonly Waiting[]>;
}

/** The rule that a reference to nothing breaks, by what it leads to; other records break X8. */
const RULE_OF: readonly (readonly [target: RegExp, rule: RuleName])[] = [
  [/\/page\/[^/]*$/, 'X1'],
  [/\/cbes\/topic\/[^/]*$/, 'X10'],
];

/**
 * Every reference from record to record must lead somewhere (X1, X8, X10). What is remembered is what has been described,
 * and the references to what has not been described yet: most records come soon after those that speak of them.
 */
export class References implements ConsistencyCheck<ReferencesSeen> {
  readonly #base: string;
  readonly #elsewhere: readonly string[];
  #described = new IriSet();
  #rejected = new IriSet();
  #waiting = new Map<string, Waiting[]>();

  /**
   * @param base what our own IRIs begin with
   * @param elsewhere what the IRIs begin with that may be referred to without being there
   */
  constructor(base: string, elsewhere: readonly string[] = []) {
    this.#base = base;
    this.#elsewhere = elsewhere;
  }

  add({ one: { kind, id, origin }, mapped }: CheckedRecord): void {
    // That something is said not to be there does not bring it there.
    if (kind === 'omission') return;
    this.take(mapped.node.id, { kind, id, origin }, mapped.quads);
  }

  /** Takes in one record: that it is there, and what it refers to. */
  take(own: string, record: CrossRecordFinding['record'], quads: readonly Quad[]): void {
    this.#described.add(own);
    this.#waiting.delete(own);
    for (const { subject, predicate, object } of quads) {
      const target = recordReferredTo(object, this.#base);
      if (target === undefined || target === own || this.#described.has(target)) continue;
      this.#wait(target, { record, focus: subject.value, path: predicate.value });
    }
  }

  takeState(): ReferencesSeen {
    const seen = {
      described: [...this.#described.all()],
      rejected: [...this.#rejected.all()],
      waiting: this.#waiting,
    };
    [this.#described, this.#rejected, this.#waiting] = [new IriSet(), new IriSet(), new Map()];
    return seen;
  }

  mergeState({ described, rejected, waiting }: ReferencesSeen): void {
    for (const iri of described) {
      this.#described.add(iri);
      this.#waiting.delete(iri);
    }
    for (const iri of rejected) this.#rejected.add(iri);
    for (const [target, references] of waiting) {
      if (!this.#described.has(target)) for (const one of references) this.#wait(target, one);
    }
  }

  /** A record that was described and stays out: who refers to it is told so. */
  reject(iri: string): void {
    this.#rejected.add(iri);
  }

  /** Whether a record is there, or would be, had it not been rejected. */
  isSent(iri: string): boolean {
    return this.#described.has(iri) || this.#rejected.has(iri);
  }

  #wait(target: string, reference: Waiting): void {
    const others = this.#waiting.get(target);
    if (others === undefined) this.#waiting.set(target, [reference]);
    else others.push(reference);
  }

  /** What is referred to and not there, in the order of the IRIs. */
  omissions(): Omission[] {
    return [...this.#waiting.keys()].sort(byCodeUnits).map((iri) => ({
      path: iri.slice(this.#base.length),
      reason: this.#rejected.has(iri) ? 'rejected' : 'absent',
    }));
  }

  *findings(): Iterable<CrossRecordFinding> {
    for (const { path: below, reason } of this.omissions()) {
      const iri = `${this.#base}${below}`;
      if (this.#elsewhere.some((start) => iri.startsWith(start))) continue;
      const rule = RULE_OF.find(([target]) => target.test(iri))?.[1] ?? 'X8';
      for (const { record, focus, path } of [...(this.#waiting.get(iri) ?? [])].sort(byRecord)) {
        const finding = ruleFinding(rule, { focus, path, value: iri });
        // That the other record was rejected is told with that record; here it is a consequence.
        yield { record, finding: reason === 'rejected' ? { ...finding, severity: 'warning' } : finding };
      }
    }
  }
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : 1);
const byRecord = (a: Waiting, b: Waiting): number =>
  compareRefs(a.record, b.record) || byCodeUnits(a.focus + a.path, b.focus + b.path);
