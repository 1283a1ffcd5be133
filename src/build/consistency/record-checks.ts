import { referenceNumberOf } from '../../model/mapping/archive/photograph.js';
import type { Finding } from '../../model/shacl/finding.js';
import type { CheckedRecord, IriNaming } from './check.js';
import { quoted, ruleFinding } from './rules.js';

/** The roles that contributions have (model 5.2). */
const ROLES = ['collector', 'informant', 'teacher'] as const;

/** A rule for single records. */
type RecordRule = (record: CheckedRecord) => readonly Finding[];

const NOTHING: readonly Finding[] = [];

/** The rules for single records that no shape can express. */
export function recordRules({ word }: IriNaming): RecordRule {
  const rules = [rolesDisagree(word), relationsUnclear, referenceAstray(word)];
  return (record) => rules.flatMap((rule) => rule(record));
}

/** The agent of a contribution has its role in the record (X5). A hot path. */
function rolesDisagree(word: IriNaming['word']): RecordRule {
  const [agentWord, roleWord] = [word('agent'), word('role')];
  const pathOfRole = new Map(ROLES.map((role) => [role as string, word(role)]));
  const paths = new Set(pathOfRole.values());
  return ({ one, mapped: { node, quads } }) => {
    if (one.kind !== 'cbes.item' && one.kind !== 'cbes.part') return NOTHING;
    const [agents, roles] = [new Map<string, string>(), new Map<string, string>()];
    const direct = new Set<string>();
    for (const { subject, predicate, object } of quads) {
      const path = predicate.value;
      if (path === agentWord) agents.set(subject.value, object.value);
      else if (path === roleWord) roles.set(subject.value, object.value);
      else if (paths.has(path)) direct.add(`${path} ${object.value}`);
    }
    return Array.from(agents).flatMap(([contribution, person]) => {
      const path = pathOfRole.get(ROLE_CODE.exec(roles.get(contribution) ?? '')?.[1] ?? '');
      return path === undefined || direct.has(`${path} ${person}`)
        ? NOTHING
        : [ruleFinding('X5', { focus: node.id, path, value: person })];
    });
  };
}

const ROLE_CODE = /\/role\/([^/]*)$/;

/** Several informants with a relationship, and several collectors (X20). */
function relationsUnclear({ one, mapped }: CheckedRecord): readonly Finding[] {
  if (one.kind !== 'cbes.item') return NOTHING;
  const { informants, collectors } = one.record;
  const related = informants.filter(({ collectorRelationship }) => collectorRelationship !== undefined);
  return related.length > 1 && collectors.length > 1 ? [ruleFinding('X20', { focus: mapped.node.id })] : [];
}

/** A photograph's reference number begins with the code of its topic (X19). */
function referenceAstray(word: IriNaming['word']): RecordRule {
  const path = word('identifier');
  return ({ one, mapped }) => {
    if (one.kind !== 'cbeg.photograph') return NOTHING;
    const { handbookTopic } = one.record;
    const referenceNumber = referenceNumberOf(one.record);
    if (referenceNumber === undefined || handbookTopic === undefined) return NOTHING;
    if (referenceNumber.toUpperCase().startsWith(handbookTopic.id.toUpperCase())) return NOTHING;
    return [ruleFinding('X19', { focus: mapped.node.id, path, value: quoted(referenceNumber) })];
  };
}
