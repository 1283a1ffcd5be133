import {
  type IndexedPerson,
  type IndexedRecord,
  isAtTop,
  type SharedRecord,
} from '../../harvest/answers/indexed-record.js';
import { isSameName } from '../../model/mapping/archive/schools-person.js';
import { knownTranscribers } from '../../model/mapping/archive/transcript.js';
import type { KnownPlace } from '../../model/mapping/mapping-context.js';
import type { PersonsProfile } from '../../model/mapping/persons-profile.js';
import { type IsPlaceholder, realNames } from '../../model/mapping/placeholder.js';
import type { Group } from '../../model/records/datasets.js';
import { isIncluded, KIND_NAMES, kindOf } from '../../model/records/kinds.js';
import type { Kind, RecordRef, SourceRecord } from '../../model/records/record.js';
import type { OutcomeOf } from './access-control.js';
import { Contradictions } from './contradictions.js';
import type { Claimant } from './shared-addresses.js';

/** Kinds whose records a concept scheme or lexicon names, all or those at its top. */
export const LISTED = KIND_NAMES.filter((kind) => kindOf({ kind }).scheme !== undefined);

/** Settings, and the decisions of access control. */
interface IndexScope {
  readonly groups: readonly Group[];
  readonly personsProfile: PersonsProfile;
  readonly isPlaceholder: IsPlaceholder;
  readonly outcomeOf: OutcomeOf;
}

/** What several publishable records have in common. They are added in the order of reading. */
export class SharedRecords {
  readonly occurrences = new Map<number, number>();
  readonly ambiguousPeople = new Map<number, string[]>();
  readonly places = new Map<number, KnownPlace>();
  readonly genders = { cbed: new Set<string>(), cbes: new Set<string>() };
  readonly shared = new Map<string, SourceRecord>();
  readonly contradictions = new Contradictions();
  /** Records with identity claims. */
  readonly claimants: Claimant[] = [];
  readonly #scope: IndexScope;
  /** Mentions that are merged already. */
  readonly #merged = new WeakSet<SharedRecord>();
  readonly #listed = new Map<Kind, RecordRef['id'][]>(LISTED.map((kind) => [kind, []]));
  /** The first name of each person of the schools collection. */
  readonly #names = new Map<number, string>();

  constructor(scope: IndexScope) {
    this.#scope = scope;
  }

  /** The top entries of a list, in the order of the service, and then those that only other records mention. */
  listed(kind: Kind): readonly RecordRef['id'][] {
    const mentioned = [...this.shared.values()].filter(
      (one) => one.kind === kind && isAtTop(one) && this.isOnlyMentioned(one),
    );
    return [...(this.#listed.get(kind) ?? []), ...mentioned.map(({ id }) => id)];
  }

  /** Whether other records alone describe a record: none of its own is published or withheld. */
  isOnlyMentioned(ref: RecordRef): boolean {
    const outcome = this.#scope.outcomeOf(ref);
    return outcome === undefined || outcome === 'unreadable';
  }

  /** Adds a publishable record. */
  add(one: IndexedRecord): void {
    const isFull = this.#scope.personsProfile === 'full';
    for (const shared of isFull ? one.shared : (one.sharedAnonymous ?? one.shared)) {
      this.#share(shared, one);
    }
    // Without the persons profile "full" nothing about people is collected.
    if (isFull) for (const person of one.people) this.#observe(person);
    if (one.gender !== undefined) this.genders.cbed.add(one.gender.toLowerCase());
    if (one.isListed) this.#listed.get(one.kind)?.push(one.id);
    if (one.claims !== undefined)
      this.claimants.push({ ref: { kind: one.kind, id: one.id }, claims: one.claims });
    if (one.kind === 'place' && this.isFolkloreLocation(Number(one.id))) {
      const { place } = one;
      if (place !== undefined) this.places.set(place.id, place);
    }
  }

  /** Whether the folklore collections refer to a place of the place-names database. */
  isFolkloreLocation(id: number): boolean {
    return LOCATIONS.some(
      (kind) => this.#scope.outcomeOf({ kind, id }) === 'publishable' || this.shared.has(`${kind}/${id}`),
    );
  }

  #observe(person: IndexedPerson): void {
    const { id, gender } = person;
    this.occurrences.set(id, (this.occurrences.get(id) ?? 0) + 1);
    if (gender !== undefined) this.genders.cbes.add(gender.toLowerCase());
    const [preferred] = realNames(person.names, this.#scope.isPlaceholder);
    if (preferred === undefined) return;
    const name = preferred.fullName;
    const first = this.#names.get(id);
    if (first === undefined) {
      this.#names.set(id, name);
      return;
    }
    const known = this.ambiguousPeople.get(id) ?? [first];
    if (known.some((other) => isSameName(other, name))) return;
    this.ambiguousPeople.set(id, [...known, name]);
  }

  #share(shared: SharedRecord, carrier: IndexedRecord): void {
    if (this.#merged.has(shared)) return;
    this.#merged.add(shared);
    const { kind, id, record } = shared;
    const other = { kind, id, record, origin: carrier.origin, within: [] } as unknown as SourceRecord;
    if (!isIncluded(other.kind, this.#scope.groups) || this.#isPlaceholder(other)) return;
    const key = `${kind}/${id}`;
    const held = this.shared.get(key);
    if (held === undefined) {
      this.shared.set(key, other);
      this.contradictions.first(key, carrier);
    } else if (differ(held.record, other.record)) {
      this.contradictions.add(key, held, other, carrier);
      this.shared.set(key, merged(held, other));
    }
    for (const inner of shared.shared) this.#share(inner, carrier);
  }

  #isPlaceholder({ kind, record }: SourceRecord): boolean {
    return (
      kind === 'cbes.transcriber' && knownTranscribers({ transcribers: [record] }, this.#scope).length === 0
    );
  }
}

/** Merges two mentions of one record: of each field the fuller value. If one mention has them all, it is returned as it is. */
function merged(one: SourceRecord, other: SourceRecord): SourceRecord {
  const [known, next] = [one.record as Fields, other.record as Fields];
  const fuller = (a: Fields, b: Fields): string[] =>
    Object.keys(a).filter((field) => compareFullness(a[field], b[field]) > 0);
  const added = fuller(next, known);
  if (added.length === 0) return one;
  if (fuller(known, next).length === 0) return other;
  const more = Object.fromEntries(added.map((field) => [field, next[field]]));
  return { ...one, record: { ...known, ...more } } as SourceRecord;
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a field of one of two mentions has another value in the other. */
const differ = (one: object, other: object): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].some(
    (field) => compareFullness((one as Fields)[field], (other as Fields)[field]) !== 0,
  );

/**
 * Compares the fullness of two values: above 0 for the first, below 0 for the second. The longer JSON is the fuller; of
 * equal length the one whose characters come first, so that the order of reading does not matter.
 */
function compareFullness(one: unknown, other: unknown): number {
  if (one === other) return 0;
  const [a, b] = [JSON.stringify(one) ?? '', JSON.stringify(other) ?? ''];
  if (a === b) return 0;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? 1 : -1;
}

/** Kinds of the folklore archive that refer to places of the place-names database. */
export const LOCATIONS = ['county', 'location-ireland'] as const satisfies readonly Kind[];
