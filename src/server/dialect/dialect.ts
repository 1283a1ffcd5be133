import { nearest } from '../../base/nearest.js';
import type { HostedService } from '../answer.js';
import { asLaterRelease } from './later-release.js';

/** How the services speak, by the release of which they do so. */
const DIALECTS = {
  'v0.6': (hosted: HostedService) => hosted,
  'v1.1': asLaterRelease,
} as const;

export type Dialect = keyof typeof DIALECTS;

/** The dialect of the specification. */
export const DEFAULT_DIALECT: Dialect = 'v0.6';

/** A service in a dialect. */
export function speaking(hosted: HostedService, dialect: Dialect): HostedService {
  return DIALECTS[dialect](hosted);
}

/**
 * Reads the name of a dialect.
 *
 * @throws Error naming those there are, and the nearest
 */
export function parseDialect(word: string): Dialect {
  const known = Object.keys(DIALECTS) as Dialect[];
  const dialect = known.find((name) => name === word);
  if (dialect !== undefined) return dialect;
  const meant = nearest(word, known);
  const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
  throw new Error(`unknown dialect '${word}'${hint} (known are ${known.join(' and ')})`);
}
