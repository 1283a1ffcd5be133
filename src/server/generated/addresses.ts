/** An invented web address: every host is under `example.org`, which nobody has. */
export const webAddress = (host: string, ...path: readonly (string | number)[]): string =>
  ['https:', '', `${host}.example.org`, ...path.map((step) => encodeURIComponent(step))].join('/');
