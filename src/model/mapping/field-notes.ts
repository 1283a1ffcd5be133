import { z } from 'zod';
import { referenceTable } from '../../base/reference-data.js';
import { PRIVILEGED } from '../schema/privileged.js';

/*
 * Why a field becomes no triple: docs/coverage.md and `folklore-ld explain` show these notes. Tests compare them with the
 * schemas and with what the mappings do.
 */

/** Notes by field, lists as `[]`: `linkedItems[].partID`. A note on a field holds for the fields in it. */
type Notes = Readonly<Record<string, string>>;

/** Notes as they stand in the table: several fields are separated by spaces, and fields of a field stand below it. */
interface NestedNotes {
  readonly [fields: string]: string | NestedNotes;
}
const nested: z.ZodType<NestedNotes> = z.lazy(() => z.record(z.string(), z.union([z.string(), nested])));

function flattened(notes: NestedNotes, prefix = ''): Notes {
  return Object.fromEntries(
    Object.entries(notes).flatMap(([fields, note]) =>
      fields.split(' ').flatMap((field) => {
        const path = `${prefix}${field}`;
        return typeof note === 'string' ? [[path, note]] : Object.entries(flattened(note, `${path}.`));
      }),
    ),
  );
}

const notes = nested.transform((table) => flattened(table));
const byKind = z.record(z.string(), notes);

const TABLE = referenceTable(
  'unpublished-fields',
  z.strictObject({
    shared: z.array(nested),
    sometimes: byKind,
    silenced: z.record(z.string(), z.strictObject({ by: z.string(), reason: z.string() }).readonly()),
    privileged: z.record(z.enum(PRIVILEGED), z.string()),
    never: byKind,
    envelope: notes,
    irish: z.record(z.string(), z.string()),
  }),
);

/** By kind: when a field becomes no triple although it does in other records. */
export const CONDITIONAL_FIELDS: Readonly<Record<string, Notes>> = TABLE.sometimes;

/** By kind: a field with which a record has no other triples, and why. */
export const SILENCED: Readonly<Record<string, { readonly by: string; readonly reason: string }>> =
  TABLE.silenced;

/** Privileged fields mean the same in every kind, and none of them has a term (model 3.0). */
export const PRIVILEGED_REASONS = TABLE.privileged;

/** By kind: fields that never become a triple. */
export const UNMAPPED: Readonly<Record<string, Notes>> = TABLE.never;

/** The fields around lists of records (wire-format 2 and 4), which no schema has. */
export const ENVELOPE: Notes = TABLE.envelope;

/** The notes in Irish. */
export const NOTES_IN_IRISH: Readonly<Record<string, string>> = TABLE.irish;
