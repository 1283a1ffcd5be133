import type { Origin } from '../base/origin.js';
import type { SchoolsPerson } from '../dictionary/archive/schools-person.js';
import type { ObservedIn, Occurrence } from '../mapping/archive/schools-person.js';
import type { Gathered } from './gather.js';
import { rowOf } from './row-of.js';
import { type Unit, unit } from './unit.js';

/** People of the schools collection as recorded in a part or an item. */
export interface Observed {
  readonly people: readonly SchoolsPerson[];
  readonly source: ObservedIn;
  readonly origin: Origin;
}

/** What is recorded of people in a unit. */
export function observedIn(one: Unit): Observed {
  const source = { kind: one.kind === 'cbes.part' ? 'part' : 'item', id: Number(one.id) } as const;
  return { people: rowOf(one).observes?.(one.record) ?? [], source, origin: one.origin };
}

/** Of ids that stand for several people, those of them who are in a unit (model 7.3, X7). */
export function peopleWithin(
  { people, source, origin }: Observed,
  isAmbiguous: (id: number) => boolean,
): Unit[] {
  const own = new Set(people.map(({ id }) => id).filter(isAmbiguous));
  return [...own].map((id) => {
    const occurrences = people.filter((person) => person.id === id).map((person) => ({ person, source }));
    return unit('cbes.person', nameWithin(source, id), { id, occurrences }, origin);
  });
}

/** Collects the occurrences of each person of the schools collection until the last one is read. */
export class Observations {
  readonly #expected: Gathered['occurrences'];
  readonly #ambiguous: Gathered['ambiguousPeople'];
  readonly #pending = new Map<number, { occurrences: Occurrence[]; origin: Origin }>();

  constructor({ occurrences, ambiguousPeople }: Pick<Gathered, 'occurrences' | 'ambiguousPeople'>) {
    this.#expected = occurrences;
    this.#ambiguous = ambiguousPeople;
  }

  /** The people whose last occurrence this is; of an id that stands for several people nobody. */
  last({ people, source, origin }: Observed): Unit[] {
    return people.flatMap((person) => this.#last(person, source, origin));
  }

  /** Everybody who has been met and not been described, in the order of meeting. */
  all(): Unit[] {
    return [...this.#pending].map(([id, { occurrences, origin }]) =>
      unit('cbes.person', id, { id, occurrences }, origin),
    );
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

/**
 * Whether an IRI is that of a person of the schools collection, alone or within a work (model 7.3, X7), or of a node of
 * theirs.
 */
export const isObservedPerson = (iri: string, base: string): boolean =>
  iri.startsWith(`${base}cbes/person/`) || (iri.startsWith(`${base}cbes/`) && iri.includes('#person-'));
