import type { Finding } from './finding.js';

/** Whether a record with these findings stays out of the dump: one violation is enough, warnings never are. */
export function isRejected(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === 'violation');
}
