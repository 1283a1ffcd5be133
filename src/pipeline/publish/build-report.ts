import { basename } from 'node:path';
import type { Report } from '../../base/events.js';
import type { Origin } from '../../base/origin.js';
import type { PiecePlace } from '../../harvest/answers/position-in-volume.js';
import type { UnreadableRecord } from '../../harvest/answers/read-records.js';
import { namesPrivileged } from '../../model/mapping/access.js';
import { unreadGenders } from '../../model/mapping/gender.js';
import { makeLinks } from '../../model/rdf/links.js';
import { KINDS } from '../../model/records/kinds.js';
import type { Kind, RecordRef } from '../../model/records/record.js';
import { RecordCounts } from '../../model/records/record-counts.js';
import type { Finding } from '../../model/shacl/finding.js';
import type { Part } from '../../release/dumps/parts-file.js';
import { withoutRepeated } from '../../release/report/repeated-findings.js';
import {
  type FindingSubject,
  type Outcome,
  pageOf,
  type ReportedFinding,
} from '../../release/report/reported-finding.js';
import { valueInWords } from '../../release/report/source-words.js';
import type { ValidationJson } from '../../release/report/validation-json.js';
import type { CrossRecordFinding } from '../consistency/check.js';
import type { DifferentRecord } from '../global-index/different-records.js';
import type { GlobalIndex, IndexListener } from '../global-index/global-index.js';
import { Completeness } from '../map-records/completeness.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { refOfIri } from '../plan/record-iri.js';
import { exceeds } from '../plan/violation-policy.js';
import { namesIn } from '../shards/record-names.js';
import type { RecordFindings, StoredShardOutput } from '../shards/shard-output.js';
import { fieldAt, SourceFields } from '../shards/source-field.js';
import { type FailingRecord, gateFailed, lossOf } from './gate-failed.js';
import type { ReleaseWriter } from './release-writer.js';

/** An unknown field or code, and the number of records of a kind that have it. */
export interface Unknown {
  readonly kind: Kind;
  /** The name of the field, or the field with its code: `ContentType=XYZ`. */
  readonly what: string;
  count: number;
}

/** Facts of a run for data managers that are no findings of records. */
export class RunNotes {
  readonly #unknownFields = new Map<string, Unknown>();
  readonly #unknownCodes = new Map<string, Unknown>();
  readonly #genderConflicts: string[] = [];
  readonly #duplicates = new Map<Kind, number>();

  /** Fields that are not in the specification: one entry per kind and field, with the number of records. */
  unknownFields(kind: Kind, fields: readonly string[]): void {
    count(this.#unknownFields, kind, fields);
  }

  /** Codes that are in no list (model 3.10): one entry per kind and code. */
  unknownCodes(kind: Kind, codes: readonly string[]): void {
    count(this.#unknownCodes, kind, codes);
  }

  /** A record that is in its source twice: it is published once. */
  addDuplicate(kind: Kind, by = 1): void {
    this.#duplicates.set(kind, (this.#duplicates.get(kind) ?? 0) + by);
  }

  /** Collections whose gender codes no scheme reads with certainty: their genders are not published. */
  genders(collections: readonly string[]): void {
    this.#genderConflicts.push(...collections);
  }

  get duplicates(): readonly { readonly kind: Kind; readonly count: number }[] {
    return [...this.#duplicates].flatMap(([kind, count]) => (count === 0 ? [] : [{ kind, count }]));
  }

  get unknown(): { readonly fields: readonly Unknown[]; readonly codes: readonly Unknown[] } {
    return { fields: [...this.#unknownFields.values()], codes: [...this.#unknownCodes.values()] };
  }

  get genderConflicts(): readonly string[] {
    return this.#genderConflicts;
  }
}

function count(into: Map<string, Unknown>, kind: Kind, names: readonly string[]): void {
  for (const what of names) {
    const key = `${kind} ${what}`;
    const entry = into.get(key) ?? { kind, what, count: 0 };
    entry.count += 1;
    into.set(key, entry);
  }
}

/** An entry of the quarantine: a rejected record, as far as it may be shown, and the reasons. */
interface Quarantined {
  readonly kind: Kind;
  readonly id?: number | string | undefined;
  readonly origin?: Origin;
  readonly outcome: Exclude<Outcome, 'published'>;
  readonly reasons: readonly string[];
  readonly findings?: readonly Finding[];
  readonly source?: unknown;
}

/** The fields of rules that are about no property. */
const FIELDS_OF_RULES: Readonly<Record<string, string>> = {
  X10: 'ID',
  X14: 'Gender',
  X17: 'number of records',
  X18: 'ViafID',
  X23: 'SameAs',
  X24: 'ID',
};

/** Whether a reference leads to a record that was rejected, which has findings of its own. */
const isConsequence = ({ shape, severity }: Finding): boolean =>
  severity === 'info' && (shape === 'X1' || shape === 'X8');

/** The same for findings of one record about the same other record. */
const keyOfCause = ({ finding: { focus, value } }: CrossRecordFinding, at: number): string =>
  value === undefined || value.startsWith('"') ? `${at}` : JSON.stringify([focus, value]);

/** Fields that name a record, the best first. */
const NAME_FIELDS = [
  'title',
  'fullName',
  'referenceNumber',
  'nameGA',
  'nameEN',
  'headword',
  'names',
] as const;

/** The name of a record that cannot be read; undefined where none is found. */
function nameIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return nameIn(value[0]);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const field of NAME_FIELDS) {
    const found: unknown = Reflect.get(value, field);
    const name = typeof found === 'string' ? found.trim() : nameIn(found);
    if (name !== undefined && name !== '') return name;
  }
  return undefined;
}

const lengthOf = (field: string | undefined): number => field?.length ?? Number.POSITIVE_INFINITY;

const sentenceOf = (field: string, fault: string): string =>
  `${field === '' ? 'The record' : `The field ${field.replaceAll('[]', '')}`} ${fault}`;

/** Shapes of findings about records that may name withheld ones. */
const MAY_NAME_WITHHELD: ReadonlySet<string> = new Set(['X15', 'mapping']);

/** Counts every record once, and writes findings, quarantine and notes. */
export class BuildReport implements IndexListener {
  readonly counts = new RecordCounts();
  readonly notes = new RunNotes();
  readonly completeness = new Completeness();
  readonly #plan: BuildPlan;
  readonly #release: ReleaseWriter;
  readonly #report: Report;
  readonly #sourceFields = new SourceFields();
  /** Where the names of published records are. */
  readonly #names: Part[] = [];
  #unreadable: UnreadableRecord[] = [];
  #different: DifferentRecord[] = [];

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
    this.notes.addDuplicate(kind);
  }

  different(record: DifferentRecord): void {
    const { kind } = record.one;
    this.notes.addDuplicate(kind, -1);
    this.counts.count(kind, 'fetched');
    this.counts.count(kind, 'rejected');
    this.#different.push(record);
  }

  unknownFields(kind: Kind, fields: readonly string[]): void {
    this.notes.unknownFields(kind, fields);
  }

  unreadable(record: UnreadableRecord, kinds: readonly Kind[]): void {
    for (const kind of kinds) {
      this.counts.count(kind, 'fetched');
      this.counts.count(kind, 'unreadable');
    }
    this.#unreadable.push(record);
  }

  /** Writes what was found while the harvest was read, after its last answer. */
  async addIndex(index: GlobalIndex): Promise<void> {
    await this.#quarantineUnreadable(index);
    await this.#quarantineDifferent();
    this.notes.genders(unreadGenders(this.#plan.gender, index.genders));
  }

  /**
   * Writes unreadable records to report and quarantine. Whether such a record may be
   * published is not known. If it was sent to a privileged key, has a privileged field or may name people whose identity
   * is not published, only the reasons go into the release; a note tells the operator where it is.
   *
   * @param index tells which records must not be named
   */
  async #quarantineUnreadable(index: Pick<GlobalIndex, 'withheld' | 'unreadable'>): Promise<void> {
    for (const { kind, id, origin, faults, value, place } of this.#unreadable) {
      const reasons = faults.map(({ pointer, message }) => sentenceOf(fieldAt(pointer), message));
      const { mayBeSeen, subject, shown, source } = this.#shownOf({ kind, id, origin, value });
      const where = `${origin.service} ${origin.request}#${origin.pointer}`;
      const found = place === undefined || !mayBeSeen ? undefined : this.#placeOf(kind, place, index);
      this.#report({ event: 'note', message: `cannot be read: ${kind} in ${where}: ${reasons[0] ?? ''}` });
      for (const { pointer, message, messageGA, value: sent } of faults) {
        const field = fieldAt(pointer);
        const finding: Finding = {
          severity: 'violation',
          focus: '',
          constraint: 'Reading',
          shape: 'reading',
          message: `The record cannot be read. ${sentenceOf(field, message)}.`,
          messageGA: `Ní féidir an taifead a léamh. ${field === '' ? 'An taifead' : `An réimse ${field.replaceAll('[]', '')}`}: ${messageGA}.`,
        };
        await this.#release.report.add({
          subject: {
            ...subject,
            outcome: 'unreadable',
            ...(found === undefined ? {} : { place: found }),
          },
          finding,
          ...(field === '' ? {} : { field }),
          ...(mayBeSeen && sent !== undefined ? { sent: valueInWords(sent) } : {}),
        });
      }
      await this.#quarantine({ kind, ...shown, outcome: 'unreadable', reasons, ...source });
    }
    this.#unreadable = [];
  }

  /** A place in words, with the web page of the work where that has one and may be named. */
  #placeOf(
    kind: Kind,
    { name, partID, itemID, firstPageID }: PiecePlace,
    { withheld, unreadable }: Pick<GlobalIndex, 'withheld' | 'unreadable'>,
  ): string {
    const collection = kind.startsWith('cbes.') ? 'cbes' : 'cbe';
    const isNamed = (of: 'part' | 'item' | 'page', id: number | undefined): boolean => {
      const ref = { kind: `${collection}.${of}`, id: id ?? '' } as RecordRef;
      return !withheld.has(ref) || unreadable.has(ref);
    };
    if (!isNamed('part', partID) || !isNamed('item', itemID) || !isNamed('page', firstPageID)) return name;
    const links = makeLinks(this.#plan.links);
    const [part, item] =
      collection === 'cbes'
        ? [links.schoolsPart, links.schoolsItem]
        : [links.manuscriptPart, links.manuscriptItem];
    const address = item({ partID, firstPageID, itemID }) ?? part({ partID });
    return address === undefined ? name : `${name}, ${address}`;
  }

  /**
   * Writes records whose number another record has to report and quarantine. The rules for unreadable ones decide what is
   * shown of them.
   */
  async #quarantineDifferent(): Promise<void> {
    for (const { one, first } of this.#different) {
      const { kind, id, origin, record } = one;
      const { mayBeSeen, subject, shown, source } = this.#shownOf({ kind, id, origin, value: record });
      const place = mayBeSeen ? `: ${pageOf(first)}` : '';
      const finding: Finding = {
        severity: 'violation',
        focus: '',
        constraint: 'Reading',
        shape: 'identity',
        message: `Another record has the same number and other content. That one is published${place}.`,
        messageGA: `Tá an uimhir chéanna ar thaifead eile a bhfuil ábhar eile ann. Foilsítear an ceann sin${place}.`,
      };
      this.#report({
        event: 'note',
        message: `${kind} ${id} in ${pageOf(origin)} is rejected: another one has its number, in ${pageOf(first)}`,
      });
      await this.#release.report.add({
        subject: { ...subject, outcome: 'rejected' },
        finding,
        field: 'ID',
      });
      await this.#quarantine({ kind, ...shown, outcome: 'rejected', reasons: [finding.message], ...source });
    }
    this.#different = [];
  }

  /** The parts of a record that was not mapped which the release may show: all of it, or its kind alone. */
  #shownOf(
    one: Pick<UnreadableRecord, 'kind' | 'origin' | 'value'> & { readonly id: RecordRef['id'] | undefined },
  ) {
    const { kind, id, origin, value } = one;
    const mayBeSeen = this.#plan.profile === 'public' && !namesPrivileged(value) && !this.#namesPeople(kind);
    const label = nameIn(value);
    const shown = mayBeSeen ? { ...(id === undefined ? {} : { id }), origin } : {};
    return {
      mayBeSeen,
      shown,
      source: mayBeSeen ? { source: value } : {},
      subject: {
        kind,
        called: KINDS[kind].title,
        ...shown,
        ...(mayBeSeen && label !== undefined ? { label } : {}),
      },
    };
  }

  /** Adds a shard output to counts, report, quarantine and release. */
  async addShard(output: StoredShardOutput): Promise<void> {
    for (const [kind, count] of output.generated) this.counts.count(kind, 'fetched', count);
    for (const [kind, count] of output.published) this.counts.count(kind, 'published', count);
    for (const [kind, count] of output.trimmed) this.counts.count(kind, 'trimmed', count);
    for (const [kind, codes] of output.unknownCodes) this.notes.unknownCodes(kind, codes);
    for (const record of output.findings) {
      if (record.isPublished) await this.#addFindings(record, 'published');
      else await this.#reject(record);
    }
    this.completeness.merge(output.completeness);
    this.#names.push(output.names);
    this.#release.append(output);
  }

  /** Writes a rejected record to report and quarantine. */
  async #reject(rejected: RecordFindings): Promise<void> {
    const { one, findings } = rejected;
    const { kind, id, origin, record } = one;
    await this.#addFindings(rejected, 'rejected');
    this.counts.count(kind, 'rejected');
    const violations = findings.filter(({ severity }) => severity === 'violation');
    const reasons = violations.map(({ focus, path, value, message }) =>
      [focus, path, value, message].filter(Boolean).join(' '),
    );
    // A record that names a withheld one (X15), or that could not be searched for such names, is not shown.
    const source = violations.some(({ shape }) => MAY_NAME_WITHHELD.has(shape)) ? {} : { source: record };
    await this.#quarantine({
      kind,
      id,
      origin,
      outcome: 'rejected',
      reasons,
      findings: violations,
      ...source,
    });
  }

  /** Adds findings about several records, which are in the release. */
  async addCrossRecordFindings(found: readonly CrossRecordFinding[]): Promise<void> {
    const namesOf = await namesIn(
      this.#names,
      found.map(({ record }) => record),
    );
    const fields = found.map(({ record: { kind }, finding }) => this.#crossField(kind, finding));
    const keys = found.map(keyOfCause);
    /** Of several findings of one cause the one whose field is known best. */
    const best = new Map<string, number>();
    for (const [at, key] of keys.entries()) {
      const before = best.get(key);
      if (before === undefined || lengthOf(fields[at]) < lengthOf(fields[before])) best.set(key, at);
    }
    for (const [at, { record, finding }] of found.entries()) {
      const { kind, id, origin } = record;
      const { value } = finding;
      const subject: FindingSubject = {
        kind,
        called: KINDS[kind].title,
        outcome: 'published',
        // A finding about a whole kind of records has no id.
        ...(id === '' ? {} : { id }),
        ...namesOf(record),
        ...(origin === undefined ? {} : { origin }),
      };
      const field = fields[at];
      const target = value === undefined ? undefined : refOfIri(value, this.#plan.base);
      const isRepeated = best.get(keys[at] ?? '') !== at || isConsequence(finding);
      await this.#release.report.add({
        subject,
        finding,
        isRepeated,
        ...(field === undefined ? {} : { field }),
        ...(target === undefined ? {} : { sent: String(target.id) }),
      });
    }
  }

  #crossField(kind: Kind, finding: Finding): string | undefined {
    return finding.field ?? this.#sourceFields.of({ kind }, finding) ?? FIELDS_OF_RULES[finding.shape];
  }

  /**
   * Ends the report, when everything has been counted, and applies the gates: `--max-rejected` and `--max-withdrawn`.
   *
   * @param before the report of the release before
   * @throws FolkloreError COUNT_MISMATCH, GATE_FAILED
   */
  async finish(
    shapesMet: ReadonlyMap<string, number>,
    before: ValidationJson | undefined,
  ): Promise<ValidationJson> {
    const { previous, maxRejected } = this.#plan;
    this.counts.checkBalance();
    const validation = await this.#release.report.finish({
      counts: Object.fromEntries(this.counts.rows().map(({ kind, ...counts }) => [kind, counts])),
      shapesMet,
      completeness: this.completeness.rows(),
      ...(before === undefined || previous === undefined
        ? {}
        : { previous: { ...before, label: basename(previous) } }),
    });
    const { quarantined } = this.counts;
    if (exceeds(quarantined, this.counts.total('fetched'), maxRejected))
      throw gateFailed(undefined, quarantined, this.#plan);
    const loss = lossOf(this.counts, before, this.#plan);
    if (loss !== undefined) throw loss;
    return validation;
  }

  /** Whether an unreadable record may name people whose identity is not published. */
  #namesPeople(kind: Kind): boolean {
    return this.#plan.personsProfile === 'roles-only' && kind.startsWith('cbes.');
  }

  async #addFindings({ one, findings, leftOut, names }: RecordFindings, outcome: Outcome): Promise<void> {
    const { kind, id, origin } = one;
    const subject = { kind, id, called: KINDS[kind].title, ...names, origin };
    const reportedAs =
      (became: Outcome) =>
      (finding: Finding): ReportedFinding => {
        const field = finding.field ?? this.#sourceFields.of(one, finding);
        const sent =
          finding.field !== undefined || MAY_NAME_WITHHELD.has(finding.shape)
            ? undefined
            : this.#sourceFields.sent(one, finding);
        return {
          subject: { ...subject, outcome: became },
          finding,
          ...(field === undefined ? {} : { field }),
          ...(sent === undefined ? {} : { sent }),
        };
      };
    const reported = [
      ...leftOut.map(reportedAs('published without it')),
      ...findings.map(reportedAs(outcome)),
    ];
    for (const each of withoutRepeated(reported)) await this.#release.report.add(each);
  }

  async #quarantine(entry: Quarantined): Promise<void> {
    await this.#release.quarantine.write(entry);
    this.#haltIfAsked(entry);
    const { maxRejected } = this.#plan;
    // A share can be computed at the end only.
    if (
      maxRejected !== undefined &&
      'records' in maxRejected &&
      exceeds(this.counts.quarantined, 0, maxRejected)
    ) {
      throw gateFailed(entry, this.counts.quarantined, this.#plan);
    }
  }

  #haltIfAsked(last: FailingRecord): void {
    if (this.#plan.onViolation === 'halt') throw gateFailed(last, this.counts.quarantined, this.#plan);
  }
}
