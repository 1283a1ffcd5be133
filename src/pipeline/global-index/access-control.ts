import { FolkloreError } from '../../base/errors.js';
import { isNothing } from '../../base/json.js';
import {
  type ContainmentChain,
  Occurrences,
  type UnreadableRecord,
} from '../../harvest/answers/read-records.js';
import { fieldOf, refOf } from '../../harvest/answers/sent-fields.js';
import {
  hasPrivilegedFields,
  isMarkedWithheld,
  namesPrivileged,
  type SourceProfile,
  type WithheldReason,
  withheldBy,
} from '../../model/mapping/access.js';
import { KIND_NAMES, KINDS } from '../../model/records/kinds.js';
import { type Kind, type RecordRef, RecordSet, type SourceRecord } from '../../model/records/record.js';

/**
 * Decides for a whole harvest which records may be published (model 3.0), in three steps:
 *
 * 1. {@link AccessFacts}: what each occurrence of a record states, as plain data;
 * 2. {@link withheldRecords}: the records that these facts withhold, and the records in them;
 * 3. {@link decisions}: the outcome of each record, of a withheld one with its reasons.
 *
 * A record may occur in several answers: one occurrence that withholds the record is enough, even where another one is newer. What withholds it is a rule of {@link Reason}. A record that nothing withholds is publishable if its first
 * occurrence can be read. If not, it is unreadable: it is not published, and no record may refer to it.
 */

/** Why an occurrence withholds its record. */
export type Reason =
  /** An access field of its kind has not the releasing value, or a privileged key is sent none. */
  | ({ readonly rule: 'field' } & WithheldReason)
  /** It was sent with a withholding access field that its kind does not have. */
  | { readonly rule: 'unknown-field' }
  /** The occurrence cannot be read, and its access fields, or those of a record that contains it, withhold it. */
  | { readonly rule: 'closed-copy' }
  /** The occurrence cannot be read; the first one can. */
  | { readonly rule: 'unreadable-copy' }
  /** The occurrence cannot be read, nor its access fields, which a privileged key depends on, or which it has. */
  | { readonly rule: 'unreadable' }
  /** Of people of the schools collection only their roles are published. */
  | { readonly rule: 'roles-only' }
  | { readonly rule: 'withheld-container'; readonly container: RecordRef }
  /** The record that contains it is absent, cannot be read, or is read later. */
  | { readonly rule: 'absent-container'; readonly container: RecordRef };

/** How a record occurs. */
type Occurrence =
  /** To be mapped. */
  | 'read'
  /** Read, and not mapped: it was seen before. */
  | 'repeated'
  /** Within a record that is skipped because it was seen before. */
  | 'skipped'
  /** A part of such a record, or of an unreadable one, that cannot be read. Another occurrence may be readable. */
  | 'unread-part'
  /** Unreadable, and to be reported as such. */
  | 'unreadable'
  /** A person, recorded in the record that contains the occurrence. */
  | 'recorded';

/** One occurrence of a record. */
export interface AccessFact extends RecordRef {
  readonly as: Occurrence;
  /** The records that contain it. */
  readonly within: readonly RecordRef[];
  /** Why it withholds the record, whatever contains it. */
  readonly reasons: readonly Reason[];
}

/** What access control needs of a source record. */
interface AccessRecord extends Pick<SourceRecord, 'kind' | 'id' | 'within' | 'heldBack'> {
  readonly record: object;
}

/** The facts of a harvest. They are added in the order of reading; later steps do not depend on the order. */
export class AccessFacts {
  /** Records whose first occurrence can be read. */
  readonly read = new RecordSet();
  /** Records whose first occurrence cannot be read. */
  readonly unread = new RecordSet();
  readonly unreadable: UnreadableRecord[] = [];
  readonly #facts = new FactColumn();
  readonly #profile: SourceProfile;

  /** @param profile of the key with which the harvest was made */
  constructor(profile: SourceProfile) {
    this.#profile = profile;
  }

  /** Occurrences with a reason or a container. */
  get facts(): Iterable<AccessFact> {
    return this.#facts;
  }

  /**
   * Adds an occurrence of a record that is mapped, unless it is repeated.
   *
   * @param isSuperseded whether another occurrence is mapped
   * @returns whether it is the first occurrence
   * @throws FolkloreError CONFIG_INVALID when it holds what a public key is never sent
   */
  addRead(one: AccessRecord, isSuperseded = false): boolean {
    const absent = one.within.filter((container) => !this.read.has(container)).map(absentContainer);
    const isFirst = !isSuperseded && !this.unread.has(one) && this.read.add(one);
    this.#add(one, isFirst ? 'read' : 'repeated', one.within, [...this.#ownReasons(one), ...absent]);
    return isFirst;
  }

  /**
   * Adds an occurrence within a record that is skipped because it was seen before.
   *
   * @throws FolkloreError CONFIG_INVALID when it holds what a public key is never sent
   */
  addSkipped(one: AccessRecord): void {
    this.#add(one, 'skipped', one.within, this.#ownReasons(one));
  }

  /** Adds an occurrence that cannot be read, as it was sent. Another one may be readable. */
  addUnreadPart([record, ...around]: ContainmentChain): void {
    const isClosed = [record, ...around].some((one) => this.#isClosed(one));
    for (const ref of named([record])) {
      const within = named([...around, ...itemOf(record)]);
      this.#add(ref, 'unread-part', within, isClosed ? [{ rule: 'closed-copy' }] : NO_REASONS);
    }
  }

  /** Adds a record, or a part of one, that cannot be read, and the records in it. */
  addUnreadable(record: UnreadableRecord): void {
    this.unreadable.push(record);
    const within = record.within === undefined ? [] : [record.within];
    const absent = within.filter((container) => !this.read.has(container)).map(absentContainer);
    const isNamed = namesPrivileged(record.value);
    for (const ref of named([record, ...record.inside])) {
      const isRead = this.read.has(ref);
      if (!isRead) this.unread.add(ref);
      const hasAccessFields = [ref, record].some(({ kind }) => KINDS[kind].accessFields.length > 0);
      const isUndecided = isNamed || (this.#profile === 'privileged' && hasAccessFields);
      const rule = isRead ? 'unreadable-copy' : isUndecided ? 'unreadable' : undefined;
      this.#add(ref, 'unreadable', within, rule === undefined ? absent : [{ rule }, ...absent]);
    }
  }

  /** Adds a person of whom only roles are published, and the record that the person is recorded in. */
  addRecorded(person: RecordRef, recordedIn: RecordRef): void {
    this.#add(person, 'recorded', [recordedIn], [{ rule: 'roles-only' }]);
  }

  #add(
    { kind, id }: RecordRef,
    as: Occurrence,
    within: readonly RecordRef[],
    reasons: readonly Reason[],
  ): void {
    if (within.length + reasons.length > 0) this.#facts.push({ kind, id, as, within, reasons });
  }

  /** Its own access fields that withhold it. */
  #ownReasons(one: AccessRecord): readonly Reason[] {
    if (this.#profile === 'public' && hasPrivilegedFields(one.record)) throw privilegedKey(one);
    const fields = withheldBy(one.record, KINDS[one.kind].accessFields, this.#profile);
    if (fields.length > 0) return fields.map((field) => ({ rule: 'field', ...field }));
    return one.heldBack === true ? [{ rule: 'unknown-field' }] : NO_REASONS;
  }

  /** Whether its own access fields, as sent, withhold it. */
  #isClosed({ kind, value }: ContainmentChain[number]): boolean {
    if (typeof value !== 'object' || value === null) return false;
    const isAnyMissing = KINDS[kind].accessFields.some((gate) => isNothing(fieldOf(value, gate)));
    return isMarkedWithheld(value) || (isAnyMissing && this.#profile === 'privileged');
  }
}

/** The facts of a whole harvest. */
export type HarvestFacts = Pick<AccessFacts, 'read' | 'unread' | 'unreadable' | 'facts'>;

/** The withheld records: the smallest set that holds each record for which an occurrence has a reason. */
export function withheldRecords(harvest: HarvestFacts): RecordSet {
  const withheld = new RecordSet();
  for (let isAnyNew = true; isAnyNew; ) {
    isAnyNew = false;
    for (const fact of harvest.facts) {
      if (reasonsOf(fact, harvest, withheld).length > 0 && withheld.add(fact)) isAnyNew = true;
    }
  }
  return withheld;
}

/** Why an occurrence withholds its record: its own reasons, and the records that contain it. */
function reasonsOf(
  fact: AccessFact,
  { read }: Pick<HarvestFacts, 'read'>,
  withheld: RecordSet,
): readonly Reason[] {
  // Only of a record that is read elsewhere: the others are not mapped.
  const isAbsent = (container: RecordRef): boolean =>
    fact.as === 'skipped' && read.has(fact) && !read.has(container);
  let reasons = fact.reasons;
  for (const container of fact.within) {
    // The mark of a record is on the records in it, too.
    if (withheld.has(container))
      reasons = [...reasons.filter(({ rule }) => rule !== 'unknown-field'), withheldContainer(container)];
    else if (isAbsent(container)) reasons = [...reasons, absentContainer(container)];
  }
  return reasons;
}

/** The outcome of access control for a record. */
type Decision =
  | { readonly outcome: 'publishable'; readonly ref: RecordRef }
  | { readonly outcome: 'withheld'; readonly ref: RecordRef; readonly why: WhyWithheld }
  /** With the kinds of the record and the records in it, without those that have another decision. */
  | { readonly outcome: 'unreadable'; readonly record: UnreadableRecord; readonly kinds: readonly Kind[] };

/** The outcome of a record; undefined for one that has no record of its own in the harvest. */
export type OutcomeOf = (ref: RecordRef) => Decision['outcome'] | undefined;

/** The first occurrence that withholds a record. */
export type WhyWithheld = Pick<AccessFact, 'as' | 'reasons'>;

/**
 * The decision about each record of a harvest, once. Of unreadable records each occurrence in an answer is counted, once for
 * several answers; the parts of other records that nothing else names never.
 *
 * @param withheld as {@link withheldRecords} returns them
 */
export function* decisions(harvest: HarvestFacts, withheld: RecordSet): Generator<Decision> {
  const { read, facts, unreadable } = harvest;
  const isPublishable = (ref: RecordRef): boolean => read.has(ref) && !withheld.has(ref);
  const decided = new RecordSet();
  for (const ref of read.all()) if (isPublishable(ref)) yield { outcome: 'publishable', ref };
  for (const fact of facts) {
    const { kind, id, as, within } = fact;
    const isUnread = (as === 'unread-part' || as === 'unreadable') && !read.has(fact);
    const isRoleInWithheld = as === 'recorded' && !within.every(isPublishable);
    if (!withheld.has(fact) || isUnread || isRoleInWithheld) continue;
    const reasons = reasonsOf(fact, harvest, withheld);
    if (reasons.length > 0 && decided.add(fact))
      yield { outcome: 'withheld', ref: { kind, id }, why: { as, reasons } };
  }
  const occurrences = new Occurrences();
  const counted = new Set<string>();
  const undecidedIn = (record: UnreadableRecord): Named[] =>
    [record, ...record.inside].filter((one) => {
      const { kind, id } = one;
      if (id === undefined) return true;
      if (read.has({ kind, id }) || decided.has({ kind, id })) return false;
      // Of a record in no other one, one occurrence was kept.
      if (one === record && record.within === undefined) return true;
      const key = occurrences.keyOf(record.origin, { kind, id });
      const isNew = !counted.has(key);
      counted.add(key);
      return isNew;
    });
  const others: UnreadableRecord[] = [];
  for (const record of unreadable) {
    const { within } = record;
    if (within === undefined || isPublishable(within)) {
      others.push(record);
      continue;
    }
    const reason = withheld.has(within) ? withheldContainer(within) : absentContainer(within);
    const why: WhyWithheld = { as: 'unreadable', reasons: [reason] };
    for (const { kind, id = '' } of undecidedIn(record))
      yield { outcome: 'withheld', ref: { kind, id }, why };
  }
  for (const record of others)
    yield { outcome: 'unreadable', record, kinds: undecidedIn(record).map(({ kind }) => kind) };
}

/** The facts in one column of numbers: those of two million records take 40 MB, as objects ten times as much. */
class FactColumn implements Iterable<AccessFact> {
  /** Of each fact its record, and then the records that contain it, as negative numbers. */
  #numbers = new Float64Array(1024);
  #length = 0;
  /** What most facts have not, by the position of the fact. */
  readonly #notes = new Map<number, Pick<AccessFact, 'as' | 'reasons'>>();
  /** Ids that are no small number. */
  readonly #otherIds: RecordRef['id'][] = [];

  push({ as, reasons, within, ...ref }: AccessFact): void {
    if (as !== 'read' || reasons.length > 0) this.#notes.set(this.#length, { as, reasons });
    this.#append(this.#numberOf(ref));
    for (const container of within) this.#append(-this.#numberOf(container));
  }

  *[Symbol.iterator](): Generator<AccessFact> {
    for (let next = 0; next < this.#length; ) {
      const { as, reasons } = this.#notes.get(next) ?? PLAIN;
      const { kind, id } = this.#refOf(this.#numbers[next] ?? 0);
      const within: RecordRef[] = [];
      for (next += 1; (this.#numbers[next] ?? 0) < 0; next += 1)
        within.push(this.#refOf(-(this.#numbers[next] ?? 0)));
      yield { kind, id, as, within, reasons };
    }
  }

  #append(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Float64Array(2 * this.#length);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  #numberOf({ kind, id }: RecordRef): number {
    const isSmall = typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < OTHER_IDS;
    const position = isSmall ? id : OTHER_IDS + this.#otherIds.push(id) - 1;
    return (1 + (POSITIONS.get(kind) ?? 0)) * IDS_OF_KIND + position;
  }

  #refOf(number: number): RecordRef {
    const position = number % IDS_OF_KIND;
    const kind = KIND_NAMES[Math.floor(number / IDS_OF_KIND) - 1] as Kind;
    const id = position < OTHER_IDS ? position : (this.#otherIds[position - OTHER_IDS] ?? '');
    return { kind, id };
  }
}

const NO_REASONS: readonly never[] = [];
const PLAIN = { as: 'read', reasons: NO_REASONS } as const;
const POSITIONS = new Map(KIND_NAMES.map((kind, position) => [kind, position]));
/** Numbers for the ids of a kind: the upper half is for positions in a list. 2,048 kinds have room. */
const IDS_OF_KIND = 2 ** 42;
const OTHER_IDS = IDS_OF_KIND / 2;

/** The kind of a record, and its id if it can be read. */
type Named = Pick<RecordRef, 'kind'> & Partial<RecordRef>;

/** Those whose id can be read. */
const named = (records: readonly Named[]): RecordRef[] =>
  records.flatMap(({ kind, id }) => (id === undefined ? [] : [{ kind, id }]));

const withheldContainer = (container: RecordRef): Reason => ({ rule: 'withheld-container', container });

const absentContainer = ({ kind, id }: RecordRef): Reason => ({
  rule: 'absent-container',
  container: { kind, id },
});

/** The item of a transcript, which contains it too. */
const itemOf = ({ kind, value }: ContainmentChain[number]): readonly Named[] =>
  kind === 'cbes.transcript' ? [refOf('cbes.item', { id: fieldOf(value, 'itemid') })] : [];

/** A public key is never sent privileged fields. If they are there, the service has withheld nothing either. */
function privilegedKey({ kind }: RecordRef): FolkloreError {
  return new FolkloreError(
    'CONFIG_INVALID',
    `The stored harvest holds privileged fields (${KINDS[kind].title}), so it was made with a privileged key.`,
    {
      hint: 'Set services.archive.profile: privileged; then only what is marked as releasable is published.',
    },
  );
}
