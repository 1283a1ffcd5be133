import { entry } from '../../base/map-entry.js';
import { compareRefs, type Kind, type RecordRef } from '../../model/records/record.js';
import { timestamp } from '../../model/schema/fields.js';
import { convertOf } from '../../model/schema/scalars.js';
import { fieldOf } from '../answers/sent-fields.js';
import { entryKey } from '../store/entry.js';
import type { StoredRequest } from '../store/request-order.js';

const toUtc = convertOf(timestamp, 'plain');

/** The time of the last change of a record as it was sent, in milliseconds since 1970; undefined where it states none. */
export function modifiedAt(record: unknown): number | undefined {
  const time = Date.parse(String(toUtc?.(fieldOf(record, 'datemodified'))));
  return time >= 0 ? time : undefined;
}

/** A copy of a record that is older than another copy, or than the copy of the last harvest. */
export interface OlderCopy extends StoredRequest {
  readonly ref: RecordRef;
  /** When the copy was changed, and when the latest copy was, in milliseconds since 1970. */
  readonly modified: number;
  readonly latest: number;
}

/** The latest copies of a record that the crawler has seen. */
interface Latest {
  modified: number;
  /** The requests for the first pages of the lists that have these copies. */
  lists: StoredRequest[];
}

/**
 * Compares the dates of copies of one record in several answers: caches on the way to a service may answer with an older list,
 * records may be edited while a harvest runs, and a harvest may be continued days later.
 */
export class CopyDates {
  readonly #latest = new Map<Kind, Map<RecordRef['id'], Latest>>();
  readonly #older: { readonly ref: RecordRef; readonly modified: number; readonly list: StoredRequest }[] =
    [];

  /**
   * Adds a copy.
   *
   * @param modified as {@link modifiedAt} returns it
   * @param list the request for the first page of its list; none for a copy that is compared only
   */
  add({ kind, id }: RecordRef, modified: number | undefined, list?: StoredRequest): void {
    if (modified === undefined) return;
    const ref = { kind, id };
    const latest = entry(
      entry(this.#latest, kind, () => new Map<RecordRef['id'], Latest>()),
      id,
      (): Latest => ({ modified, lists: [] }),
    );
    const here = list === undefined ? [] : [list];
    const [older, lists] = modified < latest.modified ? [modified, here] : [latest.modified, latest.lists];
    if (modified === latest.modified) latest.lists.push(...here);
    else for (const one of lists) this.#older.push({ ref, modified: older, list: one });
    if (modified <= latest.modified) return;
    latest.modified = modified;
    latest.lists = here;
  }

  /** The older copies, in no order. */
  older(): OlderCopy[] {
    return this.#older.map(({ ref, modified, list }) => {
      const latest = this.#latest.get(ref.kind)?.get(ref.id)?.modified ?? modified;
      return { ...list, ref, modified, latest };
    });
  }
}

/** For each list with older copies a sentence without a full stop, which names the first record. */
export function olderCopiesInWords(copies: readonly OlderCopy[]): string[] {
  const lists = new Map<string, OlderCopy[]>();
  for (const copy of copies) entry(lists, entryKey(copy), (): OlderCopy[] => []).push(copy);
  return [...lists].map(([list, older]) => {
    const [{ ref, modified, latest } = older[0] as OlderCopy, ...others] = older.toSorted((a, b) =>
      compareRefs(a.ref, b.ref),
    );
    const [was, is] = [modified, latest].map((time) => new Date(time).toISOString());
    const more = others.length === 0 ? '' : `, and older copies of ${others.length} more`;
    return `${list} sends ${ref.kind} ${ref.id} of ${was}, also when asked past caches; there is a copy of ${is}${more}`;
  });
}
