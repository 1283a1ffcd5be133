import type { Report } from '../base/events.js';
import type { Origin } from '../base/origin.js';
import { namesPrivileged } from '../mapping/publication.js';
import type { Finding } from '../shacl/finding.js';
import { isRejected } from '../shacl/verdict.js';
import type { Said } from './describing.js';
import { gateFailed } from './gate-failed.js';
import { type GatherListener, rowOf } from './gather.js';
import { Ledger } from './ledger.js';
import { Notes } from './notes.js';
import type { Unreadable } from './reading.js';
import type { Release } from './release.js';
import type { BuildPlan } from './settings.js';
import type { Kind, PublishedUnit, UnitRef } from './unit.js';

/** An entry of the quarantine: a record that was left out, as far as it may be shown, and why. */
interface Quarantined {
  readonly kind: Kind;
  readonly id?: number | string | undefined;
  readonly origin?: Origin;
  readonly reasons: readonly string[];
  readonly source?: unknown;
}

/** Keeps the books: every record is counted once, and what does not leave is accounted for. */
export class Clerk implements GatherListener {
  readonly ledger = new Ledger();
  readonly notes = new Notes();
  readonly #plan: BuildPlan;
  readonly #release: Release;
  readonly #report: Report;
  #unreadable: Unreadable[] = [];

  constructor(plan: BuildPlan, release: Release, report: Report) {
    this.#plan = plan;
    this.#release = release;
    this.#report = report;
  }

  leaving({ kind }: UnitRef): void {
    this.ledger.count(kind, 'fetched');
  }

  withheld({ kind }: UnitRef): void {
    this.ledger.count(kind, 'fetched');
    this.ledger.count(kind, 'withheld');
  }

  metAgain({ kind }: UnitRef): void {
    this.notes.metAgain(kind);
  }

  recalled({ kind }: UnitRef): void {
    this.ledger.count(kind, 'withheld');
  }

  unknownFields(kind: Kind, fields: readonly string[]): void {
    this.notes.unknownFields(kind, fields);
  }

  unreadable(record: Unreadable): void {
    for (const { kind } of [record, ...record.inside]) {
      this.ledger.count(kind, 'fetched');
      this.ledger.count(kind, 'rejected');
    }
    this.#unreadable.push(record);
  }

  /**
   * The reading is over: what could not be read is written down. Nobody has decided whether such a record may
   * be seen, so of one that came to a privileged key, or that names anything privileged, only the reasons go
   * into the release; the operator is told where it lies. The same of one that may name people who must not be known.
   */
  async quarantineUnreadable(): Promise<void> {
    for (const { kind, id, origin, faults, value } of this.#unreadable) {
      const reasons = faults.map(({ pointer, message }) => `${pointer || '/'}: ${message}`);
      const mayBeSeen =
        this.#plan.profile === 'public' && !namesPrivileged(value) && !this.#namesPeople(kind);
      const shown = mayBeSeen ? { id, origin, source: value } : {};
      const where = `${origin.service} ${origin.request}#${origin.pointer}`;
      this.#report({ event: 'note', message: `cannot be read: ${kind} in ${where}: ${reasons[0] ?? ''}` });
      await this.#quarantine({ kind, ...shown, reasons });
    }
    this.#unreadable = [];
  }

  /** Writes one described record to its datasets, or to quarantine. */
  async file(one: PublishedUnit, said: Said, findings: readonly Finding[]): Promise<void> {
    if (isRejected(findings)) return this.reject(one, findings);
    await this.#tell(one, findings);
    this.ledger.count(one.kind, 'published');
    this.notes.unknownCodes(one.kind, unmappedCodes(said.node));
    const { dataset, identity } = rowOf(one);
    await this.#release.write(typeof dataset === 'function' ? dataset(one.record) : dataset, said);
    if (identity !== undefined && said.identity !== undefined) {
      await this.#release.write(identity.dataset, said.identity);
    }
  }

  /** Leaves a record out, with the reasons. */
  async reject(one: PublishedUnit, findings: readonly Finding[]): Promise<void> {
    const { kind, id, origin, record } = one;
    await this.#tell(one, findings);
    this.ledger.count(kind, 'rejected');
    const reasons = findings
      .filter(({ severity }) => severity === 'violation')
      .map(({ focus, path, value, message }) => [focus, path, value, message].filter(Boolean).join(' '));
    await this.#quarantine({ kind, id, origin, reasons, source: record });
  }

  /** Whether a record that nobody could read may name people who must not be known. */
  #namesPeople(kind: Kind): boolean {
    return this.#plan.personsProfile === 'roles-only' && kind.startsWith('cbes.');
  }

  async #tell({ kind, id, origin }: PublishedUnit, findings: readonly Finding[]): Promise<void> {
    for (const finding of findings) {
      this.notes.finding(finding);
      await this.#release.findings.write({ kind, id, ...finding, origin });
    }
  }

  async #quarantine(entry: Quarantined): Promise<void> {
    await this.#release.quarantine.write(entry);
    const { onRejected, maxRejected = Number.POSITIVE_INFINITY } = this.#plan;
    if (onRejected === 'halt' || this.ledger.total('rejected') > maxRejected) {
      throw gateFailed(entry, this.ledger.total('rejected'), this.#plan);
    }
  }
}

/** The codes of a record that no list knows, wherever in it they stand (model 3.10). */
function unmappedCodes(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([term, entry]) =>
    term === 'unmappedCode' ? [entry].flat().map(String) : unmappedCodes(entry),
  );
}
