import { EXIT, FolkloreError } from '../base/errors.js';
import { KINDS } from './kinds.js';
import type { Kind } from './record.js';

/** What became of the records of one kind. Every record fetched is in exactly one of the other columns. */
export interface KindRecordCounts {
  fetched: number;
  published: number;
  /** Not for the public: privileged, sensitive, unapproved, unpublished. */
  withheld: number;
  /** In quarantine: not what the shapes promise, or impossible to describe. */
  rejected: number;
  /** In quarantine too: nobody could read it. */
  unreadable: number;
}

/** The columns that a record can end in. */
export const RECORD_OUTCOMES = ['published', 'withheld', 'rejected', 'unreadable'] as const;

/** Keeps the counts of a run, kind by kind. */
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
    counts[column] += by;
    this.#counts.set(kind, counts);
  }

  /** In the order of the table of kinds; kinds of which nothing was met are left out. */
  rows(): readonly (KindRecordCounts & { readonly kind: Kind })[] {
    return (Object.keys(KINDS) as Kind[]).flatMap((kind) => {
      const counts = this.#counts.get(kind);
      return counts === undefined ? [] : [{ kind, ...counts }];
    });
  }

  total(column: keyof KindRecordCounts): number {
    return this.rows().reduce((sum, row) => sum + row[column], 0);
  }

  /** Records that are in quarantine, for whichever reason. */
  get quarantined(): number {
    return this.total('rejected') + this.total('unreadable');
  }

  /**
   * The promise that nothing disappears silently.
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
      exitCode: EXIT.fault,
    });
  }
}
