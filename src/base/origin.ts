/** Both services, in the order of all lists. */
export const SERVICES = ['archive', 'placenames'] as const;

export type Service = (typeof SERVICES)[number];

/** The source of a record, for findings. */
export interface Origin {
  readonly service: Service;
  /** Path and query, without a key. */
  readonly request: string;
  /** JSON pointer (RFC 6901) into the answer. */
  readonly pointer: string;
}

/** Appends steps to a JSON pointer (RFC 6901, section 3: `~` and `/` are escaped). */
export function pointTo(pointer: string, ...steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (path, step) =>
      `${path}/${typeof step === 'number' ? step : step.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  );
}
