import type { Origin } from '../base/origin.js';
import type { ObservedIn, Occurrence } from '../mapping/archive/schools-person.js';
import type { PersonsProfile } from '../mapping/persons-profile.js';
import type { SchoolsPerson } from '../schema/archive/schools.js';
import type { GlobalIndex } from './global-index.js';
import { kindOf } from './kinds.js';
import { type SourceRecord, sourceRecord } from './record.js';

/**
 * A unit with the people in it as far as the profile lets them be known. Asked for right after reading: whatever
 * follows, the mappers, the shared places, the quarantine, cannot tell what it never had (model 5.5).
 */
export function anonymised(one: SourceRecord, profile: PersonsProfile): SourceRecord {
  const anonymise = profile === 'full' ? undefined : kindOf(one).anonymise;
  return anonymise === undefined ? one : ({ ...one, record: anonymise(one.record) } as SourceRecord);
}

/** People of the schools collection as recorded in a part or an item. */
export interface ObservedPeople {
  readonly people: readonly SchoolsPerson[];
  readonly source: ObservedIn;
  readonly origin: Origin;
}

/** What is recorded of people in a unit. */
export function observedIn(one: SourceRecord): ObservedPeople {
  const source = { kind: one.kind === 'cbes.part' ? 'part' : 'item', id: Number(one.id) } as const;
  return { people: kindOf(one).observedPeople?.(one.record) ?? [], source, origin: one.origin };
}

/** Of ids that stand for several people, those of them who are in a unit (model 7.3, X7). */
export function ambiguousPeopleIn(
  { people, source, origin }: ObservedPeople,
  isAmbiguous: (id: number) => boolean,
): SourceRecord[] {
  const own = new Set(people.map(({ id }) => id).filter(isAmbiguous));
  return [...own].map((id) => {
    const occurrences = people.filter((person) => person.id === id).map((person) => ({ person, source }));
    return sourceRecord('cbes.person', nameWithin(source, id), { id, occurrences }, origin);
  });
}

/** Collects the occurrences of each person of the schools collection until the last one is read. */
export class Observations {
  readonly #expected: GlobalIndex['occurrences'];
  readonly #ambiguous: GlobalIndex['ambiguousPeople'];
  readonly #pending = new Map<number, { occurrences: Occurrence[]; origin: Origin }>();

  constructor({ occurrences, ambiguousPeople }: Pick<GlobalIndex, 'occurrences' | 'ambiguousPeople'>) {
    this.#expected = occurrences;
    this.#ambiguous = ambiguousPeople;
  }

  /** The people whose last occurrence this is; of an id that stands for several people nobody. */
  completedBy({ people, source, origin }: ObservedPeople): SourceRecord[] {
    return people.flatMap((person) => this.#last(person, source, origin));
  }

  /** Everybody who has been met and not been described, in the order of meeting. */
  all(): SourceRecord[] {
    return [...this.#pending].map(([id, { occurrences, origin }]) =>
      sourceRecord('cbes.person', id, { id, occurrences }, origin),
    );
  }

  #last(person: SchoolsPerson, source: ObservedIn, origin: Origin): SourceRecord[] {
    const { id } = person;
    const expected = this.#expected.get(id);
    // Nobody is expected where people must not be known.
    if (expected === undefined || this.#ambiguous.has(id)) return [];
    const pending = this.#pending.get(id) ?? { occurrences: [], origin };
    pending.occurrences.push({ person, source });
    this.#pending.set(id, pending);
    if (pending.occurrences.length < expected) return [];
    this.#pending.delete(id);
    return [sourceRecord('cbes.person', id, { id, occurrences: pending.occurrences }, pending.origin)];
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
