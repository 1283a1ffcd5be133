/**
 * The fields marked **P** in wire-format.md: sent to privileged keys only, and never published. Each means the same in every
 * record.
 */
export const PRIVILEGED = [
  'approved',
  'archivedDescriptionStatus',
  'archivedInfo',
  'extraInfoStatus',
  'moderated',
  'operator',
  'sensitive',
  'status',
] as const;

type PrivilegedField = (typeof PRIVILEGED)[number];

/** Those that decide what may be published. */
export const ACCESS_FIELDS: ReadonlySet<string> = new Set<PrivilegedField>([
  'approved',
  'archivedDescriptionStatus',
  'extraInfoStatus',
  'sensitive',
  'status',
]);

/** A record without its privileged fields, at every depth. Mappings take no other type, so they cannot publish one. */
export type Published<T> = T extends readonly (infer Entry)[]
  ? Published<Entry>[]
  : T extends object
    ? { [Field in keyof T as Field extends PrivilegedField ? never : Field]: Published<T[Field]> }
    : T;
