import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import type { ContainmentChain, UnreadableRecord } from '../../harvest/answers/read-records.js';
import { fieldOf, refOf } from '../../harvest/answers/sent-fields.js';
import {
  hasPrivilegedFields,
  isMarkedWithheld,
  mayPublish,
  namesPrivileged,
  type SourceProfile,
} from '../../model/mapping/access.js';
import { KINDS } from '../../model/records/kinds.js';
import { type Kind, type RecordRef, RecordSet, type SourceRecord } from '../../model/records/record.js';
import { isNothing } from '../../model/schema/scalars.js';

/** What decides whether a source record may be published. */
export interface AccessRecord extends Pick<SourceRecord, 'kind' | 'id' | 'within' | 'heldBack'> {
  readonly record: object;
}

/** Receives the decision about each record. */
export interface AccessListener {
  publishable(unit: RecordRef): void;
  withheld(unit: RecordRef): void;
  /** A record that was publishable so far is withheld. */
  revoked(unit: RecordRef): void;
  /**
   * Called at the end. Unreadable records within a withheld record are withheld with it and not reported here.
   *
   * @param kinds of the record and the records in it, without those that are counted already
   */
  unreadable(record: UnreadableRecord, kinds: readonly Kind[]): void;
}

/** An occurrence of a record that is not mapped: in another answer, or unreadable. */
interface OtherOccurrence {
  readonly ref: RecordRef;
  readonly isRead: boolean;
  /** Whether its own access fields withhold it. */
  readonly isClosed: boolean;
  readonly within: readonly RecordRef[];
}

/**
 * Decides for a whole harvest which records are published (model 3.0). A record may occur in several answers, and it is not
 * known which is the newest. It is withheld if in any of its occurrences
 *
 * - its access fields withhold it, or a privileged key is sent none that releases it;
 * - a record that contains it is withheld;
 * - it can be read, and a record that contains it is absent or is read later.
 *
 * Otherwise it is published if its first occurrence can be read. If not, it is unreadable: it is not published and no
 * record may refer to it.
 *
 * A withheld record is never published again by what is read later. When a record is withheld that was publishable so far,
 * records in it may have been admitted: then the harvest is read again, until no decision changes.
 */
export class AccessControl {
  /** Withheld records; after `close` also the unreadable ones. */
  readonly withheld = new RecordSet();
  /** Records that were admitted. Those that are not withheld later are published. */
  readonly #admitted = new RecordSet();
  readonly #unreadableRefs = new RecordSet();
  readonly #otherOccurrences: OtherOccurrence[] = [];
  readonly #unreadable: UnreadableRecord[] = [];
  /** Withheld and not counted yet: they are counted at the end, as unreadable records. */
  readonly #uncounted = new RecordSet();
  /** Counted as unreadable records. */
  readonly #countedUnreadable = new RecordSet();
  readonly #profile: SourceProfile;
  readonly #listener: AccessListener;
  #isAnyRevoked = false;

  constructor(profile: SourceProfile, listener: AccessListener) {
    this.#profile = profile;
    this.#listener = listener;
  }

  /** Whether a record is publishable, as far as has been read. */
  isPublishable(ref: RecordRef): boolean {
    return this.#admitted.has(ref) && !this.withheld.has(ref);
  }

  /** Whether a record has occurred before, readable or not. */
  hasSeen(ref: RecordRef): boolean {
    return this.#admitted.has(ref) || this.withheld.has(ref) || this.#unreadableRefs.has(ref);
  }

  /**
   * Decides about the first occurrence of a record.
   *
   * @returns whether it is publishable, as far as has been read
   * @throws FolkloreError CONFIG_INVALID when it holds what a public key is never sent
   */
  admit(one: AccessRecord): boolean {
    if (!this.inspect(one)) return false;
    this.#admitted.add(one);
    this.#listener.publishable(one);
    return true;
  }

  /**
   * Checks an occurrence of a record that is mapped, unless another one came first.
   *
   * @returns whether nothing in it withholds the record
   * @throws FolkloreError CONFIG_INVALID when it holds what a public key is never sent
   */
  inspect(one: AccessRecord): boolean {
    if (this.#isReleasable(one)) return true;
    this.withhold(one);
    return false;
  }

  /**
   * Checks an occurrence in a record that is skipped as a duplicate.
   *
   * @throws FolkloreError CONFIG_INVALID when it holds what a public key is never sent
   */
  inspectDuplicate(one: AccessRecord): void {
    const { kind, id, within } = one;
    const isClosed = !this.#isOpen(one);
    if (this.withheld.has(one) || (!isClosed && within.length === 0)) return;
    this.#otherOccurrences.push({ ref: { kind, id }, isRead: true, isClosed, within });
  }

  /** Checks an unreadable occurrence, as it was sent. Another occurrence may be readable. */
  inspectUnreadable([record, ...around]: ContainmentChain): void {
    const [ref] = named([record]);
    if (ref === undefined) return;
    const isClosed = [record, ...around].some((one) => this.#isClosed(one));
    const within = named([...around, ...itemOf(record)]);
    this.#otherOccurrences.push({ ref, isRead: false, isClosed, within });
  }

  /**
   * Adds a record, or a part of one, whose first occurrence cannot be read, and the records in it. Those that were admitted,
   * because another occurrence can be read, are withheld.
   */
  unreadable(record: UnreadableRecord): void {
    const isPrivileged = this.#profile === 'privileged' || namesPrivileged(record.value);
    for (const ref of named([record, ...record.inside])) {
      // Its access fields cannot be read either.
      const isUndecided =
        isPrivileged && [ref, record].some(({ kind }) => KINDS[kind].accessFields.length > 0);
      if (isUndecided || this.#admitted.has(ref)) this.#withholdUncounted(ref);
      else this.#unreadableRefs.add(ref);
    }
    if (this.#isOutside(record)) this.#unreadable.push(record);
    else this.#withholdAll(record);
  }

  /** Withholds a record, whatever its access fields are. */
  withhold(ref: RecordRef): void {
    if (this.#markWithheld(ref) && !this.#admitted.has(ref)) this.#listener.withheld(ref);
  }

  /**
   * Must be called each time the harvest has been read to its end.
   *
   * @returns whether all decisions are final; if not, the harvest must be read again
   */
  settle(): boolean {
    // A withheld record may withhold another one.
    for (let isAnyNew = true; isAnyNew; ) {
      const withheld = this.#otherOccurrences.filter(
        (one) => !this.withheld.has(one.ref) && this.#isWithheldBy(one),
      );
      for (const { ref, isRead } of withheld) {
        if (isRead) this.withhold(ref);
        else this.#withholdUncounted(ref);
      }
      isAnyNew = withheld.length > 0;
    }
    const isSettled = !this.#isAnyRevoked;
    this.#isAnyRevoked = false;
    return isSettled;
  }

  /**
   * Reports unreadable records, and withholds them: no record may refer to them.
   *
   * @returns the unreadable records
   */
  close(): RecordSet {
    for (const record of this.#unreadable) {
      if (!this.#isOutside(record)) this.#withholdAll(record);
      else
        this.#listener.unreadable(
          record,
          this.#uncountedIn(record).map(({ kind }) => kind),
        );
    }
    const unreadable = new RecordSet();
    for (const ref of this.#unreadableRefs.all()) if (this.withheld.add(ref)) unreadable.add(ref);
    return unreadable;
  }

  #isReleasable(one: AccessRecord): boolean {
    return this.#isOpen(one) && one.within.every((container) => this.isPublishable(container));
  }

  /** Whether its own access fields allow publication. */
  #isOpen(one: AccessRecord): boolean {
    if (this.#profile === 'public' && hasPrivilegedFields(one.record)) throw privilegedKey(one);
    return one.heldBack !== true && mayPublish(one.record, KINDS[one.kind].accessFields, this.#profile);
  }

  /** Whether its own access fields, as sent, withhold it. */
  #isClosed({ kind, value }: ContainmentChain[number]): boolean {
    if (typeof value !== 'object' || value === null) return false;
    const isAnyMissing = KINDS[kind].accessFields.some((gate) => isNothing(fieldOf(value, gate)));
    return isMarkedWithheld(value) || (isAnyMissing && this.#profile === 'privileged');
  }

  #isWithheldBy({ ref, isRead, isClosed, within }: OtherOccurrence): boolean {
    const isAbsent = (container: RecordRef): boolean =>
      isRead && this.#admitted.has(ref) && !this.#admitted.has(container);
    return isClosed || within.some((container) => this.withheld.has(container) || isAbsent(container));
  }

  /** @returns whether it was not withheld before */
  #markWithheld(ref: RecordRef): boolean {
    if (!this.withheld.add(ref)) return false;
    if (this.#admitted.has(ref)) {
      this.#listener.revoked(ref);
      this.#isAnyRevoked = true;
    }
    return true;
  }

  #withholdUncounted(ref: RecordRef): void {
    if (this.#markWithheld(ref) && !this.#admitted.has(ref)) this.#uncounted.add(ref);
  }

  /** An unreadable record and the records in it, without those that are counted. Records without an id are always counted. */
  #uncountedIn(record: UnreadableRecord): Named[] {
    return [record, ...record.inside].filter(({ kind, id }) => {
      if (id === undefined) return true;
      const ref = { kind, id };
      const isCounted = this.#admitted.has(ref) || (this.withheld.has(ref) && !this.#uncounted.has(ref));
      return !isCounted && this.#countedUnreadable.add(ref);
    });
  }

  /** Whether no record that contains an unreadable one is withheld. */
  #isOutside({ within }: UnreadableRecord): boolean {
    return within === undefined || this.isPublishable(within);
  }

  #withholdAll(record: UnreadableRecord): void {
    for (const ref of named([record, ...record.inside])) this.#withholdUncounted(ref);
    for (const { kind, id = '' } of this.#uncountedIn(record)) this.#listener.withheld({ kind, id });
  }
}

/** The kind of a record, and its id if it can be read. */
type Named = Pick<RecordRef, 'kind'> & Partial<RecordRef>;

/** Those whose id can be read. */
const named = (records: readonly Named[]): RecordRef[] =>
  records.flatMap(({ kind, id }) => (id === undefined ? [] : [{ kind, id }]));

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
      exitCode: EXIT.misuse,
    },
  );
}
