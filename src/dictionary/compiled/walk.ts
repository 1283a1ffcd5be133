import { pointTo } from '../../base/origin.js';
import type { Fault, GoodReading } from '../reading.js';

/** What a first pass says of a value that it cannot surely read: the plain way decides, and says why. */
export const DOUBT: unique symbol = Symbol('in doubt');

/** Reads a value of one schema: what it stands for, undefined where nothing is said, or {@link DOUBT}. */
export type Read = (value: unknown, walk: Walk) => unknown;

/** An unknown key, or a piece that is left out; where it is, as far as the walk has come back from it. */
interface Met {
  keys: string;
  pointer: string;
  readonly reject?: { readonly faults: readonly Fault[]; readonly value: unknown };
}

/** What is met on the way through one record beside its fields. */
export class Walk {
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
  reject(faults: readonly Fault[], value: unknown, keys = '', pointer = ''): void {
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
