/**
 * The names of every field marked **P** in wire-format.md: served to privileged keys only and never
 * published. Each means the same wherever it occurs, so one list says it all.
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

export type PrivilegedField = (typeof PRIVILEGED)[number];

/** Those of them that decide whether something may be seen. */
export const ACCESS_FIELDS: ReadonlySet<string> = new Set<PrivilegedField>([
  'approved',
  'archivedDescriptionStatus',
  'extraInfoStatus',
  'sensitive',
  'status',
]);

/**
 * A record without its privileged fields, through and through. Mappers take nothing else, so what must not
 * be published has no type to be published with.
 */
export type Published<T> = T extends readonly (infer Entry)[]
  ? Published<Entry>[]
  : T extends object
    ? { [Field in keyof T as Field extends PrivilegedField ? never : Field]: Published<T[Field]> }
    : T;
