import type { Finding } from '../../shacl/finding.js';
import type { Kind } from '../unit.js';
import type { Filed, Naming } from './check.js';
import { breach, quoted } from './rules.js';

/** Our own word for each role that has a direct property (model 5.1). */
const DIRECT = ['collector', 'informant', 'relevantPerson', 'photographer', 'teacher'] as const;

/** What is looked at in a record. */
type Look = (filed: Filed) => readonly Finding[];

const NOTHING: readonly Finding[] = [];

/** What no shape can compare, and needs no other record: told with the record, and judged with it. */
export function within({ word }: Naming): Look {
  const looks = [rolesDisagree(word), relationsUnclear, referenceAstray(word)];
  return (filed) => looks.flatMap((look) => look(filed));
}

/** Kinds of records that people have a part in. */
const HAS_PEOPLE: ReadonlySet<Kind> = new Set([
  'cbe.part',
  'cbe.item',
  'cbes.part',
  'cbes.item',
  'cbeg.photograph',
]);

/** The direct properties of a role say what its contributions say (X5). */
function rolesDisagree(word: Naming['word']): Look {
  const [agentWord, roleWord] = [word('agent'), word('role')];
  const paths = new Map(DIRECT.map((role) => [word(role), role]));
  return ({ one, said: { node, quads } }) => {
    if (!HAS_PEOPLE.has(one.kind)) return NOTHING;
    const agents = new Map<string, string>();
    /** Contribution and code. */
    const codes: (readonly [contribution: string, code: string])[] = [];
    const direct = new Map<string, string[]>();
    for (const { subject, predicate, object } of quads) {
      const path = predicate.value;
      if (path === agentWord) agents.set(subject.value, object.value);
      else if (path === roleWord) codes.push([subject.value, object.value]);
      else if (paths.has(path) && subject.value === node.id) {
        direct.set(path, [...(direct.get(path) ?? []), object.value]);
      }
    }
    // Most records nobody has a part in.
    if (codes.length === 0 && direct.size === 0) return NOTHING;
    return [...paths].flatMap(([path, role]) => {
      const said = direct.get(path) ?? [];
      // The code of a role ends in its word.
      const contributions = new Set(
        codes.flatMap(([contribution, code]) => (code.endsWith(`/role/${role}`) ? [contribution] : [])),
      );
      const qualified = [...contributions].flatMap((contribution) => agents.get(contribution) ?? []);
      const [some, others] = [new Set(said), new Set(qualified)];
      const odd = [...said.filter((one) => !others.has(one)), ...qualified.filter((one) => !some.has(one))];
      return odd.map((value) => breach('X5', { focus: node.id, path, value }));
    });
  };
}

/** Several informants with a relationship, and several collectors (X20). */
function relationsUnclear({ one, said }: Filed): readonly Finding[] {
  if (one.kind !== 'cbes.item') return NOTHING;
  const { informants, collectors } = one.record;
  const related = informants.filter(({ collectorRelationship }) => collectorRelationship !== undefined);
  return related.length > 1 && collectors.length > 1 ? [breach('X20', { focus: said.node.id })] : [];
}

/** A photograph's reference number begins with the code of its topic (X19). */
function referenceAstray(word: Naming['word']): Look {
  const path = word('identifier');
  return ({ one, said }) => {
    if (one.kind !== 'cbeg.photograph') return NOTHING;
    const { referenceNumber, handbookTopic } = one.record;
    if (referenceNumber === undefined || handbookTopic === undefined) return NOTHING;
    if (referenceNumber.toUpperCase().startsWith(handbookTopic.id.toUpperCase())) return NOTHING;
    return [breach('X19', { focus: said.node.id, path, value: quoted(referenceNumber) })];
  };
}
