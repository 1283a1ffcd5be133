/** The way to a field of a record: keys, and positions in lists. */
export type Path = readonly (string | number)[];

/** A field that holds a value itself, not further fields. */
export interface Leaf {
  readonly path: Path;
  readonly value: string | number | boolean;
}

/** Every value of a record with the way to it, in the record's order. */
export function leavesOf(value: unknown, path: Path = []): Leaf[] {
  if (typeof value === 'object' && value !== null) {
    const steps = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return steps.flatMap(([step, inner]) => leavesOf(inner, [...path, step]));
  }
  const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isValue ? [{ path, value }] : [];
}

/** A path as people write it, positions and all: `collectors[0].id`. */
export const spelt = (path: Path): string => join(path, (position) => `[${position}]`);

/**
 * The field that a path leads to, in whichever position: `collectors[].id`. A tree of one and the same thing
 * counts as one level of it.
 */
export const fieldOf = (path: Path): string =>
  join(path, () => '[]').replace(/(\.[A-Za-z]+\[\])\1+(?=\.|$)/g, '$1');

function join(path: Path, position: (step: number) => string): string {
  return path.reduce<string>((before, step) => {
    if (typeof step === 'number') return before + position(step);
    return before === '' ? step : `${before}.${step}`;
  }, '');
}

/** The record without what stands at a path: a field gone, a list one entry shorter. */
export const without = <R>(record: R, path: Path): R => changed(record, path, undefined) as R;

/** The record with another value at a path. */
export const having = <R>(record: R, path: Path, value: unknown): R => changed(record, path, value) as R;

/** A copy along the path; everything beside it stays the same. */
function changed(holder: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const inner = changed((holder as Record<PropertyKey, unknown>)[step], rest, value);
  if (Array.isArray(holder)) {
    const position = Number(step);
    return inner === undefined ? holder.toSpliced(position, 1) : holder.with(position, inner);
  }
  const { [step]: _, ...others } = holder as Record<PropertyKey, unknown>;
  return inner === undefined ? others : { ...(holder as object), [step]: inner };
}
