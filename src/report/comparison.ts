import { textBelow } from '../base/file-bytes.js';
import type { FindingGroup } from './digest.js';
import type { ValidationJson } from './validation-json.js';

/** How the findings of one cause stand beside the release before: new, gone, or more or fewer than then. */
export interface Change {
  readonly severity: FindingGroup['severity'];
  readonly shape: string;
  readonly path?: string;
  readonly constraint: string;
  readonly before: number;
  readonly now: number;
}

/** What an earlier release found; undefined when it has no report that can be read. */
export async function reportOf(release: string): Promise<ValidationJson | undefined> {
  try {
    const read: unknown = JSON.parse(await textBelow(release, 'report/validation.json'));
    return isReport(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it has what a comparison asks: a later version of this program may have written it. */
function isReport(read: unknown): read is ValidationJson {
  if (!isObject(read) || read.format !== 'folklore-ld-validation' || read.version !== 1) return false;
  const { groups, counts } = read;
  return (
    isObject(counts) &&
    Object.values(counts).every(isObject) &&
    Array.isArray(groups) &&
    groups.every((group) => isObject(group) && typeof group.count === 'number')
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The causes whose counts differ, in the order they have now; what is gone comes last. Messages are not compared: they
 * are worded anew from time to time.
 */
export function compare(before: readonly FindingGroup[], now: readonly FindingGroup[]): Change[] {
  const [then, here] = [countsOf(before), countsOf(now)];
  return [...new Map([...here, ...then])]
    .map(([key, { cause }]) => ({
      ...cause,
      before: then.get(key)?.count ?? 0,
      now: here.get(key)?.count ?? 0,
    }))
    .filter((change) => change.before !== change.now);
}

interface Counted {
  readonly cause: Omit<Change, 'before' | 'now'>;
  readonly count: number;
}

function countsOf(groups: readonly FindingGroup[]): Map<string, Counted> {
  const counts = new Map<string, Counted>();
  for (const group of groups) {
    const { severity, shape, path, constraint } = group;
    const key = causeOf(group);
    counts.set(key, {
      cause: { severity, shape, ...(path === undefined ? {} : { path }), constraint },
      count: (counts.get(key)?.count ?? 0) + group.count,
    });
  }
  return counts;
}

/** What tells the cause of one change or group from that of another. */
export const causeOf = ({ severity, shape, path, constraint }: Omit<Change, 'before' | 'now'>): string =>
  JSON.stringify([severity, shape, path, constraint]);
