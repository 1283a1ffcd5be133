import type { Report } from '../base/events.js';
import type { Origin } from '../base/origin.js';
import { namesPrivileged } from '../mapping/publication.js';
import type { Outcome, Subject } from '../report/told.js';
import type { Finding } from '../shacl/finding.js';
import type { Remark } from './across/check.js';
import type { Folio, Told } from './folio.js';
import { gateFailed, type LastStraw } from './gate-failed.js';
import type { GatherListener } from './gather.js';
import { KINDS } from './kinds.js';
import { Ledger } from './ledger.js';
import { Notes } from './notes.js';
import { isTooMany } from './policy.js';
import type { Unreadable } from './reading.js';
import type { Release } from './release.js';
import type { BuildPlan } from './settings.js';
import { fieldAt, type SourceFields } from './source-field.js';
import type { Kind, Unit, UnitRef } from './unit.js';

/** An entry of the quarantine: a record that was left out, as far as it may be shown, and why. */
interface Quarantined {
  readonly kind: Kind;
  readonly id?: number | string | undefined;
  readonly origin?: Origin;
  readonly outcome: Exclude<Outcome, 'published'>;
  readonly reasons: readonly string[];
  readonly findings?: readonly Finding[];
  readonly source?: unknown;
}

/** Findings whose record may name what is withheld. */
const HIDING: ReadonlySet<string> = new Set(['X15', 'mapping']);

/** Keeps the books: every record is counted once, and what does not leave is accounted for. */
export class Clerk implements GatherListener {
  readonly ledger = new Ledger();
  readonly notes = new Notes();
  readonly #plan: BuildPlan;
  readonly #release: Release;
  readonly #report: Report;
  #sourceFields: SourceFields | undefined;
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

  unreadable(record: Unreadable, met: readonly Kind[]): void {
    for (const kind of met) {
      this.ledger.count(kind, 'fetched');
      this.ledger.count(kind, 'unreadable');
    }
    this.#unreadable.push(record);
  }

  /** From now on fields of the source can be told. */
  knowsFields(sourceFields: SourceFields): void {
    this.#sourceFields = sourceFields;
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
      const shown = mayBeSeen ? { ...(id === undefined ? {} : { id }), origin } : {};
      const where = `${origin.service} ${origin.request}#${origin.pointer}`;
      this.#report({ event: 'note', message: `cannot be read: ${kind} in ${where}: ${reasons[0] ?? ''}` });
      for (const { pointer, message } of faults) {
        const finding: Finding = {
          ...{ severity: 'violation', focus: '', constraint: 'Reading', shape: 'reading' },
          message: `The record cannot be read: ${message}.`,
          messageGA: 'Ní féidir an taifead a léamh: níl sé de réir na sonraíochta.',
        };
        const subject: Subject = { kind, called: KINDS[kind].called, ...shown, outcome: 'unreadable' };
        const field = fieldAt(pointer);
        await this.#release.report.add({ subject, finding, ...(field === '' ? {} : { field }) });
      }
      const source = mayBeSeen ? { source: value } : {};
      await this.#quarantine({ kind, ...shown, outcome: 'unreadable', reasons, ...source });
    }
    this.#unreadable = [];
  }

  /** Writes down what a batch of records has come to: in the dumps, in the report, in quarantine. */
  async file(folio: Folio): Promise<void> {
    for (const [kind, count] of folio.made) this.ledger.count(kind, 'fetched', count);
    for (const [kind, count] of folio.published) this.ledger.count(kind, 'published', count);
    for (const [kind, codes] of folio.unknownCodes) this.notes.unknownCodes(kind, codes);
    for (const told of folio.told) {
      if (told.isPublished) await this.#tell(told, 'published');
      else await this.#reject(told);
    }
    await this.#release.append(folio);
  }

  /** Leaves a record out, with the reasons. */
  async #reject(told: Told): Promise<void> {
    const { one, findings } = told;
    const { kind, id, origin, record } = one;
    await this.#tell(told, 'rejected');
    this.ledger.count(kind, 'rejected');
    const violations = findings.filter(({ severity }) => severity === 'violation');
    const reasons = violations.map(({ focus, path, value, message }) =>
      [focus, path, value, message].filter(Boolean).join(' '),
    );
    // What names a withheld record (X15) is not shown, nor what nobody could look through for such names.
    const source = violations.some(({ shape }) => HIDING.has(shape)) ? {} : { source: record };
    await this.#quarantine({
      ...{ kind, id, origin, outcome: 'rejected', reasons, findings: violations, ...source },
    });
  }

  /** Writes down what the records together show; the records themselves are in the release. */
  async remark({ record, finding }: Remark): Promise<void> {
    const { kind, id, origin } = record;
    const subject: Subject = {
      ...{ kind, called: KINDS[kind].called, outcome: 'published' },
      // What is about a whole kind of records has no id.
      ...(id === '' ? {} : { id }),
      ...(origin === undefined ? {} : { origin }),
    };
    await this.#release.report.add({ subject, finding });
    if (finding.severity === 'violation') this.#mayHalt({ kind, id, reasons: [finding.message] });
  }

  /**
   * The last gate, when everything has been counted.
   *
   * @throws FolkloreError GATE_FAILED when more records are in quarantine than may be
   */
  close(): void {
    const { quarantined } = this.ledger;
    if (isTooMany(quarantined, this.ledger.total('fetched'), this.#plan.maxRejected)) {
      throw gateFailed(undefined, quarantined, this.#plan);
    }
  }

  /** Whether a record that nobody could read may name people who must not be known. */
  #namesPeople(kind: Kind): boolean {
    return this.#plan.personsProfile === 'roles-only' && kind.startsWith('cbes.');
  }

  async #tell({ one, findings, names }: Told, outcome: Outcome): Promise<void> {
    const { kind, id, origin } = one;
    const subject: Subject = { kind, id, called: KINDS[kind].called, ...names, origin, outcome };
    for (const finding of findings) {
      const field = this.#sourceFields?.of(one as Unit, finding);
      await this.#release.report.add({ subject, finding, ...(field === undefined ? {} : { field }) });
    }
  }

  async #quarantine(entry: Quarantined): Promise<void> {
    await this.#release.quarantine.write(entry);
    this.#mayHalt(entry);
    const { maxRejected } = this.#plan;
    // A share can be told when all is known; a number is exceeded as soon as it is.
    if (
      maxRejected !== undefined &&
      'records' in maxRejected &&
      isTooMany(this.ledger.quarantined, 0, maxRejected)
    ) {
      throw gateFailed(entry, this.ledger.quarantined, this.#plan);
    }
  }

  #mayHalt(last: LastStraw): void {
    if (this.#plan.onViolation === 'halt') throw gateFailed(last, this.ledger.quarantined, this.#plan);
  }
}
