import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import type { Origin } from '../../base/origin.js';
import { counted } from '../../base/text.js';
import { isTooMany, percent } from '../../harvest/crawl/withdrawn.js';
import { KINDS } from '../../model/records/kinds.js';
import type { Kind } from '../../model/records/record.js';
import type { RecordCounts } from '../../model/records/record-counts.js';
import type { ValidationJson } from '../../release/report/validation-json.js';
import { changesSince } from '../consistency/growth.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { formatMaxRejected } from '../plan/violation-policy.js';

/** The record that ended the run. */
export interface FailingRecord {
  readonly kind: Kind;
  readonly id?: number | string | undefined;
  readonly origin?: Origin;
  readonly reasons: readonly string[];
}

/** The folder of the report of a build that failed the gate. */
export const failedReport = ({ out, label }: Pick<BuildPlan, 'out' | 'label'>): string =>
  join(out, `${label}.failed`, 'report');

/** Removes the report of an earlier build that failed the gate, and no other folder of that name. */
export async function clearFailed(plan: Pick<BuildPlan, 'out' | 'label'>): Promise<void> {
  const report = failedReport(plan);
  const folder = dirname(report);
  const names = await readdir(folder).catch((): string[] => []);
  if (names.every((name) => name === basename(report))) await rm(folder, { recursive: true, force: true });
}

/** The error of a failed gate: the last rejected record, and where the report is. */
export function gateFailed(
  last: FailingRecord | undefined,
  quarantined: number,
  plan: BuildPlan,
): FolkloreError {
  const { onViolation, maxRejected } = plan;
  const policy =
    onViolation === 'halt' || maxRejected === undefined
      ? 'the policy is halt'
      : `at most ${formatMaxRejected(maxRejected)} may be`;
  const records = `${counted(quarantined, 'record')} ${quarantined === 1 ? 'was' : 'were'} rejected`;
  return new FolkloreError(
    'GATE_FAILED',
    `${records} and ${policy}${last === undefined ? '.' : `; the last: ${nameOf(last)}`}`,
    {
      hint: `Nothing was released; the reasons are in ${failedReport(plan)}. To release without the rejected records, build again ${onViolation === 'halt' ? 'with --on-violation skip' : 'without --max-rejected'}.`,
      exitCode: EXIT.gate,
    },
  );
}

/** This number of records may be lost to faults whatever their share. */
const FAULTS_ALLOWED = 1;

/**
 * The error of a release that has lost too many records of a kind since the release before; undefined if it has not. Records are
 * lost that were withdrawn, and that cannot be read or violate a shape.
 *
 * @param before the report of the release before
 */
export function lossOf(
  counts: RecordCounts,
  before: ValidationJson | undefined,
  plan: BuildPlan,
): FolkloreError | undefined {
  const { maxWithdrawn: most = 1, previous = '' } = plan;
  const losses: string[] = [];
  let needed = 0;
  for (const { kind, then, published } of changesSince(before, counts, plan)) {
    const lost = then - published;
    const { unreadable = 0, rejected = 0 } = counts.rows().find((row) => row.kind === kind) ?? {};
    // An archive withdraws single records of a small kind. Faults take records that the archive still has.
    const faulty = Math.min(lost, unreadable + rejected);
    if (!isTooMany(lost, then, most) && !isTooMany(faulty, then, most, FAULTS_ALLOWED)) continue;
    losses.push(
      `${lost} of ${then} records (${KINDS[kind].title}) of the release ${basename(previous)} are not published any more, more than the limit of ${percent(most)} %; ${unreadable} cannot be read, ${rejected} were rejected`,
    );
    needed = Math.max(needed, Math.ceil((100 * lost) / then) / 100);
  }
  if (losses.length === 0) return undefined;
  return new FolkloreError('GATE_FAILED', `${losses.join('. ')}.`, {
    hint: `Nothing was released; the reasons are in ${failedReport(plan)}. If these records are to go, build once with --max-withdrawn ${needed}.`,
    exitCode: EXIT.gate,
  });
}

function nameOf({ kind, id, origin, reasons }: FailingRecord): string {
  const where = origin === undefined ? '' : `(${origin.service} ${origin.request}#${origin.pointer})`;
  return `${kind} ${id ?? ''} ${where}: ${reasons[0] ?? 'no reason given'}`;
}
