import { EXIT, FolkloreError } from '../../base/errors.js';
import type { Publication } from '../../rdf/iris.js';
import type { Held } from './compared.js';
import type { DatasetDifference, KindOfChange } from './difference.js';

/** What has become of one dataset. */
export interface DatasetDelta {
  readonly dataset: string;
  readonly publication: Publication;
  /** Those of one kind of change are no part of the others. */
  readonly records: { readonly before: number; readonly after: number } & Readonly<
    Record<KindOfChange, number>
  >;
  /**
   * `before - forgotten - removed + added` is `after`; forgotten are those that speak of what is suppressed. Where a
   * property goes with all its values, those that stay are removed and added.
   */
  readonly triples: Readonly<Record<'before' | 'after' | 'forgotten' | 'removed' | 'added', number>>;
}

/** Counts what has become of one dataset. */
export class DatasetTally {
  readonly #records: Record<KindOfChange, number> = { added: 0, removed: 0, changed: 0, suppressed: 0 };
  #forgotten = 0;
  #removed = 0;
  #added = 0;

  count({ kind, forgotten, taken, added }: DatasetDifference): void {
    if (kind !== undefined) this.#records[kind] += 1;
    this.#forgotten += forgotten;
    this.#removed += taken;
    this.#added += added.length;
  }

  /**
   * The totals, and whether they come to what the later release holds.
   *
   * @throws FolkloreError COUNT_MISMATCH
   */
  total(
    dataset: string,
    publication: Publication,
    { before, after }: { readonly before: Held; readonly after: Held },
  ): DatasetDelta {
    const triples = {
      before: before.lines,
      after: after.lines,
      forgotten: this.#forgotten,
      removed: this.#removed,
      added: this.#added,
    };
    if (before.lines - this.#forgotten - this.#removed + this.#added !== after.lines) {
      throw new FolkloreError(
        'COUNT_MISMATCH',
        `What has changed in the dataset ${dataset} does not lead from ${before.lines} triples to ${after.lines}.`,
        { hint: 'This is a fault of folklore-ld; please report it.', exitCode: EXIT.fault },
      );
    }
    const records = { before: before.records, after: after.records, ...this.#records };
    return { dataset, publication, records, triples };
  }
}
