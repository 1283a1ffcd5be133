import { hash } from 'node:crypto';

/** Characters of a content hash: 48 bits, unique within a record. */
const HASH_LENGTH = 12;

/** Canonical JSON of a flat object (RFC 8785), without absent values. */
export function canonicalJson(
  fields: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return JSON.stringify(Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** The first 12 hex characters of SHA-256 over the canonical JSON of the fields (model 2.3). */
export function contentHash(fields: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const composed = Object.entries(fields).map(([field, value]) => [
    field,
    typeof value === 'string' ? value.normalize('NFC') : value,
  ]);
  const canonical = canonicalJson(Object.fromEntries(composed));
  return hash('sha256', canonical, 'hex').slice(0, HASH_LENGTH);
}
