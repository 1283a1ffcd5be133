import type { Severity } from '../../model/shacl/finding.js';
import type { ReportedFinding } from './reported-finding.js';

const RANK: Readonly<Record<Severity, number>> = { violation: 0, warning: 1, info: 2 };

/**
 * Marks the findings of one record that have the same cause as another: a wrong letter in a grid reference breaks the shapes
 * of its square, of its address and of the link to it. Order is kept.
 */
export function withoutRepeated(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  if (findings.length < 2) return findings;
  const kept = new Set<ReportedFinding>();
  const inOrder = [...findings].sort(
    (a, b) => RANK[a.finding.severity] - RANK[b.finding.severity] || vagueness(a) - vagueness(b),
  );
  for (const one of inOrder) if (![...kept].some((other) => isSameCause(one, other))) kept.add(one);
  return findings.map((one) => (kept.has(one) ? one : { ...one, isRepeated: true }));
}

/** A finding about a text of the source tells more than one about a node. */
const vagueness = ({ finding: { value } }: ReportedFinding): number =>
  value?.startsWith('"') === true ? 0 : 1;

/** @param other a finding at least as severe and as exact */
function isSameCause(
  { finding: one, field }: ReportedFinding,
  { finding: other, field: otherField }: ReportedFinding,
): boolean {
  // About the address of a node, which is made from its values.
  const isAddress = one.constraint === 'Pattern' && one.value?.includes('#') === true;
  if (isAddress && one.value === other.focus) return true;
  if (one.focus !== other.focus) return false;
  const [own, named] = [field?.split(', ') ?? [], new Set(otherField?.split(', '))];
  // The same text in another field is to be mended there, too.
  if (one.value !== undefined && one.value === other.value)
    return one.path === other.path && own.every((name) => named.has(name));
  return own.some((name) => named.has(name)) && vagueness({ finding: one } as ReportedFinding) === 1;
}
