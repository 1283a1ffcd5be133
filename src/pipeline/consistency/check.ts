import type { Origin } from '../../base/origin.js';
import type { Context } from '../../model/rdf/context.js';
import { mintIris } from '../../model/rdf/iris.js';
import type { PublishableRecord, RecordRef } from '../../model/records/record.js';
import type { Finding } from '../../model/shacl/finding.js';
import type { MappedRecord } from '../map-records/map-record.js';
import { iriOf } from '../plan/record-iri.js';

/** A record of the release. */
export interface CheckedRecord {
  readonly one: PublishableRecord;
  readonly mapped: MappedRecord;
}

/** A finding about a record that comes from comparing it with others. */
export interface CrossRecordFinding {
  readonly record: RecordRef & { readonly origin?: Origin };
  readonly finding: Finding;
}

/** The names of things in findings. */
export interface IriNaming {
  /** The IRI of a term of the context. */
  readonly word: (term: string) => string;
  /** The IRI of a record. */
  readonly iri: (ref: RecordRef) => string;
}

/** Names of predicates and records for consistency checks. */
export function iriNaming(context: Context, base: string): IriNaming {
  const iris = mintIris(base);
  return { word: (term) => context.terms.get(term)?.iri ?? term, iri: (ref) => iriOf(ref, iris) };
}
