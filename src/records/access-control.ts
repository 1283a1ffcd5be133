import { EXIT, FolkloreError } from '../base/errors.js';
import {
  hasPrivilegedFields,
  isMarkedWithheld,
  mayPublish,
  namesPrivileged,
  type SourceProfile,
} from '../mapping/access.js';
import { isNothing } from '../schema/scalars.js';
import { KINDS } from './kinds.js';
import { type ContainmentChain, fieldOf, refOf, type UnreadableRecord } from './read-records.js';
import { type Kind, type RecordRef, RecordSet, type SourceRecord } from './record.js';

/** What decides whether a source record may be published. */
export interface AccessRecord extends Pick<SourceRecord, 'kind' | 'id' | 'within' | 'heldBack'> {
  readonly record: object;
}

/** Learns of each unit what the publication filter decides. */
export interface AccessListener {
  publishable(unit: RecordRef): void;
  withheld(unit: RecordRef): void;
  /** A unit thought to leave was found to stay in. */
  revoked(unit: RecordRef): void;
  /** Told once all is settled: what cannot be read in a record that stays in is withheld with it. */
  /** @param met the kinds of it and of what is inside, without those that were counted in another place */
  unreadable(record: UnreadableRecord, met: readonly Kind[]): void;
}

/** A record in a place from which it is not described: in another answer, or where it cannot be read. */
interface Elsewhere {
  readonly ref: RecordRef;
  readonly isRead: boolean;
  /** Whether it stays in by what it says there. */
  readonly isClosed: boolean;
  readonly within: readonly RecordRef[];
}

/**
 * The publication filter over a whole harvest (model 3.0). A record may stand in several places of it, and which of them
 * is the newest nobody knows: one that keeps it in is enough. It stays in when in any of them
 *
 * - it says that it must not leave or, to a privileged key, does not say that it may;
 * - something that it stands in stays in;
 * - something that it stands in is not there, or is read only later; if the record itself can be read there.
 *
 * Else it leaves if it can be read in the place from which it is described, the first; if not, it is lost: nobody may
 * refer to it, and nothing is kept from anybody.
 *
 * What stays in stays in: nothing that is read later lets it out. When something is recalled that was thought to leave,
 * others may have left that stand in it; then the harvest has to be read again, until nothing is recalled.
 */
export class AccessControl {
  /** What stays in; in the end the lost as well. */
  readonly withheld = new RecordSet();
  /** What was thought to leave; all of it leaves that is not withheld. */
  readonly #passed = new RecordSet();
  readonly #lost = new RecordSet();
  readonly #elsewhere: Elsewhere[] = [];
  readonly #unreadable: UnreadableRecord[] = [];
  /** Kept in without having been counted: where they cannot be read they are counted at the end. */
  readonly #uncounted = new RecordSet();
  /** Counted where they cannot be read. */
  readonly #countedUnread = new RecordSet();
  readonly #profile: SourceProfile;
  readonly #listener: AccessListener;
  #isAnyRecalled = false;

  constructor(profile: SourceProfile, listener: AccessListener) {
    this.#profile = profile;
    this.#listener = listener;
  }

  /** Whether a unit leaves, as far as has been read. */
  isPublishable(ref: RecordRef): boolean {
    return this.#passed.has(ref) && !this.withheld.has(ref);
  }

  /** Whether a unit was met before, and be it where it could not be read. */
  hasSeen(ref: RecordRef): boolean {
    return this.#passed.has(ref) || this.withheld.has(ref) || this.#lost.has(ref);
  }

  /**
   * Decides about a unit that was not met before.
   *
   * @returns whether it leaves, as far as has been read
   * @throws FolkloreError CONFIG_INVALID when it holds what a public key is never sent
   */
  admit(one: AccessRecord): boolean {
    if (!this.inspect(one)) return false;
    this.#passed.add(one);
    this.#listener.publishable(one);
    return true;
  }

  /**
   * Looks at a unit in a place from which it is described, unless another one came first.
   *
   * @returns whether nothing there keeps it in
   * @throws FolkloreError CONFIG_INVALID when it holds what a public key is never sent
   */
  inspect(one: AccessRecord): boolean {
    if (this.#mayLeave(one)) return true;
    this.withhold(one);
    return false;
  }

  /**
   * Looks at a unit in a record that is passed over.
   *
   * @throws FolkloreError CONFIG_INVALID when it holds what a public key is never sent
   */
  inspectDuplicate(one: AccessRecord): void {
    const { kind, id, within } = one;
    const isClosed = !this.#isOpen(one);
    if (this.withheld.has(one) || (!isClosed && within.length === 0)) return;
    this.#elsewhere.push({ ref: { kind, id }, isRead: true, isClosed, within });
  }

  /** Looks at a record as it came, of which another place may be read. */
  inspectUnreadable([record, ...around]: ContainmentChain): void {
    const [ref] = named([record]);
    if (ref === undefined) return;
    const isClosed = [record, ...around].some((one) => this.#isClosed(one));
    const within = named([...around, ...itemOf(record)]);
    this.#elsewhere.push({ ref, isRead: false, isClosed, within });
  }

  /**
   * Takes in a record, or a piece of one, that cannot be read where it would be described from, and what goes under with
   * it. What was thought to leave by then, because another place has it whole, stays in.
   */
  unreadable(record: UnreadableRecord): void {
    const isPrivileged = this.#profile === 'privileged' || namesPrivileged(record.value);
    for (const ref of named([record, ...record.inside])) {
      // Whether it may be seen nobody knows, if not everything of its kind may.
      const isUndecided =
        isPrivileged && [ref, record].some(({ kind }) => KINDS[kind].accessFields.length > 0);
      if (isUndecided || this.#passed.has(ref)) this.#keepInUncounted(ref);
      else this.#lost.add(ref);
    }
    if (this.#isOutside(record)) this.#unreadable.push(record);
    else this.#withholdAll(record);
  }

  /** Keeps a unit in, whatever it says. */
  withhold(ref: RecordRef): void {
    if (this.#keepIn(ref) && !this.#passed.has(ref)) this.#listener.withheld(ref);
  }

  /**
   * To be called whenever the harvest has been read to its end.
   *
   * @returns whether all is decided; if not, the harvest has to be read again
   */
  settle(): boolean {
    // One that stays in may keep in another.
    for (let isAnyNew = true; isAnyNew; ) {
      const staying = this.#elsewhere.filter((one) => !this.withheld.has(one.ref) && this.#staysIn(one));
      for (const { ref, isRead } of staying) {
        if (isRead) this.withhold(ref);
        else this.#keepInUncounted(ref);
      }
      isAnyNew = staying.length > 0;
    }
    const isSettled = !this.#isAnyRecalled;
    this.#isAnyRecalled = false;
    return isSettled;
  }

  /**
   * Tells what could not be read, and withholds the lost: nothing may refer to them.
   *
   * @returns the lost
   */
  close(): RecordSet {
    for (const record of this.#unreadable) {
      if (!this.#isOutside(record)) this.#withholdAll(record);
      else
        this.#listener.unreadable(
          record,
          this.#firstMet(record).map(({ kind }) => kind),
        );
    }
    const lost = new RecordSet();
    for (const ref of this.#lost.all()) if (this.withheld.add(ref)) lost.add(ref);
    return lost;
  }

  #mayLeave(one: AccessRecord): boolean {
    return this.#isOpen(one) && one.within.every((container) => this.isPublishable(container));
  }

  /** By what it says itself. */
  #isOpen(one: AccessRecord): boolean {
    if (this.#profile === 'public' && hasPrivilegedFields(one.record)) throw privilegedKey(one);
    return one.heldBack !== true && mayPublish(one.record, KINDS[one.kind].accessFields, this.#profile);
  }

  /** By what it says itself, as it came. */
  #isClosed({ kind, value }: ContainmentChain[number]): boolean {
    if (typeof value !== 'object' || value === null) return false;
    const isUnsaid = KINDS[kind].accessFields.some((gate) => isNothing(fieldOf(value, gate)));
    return isMarkedWithheld(value) || (isUnsaid && this.#profile === 'privileged');
  }

  #staysIn({ ref, isRead, isClosed, within }: Elsewhere): boolean {
    const isAbsent = (container: RecordRef): boolean =>
      isRead && this.#passed.has(ref) && !this.#passed.has(container);
    return isClosed || within.some((container) => this.withheld.has(container) || isAbsent(container));
  }

  /** @returns whether it was not kept in before */
  #keepIn(ref: RecordRef): boolean {
    if (!this.withheld.add(ref)) return false;
    if (this.#passed.has(ref)) {
      this.#listener.revoked(ref);
      this.#isAnyRecalled = true;
    }
    return true;
  }

  #keepInUncounted(ref: RecordRef): void {
    if (this.#keepIn(ref) && !this.#passed.has(ref)) this.#uncounted.add(ref);
  }

  /** A record that cannot be read and those inside, without those that were counted; none without an id was. */
  #firstMet(record: UnreadableRecord): Named[] {
    return [record, ...record.inside].filter(({ kind, id }) => {
      if (id === undefined) return true;
      const ref = { kind, id };
      const isCounted = this.#passed.has(ref) || (this.withheld.has(ref) && !this.#uncounted.has(ref));
      return !isCounted && this.#countedUnread.add(ref);
    });
  }

  /** Whether nothing around a record that cannot be read stays in. */
  #isOutside({ within }: UnreadableRecord): boolean {
    return within === undefined || this.isPublishable(within);
  }

  #withholdAll(record: UnreadableRecord): void {
    for (const ref of named([record, ...record.inside])) this.#keepInUncounted(ref);
    for (const { kind, id = '' } of this.#firstMet(record)) this.#listener.withheld({ kind, id });
  }
}

/** What is left of the name of a record. */
type Named = Pick<RecordRef, 'kind'> & Partial<RecordRef>;

/** Those whose id is left. */
const named = (records: readonly Named[]): RecordRef[] =>
  records.flatMap(({ kind, id }) => (id === undefined ? [] : [{ kind, id }]));

/** The item that a transcript is of: it stands in that, too. */
const itemOf = ({ kind, value }: ContainmentChain[number]): readonly Named[] =>
  kind === 'cbes.transcript' ? [refOf('cbes.item', { id: fieldOf(value, 'itemid') })] : [];

/** What a public key is never sent is there: then what is missing was not filtered upstream either. */
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
