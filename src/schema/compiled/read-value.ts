import { pointTo } from '../../base/origin.js';
import { spellingsOf } from '../normalise.js';
import type { GoodReading, ReadingFault } from '../reading.js';
import { type Convert, isNothing } from '../scalars.js';
import type { ValueTest } from './checks.js';

/** What a first pass says of a value that it cannot surely read: the plain way decides, and says why. */
export const UNCERTAIN: unique symbol = Symbol('in doubt');

/** Reads a value of one schema: what it stands for, undefined where nothing is said, or {@link UNCERTAIN}. */
export type Read = (value: unknown, walk: ReadState) => unknown;

/** An unknown key, or a piece that is left out; where it is, as far as the walk has come back from it. */
interface Met {
  keys: string;
  pointer: string;
  readonly reject?: { readonly faults: readonly ReadingFault[]; readonly value: unknown };
}

/** What is met on the way through one record beside its fields. */
export class ReadState {
  readonly #met: Met[] = [];

  /** How much has been met so far. */
  get met(): number {
    return this.#met.length;
  }

  /** Notes a key that no dictionary knows, by its path from where the walk is. */
  unknown(keys: string): void {
    this.#met.push({ keys, pointer: '' });
  }

  /** Notes that a piece is left out: the value itself, or one inside it. */
  reject(faults: readonly ReadingFault[], value: unknown, keys = '', pointer = ''): void {
    this.#met.push({ keys, pointer, reject: { faults, value } });
  }

  /** Forgets what was met since then: it is read once more. */
  forget(since: number): void {
    this.#met.length = since;
  }

  /** Says that what was met since then is inside a field. */
  inField(name: string, since: number): void {
    for (const met of this.#met.slice(since)) {
      // A key may be empty; a piece without keys is the value itself.
      const isItself = met.reject !== undefined && met.keys === '';
      met.keys = isItself ? name : `${name}.${met.keys}`;
      met.pointer = `${pointTo('', name)}${met.pointer}`;
    }
  }

  /** Says that what was met since then is inside an entry of a list. */
  inEntry(position: number, since: number): void {
    for (const met of this.#met.slice(since)) met.pointer = `${pointTo('', position)}${met.pointer}`;
  }

  /** The whole that was read, with what was met in it. */
  end<R>(record: R): GoodReading<R> {
    if (this.#met.length === 0) return { ok: true, record, rejects: [], unknown: [] };
    const unknown = new Set(this.#met.filter(({ reject }) => reject === undefined).map(({ keys }) => keys));
    const rejects = this.#met.flatMap(({ keys, pointer, reject }) =>
      reject === undefined ? [] : [{ piece: keys, pointer, ...reject }],
    );
    return { ok: true, record, rejects, unknown: [...unknown].sort() };
  }
}

/** What is there where one value is documented: a list of one, or of none, is taken for it (wire-format 1). */
export const oneOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length <= 1 ? value[0] : value;

/** What is there where a list is documented: one bare value is taken for a list of it (wire-format 1). */
export function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isNothing(value) ? [] : [value];
}

/** Reads a value that is no list and no object. */
export function readScalar(convert: Convert, judge: ValueTest): Read {
  return (value) => {
    const one = oneOf(value);
    if (isNothing(one)) return undefined;
    const converted = convert(one);
    return converted === undefined || judge(converted) ? converted : UNCERTAIN;
  };
}

/** Reads a list, without the entries that say nothing. */
export function readList(entry: Read, judge: ValueTest): Read {
  return (value, walk) => {
    const entries = entriesOf(value);
    // As long as it will be, nearly always: one that grows takes up room for many.
    const list = new Array<unknown>(entries.length);
    let length = 0;
    for (let at = 0; at < entries.length; at += 1) {
      const read = entry(entries[at], walk);
      if (read === UNCERTAIN) return UNCERTAIN;
      if (read !== undefined) list[length++] = read;
    }
    if (length < list.length) list.length = length;
    return judge(list) ? list : UNCERTAIN;
  };
}

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
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return UNCERTAIN;
    const given = blank.slice();
    const source = one as Record<string, unknown>;
    for (const key of Object.keys(source)) {
      const position = positions.get(key) ?? spellings.get(key.toLowerCase());
      if (position === undefined) walk.unknown(key);
      // Of two spellings of one field the plain way knows which one counts.
      else if (given[position] !== ABSENT) return UNCERTAIN;
      else given[position] = source[key];
    }
    return build(fields, given, walk);
  };
}

function build(fields: readonly Field[], given: readonly unknown[], walk: ReadState): unknown {
  const record: Record<string, unknown> = {};
  for (let position = 0; position < fields.length; position += 1) {
    const { name, read, isOptional } = fields[position] as Field;
    const raw = given[position];
    if (raw === ABSENT && isOptional) continue;
    const met = walk.met;
    const value = read(raw === ABSENT ? undefined : raw, walk);
    if (value === UNCERTAIN || (value === undefined && !isOptional)) return UNCERTAIN;
    if (walk.met > met) walk.inField(name, met);
    record[name] = value;
  }
  return record;
}
