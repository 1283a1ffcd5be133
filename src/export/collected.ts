import type { SchoolsPerson } from '../dictionary/archive/schools-person.js';
import { handbookHeading } from '../mapping/archive/handbook-topic.js';
import { isSameName } from '../mapping/archive/same-name.js';
import type { PersonsProfile } from '../mapping/people.js';
import { type IsPlaceholder, trueNames } from '../mapping/placeholder.js';
import { type KnownPlace, knownPlace } from '../mapping/placenames/known-place.js';
import { DATASETS, type Group } from './datasets.js';
import { rowOf } from './row-of.js';
import type { Kind, Unit, UnitRef } from './unit.js';

/** Kinds of records that the list which they are in names, all or those at its top. */
export const LISTED = [
  'cbes.topic',
  'cbeg.topic',
  'cbed.occupation',
  'category',
  'acceptability',
  'glossary',
] as const satisfies readonly Kind[];

/** Whether nothing stands above an entry of a list. */
function isAtTop({ kind, record }: Unit): boolean {
  if (kind === 'cbes.topic') return record.parentID === undefined;
  return kind !== 'cbeg.topic' || handbookHeading(record.id) === record.id;
}

/** What is known of the run and of the records when they are looked at. */
export interface Sight {
  readonly groups: readonly Group[];
  readonly personsProfile: PersonsProfile;
  readonly isPlaceholder: IsPlaceholder;
  /** Whether a record of a service's own list leaves, as far as has been read. */
  isLeaving(ref: UnitRef): boolean;
}

/** What lies across the records that leave: shown one after another, in the order of reading. */
export class Collected {
  readonly occurrences = new Map<number, number>();
  readonly ambiguousPeople = new Map<number, string[]>();
  readonly places = new Map<number, KnownPlace>();
  readonly genders = { cbed: new Set<string>(), cbes: new Set<string>() };
  readonly shared = new Map<string, Unit>();
  readonly #sight: Sight;
  readonly #listed = new Map<Kind, UnitRef['id'][]>(LISTED.map((kind) => [kind, []]));
  /** The name each person of the schools collection was first met with. */
  readonly #names = new Map<number, string>();

  constructor(sight: Sight) {
    this.#sight = sight;
  }

  /** What stands in a list, at its top, in the service's order, and then what only other records mention. */
  listed(kind: Kind): readonly UnitRef['id'][] {
    const mentioned = [...this.shared.values()].filter(
      (one) => one.kind === kind && isAtTop(one) && !this.#sight.isLeaving(one),
    );
    return [...(this.#listed.get(kind) ?? []), ...mentioned.map(({ id }) => id)];
  }

  add(one: Unit): void {
    const { kind, record } = one;
    this.#shareOf(one);
    // Of people who must not be known nothing is collected.
    if (this.#sight.personsProfile === 'full') {
      for (const person of rowOf(one).observes?.(one.record) ?? []) this.#observe(person);
    }
    if (kind === 'cbed.person' && record.gender !== undefined)
      this.genders.cbed.add(record.gender.toLowerCase());
    if (isAtTop(one)) this.#listed.get(kind)?.push(one.id);
    if (kind === 'place' && this.isFolkloreLocation(record.id)) {
      this.places.set(record.id, knownPlace(record));
    }
  }

  /** Whether the folklore collections refer to a place of the place-names database. */
  isFolkloreLocation(id: number): boolean {
    return LOCATIONS.some((kind) => this.#sight.isLeaving({ kind, id }) || this.shared.has(`${kind}/${id}`));
  }

  #observe(person: SchoolsPerson): void {
    const { id, gender } = person;
    this.occurrences.set(id, (this.occurrences.get(id) ?? 0) + 1);
    if (gender !== undefined) this.genders.cbes.add(gender.toLowerCase());
    const [preferred] = trueNames(person.names, this.#sight.isPlaceholder);
    if (preferred === undefined) return;
    const name = preferred.fullName;
    const first = this.#names.get(id);
    if (first === undefined) {
      this.#names.set(id, name);
      return;
    }
    const met = this.ambiguousPeople.get(id) ?? [first];
    if (met.some((other) => isSameName(other, name))) return;
    this.ambiguousPeople.set(id, [...met, name]);
  }

  #shareOf(one: Unit): void {
    const { groups } = this.#sight;
    for (const other of rowOf(one).shares?.(one.record, one.origin, this.#sight) ?? []) {
      if (!isAsked(other, groups)) continue;
      const key = `${other.kind}/${other.id}`;
      const held = this.shared.get(key);
      this.shared.set(key, held === undefined ? other : merged(held, other));
      this.#shareOf(other);
    }
  }
}

/**
 * Two mentions of one thing as one: of each field the fuller value, whichever came first. Where one mention says it
 * all, it is that mention.
 */
function merged(one: Unit, other: Unit): Unit {
  const [held, met] = [one.record as Fields, other.record as Fields];
  const fuller = (a: Fields, b: Fields): string[] =>
    Object.keys(a).filter((field) => compareFullness(a[field], b[field]) > 0);
  const added = fuller(met, held);
  if (added.length === 0) return one;
  if (fuller(held, met).length === 0) return other;
  const more = Object.fromEntries(added.map((field) => [field, met[field]]));
  return { ...one, record: { ...held, ...more } } as Unit;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Which of two values says more: above 0 the first, below 0 the second. The longer as JSON does, of equal length the
 * first by the order of its characters, so that it does not matter which was met first.
 */
function compareFullness(one: unknown, other: unknown): number {
  if (one === other) return 0;
  const [a, b] = [JSON.stringify(one) ?? '', JSON.stringify(other) ?? ''];
  if (a === b) return 0;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? 1 : -1;
}

/** What the folklore collections call a place of the place-names database by. */
const LOCATIONS = ['county', 'location-ireland'] as const satisfies readonly Kind[];

/** Whether the file that a unit goes into is one of the run. */
function isAsked(one: Unit, groups: readonly Group[]): boolean {
  const { dataset } = rowOf(one);
  return typeof dataset === 'function' || DATASETS[dataset].of.some((group: Group) => groups.includes(group));
}
