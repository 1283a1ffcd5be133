import type { Origin } from '../../base/origin.js';
import type { ObservedIn, Occurrence } from '../mapping/archive/schools-person.js';
import type { PersonsProfile } from '../mapping/persons-profile.js';
import type { SchoolsPerson } from '../schema/archive/schools.js';
import { kindOf } from './kinds.js';
import { type SourceRecord, sourceRecord } from './record.js';

/**
 * A record with the people in it as far as the profile allows (model 5.5). It is applied right after reading, so that
 * mappers, shared places and the quarantine never see what must not be known.
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

/** The people recorded in a part or an item. */
export function observedIn(one: SourceRecord): ObservedPeople {
  const source = { kind: one.kind === 'cbes.part' ? 'part' : 'item', id: Number(one.id) } as const;
  return { people: kindOf(one).observedPeople?.(one.record) ?? [], source, origin: one.origin };
}

/** The people of a record whose ids are those of several people (model 7.3, X7). */
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

/** Collects what is recorded of people, work by work, and makes one record of each person. */
export class Observations {
  readonly #isCollected: (id: number) => boolean;
  readonly #people = new Map<number, { readonly occurrences: Occurrence[]; readonly origin: Origin }>();

  /** @param isCollected whether a person is collected here; people of other shards and ambiguous ids are not */
  constructor(isCollected: (id: number) => boolean) {
    this.#isCollected = isCollected;
  }

  add({ people, source, origin }: ObservedPeople): void {
    for (const person of people) {
      if (!this.#isCollected(person.id)) continue;
      const { occurrences } = this.#people.get(person.id) ?? this.#begin(person.id, origin);
      occurrences.push({ person, source });
    }
  }

  /** A record of each person, in the order of their first occurrence. */
  records(): SourceRecord[] {
    return [...this.#people].map(([id, { occurrences, origin }]) =>
      sourceRecord('cbes.person', id, { id, occurrences }, origin),
    );
  }

  #begin(id: number, origin: Origin): { readonly occurrences: Occurrence[] } {
    const person = { occurrences: [], origin };
    this.#people.set(id, person);
    return person;
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
