import type { Term } from '@rdfjs/types';
import { compareBytes } from '../base/byte-order.js';

/** The record that an IRI belongs to: what belongs to a record is a fragment of its IRI (model 2.3). */
export function recordOf(iri: string): string {
  const hash = iri.indexOf('#');
  return hash < 0 ? iri : iri.slice(0, hash);
}

/**
 * The record of ours that the object of a triple leads to; undefined where it leads to none. A hot path.
 *
 * @param base what our own IRIs begin with
 */
export const recordReferredTo = ({ termType, value }: Term, base: string): string | undefined =>
  termType === 'NamedNode' && value.startsWith(base) ? recordOf(value) : undefined;

/** What the place of a record in sorted files hangs on; made once when a record is compared many times. */
export interface RecordKey {
  readonly record: string;
  /** Before the last slash: the kind. */
  readonly path: string;
  /** Behind it. */
  readonly id: string;
  readonly isNumber: boolean;
}

export function recordKey(record: string): RecordKey {
  const slash = record.lastIndexOf('/');
  const id = record.slice(slash + 1);
  return { record, path: record.slice(0, Math.max(slash, 0)), id, isNumber: /^\d+$/.test(id) };
}

/**
 * The order of records in sorted files, from their IRIs alone, so that any two releases can be merged line by line:
 * by what stands before the last slash, byte by byte; then ids that are numbers, smaller ones first, whatever their
 * length; then all other ids, byte by byte.
 */
export function compareKeys(a: RecordKey, b: RecordKey): number {
  if (a.path !== b.path) return compareBytes(a.path, b.path);
  if (a.isNumber !== b.isNumber) return a.isNumber ? -1 : 1;
  if (a.isNumber && a.id.length !== b.id.length) return a.id.length - b.id.length;
  return compareBytes(a.id, b.id);
}

/** {@link compareKeys}, for the IRIs of two records. */
export const compareRecords = (a: string, b: string): number => compareKeys(recordKey(a), recordKey(b));
