import { isNothing } from '../../base/json.js';

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

export type PrivilegedField = (typeof PRIVILEGED)[number];

/** Those that decide what may be published. */
export const ACCESS_FIELDS: ReadonlySet<string> = new Set<PrivilegedField>([
  'approved',
  'archivedDescriptionStatus',
  'extraInfoStatus',
  'sensitive',
  'status',
]);

/** An access field, or the value of one, that is not written as the specification writes it: no schema takes it. */
export class OddSpelling {
  constructor(readonly sent: unknown) {}
}

/** Lower case without accents, blanks, signs and invisible characters. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const BY_FOLDED_NAME: ReadonlyMap<string, PrivilegedField> = new Map(
  PRIVILEGED.map((field) => [folded(field), field]),
);

/** Keys that were examined; records have few. */
const known = new Map<string, PrivilegedField | undefined>();
const MOST_KNOWN = 4096;

/** The privileged field that a key means, in any spelling; undefined for other keys. A hot path. */
export function privilegedField(key: string): PrivilegedField | undefined {
  const before = known.get(key);
  if (before !== undefined || known.has(key)) return before;
  const field = BY_FOLDED_NAME.get(folded(key));
  if (known.size < MOST_KNOWN) known.set(key, field);
  return field;
}

/** Whether a key is the name of an access field in another spelling than those of the specification and the dictionaries. */
export function isOddName(key: string): boolean {
  const field = privilegedField(key);
  if (field === undefined || !ACCESS_FIELDS.has(field)) return false;
  return key !== field && key !== `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
}

/** The values of access fields (wire-format 3), as they are written as text, and folded. */
const VALUE = /^(?:true|false|EDIT|PUB|0|[1-9]\d*)$/;
const FOLDED_VALUE = /^(?:true|false|edit|pub)$/;
const NUMBER = /^[^\p{L}\p{N}.]*\d+(?:\.\d+)?[^\p{L}\p{N}.]*$/u;

/** Whether a value of an access field is recognised only after trimming, folding of case, or as the entry of a list. */
export function isOddValue(value: unknown): boolean {
  if (typeof value === 'string')
    return !VALUE.test(value) && (FOLDED_VALUE.test(folded(value)) || NUMBER.test(value.normalize('NFKD')));
  return Array.isArray(value) && value.some((entry) => !isNothing(entry));
}

/** A record without its privileged fields, at every depth. Mappings take no other type, so they cannot publish one. */
export type Published<T> = T extends readonly (infer Entry)[]
  ? Published<Entry>[]
  : T extends object
    ? { [Field in keyof T as Field extends PrivilegedField ? never : Field]: Published<T[Field]> }
    : T;
