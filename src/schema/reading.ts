/** What is wrong with a record that cannot be read: where in it, and what was expected. */
export interface ReadingFault {
  /** JSON pointer into the record. */
  readonly pointer: string;
  readonly message: string;
}

/** A part of a record that could not be read and was left out, so that the rest could be. */
export interface RejectedPiece {
  /** The list it stood in, by the path of keys to it: `parts.items`. */
  readonly piece: string;
  /** JSON pointer into the record. */
  readonly pointer: string;
  readonly faults: readonly ReadingFault[];
  /** As it came, keys respelt. */
  readonly value: unknown;
}

/** A record that could be read, with the pieces that had to be left out. */
export interface GoodReading<R> {
  readonly ok: true;
  readonly record: R;
  readonly rejects: readonly RejectedPiece[];
  /** The keys no dictionary knows. */
  readonly unknown: readonly string[];
}

/**
 * A record read, with the pieces that had to be left out, or the reasons why it could not be. `unknown` lists
 * the keys no dictionary knows.
 */
export type Reading<R> =
  | GoodReading<R>
  | { readonly ok: false; readonly faults: readonly ReadingFault[]; readonly unknown: readonly string[] };
