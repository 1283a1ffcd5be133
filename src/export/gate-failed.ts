import { join } from 'node:path';
import { EXIT, FolkloreError } from '../base/errors.js';
import type { Origin } from '../base/origin.js';
import type { BuildPlan } from './settings.js';
import type { Kind } from './unit.js';

/** The validation gate ends the run: which record was the last straw, and where the reasons are. */
export function gateFailed(
  record: { kind: Kind; id?: number | string | undefined; origin?: Origin; reasons: readonly string[] },
  rejected: number,
  plan: BuildPlan,
): FolkloreError {
  const { kind, id, origin, reasons } = record;
  const policy = plan.onRejected === 'halt' ? 'the policy is halt' : `at most ${plan.maxRejected} may be`;
  return new FolkloreError(
    'GATE_FAILED',
    `${rejected} record${rejected === 1 ? ' was' : 's were'} rejected and ${policy}; the last: ${kind} ${id ?? ''} ` +
      `${origin === undefined ? '' : `(${origin.service} ${origin.request}#${origin.pointer})`}: ${reasons[0] ?? 'no reason given'}`,
    {
      hint: `Nothing was released. To release without the rejected records, build again ${plan.onRejected === 'halt' ? 'with --on-rejected skip' : 'without --max-rejected'}; each is then in ${join(plan.out, plan.label, 'report', 'quarantine.ndjson')}.`,
      exitCode: EXIT.gate,
    },
  );
}
