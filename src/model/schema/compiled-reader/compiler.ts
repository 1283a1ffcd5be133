import { z } from 'zod';
import { normaliserOf } from '../normalise.js';
import { convertOf, type TextMode } from '../scalars.js';
import type { GoodReading } from '../validating-reader.js';
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
 * Reads a list of pieces, or one whose entries have such lists. Only a doubtful piece is read with the validating reader, not
 * the whole volume.
 *
 * @param reread reads a doubtful piece; without it the whole is doubtful
 */
export function readPieces(entry: Read, test: ValueTest, reread: Read = () => UNCERTAIN): Read {
  return (value, walk) => {
    const list: unknown[] = [];
    const entries = entriesOf(value);
    let position = 0;
    for (let at = 0; at < entries.length; at += 1) {
      const since = walk.count;
      let read = entry(entries[at], walk);
      if (read === UNCERTAIN) {
        walk.forget(since);
        read = reread(entries[at], walk);
      }
      if (read === UNCERTAIN) return UNCERTAIN;
      if (read === undefined) continue;
      if (walk.count > since) walk.inEntry(position, since);
      if (read !== LEFT_OUT) list.push(read);
      position += 1;
    }
    return test(list) ? list : UNCERTAIN;
  };
}

/**
 * Reads a doubtful piece with the validating reader; an unreadable one is left out.
 *
 * @param pieces the lists of pieces in it
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

/** Compiles schemas to functions; schemas without pieces once. */
export class ReaderCompiler {
  readonly #pieces: readonly string[];
  readonly #texts: TextMode;
  readonly #known = new Map<z.core.$ZodType, Read | undefined>();

  constructor(pieces: readonly string[], texts: TextMode) {
    this.#pieces = pieces;
    this.#texts = texts;
  }

  /**
   * Compiles a schema; undefined where it is not supported.
   *
   * @param path the keys to the value
   */
  read(schema: z.core.$ZodType, path = ''): Read | undefined {
    if (this.#inside(path).length > 0) return this.#make(schema, path);
    if (this.#known.has(schema)) return this.#known.get(schema);
    // Registered first, because the tree of topics contains itself.
    let made: Read | undefined;
    this.#known.set(schema, (value, walk) => (made === undefined ? UNCERTAIN : made(value, walk)));
    made = this.#make(schema, path);
    this.#known.set(schema, made);
    return made;
  }

  /** The lists of pieces at or below a path, by their path from there. */
  #inside(path: string): string[] {
    if (path === '') return [...this.#pieces];
    return this.#pieces.flatMap((piece) => {
      if (piece === path) return [''];
      return piece.startsWith(`${path}.`) ? [piece.slice(path.length + 1)] : [];
    });
  }

  #make(schema: z.core.$ZodType, path: string): Read | undefined {
    if (schema.constructor === z.ZodObject) return this.#object(schema as z.ZodObject, path);
    const test = valueTestOf(schema);
    if (test === undefined) return undefined;
    if (schema.constructor === z.ZodArray) return this.#list(schema as z.ZodArray, test, path);
    const convert = convertOf(schema, this.#texts);
    return convert === undefined ? undefined : readScalar(convert, test);
  }

  #object(schema: z.ZodObject, path: string): Read | undefined {
    if (!hasOnlyKeys(schema.def, ['shape'])) return undefined;
    const fields: Field[] = [];
    for (const [name, given] of Object.entries(schema.shape)) {
      const isOptional = given.constructor === z.ZodOptional && hasOnlyKeys(given._zod.def, ['innerType']);
      const inner = isOptional ? (given as z.ZodOptional).unwrap() : given;
      const read = this.read(inner, path === '' ? name : `${path}.${name}`);
      // Properties of every object are never absent.
      if (read === undefined || name in Object.prototype) return undefined;
      fields.push({ name, read, isOptional });
    }
    return readObject(fields);
  }

  #list(schema: z.ZodArray, test: ValueTest, path: string): Read | undefined {
    const { element } = schema;
    // Lists of lists are not supported.
    const entry = element.constructor === z.ZodArray ? undefined : this.read(element, path);
    if (entry === undefined) return undefined;
    const inside = this.#inside(path);
    if (inside.length === 0) return readList(entry, test);
    if (!inside.includes('')) return readPieces(entry, test);
    // Limits of length hold for the remaining pieces.
    if (schema.def.checks !== undefined) return undefined;
    const within = inside.filter((piece) => piece !== '');
    return readPieces(entry, test, rereadPiece(element as z.ZodType, within, this.#texts));
  }
}

/** Reads a record that is surely valid; undefined for a doubtful one. */
export type CompiledReader<R> = (raw: unknown) => GoodReading<R> | undefined;

/**
 * Compiles a schema to a function that normalises and validates a record at once. Its result is that of the validating reader,
 * or undefined where it is not sure.
 *
 * @returns undefined for a schema that is not supported
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
