import { QUIET, SILENCED } from '../../mapping/quiet.js';
import { PRIVILEGED_REASONS, UNMAPPED } from '../../mapping/unmapped.js';
import type { Kind } from '../unit.js';

/** Why a field leaves no triple, and of which field that is said: itself, or one that it stands in. */
export interface Reason {
  readonly field: string;
  readonly reason: string;
}

/** Why a field of a kind never leaves a triple; undefined where nobody has said that. */
export function unmapped(kind: Kind, field: string): Reason | undefined {
  for (const around of aroundOf(field)) {
    const name = around.slice(around.lastIndexOf('.') + 1);
    const reason = UNMAPPED[kind]?.[around] ?? (isPrivileged(name) ? PRIVILEGED_REASONS[name] : undefined);
    if (reason !== undefined) return { field: around, reason };
  }
  return undefined;
}

/** Why a field of this record leaves no triple; undefined where nobody has said that: then something is amiss. */
export function whyNot(kind: Kind, field: string, record: object): Reason | undefined {
  const silenced = SILENCED[kind];
  if (silenced !== undefined && (record as Readonly<Record<string, unknown>>)[silenced.by] !== undefined) {
    return { field, reason: silenced.reason };
  }
  const reason = QUIET[kind]?.[field];
  return unmapped(kind, field) ?? (reason === undefined ? undefined : { field, reason });
}

const isPrivileged = (name: string): name is keyof typeof PRIVILEGED_REASONS =>
  Object.hasOwn(PRIVILEGED_REASONS, name);

/** The fields that a field stands in, from the outermost to itself, each with and without the mark of a list. */
function aroundOf(field: string): string[] {
  const steps = field.split('.');
  return steps.flatMap((_, last) => {
    const around = steps.slice(0, last + 1).join('.');
    return around.endsWith('[]') ? [around.slice(0, -2), around] : [around];
  });
}
