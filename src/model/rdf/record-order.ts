import type { Term } from '@rdfjs/types';
import { compareBytes } from '../../base/byte-order.js';

/** The IRI of a record, of the record itself or one of its nodes (model 2.3). */
export function recordIriOf(iri: string): string {
  const hash = iri.indexOf('#');
  return hash < 0 ? iri : iri.slice(0, hash);
}

/**
 * The record of a release that the object of a triple refers to; undefined where there is none. A hot path.
 *
 * @param base the data base IRI
 */
export const recordReferredTo = ({ termType, value }: Term, base: string): string | undefined =>
  termType === 'NamedNode' && value.startsWith(base) ? recordIriOf(value) : undefined;

/** The sort key of a record. */
export interface RecordKey {
  readonly record: string;
  /** Before the last slash. */
  readonly path: string;
  /** After the last slash. */
  readonly id: string;
  readonly isNumber: boolean;
}

export function recordKey(record: string): RecordKey {
  const slash = record.lastIndexOf('/');
  const id = record.slice(slash + 1);
  return { record, path: record.slice(0, Math.max(slash, 0)), id, isNumber: /^\d+$/.test(id) };
}

/**
 * The order of records in sorted files, from their IRIs alone, so that two releases can be merged line by line: by the path
 * before the last slash, byte by byte; then by numeric ids; then by other ids, byte by byte.
 */
export function compareKeys(a: RecordKey, b: RecordKey): number {
  if (a.path !== b.path) return compareBytes(a.path, b.path);
  if (a.isNumber !== b.isNumber) return a.isNumber ? -1 : 1;
  if (a.isNumber && a.id.length !== b.id.length) return a.id.length - b.id.length;
  return compareBytes(a.id, b.id);
}

/** {@link compareKeys}, for the IRIs of two records. */
export const compareRecords = (a: string, b: string): number => compareKeys(recordKey(a), recordKey(b));
