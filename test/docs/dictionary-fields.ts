import { z } from 'zod';
import { fieldOf, type Path } from '../../src/pipeline/shards/source-field.js';

type Schema = z.core.$ZodType;

/** What a walk through a schema meets. */
interface Walked {
  /** Every field that holds a value, lists as `[]`, a tree of one thing as one level of it. */
  readonly fields: readonly string[];
  /** Every field that holds fields, and lists without their mark. */
  readonly holders: readonly string[];
  /** The names of the fields of every object met, sorted and joined. */
  readonly objects: readonly string[];
}

/** Walks every field of an object of the dictionaries. */
export function walk(schema: z.ZodObject): Walked {
  const fields = new Set<string>();
  const holders = new Set<string>();
  const objects = new Set<string>();
  const enter = (one: Schema, path: Path, around: readonly Schema[]): void => {
    // Once around is enough of a topic that holds topics.
    if (around.filter((before) => before === one).length > 1) return;
    if (one instanceof z.ZodOptional) {
      enter(one.unwrap(), path, around);
    } else if (one instanceof z.ZodArray) {
      holders.add(fieldOf(path));
      enter(one.element, [...path, 0], around);
    } else if (one instanceof z.ZodObject) {
      if (path.length > 0) holders.add(fieldOf(path));
      objects.add(Object.keys(one.shape).sort().join());
      for (const [name, inner] of Object.entries(one.shape)) {
        enter(inner as Schema, [...path, name], [...around, one]);
      }
    } else {
      fields.add(fieldOf(path));
    }
  };
  enter(schema, [], []);
  return { fields: [...fields], holders: [...holders], objects: [...objects] };
}
