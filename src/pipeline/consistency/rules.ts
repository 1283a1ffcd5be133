import { z } from 'zod';
import { referenceTable } from '../../base/reference-data.js';
import { type Finding, SEVERITIES } from '../../model/shacl/finding.js';

const RULE_NAMES = [
  'X1',
  'X2',
  'X3',
  'X4',
  'X5',
  'X7',
  'X8',
  'X9',
  'X10',
  'X11',
  'X12',
  'X13',
  'X14',
  'X15',
  'X17',
  'X18',
  'X19',
  'X20',
  'X21',
  'X22',
  'X23',
  'X24',
  'X25',
  'X26',
  'X27',
  'X28',
  'X29',
  'X30',
] as const;

/** A rule that no shape can express (model 7.3). */
export type RuleName = (typeof RULE_NAMES)[number];

/** The rules of model 7.3 by number, without those that are shapes: severity, and the message in English and Irish. */
export const RULES = referenceTable(
  'consistency-rules',
  z.record(
    z.enum(RULE_NAMES),
    z.strictObject({ severity: z.enum(SEVERITIES), en: z.string(), ga: z.string() }).readonly(),
  ),
);

/** A text of the source as the value of a finding, written as in N-Triples. */
export const quoted = (text: string, language?: string): string =>
  `${JSON.stringify(text)}${language === undefined ? '' : `@${language}`}`;

/** A finding of a rule. */
export function ruleFinding(
  rule: RuleName,
  at: Pick<Finding, 'focus' | 'path' | 'value' | 'field'>,
): Finding {
  const { severity, en, ga } = RULES[rule];
  return { severity, ...at, constraint: 'Reference', shape: rule, message: en, messageGA: ga };
}
