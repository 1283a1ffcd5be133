import { fragment } from '../rdf/iris.js';
import type { Node, Value } from '../rdf/node.js';
import type { SchoolsPerson } from '../schema/archive/schools.js';
import { observedPerson } from './archive/schools-person.js';
import type { MappingContext } from './context.js';

/** How each role is said: in our word, in everybody's, and in libraries' (model 5.1 and 5.2). */
const ROLES = {
  collector: { own: 'collector', general: 'contributor', relator: 'col' },
  informant: { own: 'informant', general: 'contributor', relator: 'ive' },
  relevantPerson: { own: 'relevantPerson', general: undefined, relator: 'asn' },
  photographer: { own: 'photographer', general: 'creator', relator: 'pht' },
  teacher: { own: 'teacher', general: 'contributor', relator: 'ctb' },
  transcriber: { own: undefined, general: 'contributor', relator: 'trc' },
} as const;

export type Role = keyof typeof ROLES;

/** Terms that the context reads as one value, not as a list. */
const SINGLE: ReadonlySet<string> = new Set(['photographer', 'creator']);
const asRead = (word: string, agents: readonly string[]): Value => (SINGLE.has(word) ? agents[0] : agents);

/** Everybody who had one role in a work. */
export interface Cast<P extends { readonly id: number } = { readonly id: number }> {
  readonly role: Role;
  readonly people: readonly P[];
  /** The IRI of one of them in this work. */
  readonly iri: (id: number, work: string) => string;
  /** What belongs to this participation rather than to the person: age, relationship. */
  readonly also?: (person: P) => Readonly<Record<string, Value>>;
  /** That there was somebody is said, not who: no direct property, and a contribution without agent (model 5.5). */
  readonly anonymous?: boolean;
}

/** Everybody of one role, typed so that `also` sees the people as they are. */
export const cast = <P extends { readonly id: number }>(
  role: Role,
  people: readonly P[],
  iri: Cast['iri'],
  also?: (person: P) => Readonly<Record<string, Value>>,
): Cast => ({ role, people, iri, ...(also === undefined ? {} : { also: also as Cast['also'] & object }) });

/** The people of the schools collection in one role, as far as they may be known. */
export const schoolsCast = (
  role: Role,
  people: readonly SchoolsPerson[],
  setting: MappingContext,
  also: (person: SchoolsPerson) => Readonly<Record<string, Value>>,
): Cast => ({
  ...cast(role, people, (id, work) => observedPerson(id, work, setting), also),
  anonymous: setting.personsProfile === 'roles-only',
});

/**
 * Says each role twice: one direct property, and one contribution node with our role and the nearest relator
 * (model, decision D4).
 *
 * @param work the IRI of the part, item, photograph or transcript
 */
export function contributions(work: string, ...casts: readonly Cast[]): Readonly<Record<string, Value>> {
  const own: Record<string, Value> = {};
  const general: Record<string, string[]> = {};
  const contribution: Node[] = [];
  for (const { role, people, iri, also, anonymous = false } of casts) {
    const agents = anonymous ? [] : people.map((person) => iri(person.id, work));
    const { own: word, general: generalWord, relator } = ROLES[role];
    if (word !== undefined) own[word] = asRead(word, agents);
    if (generalWord !== undefined) general[generalWord] = [...(general[generalWord] ?? []), ...agents];
    for (const person of people) {
      contribution.push({
        id: fragment.role(work, role, person.id),
        type: ['Contribution'],
        agent: anonymous ? undefined : iri(person.id, work),
        role: [role, relator],
        ...also?.(person),
      });
    }
  }
  const said = Object.entries(general).map(([word, agents]) => [word, asRead(word, agents)]);
  return { ...own, ...Object.fromEntries(said), contribution };
}
