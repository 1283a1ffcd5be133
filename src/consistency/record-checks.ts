import type { Kind } from '../records/record.js';
import type { Finding } from '../shacl/finding.js';
import type { CheckedRecord, IriNaming } from './check.js';
import { quoted, ruleFinding } from './rules.js';

/** Our own word for each role that has a direct property (model 5.1). */
const DIRECT = ['collector', 'informant', 'relevantPerson', 'photographer', 'teacher'] as const;

/** What is looked at in a record. */
type Look = (filed: CheckedRecord) => readonly Finding[];

const NOTHING: readonly Finding[] = [];

/** What no shape can compare, and needs no other record: told with the record, and judged with it. */
export function recordRules({ word }: IriNaming): Look {
  const looks = [rolesDisagree(word), relationsUnclear, referenceAstray(word)];
  return (filed) => {
    let found = NOTHING;
    for (const look of looks) {
      const more = look(filed);
      if (more.length > 0) found = [...found, ...more];
    }
    return found;
  };
}

/** Kinds of records that people have a part in. */
const HAS_PEOPLE: ReadonlySet<Kind> = new Set([
  'cbe.part',
  'cbe.item',
  'cbes.part',
  'cbes.item',
  'cbeg.photograph',
]);

/**
 * The direct properties of a role say what its contributions say (X5). A hot path: most records that people have a part in
 * have one or two of them.
 */
function rolesDisagree(word: IriNaming['word']): Look {
  const [agentWord, roleWord] = [word('agent'), word('role')];
  const paths = DIRECT.map(word);
  const pathOfRole = new Map(DIRECT.map((role) => [role as string, word(role)]));
  return ({ one, mapped: { node, quads } }) => {
    if (!HAS_PEOPLE.has(one.kind)) return NOTHING;
    const agents = new Map<string, string>();
    /** Path and agent, as the direct properties say it. */
    const direct: Part[] = [];
    /** Path and contribution. */
    const qualified: Part[] = [];
    for (const { subject, predicate, object } of quads) {
      const path = predicate.value;
      if (path === agentWord) agents.set(subject.value, object.value);
      else if (path === roleWord) {
        // The code of a role ends in its word; those of libraries are other words for the same.
        const role = pathOfRole.get(ROLE_CODE.exec(object.value)?.[1] ?? '');
        if (role !== undefined) qualified.push([role, subject.value]);
      } else if (paths.includes(path) && subject.value === node.id) direct.push([path, object.value]);
    }
    if (direct.length === 0 && qualified.length === 0) return NOTHING;
    const contributed = qualified.flatMap(([path, contribution]): Part[] => {
      const agent = agents.get(contribution);
      return agent === undefined ? [] : [[path, agent]];
    });
    const odd = [...without(direct, contributed), ...without(contributed, direct)];
    return odd
      .sort(([a], [b]) => paths.indexOf(a) - paths.indexOf(b))
      .map(([path, value]) => ruleFinding('X5', { focus: node.id, path, value }));
  };
}

/** What somebody does in a work, by its direct property, and who. */
type Part = readonly [path: string, who: string];

const ROLE_CODE = /\/role\/([^/]*)$/;

function without(some: readonly Part[], others: readonly Part[]): Part[] {
  const mapped = new Set(others.map(asText));
  return some.filter((part) => !mapped.has(asText(part)));
}

const asText = ([path, who]: Part): string => `${path} ${who}`;

/** Several informants with a relationship, and several collectors (X20). */
function relationsUnclear({ one, mapped }: CheckedRecord): readonly Finding[] {
  if (one.kind !== 'cbes.item') return NOTHING;
  const { informants, collectors } = one.record;
  const related = informants.filter(({ collectorRelationship }) => collectorRelationship !== undefined);
  return related.length > 1 && collectors.length > 1 ? [ruleFinding('X20', { focus: mapped.node.id })] : [];
}

/** A photograph's reference number begins with the code of its topic (X19). */
function referenceAstray(word: IriNaming['word']): Look {
  const path = word('identifier');
  return ({ one, mapped }) => {
    if (one.kind !== 'cbeg.photograph') return NOTHING;
    const { referenceNumber, handbookTopic } = one.record;
    if (referenceNumber === undefined || handbookTopic === undefined) return NOTHING;
    if (referenceNumber.toUpperCase().startsWith(handbookTopic.id.toUpperCase())) return NOTHING;
    return [ruleFinding('X19', { focus: mapped.node.id, path, value: quoted(referenceNumber) })];
  };
}
