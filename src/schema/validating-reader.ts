import type { z } from 'zod';
import { pointTo } from '../base/origin.js';
import { normaliserOf } from './normalise.js';
import type { Reading, ReadingFault, RejectedPiece } from './reading.js';
import type { TextMode } from './scalars.js';

/**
 * Makes a reader in two plain steps, which are what reading means: everything is brought to the one form that the
 * schema knows, and zod judges. Whatever reads faster says the same.
 */
export function validatingReader<S extends z.ZodType>(
  schema: S,
  pieces: readonly string[],
  texts: TextMode,
): (raw: unknown) => Reading<z.infer<S>> {
  const normalise = normaliserOf(schema, texts);
  return (raw) => {
    const unknown = new Set<string>();
    const value = normalise(raw, '', unknown);
    const first = schema.safeParse(value);
    const keys = [...unknown].sort();
    if (first.success) return { ok: true, record: first.data, rejects: [], unknown: keys };
    const rejects = takeOut(value, first.error.issues, new Set(pieces));
    const second = rejects.length === 0 ? first : schema.safeParse(value);
    if (second.success) return { ok: true, record: second.data, rejects, unknown: keys };
    return { ok: false, faults: second.error.issues.map(faultOf), unknown: keys };
  };
}

function faultOf(issue: z.core.$ZodIssue): ReadingFault {
  return { pointer: pointTo('', ...issue.path.map(String)), message: issue.message };
}

/** Takes the innermost faulty pieces out of a normalised value; faults outside any piece stay. */
function takeOut(
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  pieces: ReadonlySet<string>,
): RejectedPiece[] {
  const faulty = new Map<string, { piece: string; path: PropertyKey[]; faults: ReadingFault[] }>();
  for (const issue of issues) {
    const end = issue.path.findLastIndex(
      (step, position) => typeof step === 'number' && pieces.has(keysOf(issue.path.slice(0, position))),
    );
    if (end < 0) continue;
    const path = issue.path.slice(0, end + 1);
    const pointer = pointTo('', ...path.map(String));
    const found = faulty.get(pointer) ?? { piece: keysOf(path), path, faults: [] };
    found.faults.push({
      pointer: pointTo('', ...issue.path.slice(end + 1).map(String)),
      message: issue.message,
    });
    faulty.set(pointer, found);
  }
  // A piece within a piece that goes goes with it.
  const outermost = [...faulty].filter(
    ([pointer]) => ![...faulty.keys()].some((other) => pointer.startsWith(`${other}/`)),
  );
  const rejects = outermost.map(([pointer, { piece, path, faults }]) => ({
    piece,
    pointer,
    faults,
    value: at(value, path),
  }));
  // The innermost first, and from the last to the first of a list: so positions stay true while entries go.
  const paths = outermost.map(([, { path }]) => path);
  for (const path of paths.sort((a, b) => b.length - a.length || Number(b.at(-1)) - Number(a.at(-1)))) {
    const list = at(value, path.slice(0, -1));
    if (Array.isArray(list)) list.splice(Number(path.at(-1)), 1);
  }
  return rejects;
}

/** The keys on a path, without the positions: `parts.items`. */
function keysOf(path: readonly PropertyKey[]): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown>)[step], value);
}
