import { z } from 'zod';
import { convertOf, type Texts } from '../scalars.js';
import { type Judge, judgeOf, saysOnly } from './judges.js';
import { mendPiece, readPieces } from './pieces.js';
import { type Field, readObject } from './read-object.js';
import { readList, readScalar } from './read-value.js';
import { DOUBT, type Read } from './walk.js';

/** Turns schemas into functions; those that no piece is in or on the way to, each once. */
export class Compiler {
  readonly #pieces: readonly string[];
  readonly #texts: Texts;
  readonly #known = new Map<z.core.$ZodType, Read | undefined>();

  constructor(pieces: readonly string[], texts: Texts) {
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
    this.#known.set(schema, (value, walk) => (made === undefined ? DOUBT : made(value, walk)));
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
    const judge = judgeOf(schema);
    if (judge === undefined) return undefined;
    if (schema.constructor === z.ZodArray) return this.#list(schema as z.ZodArray, judge, path);
    const convert = convertOf(schema, this.#texts);
    return convert === undefined ? undefined : readScalar(convert, judge);
  }

  #object(schema: z.ZodObject, path: string): Read | undefined {
    if (!saysOnly(schema.def, ['shape'])) return undefined;
    const fields: Field[] = [];
    for (const [name, given] of Object.entries(schema.shape)) {
      const isOptional = given.constructor === z.ZodOptional && saysOnly(given._zod.def, ['innerType']);
      const inner = isOptional ? (given as z.ZodOptional).unwrap() : given;
      const read = this.read(inner, path === '' ? name : `${path}.${name}`);
      // What every object has is there before it is read.
      if (read === undefined || name in Object.prototype) return undefined;
      fields.push({ name, read, isOptional });
    }
    return readObject(fields);
  }

  #list(schema: z.ZodArray, judge: Judge, path: string): Read | undefined {
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
    return readPieces(entry, judge, mendPiece(element as z.ZodType, within, this.#texts));
  }
}
