import type { Mergeable } from '../../base/mergeable.js';
import type { Origin } from '../../base/origin.js';
import type { PublishableRecord, RecordRef } from '../../model/records/record.js';
import type { Finding } from '../../model/shacl/finding.js';
import type { MappedRecord } from '../map-records/map-record.js';
import { NumberTables, type TableColumns, type TablesState } from './number-table.js';

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

/**
 * Sees every record of a release once, then gives its findings (model 7.3). Several instances of a check may see
 * different records: one of them takes over the states of the others.
 */
export interface ConsistencyCheck<State = unknown> extends Mergeable<State> {
  add(checked: CheckedRecord): void;
  /** In an order that depends on the records alone. */
  findings(): Iterable<CrossRecordFinding>;
}

/** The names of things in findings. */
export interface IriNaming {
  /** The IRI of a term of the context. */
  readonly word: (term: string) => string;
  /** The IRI of a record. */
  readonly iri: (ref: RecordRef) => string;
}

/**
 * A check that remembers a fact of each record that it concerns.
 *
 * @param factOf plain data; undefined for a record of no concern
 */
export function factsCheck<Fact extends object>(
  factOf: (record: PublishableRecord) => Fact | undefined,
  findings: (facts: Fact[]) => Iterable<CrossRecordFinding>,
): ConsistencyCheck<readonly Fact[]> {
  let facts: Fact[] = [];
  return {
    add: ({ one }) => {
      const fact = factOf(one);
      if (fact !== undefined) facts.push(fact);
    },
    take: () => {
      const taken = facts;
      facts = [];
      return taken;
    },
    merge: (more) => {
      for (const fact of more) facts.push(fact);
    },
    findings: () => findings(facts),
  };
}

/** A check that remembers numbers of the records that it concerns, in tables. */
export function tablesCheck<Name extends string>(
  columns: TableColumns<Name>,
  add: (record: PublishableRecord, tables: NumberTables<Name>) => void,
  findings: (tables: NumberTables<Name>) => Iterable<CrossRecordFinding>,
): ConsistencyCheck<TablesState> {
  const tables = new NumberTables(columns);
  return {
    add: ({ one }) => add(one, tables),
    take: () => tables.take(),
    merge: (state) => tables.merge(state),
    findings: () => findings(tables),
  };
}
