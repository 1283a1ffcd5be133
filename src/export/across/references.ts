import type { Quad } from '@rdfjs/types';
import type { Omission } from '../../mapping/omission.js';
import { recordOf } from '../../rdf/record-order.js';
import { compareNames } from '../unit.js';
import type { AcrossCheck, Filed, Remark } from './check.js';
import { IriSet } from './iri-set.js';
import { breach, type RuleName } from './rules.js';

/** A reference to a record that is not there yet. */
interface Waiting {
  readonly record: Remark['record'];
  readonly focus: string;
  readonly path: string;
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
export class References implements AcrossCheck {
  readonly #base: string;
  readonly #elsewhere: readonly string[];
  readonly #described = new IriSet();
  readonly #rejected = new IriSet();
  readonly #waiting = new Map<string, Waiting[]>();

  /**
   * @param base what our own IRIs begin with
   * @param elsewhere what the IRIs begin with that may be referred to without being there
   */
  constructor(base: string, elsewhere: readonly string[] = []) {
    this.#base = base;
    this.#elsewhere = elsewhere;
  }

  see({ one: { kind, id, origin }, said }: Filed): void {
    this.take(said.node.id, { kind, id, origin }, said.quads);
  }

  /** Takes in one record: that it is there, and what it refers to. */
  take(own: string, record: Remark['record'], quads: readonly Quad[]): void {
    this.#described.add(own);
    this.#waiting.delete(own);
    for (const { subject, predicate, object } of quads) {
      if (object.termType !== 'NamedNode' || !object.value.startsWith(this.#base)) continue;
      const target = recordOf(object.value);
      if (target === own || this.#described.has(target)) continue;
      const waiting = { record, focus: subject.value, path: predicate.value };
      const others = this.#waiting.get(target);
      if (others === undefined) this.#waiting.set(target, [waiting]);
      else others.push(waiting);
    }
  }

  /** A record that was described and stays out: who refers to it is told so. */
  reject(iri: string): void {
    this.#rejected.add(iri);
  }

  /** What is referred to and not there, in the order of the IRIs. */
  omissions(): Omission[] {
    return [...this.#waiting.keys()].sort(byCodeUnits).map((iri) => ({
      path: iri.slice(this.#base.length),
      reason: this.#rejected.has(iri) ? 'rejected' : 'absent',
    }));
  }

  *end(): Iterable<Remark> {
    for (const { path: below, reason } of this.omissions()) {
      const iri = `${this.#base}${below}`;
      if (this.#elsewhere.some((start) => iri.startsWith(start))) continue;
      const rule = RULE_OF.find(([target]) => target.test(iri))?.[1] ?? 'X8';
      for (const { record, focus, path } of [...(this.#waiting.get(iri) ?? [])].sort(byRecord)) {
        const finding = breach(rule, { focus, path, value: iri });
        // That the other record was rejected is told with that record; here it is a consequence.
        yield { record, finding: reason === 'rejected' ? { ...finding, severity: 'warning' } : finding };
      }
    }
  }
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : 1);
const byRecord = (a: Waiting, b: Waiting): number =>
  compareNames(a.record, b.record) || byCodeUnits(a.focus + a.path, b.focus + b.path);
