import { type Finding, isRejected } from '../shacl/finding.js';

/**
 * What a violation does: `skip` leaves the record out, in quarantine, and goes on; `keep` publishes it, and says in
 * the report what is wrong with it; `halt` ends the run.
 */
export const ON_VIOLATION = ['skip', 'keep', 'halt'] as const;
export type OnViolation = (typeof ON_VIOLATION)[number];

/** How many records may be in quarantine: a number, or a share of all that were fetched (0 to 1). */
export type MaxRejected = { readonly records: number } | { readonly share: number };

/** Nobody may keep these: what is no RDF, what no shape knows, what must not be named. */
const NEVER_KEPT: ReadonlySet<string> = new Set(['Term', 'Mapping', 'Coverage', 'Closed', 'X15']);

/** Whether a record with these findings stays out of the release. */
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

/** Whether more records are in quarantine than may be. */
export const exceeds = (quarantined: number, fetched: number, most: MaxRejected | undefined): boolean => {
  if (most === undefined) return false;
  return 'records' in most ? quarantined > most.records : quarantined > most.share * fetched;
};

/** Reads a limit as people write it, `100` or `2.5%`; undefined when it is neither. */
export function parseMaxRejected(text: string): MaxRejected | undefined {
  const [, number = '', percent] = /^(\d{1,9}(?:\.\d+)?) ?(%)?$/.exec(text.trim()) ?? [];
  if (number === '') return undefined;
  if (percent === '%') return Number(number) <= 100 ? { share: Number(number) / 100 } : undefined;
  return number.includes('.') ? undefined : { records: Number(number) };
}

/** The limit in words. */
export const formatMaxRejected = (most: MaxRejected): string =>
  'records' in most ? String(most.records) : `${Number((most.share * 100).toPrecision(12))} %`;
