import { isNothing } from '../../base/json.js';
import { entry } from '../../base/map-entry.js';
import { kindOf } from '../../model/records/kinds.js';
import type { Kind } from '../../model/records/record.js';
import { normaliserOf } from '../../model/schema/normalise.js';

/* Fields of records as they were sent, which may be of any form. */

/** What brings the id of a record to the form in which others refer to it, by kind. */
const IDS = new Map<Kind, ReturnType<typeof normaliserOf>>();

/** The kind of a record that cannot be read, and its id if that can be read. A number beyond 2^53-1 is a text, and so exact. */
export function refOf(kind: Kind, value: unknown): { kind: Kind; id?: number | string } {
  const normalise = entry(IDS, kind, () => {
    const { sent } = kindOf({ kind }).schemas;
    return normaliserOf(sent.shape.id ?? sent, 'plain');
  });
  const id = normalise(fieldOf(value, 'id'), []);
  return typeof id === 'number' || typeof id === 'string' ? { kind, id } : { kind };
}

/** A field of a value as it was sent, in any letter case. */
export function fieldOf(value: unknown, name: string): unknown {
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return fields.find(([key]) => key.toLowerCase() === name)?.[1];
}

/** The entries of a list; of one that stands several times in its object (`parseJson`), those of all lists. */
const allOf = (list: readonly unknown[]): readonly unknown[] => list.flat(2);

/** The entries of a list as the reader counts them: a bare value is one, and those that hold nothing are none. */
export const entriesIn = (holder: unknown, list: string): unknown[] =>
  allOf([fieldOf(holder, list)].flat()).filter((entry) => !isNothing(entry));

/** An id in a field of a record as it was sent; undefined where it cannot be read. */
export function idIn(holder: unknown, field: string): number | undefined {
  const { id } = refOf('cbe.volume', { id: fieldOf(holder, field) });
  return typeof id === 'number' ? id : undefined;
}
