import type { Origin } from '../../base/origin.js';
import type { PublishableRecord, RecordRef } from '../../model/records/record.js';
import type { Finding } from '../../model/shacl/finding.js';
import type { MappedRecord } from '../map-records/map-record.js';

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
