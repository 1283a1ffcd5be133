import type { Origin } from '../../base/origin.js';

/** The name of an answer. */
export interface StoredRequest {
  readonly service: Origin['service'];
  /** Path and query below the service's prefix. */
  readonly request: string;
}

/**
 * Compares by service, path and query, with runs of digits as numbers (`VolumeID=9` before `VolumeID=10`), whatever the
 * locale.
 */
export function compareRequests(a: StoredRequest, b: StoredRequest): number {
  const [pathA, queryA] = halves(a.request);
  const [pathB, queryB] = halves(b.request);
  return (
    byCodeUnits(a.service, b.service) ||
    withNumbers(pathA, pathB) ||
    withNumbers(queryA, queryB) ||
    byCodeUnits(a.request, b.request)
  );
}

/** Path and query of a request; the query without its question mark, empty when there is none. */
export function halves(request: string): readonly [path: string, query: string] {
  const mark = request.indexOf('?');
  return mark === -1 ? [request, ''] : [request.slice(0, mark), request.slice(mark + 1)];
}

function withNumbers(a: string, b: string): number {
  const runsA = runs(a);
  const runsB = runs(b);
  for (const [index, runA] of runsA.entries()) {
    const runB = runsB[index];
    if (runB === undefined) return 1;
    const difference = DIGIT.test(runA) && DIGIT.test(runB) ? asNumbers(runA, runB) : byCodeUnits(runA, runB);
    if (difference !== 0) return difference;
  }
  return runsA.length - runsB.length;
}

const DIGIT = /^\d/;

function runs(text: string): string[] {
  return text.match(/\d+|\D+/g) ?? [];
}

/** Compares numbers of any length exactly. */
function asNumbers(a: string, b: string): number {
  const digitsA = a.replace(/^0+(?=\d)/, '');
  const digitsB = b.replace(/^0+(?=\d)/, '');
  return digitsA.length - digitsB.length || byCodeUnits(digitsA, digitsB);
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
