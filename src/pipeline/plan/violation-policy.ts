import { type Finding, isRejected } from '../../model/shacl/finding.js';

/**
 * The effect of a violation: `trim` leaves out the part with the violation, and puts the record into quarantine where no part
 * can be left out; `skip` puts every such record into quarantine, `keep` publishes and reports it, `halt` ends the run.
 */
export const ON_VIOLATION = ['trim', 'skip', 'keep', 'halt'] as const;
export type OnViolation = (typeof ON_VIOLATION)[number];

/** The most records in quarantine: a number, or a share of the fetched ones (0 to 1). */
export type MaxRejected = { readonly records: number } | { readonly share: number };

/** Constraints and rules whose violations are never published: invalid RDF, no shape, references to withheld records. */
const NEVER_KEPT: ReadonlySet<string> = new Set(['Term', 'Mapping', 'Coverage', 'Closed', 'X15']);

/** Whether a record with these findings is left out of the release. */
export function isLeftOut(findings: readonly Finding[], policy: OnViolation): boolean {
  if (!isRejected(findings)) return false;
  return (
    policy !== 'keep' ||
    findings.some(
      ({ severity, constraint, shape }) =>
        severity === 'violation' && (NEVER_KEPT.has(constraint) || NEVER_KEPT.has(shape)),
    )
  );
}

/** Whether too many records are in quarantine. */
export const exceeds = (quarantined: number, fetched: number, most: MaxRejected | undefined): boolean => {
  if (most === undefined) return false;
  return 'records' in most ? quarantined > most.records : quarantined > most.share * fetched;
};

/** Parses a limit, `100` or `2.5%`; undefined when it is neither. */
export function parseMaxRejected(text: string): MaxRejected | undefined {
  const [, number = '', percent] = /^(\d{1,9}(?:\.\d+)?) ?(%)?$/.exec(text.trim()) ?? [];
  if (number === '') return undefined;
  if (percent === '%') return Number(number) <= 100 ? { share: Number(number) / 100 } : undefined;
  return number.includes('.') ? undefined : { records: Number(number) };
}

/** The limit as text. */
export const formatMaxRejected = (most: MaxRejected): string =>
  'records' in most ? String(most.records) : `${Number((most.share * 100).toPrecision(12))} %`;
