import type { Kind } from '../records/record.js';
import type { FieldShare, KindStatistics } from './record-statistics.js';

/** A field that was there and now is not, or not always: the service may have changed. */
export interface FieldDrift {
  readonly kind: Kind;
  readonly field: string;
  readonly before: FieldShare;
  readonly now: FieldShare;
}

/** Fewer records than these say nothing about what is always there. */
const FEWEST = 10;

/**
 * Compares which fields are there with the last harvest: those that were always there and now are not, and
 * those that were there at all and now are in no record. Kinds of which either harvest has only a handful are
 * passed over.
 */
export function findDrift(before: readonly KindStatistics[], now: readonly KindStatistics[]): FieldDrift[] {
  const was = new Map(before.map((one) => [one.kind, one]));
  return now.flatMap(({ kind, fields }) =>
    Object.entries(was.get(kind)?.fields ?? {}).flatMap(([field, earlier]) => {
      const present = fields[field] ?? {
        present: 0,
        of: fields[parentOf(field)]?.present ?? ofRecords(fields),
      };
      const isOften = earlier.of >= FEWEST && present.of >= FEWEST;
      const wasAlways = earlier.present === earlier.of && present.present < present.of;
      const isGone = earlier.present >= FEWEST && present.present === 0;
      return isOften && (wasAlways || isGone) ? [{ kind, field, before: earlier, now: present }] : [];
    }),
  );
}

const parentOf = (field: string): string => field.slice(0, Math.max(0, field.lastIndexOf('.')));

/** How many records there are: every field that stands in the record itself is counted of all of them. */
function ofRecords(fields: Readonly<Record<string, FieldShare>>): number {
  const own = Object.entries(fields).find(([field]) => !field.includes('.'));
  return own?.[1].of ?? 0;
}
