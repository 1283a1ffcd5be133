import { fragment } from '../rdf/iris.js';
import type { Node, Value } from '../rdf/node.js';
import type { SchoolsPerson } from '../schema/archive/schools.js';
import { observedPerson } from './archive/schools-person.js';
import type { MappingContext } from './mapping-context.js';

/** The general term of each role (model 5.1). The term of our own has the name of the role. */
const GENERAL = {
  collector: 'contributor',
  informant: 'contributor',
  relevantPerson: undefined,
  photographer: 'creator',
  teacher: 'contributor',
  transcriber: 'contributor',
} as const;

type Role = keyof typeof GENERAL;

/** Terms that have one value in the context. */
const SINGLE: ReadonlySet<string> = new Set(['photographer', 'creator']);
const valueFor = (term: string, agents: readonly string[]): Value => (SINGLE.has(term) ? agents[0] : agents);

/** All people with one role in a work. */
interface Cast<P extends { readonly id: number } = { readonly id: number }> {
  readonly role: Role;
  readonly people: readonly P[];
  readonly iri: (id: number, work: string) => string;
  /** Properties of the contribution, not of the person: age, relationship. */
  readonly extra?: ((person: P) => Readonly<Record<string, Value>>) | undefined;
  /** Whether people are published without their identity: contributions without agents (model 5.5). */
  readonly anonymous: boolean;
}

export const cast = <P extends { readonly id: number }>(
  role: Role,
  people: readonly P[],
  iri: Cast['iri'],
  extra?: Cast<P>['extra'],
  anonymous = false,
): Cast => ({ role, people, iri, extra: extra as Cast['extra'], anonymous });

/** The people of the schools collection with one role. */
export const schoolsCast = (
  role: Role,
  people: readonly SchoolsPerson[],
  context: MappingContext,
  extra: (person: SchoolsPerson) => Readonly<Record<string, Value>>,
): Cast =>
  cast(
    role,
    people,
    (id, work) => observedPerson(id, work, context),
    extra,
    context.personsProfile === 'roles-only',
  );

const isAbsent = (value: Value): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0);

/**
 * Each role as a direct property, and as a contribution node where more is known of the participation than the person, or
 * where the person is not published (model, decision D4).
 *
 * @param work the IRI of the part, item, photograph or transcript
 */
export function contributions(work: string, ...casts: readonly Cast[]): Readonly<Record<string, Value>> {
  const own: Record<string, Value> = {};
  const general: Record<string, string[]> = {};
  const contribution: Node[] = [];
  for (const { role, people, iri, extra, anonymous } of casts) {
    const agents = anonymous ? [] : people.map((person) => iri(person.id, work));
    own[role] = valueFor(role, agents);
    const above = GENERAL[role];
    if (above !== undefined) general[above] = [...(general[above] ?? []), ...agents];
    for (const person of people) {
      const facts = extra?.(person) ?? {};
      if (!anonymous && Object.values(facts).every(isAbsent)) continue;
      contribution.push({
        id: fragment.role(work, role, person.id),
        type: ['bf:Contribution'],
        agent: anonymous ? undefined : iri(person.id, work),
        role,
        ...facts,
      });
    }
  }
  for (const [term, agents] of Object.entries(general)) own[term] = valueFor(term, agents);
  return Object.assign(own, { contribution });
}
