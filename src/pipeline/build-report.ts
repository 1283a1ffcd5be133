import type { Report } from '../base/events.js';
import type { Origin } from '../base/origin.js';
import type { CrossRecordFinding } from '../consistency/check.js';
import { namesPrivileged } from '../mapping/access.js';
import type { BuildPlan } from '../records/build-plan.js';
import type { IndexListener } from '../records/global-index.js';
import { KINDS } from '../records/kinds.js';
import type { UnreadableRecord } from '../records/read-records.js';
import type { Kind, RecordRef, SourceRecord } from '../records/record.js';
import { RecordCounts } from '../records/record-counts.js';
import { exceeds } from '../records/violation-policy.js';
import type { FindingSubject, Outcome } from '../report/reported-finding.js';
import type { Finding } from '../shacl/finding.js';
import { type FailingRecord, gateFailed } from './gate-failed.js';
import type { ReleaseWriter } from './release-writer.js';
import type { RecordFindings, StoredShardOutput } from './shard-output.js';
import { fieldAt, SourceFields } from './source-field.js';

/** Something that no list of ours knows, and in how many records of a kind. */
export interface Unknown {
  readonly kind: Kind;
  /** The name of the field, or the field with its code: `ContentType=XYZ`. */
  readonly what: string;
  count: number;
}

/** What a data manager should know of a run although nothing was lost by it. */
export class RunNotes {
  readonly #unknownFields = new Map<string, Unknown>();
  readonly #unknownCodes = new Map<string, Unknown>();
  readonly #genderConflicts: string[] = [];
  readonly #metAgain = new Map<Kind, number>();

  /** Fields that no dictionary knows: reported once per kind and field, with their number. */
  unknownFields(kind: Kind, fields: readonly string[]): void {
    count(this.#unknownFields, kind, fields);
  }

  /** Codes outside their lists (model 3.10), likewise. */
  unknownCodes(kind: Kind, codes: readonly string[]): void {
    count(this.#unknownCodes, kind, codes);
  }

  /** A unit that stands in its source twice is one unit; the second is not described again. */
  metAgain(kind: Kind): void {
    this.#metAgain.set(kind, (this.#metAgain.get(kind) ?? 0) + 1);
  }

  /** Collections whose gender codes contradict the configured scheme: no gender is stated in them. */
  genders(collections: readonly string[]): void {
    this.#genderConflicts.push(...collections);
  }

  get duplicates(): readonly { readonly kind: Kind; readonly count: number }[] {
    return [...this.#metAgain].map(([kind, count]) => ({ kind, count }));
  }

  get unknown(): { readonly fields: readonly Unknown[]; readonly codes: readonly Unknown[] } {
    return { fields: [...this.#unknownFields.values()], codes: [...this.#unknownCodes.values()] };
  }

  get genderConflicts(): readonly string[] {
    return this.#genderConflicts;
  }
}

function count(into: Map<string, Unknown>, kind: Kind, met: readonly string[]): void {
  for (const what of met) {
    const key = `${kind} ${what}`;
    const entry = into.get(key) ?? { kind, what, count: 0 };
    entry.count += 1;
    into.set(key, entry);
  }
}

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
export class BuildReport implements IndexListener {
  readonly counts = new RecordCounts();
  readonly notes = new RunNotes();
  readonly #plan: BuildPlan;
  readonly #release: ReleaseWriter;
  readonly #report: Report;
  readonly #sourceFields = new SourceFields();
  #unreadable: UnreadableRecord[] = [];

  constructor(plan: BuildPlan, release: ReleaseWriter, report: Report) {
    this.#plan = plan;
    this.#release = release;
    this.#report = report;
  }

  publishable({ kind }: RecordRef): void {
    this.counts.count(kind, 'fetched');
  }

  withheld({ kind }: RecordRef): void {
    this.counts.count(kind, 'fetched');
    this.counts.count(kind, 'withheld');
  }

  duplicate({ kind }: RecordRef): void {
    this.notes.metAgain(kind);
  }

  revoked({ kind }: RecordRef): void {
    this.counts.count(kind, 'withheld');
  }

  unknownFields(kind: Kind, fields: readonly string[]): void {
    this.notes.unknownFields(kind, fields);
  }

  unreadable(record: UnreadableRecord, met: readonly Kind[]): void {
    for (const kind of met) {
      this.counts.count(kind, 'fetched');
      this.counts.count(kind, 'unreadable');
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
      const shown = mayBeSeen ? { ...(id === undefined ? {} : { id }), origin } : {};
      const where = `${origin.service} ${origin.request}#${origin.pointer}`;
      this.#report({ event: 'note', message: `cannot be read: ${kind} in ${where}: ${reasons[0] ?? ''}` });
      for (const { pointer, message } of faults) {
        const finding: Finding = {
          ...{ severity: 'violation', focus: '', constraint: 'Reading', shape: 'reading' },
          message: `The record cannot be read: ${message}.`,
          messageGA: 'Ní féidir an taifead a léamh: níl sé de réir na sonraíochta.',
        };
        const subject: FindingSubject = { kind, called: KINDS[kind].title, ...shown, outcome: 'unreadable' };
        const field = fieldAt(pointer);
        await this.#release.report.add({ subject, finding, ...(field === '' ? {} : { field }) });
      }
      const source = mayBeSeen ? { source: value } : {};
      await this.#quarantine({ kind, ...shown, outcome: 'unreadable', reasons, ...source });
    }
    this.#unreadable = [];
  }

  /** Writes down what a batch of records has come to: in the dumps, in the report, in quarantine. */
  async addShard(output: StoredShardOutput): Promise<void> {
    for (const [kind, count] of output.generated) this.counts.count(kind, 'fetched', count);
    for (const [kind, count] of output.published) this.counts.count(kind, 'published', count);
    for (const [kind, codes] of output.unknownCodes) this.notes.unknownCodes(kind, codes);
    for (const record of output.findings) {
      if (record.isPublished) await this.#tell(record, 'published');
      else await this.#reject(record);
    }
    this.#release.append(output);
  }

  /** Leaves a record out, with the reasons. */
  async #reject(rejected: RecordFindings): Promise<void> {
    const { one, findings } = rejected;
    const { kind, id, origin, record } = one;
    await this.#tell(rejected, 'rejected');
    this.counts.count(kind, 'rejected');
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
  async addCrossRecordFinding({ record, finding }: CrossRecordFinding): Promise<void> {
    const { kind, id, origin } = record;
    const subject: FindingSubject = {
      ...{ kind, called: KINDS[kind].title, outcome: 'published' },
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
    const { quarantined } = this.counts;
    if (exceeds(quarantined, this.counts.total('fetched'), this.#plan.maxRejected)) {
      throw gateFailed(undefined, quarantined, this.#plan);
    }
  }

  /** Whether a record that nobody could read may name people who must not be known. */
  #namesPeople(kind: Kind): boolean {
    return this.#plan.personsProfile === 'roles-only' && kind.startsWith('cbes.');
  }

  async #tell({ one, findings, names }: RecordFindings, outcome: Outcome): Promise<void> {
    const { kind, id, origin } = one;
    const subject: FindingSubject = { kind, id, called: KINDS[kind].title, ...names, origin, outcome };
    for (const finding of findings) {
      const field = this.#sourceFields.of(one as SourceRecord, finding);
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
      exceeds(this.counts.quarantined, 0, maxRejected)
    ) {
      throw gateFailed(entry, this.counts.quarantined, this.#plan);
    }
  }

  #mayHalt(last: FailingRecord): void {
    if (this.#plan.onViolation === 'halt') throw gateFailed(last, this.counts.quarantined, this.#plan);
  }
}
