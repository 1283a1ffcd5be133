import type { Origin } from '../base/origin.js';
import type { SchoolsPerson } from '../dictionary/archive/schools-person.js';
import type { Observation } from '../mapping/archive/schools-person.js';
import { rowOf } from './gather.js';
import { type Unit, unit } from './unit.js';

/** Collects the occurrences of each person of the schools collection until the last one is read. */
export class Observations {
  readonly #expected: ReadonlyMap<number, number>;
  readonly #pending = new Map<
    number,
    { occurrences: Observation['occurrences'][number][]; origin: Origin }
  >();

  constructor(expected: ReadonlyMap<number, number>) {
    this.#expected = expected;
  }

  /** The people whose last occurrence is in this unit. */
  in(one: Unit): Unit[] {
    const people: readonly SchoolsPerson[] = rowOf(one).observes?.(one.record) ?? [];
    const source = { kind: one.kind === 'cbes.part' ? 'part' : 'item', id: Number(one.id) } as const;
    return people.flatMap((person) => {
      const expected = this.#expected.get(person.id);
      // Nobody is expected where people must not be known.
      if (expected === undefined) return [];
      const pending = this.#pending.get(person.id) ?? { occurrences: [], origin: one.origin };
      pending.occurrences.push({ person, source });
      this.#pending.set(person.id, pending);
      if (pending.occurrences.length < expected) return [];
      this.#pending.delete(person.id);
      const observation = { id: person.id, occurrences: pending.occurrences };
      return [unit('cbes.person', person.id, observation, pending.origin)];
    });
  }
}
