import type { z } from 'zod';
import type { GoodReading } from '../reading.js';
import type { Texts } from '../scalars.js';
import { Compiler } from './compiler.js';
import { DOUBT, Walk } from './walk.js';

/** Reads a record that is surely good; nothing when it is in doubt. */
export type FirstPass<R> = (raw: unknown) => GoodReading<R> | undefined;

/**
 * Compiles a schema to functions that in one walk bring a record to its one form and judge it. They know two
 * answers: what the plain reader would say, and in doubt. They never let pass what the plain reader finds fault with;
 * of a piece in doubt they ask it.
 *
 * @returns nothing for a schema in which there is anything that the compiler does not know
 */
export function firstPass<S extends z.ZodType>(
  schema: S,
  pieces: readonly string[],
  texts: Texts,
): FirstPass<z.infer<S>> | undefined {
  const read = new Compiler(pieces, texts).read(schema);
  if (read === undefined) return undefined;
  return (raw) => {
    const walk = new Walk();
    const record = read(raw, walk);
    return record === DOUBT || record === undefined ? undefined : walk.end(record as z.infer<S>);
  };
}
