import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type ZodType, z } from 'zod';
import { FolkloreError, messageOf } from './errors.js';

/** reference-data/, from src/ and from dist/. */
const FOLDER = new URL('../../reference-data/', import.meta.url);

/** A text in English and Irish. */
export const bilingual = z.strictObject({ en: z.string().min(1), ga: z.string().min(1) }).readonly();
export type Bilingual = z.output<typeof bilingual>;

/**
 * Reads a table of reference-data/: knowledge that archivists and translators can edit.
 *
 * @param path below reference-data/, without `.yaml`
 * @param schema of the whole table
 * @throws FolkloreError FILE_UNREADABLE, with file and entry, when the table does not fit the schema
 */
export function referenceTable<T>(path: string, schema: ZodType<T>): T {
  const file = `reference-data/${path}.yaml`;
  const fault = (what: string): FolkloreError =>
    new FolkloreError('FILE_UNREADABLE', `${file} cannot be used: ${what}`, {
      hint: 'Correct the table, or install folklore-ld again.',
    });
  let content: unknown;
  try {
    content = parse(readFileSync(new URL(`${path}.yaml`, FOLDER), 'utf8'), { merge: true });
  } catch (thrown) {
    throw fault(messageOf(thrown));
  }
  const { success, data, error } = schema.safeParse(content);
  if (success) return data;
  const faults = error.issues.map(({ path: entry, message }) => `${entry.join(' > ')}: ${message}`);
  throw fault(faults.join('; '));
}
