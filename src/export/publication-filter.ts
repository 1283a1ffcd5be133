import { EXIT, FolkloreError } from '../base/errors.js';
import { isNothing } from '../dictionary/nothing.js';
import {
  isHeldBack,
  isPrivilegedSight,
  mayLeave,
  namesPrivileged,
  type SourceProfile,
} from '../mapping/publication.js';
import { KINDS } from './kinds.js';
import { fieldOf, nameOf, type Standing, type Unreadable } from './reading.js';
import { type Kind, type Unit, type UnitRef, UnitSet } from './unit.js';

/** Learns of each unit what the publication filter decides. */
export interface FilterListener {
  leaving(unit: UnitRef): void;
  withheld(unit: UnitRef): void;
  /** A unit thought to leave was found to stay in. */
  recalled(unit: UnitRef): void;
  /** Told once all is settled: what cannot be read in a record that stays in is withheld with it. */
  /** @param met the kinds of it and of what is inside, without those that were counted in another place */
  unreadable(record: Unreadable, met: readonly Kind[]): void;
}

/** A record in a place from which it is not described: in another answer, or where it cannot be read. */
interface Elsewhere {
  readonly ref: UnitRef;
  readonly isRead: boolean;
  /** Whether it stays in by what it says there. */
  readonly isClosed: boolean;
  readonly within: readonly UnitRef[];
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
export class PublicationFilter {
  /** What stays in; in the end the lost as well. */
  readonly withheld = new UnitSet();
  /** What was thought to leave; all of it leaves that is not withheld. */
  readonly #passed = new UnitSet();
  readonly #lost = new UnitSet();
  readonly #elsewhere: Elsewhere[] = [];
  readonly #unreadable: Unreadable[] = [];
  /** Kept in without having been counted: where they cannot be read they are counted at the end. */
  readonly #uncounted = new UnitSet();
  /** Counted where they cannot be read. */
  readonly #countedUnread = new UnitSet();
  readonly #profile: SourceProfile;
  readonly #listener: FilterListener;
  #isAnyRecalled = false;

  constructor(profile: SourceProfile, listener: FilterListener) {
    this.#profile = profile;
    this.#listener = listener;
  }

  /** Whether a unit leaves, as far as has been read. */
  leaves(ref: UnitRef): boolean {
    return this.#passed.has(ref) && !this.withheld.has(ref);
  }

  /** Whether a unit was met before, and be it where it could not be read. */
  hasMet(ref: UnitRef): boolean {
    return this.#passed.has(ref) || this.withheld.has(ref) || this.#lost.has(ref);
  }

  /**
   * Decides about a unit that was not met before.
   *
   * @returns whether it leaves, as far as has been read
   * @throws FolkloreError CONFIG_INVALID when it holds what a public key is never sent
   */
  passes(one: Unit): boolean {
    if (!this.heed(one)) return false;
    this.#passed.add(one);
    this.#listener.leaving(one);
    return true;
  }

  /**
   * Looks at a unit in a place from which it is described, unless another one came first.
   *
   * @returns whether nothing there keeps it in
   * @throws FolkloreError CONFIG_INVALID when it holds what a public key is never sent
   */
  heed(one: Unit): boolean {
    if (this.#mayLeave(one)) return true;
    this.withhold(one);
    return false;
  }

  /**
   * Looks at a unit in a record that is passed over.
   *
   * @throws FolkloreError CONFIG_INVALID when it holds what a public key is never sent
   */
  passedOver(one: Unit): void {
    const { kind, id, within } = one;
    const isClosed = !this.#isOpen(one);
    if (this.withheld.has(one) || (!isClosed && within.length === 0)) return;
    this.#elsewhere.push({ ref: { kind, id }, isRead: true, isClosed, within });
  }

  /** Looks at a record as it came, of which another place may be read. */
  unread([record, ...around]: Standing): void {
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
  unreadable(record: Unreadable): void {
    const isPrivileged = this.#profile === 'privileged' || namesPrivileged(record.value);
    for (const ref of named([record, ...record.inside])) {
      // Whether it may be seen nobody knows, if not everything of its kind may.
      const isUndecided = isPrivileged && [ref, record].some(({ kind }) => KINDS[kind].gates.length > 0);
      if (isUndecided || this.#passed.has(ref)) this.#keepInUncounted(ref);
      else this.#lost.add(ref);
    }
    if (this.#isOutside(record)) this.#unreadable.push(record);
    else this.#withholdAll(record);
  }

  /** Keeps a unit in, whatever it says. */
  withhold(ref: UnitRef): void {
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
  close(): UnitSet {
    for (const record of this.#unreadable) {
      if (!this.#isOutside(record)) this.#withholdAll(record);
      else
        this.#listener.unreadable(
          record,
          this.#firstMet(record).map(({ kind }) => kind),
        );
    }
    const lost = new UnitSet();
    for (const ref of this.#lost.all()) if (this.withheld.add(ref)) lost.add(ref);
    return lost;
  }

  #mayLeave(one: Unit): boolean {
    return this.#isOpen(one) && one.within.every((container) => this.leaves(container));
  }

  /** By what it says itself. */
  #isOpen(one: Unit): boolean {
    if (this.#profile === 'public' && isPrivilegedSight(one.record)) throw privilegedKey(one);
    return one.heldBack !== true && mayLeave(one.record, KINDS[one.kind].gates, this.#profile);
  }

  /** By what it says itself, as it came. */
  #isClosed({ kind, value }: Standing[number]): boolean {
    if (typeof value !== 'object' || value === null) return false;
    const isUnsaid = KINDS[kind].gates.some((gate) => isNothing(fieldOf(value, gate)));
    return isHeldBack(value) || (isUnsaid && this.#profile === 'privileged');
  }

  #staysIn({ ref, isRead, isClosed, within }: Elsewhere): boolean {
    const isAbsent = (container: UnitRef): boolean =>
      isRead && this.#passed.has(ref) && !this.#passed.has(container);
    return isClosed || within.some((container) => this.withheld.has(container) || isAbsent(container));
  }

  /** @returns whether it was not kept in before */
  #keepIn(ref: UnitRef): boolean {
    if (!this.withheld.add(ref)) return false;
    if (this.#passed.has(ref)) {
      this.#listener.recalled(ref);
      this.#isAnyRecalled = true;
    }
    return true;
  }

  #keepInUncounted(ref: UnitRef): void {
    if (this.#keepIn(ref) && !this.#passed.has(ref)) this.#uncounted.add(ref);
  }

  /** A record that cannot be read and those inside, without those that were counted; none without an id was. */
  #firstMet(record: Unreadable): Named[] {
    return [record, ...record.inside].filter(({ kind, id }) => {
      if (id === undefined) return true;
      const ref = { kind, id };
      const isCounted = this.#passed.has(ref) || (this.withheld.has(ref) && !this.#uncounted.has(ref));
      return !isCounted && this.#countedUnread.add(ref);
    });
  }

  /** Whether nothing around a record that cannot be read stays in. */
  #isOutside({ within }: Unreadable): boolean {
    return within === undefined || this.leaves(within);
  }

  #withholdAll(record: Unreadable): void {
    for (const ref of named([record, ...record.inside])) this.#keepInUncounted(ref);
    for (const { kind, id = '' } of this.#firstMet(record)) this.#listener.withheld({ kind, id });
  }
}

/** What is left of the name of a record. */
type Named = Pick<UnitRef, 'kind'> & Partial<UnitRef>;

/** Those whose id is left. */
const named = (records: readonly Named[]): UnitRef[] =>
  records.flatMap(({ kind, id }) => (id === undefined ? [] : [{ kind, id }]));

/** The item that a transcript is of: it stands in that, too. */
const itemOf = ({ kind, value }: Standing[number]): readonly Named[] =>
  kind === 'cbes.transcript' ? [nameOf('cbes.item', { id: fieldOf(value, 'itemid') })] : [];

/** What a public key is never sent is there: then what is missing was not filtered upstream either. */
function privilegedKey({ kind }: UnitRef): FolkloreError {
  return new FolkloreError(
    'CONFIG_INVALID',
    `The stored harvest holds privileged fields (${KINDS[kind].called}), so it was made with a privileged key.`,
    {
      hint: 'Set services.archive.profile: privileged; then only what is marked as releasable is published.',
      exitCode: EXIT.misuse,
    },
  );
}
