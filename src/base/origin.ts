/** Where a datum came from, so that every finding can name its record and its place in the source. */
export interface Origin {
  /** Which service sent it. */
  readonly service: 'archive' | 'placenames';
  /** The request that brought it: path and query, never a key. */
  readonly request: string;
  /** JSON pointer (RFC 6901) into the body. */
  readonly pointer: string;
}

/** One step further down a JSON pointer (RFC 6901, section 3: `~` and `/` are escaped). */
export function pointTo(pointer: string, ...steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (path, step) => `${path}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  );
}
