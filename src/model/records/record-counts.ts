import { FolkloreError } from '../../base/errors.js';
import { KIND_NAMES, KINDS } from './kinds.js';
import type { Kind } from './record.js';

/** The records of one kind. Every fetched record is in exactly one of the other columns. */
export interface KindRecordCounts {
  fetched: number;
  published: number;
  /** By access control. */
  withheld: number;
  /** In quarantine: violations of shapes or rules, or failed mappings. */
  rejected: number;
  /** In quarantine: not according to the schema. */
  unreadable: number;
  /** Statements that published records lack because they violated a shape or rule; absent: none. */
  trimmed?: number;
}

/** The outcomes of a fetched record. */
export const RECORD_OUTCOMES = ['published', 'withheld', 'rejected', 'unreadable'] as const;

/** Counts records by kind and outcome. */
export class RecordCounts {
  readonly #counts = new Map<Kind, KindRecordCounts>();

  count(kind: Kind, column: keyof KindRecordCounts, by = 1): void {
    const counts = this.#counts.get(kind) ?? {
      fetched: 0,
      published: 0,
      withheld: 0,
      rejected: 0,
      unreadable: 0,
    };
    if (column !== 'trimmed' || by > 0) counts[column] = (counts[column] ?? 0) + by;
    this.#counts.set(kind, counts);
  }

  /** In the order of the table of kinds; kinds without records are left out. */
  rows(): readonly (KindRecordCounts & { readonly kind: Kind })[] {
    return KIND_NAMES.flatMap((kind) => {
      const counts = this.#counts.get(kind);
      return counts === undefined ? [] : [{ kind, ...counts }];
    });
  }

  total(column: keyof KindRecordCounts): number {
    return this.rows().reduce((sum, row) => sum + (row[column] ?? 0), 0);
  }

  /** All records in quarantine. */
  get quarantined(): number {
    return this.total('rejected') + this.total('unreadable');
  }

  /**
   * Checks that every fetched record has one outcome.
   *
   * @throws FolkloreError COUNT_MISMATCH naming the kinds that do not add up
   */
  checkBalance(): void {
    const off = this.rows().filter(
      (row) => row.fetched !== RECORD_OUTCOMES.reduce((sum, end) => sum + row[end], 0),
    );
    if (off.length === 0) return;
    const sums = off.map(
      (row) =>
        `${KINDS[row.kind].title}: ${row.fetched} fetched, but ${RECORD_OUTCOMES.map((end) => `${row[end]} ${end}`).join(' + ')}`,
    );
    throw new FolkloreError('COUNT_MISMATCH', `Records went missing on the way. ${sums.join('; ')}.`, {
      hint: 'This is a fault of folklore-ld: nothing was released. Please report it with the store.',
    });
  }
}
