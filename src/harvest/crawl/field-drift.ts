import type { Kind } from '../../model/records/record.js';
import type { FieldShare, KindStatistics } from './record-statistics.js';

/** A field that is present less often than before; the service may have changed. */
export interface FieldDrift {
  readonly kind: Kind;
  readonly field: string;
  readonly before: FieldShare;
  readonly now: FieldShare;
}

/** Kinds with fewer records are not compared. */
const FEWEST = 10;

/**
 * Compares the presence of fields with the last harvest: fields that were in every record and now are not, and fields that
 * now are in no record.
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
      const hasVanished = earlier.present >= FEWEST && present.present === 0;
      return isOften && (wasAlways || hasVanished) ? [{ kind, field, before: earlier, now: present }] : [];
    }),
  );
}

const parentOf = (field: string): string => field.slice(0, Math.max(0, field.lastIndexOf('.')));

/** The number of records, from any field at the top level. */
function ofRecords(fields: Readonly<Record<string, FieldShare>>): number {
  const own = Object.entries(fields).find(([field]) => !field.includes('.'));
  return own?.[1].of ?? 0;
}
