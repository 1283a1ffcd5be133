import type { Origin } from '../base/origin.js';
import type { MappedRecord } from '../records/map-record.js';
import type { PublishableRecord, RecordRef } from '../records/record.js';
import type { Finding } from '../shacl/finding.js';

/** A record that is in the release, as it was filed. */
export interface CheckedRecord {
  readonly one: PublishableRecord;
  readonly mapped: MappedRecord;
}

/** What was found about a record by looking at others too. */
export interface CrossRecordFinding {
  readonly record: RecordRef & { readonly origin?: Origin };
  readonly finding: Finding;
}

/**
 * Looks at every record of a release once, and then says what it has found (model 7.3). Several of the same check may
 * look at different records: one of them takes over what the others have seen.
 */
export interface ConsistencyCheck<Seen = unknown> {
  add(filed: CheckedRecord): void;
  /** Lets go of what it has seen: plain data, for another one to take over. */
  takeState(): Seen;
  /** Takes over what another one has seen. */
  mergeState(seen: Seen): void;
  /** In an order that depends on nothing but the records. */
  findings(): Iterable<CrossRecordFinding>;
}

/** What names the things that checks speak of. */
export interface IriNaming {
  /** The IRI of a term of the context. */
  readonly word: (term: string) => string;
  /** The IRI of a record. */
  readonly iri: (ref: RecordRef) => string;
}

/** Requests by number, so that where a record came from can stand in a table of numbers. */
export class Requests {
  #numbers = new Map<string, number>();
  #origins: Origin[] = [];

  numberOf(origin: Origin): number {
    const key = `${origin.service} ${origin.request}`;
    const before = this.#numbers.get(key);
    if (before !== undefined) return before;
    this.#numbers.set(key, this.#origins.length);
    return this.#origins.push({ ...origin, pointer: '' }) - 1;
  }

  /** The request, as a record has it; where in its answer the record was is not remembered. */
  originOf(number: number): { readonly origin?: Origin } {
    const origin = this.#origins[number];
    return origin === undefined ? {} : { origin };
  }

  /** Lets go of all requests, for another one to take over. */
  handOver(): readonly Origin[] {
    const origins = this.#origins;
    this.#origins = [];
    this.#numbers = new Map();
    return origins;
  }

  /** @returns what the numbers of the other one are here */
  takeOver(origins: readonly Origin[]): (number: number) => number {
    const numbers = origins.map((origin) => this.numberOf(origin));
    return (number) => numbers[number] ?? Number.NaN;
  }
}
