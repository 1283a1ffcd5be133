import type { Origin } from '../base/origin.js';
import type { SchoolsPerson } from '../dictionary/archive/schools-person.js';
import type { ObservedIn, Occurrence } from '../mapping/archive/schools-person.js';
import type { Gathered } from './gather.js';
import { rowOf } from './row-of.js';
import { type Unit, unit } from './unit.js';

/** Collects the occurrences of each person of the schools collection until the last one is read. */
export class Observations {
  readonly #expected: Gathered['occurrences'];
  readonly #ambiguous: Gathered['ambiguousPeople'];
  readonly #pending = new Map<number, { occurrences: Occurrence[]; origin: Origin }>();

  constructor({ occurrences, ambiguousPeople }: Pick<Gathered, 'occurrences' | 'ambiguousPeople'>) {
    this.#expected = occurrences;
    this.#ambiguous = ambiguousPeople;
  }

  /** The people whose last occurrence is in this unit; of an id that stands for several people, the one in it. */
  in(one: Unit): Unit[] {
    const people: readonly SchoolsPerson[] = rowOf(one).observes?.(one.record) ?? [];
    const source = { kind: one.kind === 'cbes.part' ? 'part' : 'item', id: Number(one.id) } as const;
    const own = new Set(people.map(({ id }) => id).filter((id) => this.#ambiguous.has(id)));
    const within = [...own].map((id) => {
      const occurrences = people.filter((person) => person.id === id).map((person) => ({ person, source }));
      return unit('cbes.person', nameWithin(source, id), { id, occurrences }, one.origin);
    });
    return [...within, ...people.flatMap((person) => this.#last(person, source, one.origin))];
  }

  #last(person: SchoolsPerson, source: ObservedIn, origin: Origin): Unit[] {
    const { id } = person;
    const expected = this.#expected.get(id);
    // Nobody is expected where people must not be known.
    if (expected === undefined || this.#ambiguous.has(id)) return [];
    const pending = this.#pending.get(id) ?? { occurrences: [], origin };
    pending.occurrences.push({ person, source });
    this.#pending.set(id, pending);
    if (pending.occurrences.length < expected) return [];
    this.#pending.delete(id);
    return [unit('cbes.person', id, { id, occurrences: pending.occurrences }, pending.origin)];
  }
}

/** What a person within a work is known by across the run: the end of their IRI. */
const nameWithin = ({ kind, id }: ObservedIn, person: number): string => `${kind}/${id}#person-${person}`;
