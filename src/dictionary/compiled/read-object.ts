import { spellingsOf } from '../normalise.js';
import { isNothing } from '../nothing.js';
import { oneOf } from './read-value.js';
import { DOUBT, type Read, type Walk } from './walk.js';

/** A field of an object, compiled. */
export interface Field {
  readonly name: string;
  readonly read: Read;
  /** Whether it may be absent. A list may always: it is empty then. */
  readonly isOptional: boolean;
}

const ABSENT: unique symbol = Symbol('absent');

/**
 * Reads an object. Its fields come out in the order of the schema, as zod gives them, whatever order they came in;
 * one of which nothing is said is there and undefined, one that did not come is not there.
 */
export function readObject(fields: readonly Field[]): Read {
  const positions = new Map(fields.map(({ name }, position) => [name, position]));
  const spellings = new Map(
    [...spellingsOf([...positions.keys()])].map(([spelling, name]) => [spelling, positions.get(name)]),
  );
  const blank: readonly unknown[] = fields.map(() => ABSENT);

  return (value, walk) => {
    const one = oneOf(value);
    if (isNothing(one)) return undefined;
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return DOUBT;
    const given = blank.slice();
    const source = one as Record<string, unknown>;
    for (const key of Object.keys(source)) {
      const position = positions.get(key) ?? spellings.get(key.toLowerCase());
      if (position === undefined) walk.unknown(key);
      // Of two spellings of one field the plain way knows which one counts.
      else if (given[position] !== ABSENT) return DOUBT;
      else given[position] = source[key];
    }
    return build(fields, given, walk);
  };
}

function build(fields: readonly Field[], given: readonly unknown[], walk: Walk): unknown {
  const record: Record<string, unknown> = {};
  for (let position = 0; position < fields.length; position += 1) {
    const { name, read, isOptional } = fields[position] as Field;
    const raw = given[position];
    if (raw === ABSENT && isOptional) continue;
    const met = walk.met;
    const value = read(raw === ABSENT ? undefined : raw, walk);
    if (value === DOUBT || (value === undefined && !isOptional)) return DOUBT;
    if (walk.met > met) walk.inField(name, met);
    record[name] = value;
  }
  return record;
}
