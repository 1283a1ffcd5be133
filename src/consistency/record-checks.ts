import { referenceNumberOf } from '../mapping/archive/photograph.js';
import type { Kind } from '../records/record.js';
import type { Finding } from '../shacl/finding.js';
import type { CheckedRecord, IriNaming } from './check.js';
import { quoted, ruleFinding } from './rules.js';

/** Our own word for each role that has a direct property (model 5.1). */
const DIRECT = ['collector', 'informant', 'relevantPerson', 'photographer', 'teacher'] as const;

/** A rule for single records. */
type RecordRule = (record: CheckedRecord) => readonly Finding[];

const NOTHING: readonly Finding[] = [];

/** The rules for single records that no shape can express. */
export function recordRules({ word }: IriNaming): RecordRule {
  const rules = [rolesDisagree(word), relationsUnclear, referenceAstray(word)];
  return (record) => rules.flatMap((rule) => rule(record));
}

/** Kinds of records with contributions of people. */
const HAS_PEOPLE: ReadonlySet<Kind> = new Set([
  'cbe.part',
  'cbe.item',
  'cbes.part',
  'cbes.item',
  'cbeg.photograph',
]);

/** The direct properties of a role and its contributions name the same people (X5). A hot path. */
function rolesDisagree(word: IriNaming['word']): RecordRule {
  const [agentWord, roleWord] = [word('agent'), word('role')];
  const paths = DIRECT.map(word);
  const pathOfRole = new Map(DIRECT.map((role) => [role as string, word(role)]));
  return ({ one, mapped: { node, quads } }) => {
    if (!HAS_PEOPLE.has(one.kind)) return NOTHING;
    const agents = new Map<string, string>();
    /** Path and agent of the direct properties. */
    const direct: Part[] = [];
    /** Path and contribution of the qualified ones. */
    const qualified: Part[] = [];
    for (const { subject, predicate, object } of quads) {
      const path = predicate.value;
      if (path === agentWord) agents.set(subject.value, object.value);
      else if (path === roleWord) {
        // The code of a role ends in its word; the codes of libraries do not.
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

/** A role in a work, by its direct property, and the IRI of a person. */
type Part = readonly [path: string, person: string];

const ROLE_CODE = /\/role\/([^/]*)$/;

function without(some: readonly Part[], others: readonly Part[]): Part[] {
  const mapped = new Set(others.map(asText));
  return some.filter((part) => !mapped.has(asText(part)));
}

const asText = ([path, person]: Part): string => `${path} ${person}`;

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
