import { fragment } from '../rdf/iris.js';
import type { Node, Value } from '../rdf/node.js';

/** How each role is said: directly, to everybody's tools, and to libraries' (model 5.1 and 5.2). */
const ROLES = {
  collector: { direct: ['collector', 'contributor'], relator: 'col' },
  informant: { direct: ['informant', 'contributor'], relator: 'ive' },
  relevantPerson: { direct: ['relevantPerson'], relator: 'asn' },
  photographer: { direct: ['photographer', 'creator'], relator: 'pht' },
  teacher: { direct: ['teacher', 'contributor'], relator: 'ctb' },
  transcriber: { direct: ['contributor'], relator: 'trc' },
} as const;

export type Role = keyof typeof ROLES;

/** Terms that the context reads as one value, not as a list. */
const SINGLE: ReadonlySet<string> = new Set(['photographer']);

/** Everybody who had one role in a work. */
export interface Cast<P extends { readonly id: number } = { readonly id: number }> {
  readonly role: Role;
  readonly people: readonly P[];
  readonly iri: (id: number) => string;
  /** What belongs to this participation rather than to the person: age, relationship. */
  readonly also?: (person: P) => Readonly<Record<string, Value>>;
}

/** Everybody of one role, typed so that `also` sees the people as they are. */
export const cast = <P extends { readonly id: number }>(
  role: Role,
  people: readonly P[],
  iri: (id: number) => string,
  also?: (person: P) => Readonly<Record<string, Value>>,
): Cast => ({ role, people, iri, ...(also === undefined ? {} : { also: also as Cast['also'] & object }) });

/**
 * Says each role twice: one direct property, and one contribution node with our role and the nearest relator
 * (model, decision D4).
 *
 * @param work the IRI of the part, item, photograph or transcript
 */
export function contributions(work: string, ...casts: readonly Cast[]): Readonly<Record<string, Value>> {
  const said: Record<string, Value> = {};
  const direct = new Map<string, string[]>();
  const nodes: Node[] = [];
  for (const { role, people, iri, also } of casts) {
    for (const person of people) {
      const agent = iri(person.id);
      for (const term of ROLES[role].direct) direct.set(term, [...(direct.get(term) ?? []), agent]);
      nodes.push({
        id: fragment.role(work, role, person.id),
        type: 'Contribution',
        agent,
        role: [role, ROLES[role].relator],
        ...also?.(person),
      });
    }
  }
  for (const [term, agents] of direct) said[term] = SINGLE.has(term) ? agents[0] : agents;
  return { ...said, contribution: nodes };
}
