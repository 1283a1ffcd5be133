import type { Group } from '../../model/records/datasets.js';
import { kindOf } from '../../model/records/kinds.js';
import type { Kind } from '../../model/records/record.js';
import { SOURCES } from '../../model/records/sources.js';
import { PRIVILEGED } from '../../model/schema/privileged.js';
import { fieldsAt } from '../../model/schema/reader.js';
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

/** What the specification has and no record of a harvest has. */
export interface NeverSent {
  readonly kind: Kind;
  /** The fields by their paths; empty: there is no record of the kind. */
  readonly fields: readonly string[];
}

/**
 * The kinds of which a harvest has no record, and the fields that no record of a kind has although its records have unknown ones
 * beside them: a service may have renamed them. A first harvest has no earlier one to be compared with.
 */
export function findNeverSent(now: readonly KindStatistics[], groups: readonly Group[]): NeverSent[] {
  const found = new Map(now.map((one) => [one.kind, one]));
  const isThere = (kind: Kind): boolean => {
    const { records, unreadable } = found.get(kind) ?? { records: 0, unreadable: 0 };
    return records + unreadable > 0;
  };
  const all = SOURCES.filter((source) => source.groups.some((group) => groups.includes(group))).flatMap(
    ({ kind, pieces }): NeverSent[] => {
      const holder = (path: string): Kind => pieces[parentOf(path)] ?? kind;
      const isMissed = ([path, piece]: readonly [string, Kind]): boolean =>
        (found.get(holder(path))?.records ?? 0) >= FEWEST && !isThere(piece);
      const missed = isThere(kind) ? Object.entries(pieces).filter(isMissed) : [['', kind] as const];
      const unknown = Object.keys(found.get(kind)?.unknownFields ?? {});
      const fields = [kind, ...Object.values(pieces)].flatMap((one) => {
        const [list = ''] = Object.entries(pieces).find(([, piece]) => piece === one) ?? [];
        const own = unknown.filter((path) => listOf(pieces, path) === list);
        const absent = absentBeside(
          found.get(one),
          own.map((path) => path.slice(list === '' ? 0 : list.length + 1)),
        );
        return absent.length === 0 ? [] : [{ kind: one, fields: absent }];
      });
      return [...missed.map(([, one]) => ({ kind: one, fields: [] })), ...fields];
    },
  );
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** The innermost list of records that a field lies in. */
const listOf = (pieces: Readonly<Record<string, Kind>>, field: string): string => {
  const list = parentOf(field);
  return list === '' || Object.hasOwn(pieces, list) ? list : listOf(pieces, list);
};

/** The fields of the specification that no record of a kind has, in the objects that have unknown fields. */
function absentBeside(statistics: KindStatistics | undefined, unknown: readonly string[]): string[] {
  if (statistics === undefined || statistics.records < FEWEST) return [];
  const { described, around } = kindOf(statistics).schemas;
  const objects = [...new Set(unknown.map(parentOf))];
  return objects.flatMap((path) =>
    fieldsAt(described, path === '' ? [] : path.split('.'))
      .filter((field) => !Object.hasOwn(around, field) && !(PRIVILEGED as readonly string[]).includes(field))
      .map((field) => (path === '' ? field : `${path}.${field}`))
      .filter((field) => (statistics.fields[field]?.present ?? 0) === 0),
  );
}
