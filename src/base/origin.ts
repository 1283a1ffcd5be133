/** Both services, in the order in which they are told of. */
export const SERVICES = ['archive', 'placenames'] as const;

export type Service = (typeof SERVICES)[number];

/** Where a datum came from, so that every finding can name its record and its place in the source. */
export interface Origin {
  /** Which service sent it. */
  readonly service: Service;
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
