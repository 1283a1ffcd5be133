import { FolkloreError } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import type { ResultRow } from '../results.js';
import type { TellDifference } from './difference.js';

/** Whoever answers queries: as much of a client as is needed here. */
export interface Asked {
  query(sparql: string): Promise<readonly ResultRow[]>;
}

/** A store that is asked, and who is told of it. */
export interface Asking {
  readonly store: Asked;
  readonly tell: TellDifference;
  readonly report: Report;
  /** Is asked again and again; what it throws ends the verification. */
  readonly check: () => void;
}

/** What comes of asking; undefined when the store refuses it, because it does not know how, or it takes too long. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof FolkloreError && thrown.code === 'REQUEST_REFUSED') return undefined;
    throw thrown;
  }
}
