import { pointTo } from '../../../base/origin.js';
import { spellingsOf } from '../normalise.js';
import { type Convert, isNothing } from '../scalars.js';
import type { GoodReading, ReadingFault } from '../validating-reader.js';
import type { ValueTest } from './checks.js';

/** The result for a value that the validating reader must decide. */
export const UNCERTAIN: unique symbol = Symbol('uncertain');

/** Reads a value of one schema: the value, undefined where it is absent, or {@link UNCERTAIN}. */
export type Read = (value: unknown, walk: ReadState) => unknown;

/** An unknown key or a rejected piece, with its path as far as it is known. */
interface Note {
  keys: string;
  pointer: string;
  readonly reject?: { readonly faults: readonly ReadingFault[]; readonly value: unknown };
}

/** Unknown keys and rejected pieces of the record that is read. */
export class ReadState {
  readonly #notes: Note[] = [];

  /** The number of notes so far. */
  get count(): number {
    return this.#notes.length;
  }

  /** Notes an unknown key, by its path from the current value. */
  unknown(keys: string): void {
    this.#notes.push({ keys, pointer: '' });
  }

  /** Notes a rejected piece: the current value, or one in it. */
  reject(faults: readonly ReadingFault[], value: unknown, keys = '', pointer = ''): void {
    this.#notes.push({ keys, pointer, reject: { faults, value } });
  }

  /** Removes later notes, because the value is read again. */
  forget(since: number): void {
    this.#notes.length = since;
  }

  /** Puts later notes into a field. */
  inField(name: string, since: number): void {
    for (const note of this.#notes.slice(since)) {
      const isItself = note.reject !== undefined && note.keys === '';
      note.keys = isItself ? name : `${name}.${note.keys}`;
      note.pointer = `${pointTo('', name)}${note.pointer}`;
    }
  }

  /** Puts later notes into an entry of a list. */
  inEntry(position: number, since: number): void {
    for (const note of this.#notes.slice(since)) note.pointer = `${pointTo('', position)}${note.pointer}`;
  }

  /** The reading of the whole record. */
  end<R>(record: R): GoodReading<R> {
    if (this.#notes.length === 0) return { ok: true, record, rejects: [], unknown: [] };
    const unknown = new Set(this.#notes.filter(({ reject }) => reject === undefined).map(({ keys }) => keys));
    const rejects = this.#notes.flatMap(({ keys, pointer, reject }) =>
      reject === undefined ? [] : [{ piece: keys, pointer, ...reject }],
    );
    return { ok: true, record, rejects, unknown: [...unknown].sort() };
  }
}

/** A single value: a list of one or none is accepted for it (wire-format 1). */
export const oneOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length <= 1 ? value[0] : value;

/** A list: a bare value is accepted for a list of it (wire-format 1). */
export function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isNothing(value) ? [] : [value];
}

/** Reads a scalar. */
export function readScalar(convert: Convert, test: ValueTest): Read {
  return (value) => {
    const one = oneOf(value);
    if (isNothing(one)) return undefined;
    const converted = convert(one);
    return converted === undefined || test(converted) ? converted : UNCERTAIN;
  };
}

/** Reads a list, without absent entries. */
export function readList(entry: Read, test: ValueTest): Read {
  return (value, walk) => {
    const entries = entriesOf(value);
    // Allocated at its usual length, because a growing array takes more memory.
    const list = new Array<unknown>(entries.length);
    let length = 0;
    for (let at = 0; at < entries.length; at += 1) {
      const read = entry(entries[at], walk);
      if (read === UNCERTAIN) return UNCERTAIN;
      if (read !== undefined) list[length++] = read;
    }
    if (length < list.length) list.length = length;
    return test(list) ? list : UNCERTAIN;
  };
}

/** A field of an object, compiled. */
export interface Field {
  readonly name: string;
  readonly read: Read;
  /** Whether it may be absent; an absent list is empty. */
  readonly isOptional: boolean;
}

const ABSENT: unique symbol = Symbol('absent');

/**
 * Reads an object. Fields are in the order of the schema, as with zod. A field that was sent without a value is present and
 * undefined.
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
    const count = walk.count;
    const value = read(raw === ABSENT ? undefined : raw, walk);
    if (value === UNCERTAIN || (value === undefined && !isOptional)) return UNCERTAIN;
    if (walk.count > count) walk.inField(name, count);
    record[name] = value;
  }
  return record;
}
