import { nearest } from '../../base/nearest.js';

/** How the services speak, by the release of which they do so. */
const DIALECTS = ['v0.6', 'v1.1'] as const;

export type Dialect = (typeof DIALECTS)[number];

/** The dialect of the specification. */
export const DEFAULT_DIALECT: Dialect = 'v0.6';

/**
 * Reads the name of a dialect.
 *
 * @throws Error naming those there are, and the nearest
 */
export function parseDialect(word: string): Dialect {
  const dialect = DIALECTS.find((name) => name === word);
  if (dialect !== undefined) return dialect;
  const meant = nearest(word, DIALECTS);
  const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
  throw new Error(`unknown dialect '${word}'${hint} (known are ${DIALECTS.join(' and ')})`);
}
