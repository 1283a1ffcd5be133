import type { Severity } from '../../model/shacl/finding.js';
import type { ReleaseManifest } from '../../release/description/manifest.js';
import { releaseLine } from '../../release/description/release-line.js';
import { reportOf, type ValidationJson } from '../../release/report/validation-json.js';

/** A release in the numbers of a trend. */
export interface ReleaseNumbers {
  readonly label: string;
  readonly issued: string;
  readonly published: number;
  readonly triples: number;
  /** Findings by severity; absent when its report cannot be read. */
  readonly findings?: Readonly<Record<Severity, number>>;
}

/** Releases of a trend, with the one that is made. */
const MOST = 24;

/**
 * The releases before one, the oldest first.
 *
 * @param previous the folder of the newest of them
 * @param label of the release that is made, which is not among them when it is made again
 */
export async function releaseHistory(
  previous: string | undefined,
  { base, label }: Pick<ReleaseManifest, 'base' | 'label'>,
): Promise<readonly ReleaseNumbers[]> {
  const found: ReleaseNumbers[] = [];
  if (previous === undefined) return found;
  for await (const { folder, manifest } of releaseLine(previous, { base })) {
    if (manifest.label === label || found.length === MOST - 1) break;
    const report = await reportOf(folder);
    found.unshift({
      label: manifest.label,
      issued: manifest.issued,
      published: Object.values(manifest.counts).reduce((sum, { published = 0 }) => sum + published, 0),
      triples: manifest.datasets.reduce((sum, { triples }) => sum + triples, 0),
      ...(report === undefined ? {} : { findings: findingsOf(report) }),
    });
  }
  return found;
}

/** The findings of a report by severity. The file may be another program's: its groups have been checked, its totals not. */
function findingsOf({ groups }: ValidationJson): Record<Severity, number> {
  const findings: Record<Severity, number> = { violation: 0, warning: 0, info: 0 };
  for (const { severity, count } of groups) if (severity in findings) findings[severity] += count;
  return findings;
}
