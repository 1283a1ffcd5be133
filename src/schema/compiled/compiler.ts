import { z } from 'zod';
import { normaliserOf } from '../normalise.js';
import type { GoodReading } from '../reading.js';
import { convertOf, type TextMode } from '../scalars.js';
import { validatingReader } from '../validating-reader.js';
import { hasOnlyKeys, type ValueTest, valueTestOf } from './checks.js';
import {
  entriesOf,
  type Field,
  type Read,
  ReadState,
  readList,
  readObject,
  readScalar,
  UNCERTAIN,
} from './read-value.js';

const LEFT_OUT: unique symbol = Symbol('left out');

/**
 * Reads a list of pieces, or one with such lists inside its entries. A volume of a thousand pages is not read the
 * plain way for the sake of one: a piece in doubt is mended by itself.
 *
 * @param mend how a piece in doubt is read; without it the whole is in doubt
 */
export function readPieces(entry: Read, judge: ValueTest, mend: Read = () => UNCERTAIN): Read {
  return (value, walk) => {
    const list: unknown[] = [];
    const entries = entriesOf(value);
    let position = 0;
    for (let at = 0; at < entries.length; at += 1) {
      const since = walk.met;
      let read = entry(entries[at], walk);
      if (read === UNCERTAIN) {
        walk.forget(since);
        read = mend(entries[at], walk);
      }
      if (read === UNCERTAIN) return UNCERTAIN;
      if (read === undefined) continue;
      if (walk.met > since) walk.inEntry(position, since);
      if (read !== LEFT_OUT) list.push(read);
      position += 1;
    }
    return judge(list) ? list : UNCERTAIN;
  };
}

/**
 * Reads a piece in doubt the plain way: it is good after all, or without pieces inside it, or it is left out.
 *
 * @param pieces the lists of pieces inside it
 */
export function rereadPiece(schema: z.ZodType, pieces: readonly string[], texts: TextMode): Read {
  const plain = validatingReader(schema, pieces, texts);
  const normalise = normaliserOf(schema, texts);
  return (value, walk) => {
    const reading = plain(value);
    for (const key of reading.unknown) walk.unknown(key);
    if (reading.ok) {
      for (const { faults, value, piece, pointer } of reading.rejects) {
        walk.reject(faults, value, piece, pointer);
      }
      return reading.record;
    }
    walk.reject(reading.faults, normalise(value, '', new Set()));
    return LEFT_OUT;
  };
}

/** Turns schemas into functions; those that no piece is in or on the way to, each once. */
export class ReaderCompiler {
  readonly #pieces: readonly string[];
  readonly #texts: TextMode;
  readonly #known = new Map<z.core.$ZodType, Read | undefined>();

  constructor(pieces: readonly string[], texts: TextMode) {
    this.#pieces = pieces;
    this.#texts = texts;
  }

  /**
   * How a value of a schema is read; nothing where that is not known.
   *
   * @param path the keys to where it stands
   */
  read(schema: z.core.$ZodType, path = ''): Read | undefined {
    if (this.#inside(path).length > 0) return this.#make(schema, path);
    if (this.#known.has(schema)) return this.#known.get(schema);
    // Registered before it is made: the tree of topics contains itself.
    let made: Read | undefined;
    this.#known.set(schema, (value, walk) => (made === undefined ? UNCERTAIN : made(value, walk)));
    made = this.#make(schema, path);
    this.#known.set(schema, made);
    return made;
  }

  /** The lists of pieces at a path or deeper, by their path from there. */
  #inside(path: string): string[] {
    if (path === '') return [...this.#pieces];
    return this.#pieces.flatMap((piece) => {
      if (piece === path) return [''];
      return piece.startsWith(`${path}.`) ? [piece.slice(path.length + 1)] : [];
    });
  }

  #make(schema: z.core.$ZodType, path: string): Read | undefined {
    if (schema.constructor === z.ZodObject) return this.#object(schema as z.ZodObject, path);
    const judge = valueTestOf(schema);
    if (judge === undefined) return undefined;
    if (schema.constructor === z.ZodArray) return this.#list(schema as z.ZodArray, judge, path);
    const convert = convertOf(schema, this.#texts);
    return convert === undefined ? undefined : readScalar(convert, judge);
  }

  #object(schema: z.ZodObject, path: string): Read | undefined {
    if (!hasOnlyKeys(schema.def, ['shape'])) return undefined;
    const fields: Field[] = [];
    for (const [name, given] of Object.entries(schema.shape)) {
      const isOptional = given.constructor === z.ZodOptional && hasOnlyKeys(given._zod.def, ['innerType']);
      const inner = isOptional ? (given as z.ZodOptional).unwrap() : given;
      const read = this.read(inner, path === '' ? name : `${path}.${name}`);
      // What every object has is there before it is read.
      if (read === undefined || name in Object.prototype) return undefined;
      fields.push({ name, read, isOptional });
    }
    return readObject(fields);
  }

  #list(schema: z.ZodArray, judge: ValueTest, path: string): Read | undefined {
    const { element } = schema;
    // Of a list of lists the plain way makes what no dictionary has asked for yet.
    const entry = element.constructor === z.ZodArray ? undefined : this.read(element, path);
    if (entry === undefined) return undefined;
    const inside = this.#inside(path);
    if (inside.length === 0) return readList(entry, judge);
    if (!inside.includes('')) return readPieces(entry, judge);
    // How many pieces there must be is asked of those that are left.
    if (schema.def.checks !== undefined) return undefined;
    const within = inside.filter((piece) => piece !== '');
    return readPieces(entry, judge, rereadPiece(element as z.ZodType, within, this.#texts));
  }
}

/** Reads a record that is surely good; nothing when it is in doubt. */
export type CompiledReader<R> = (raw: unknown) => GoodReading<R> | undefined;

/**
 * Compiles a schema to functions that in one walk bring a record to its one form and judge it. They know two
 * answers: what the plain reader would say, and in doubt. They never let pass what the plain reader finds fault with;
 * of a piece in doubt they ask it.
 *
 * @returns nothing for a schema in which there is anything that the compiler does not know
 */
export function compileReader<S extends z.ZodType>(
  schema: S,
  pieces: readonly string[],
  texts: TextMode,
): CompiledReader<z.infer<S>> | undefined {
  const read = new ReaderCompiler(pieces, texts).read(schema);
  if (read === undefined) return undefined;
  return (raw) => {
    const walk = new ReadState();
    const record = read(raw, walk);
    return record === UNCERTAIN || record === undefined ? undefined : walk.end(record as z.infer<S>);
  };
}
