import { fileOf } from './body-file.js';
import type { StoredRequest } from './request-order.js';

/**
 * What a harvest may write about itself, beside the answers: `coverage.json` says what was asked and found, and
 * depends on the answers alone; `history.json` remembers what earlier harvests knew.
 */
export const DOCUMENTS = ['coverage.json', 'history.json'] as const;

export type DocumentName = (typeof DOCUMENTS)[number];

/** Documents by their names, as text. */
export type Documents = Readonly<Partial<Record<DocumentName, string>>>;

/** An answer with a body, or the answer that there is none (404). */
export type Entry = FoundEntry | MissingEntry;

export interface FoundEntry extends StoredRequest {
  /** Below the store's folder, with `/` between folders. */
  readonly file: string;
  /** Of the body as it came, unpacked. */
  readonly bytes: number;
  /** Of the body as it came, unpacked, in hexadecimal. */
  readonly sha256: string;
  readonly etag?: string;
}

export interface MissingEntry extends StoredRequest {
  readonly missing: true;
}

/** The key an entry is found by: no service's name holds a space. */
export function entryKey({ service, request }: StoredRequest): string {
  return `${service} ${request}`;
}

/** Whether two answers have the same body, byte for byte. */
export function isSameBody(one: Entry | undefined, other: Entry | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    'file' in one &&
    'file' in other &&
    one.sha256 === other.sha256
  );
}

/** One line of JSON, keys in one order, no more than is known. */
export function writeEntry(entry: Entry): string {
  const { service, request } = entry;
  if ('missing' in entry) return JSON.stringify({ service, request, missing: true });
  const { file, bytes, sha256, etag } = entry;
  return JSON.stringify({ service, request, file, bytes, sha256, ...(etag === undefined ? {} : { etag }) });
}

/**
 * Reads what {@link writeEntry} wrote, parsed. A store may have come from elsewhere: a file name that is not
 * the one we give that request is refused, so that no entry points out of the store.
 *
 * @returns undefined when it is not an entry
 */
export function readEntry(value: unknown): Entry | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { service, request, missing, file, bytes, sha256, etag }: Record<string, unknown> = { ...value };
  if ((service !== 'archive' && service !== 'placenames') || typeof request !== 'string') return undefined;
  if (missing === true) return { service, request, missing };
  if (file !== fileOf({ service, request }) || typeof file !== 'string') return undefined;
  if (typeof bytes !== 'number' || typeof sha256 !== 'string') return undefined;
  if (etag !== undefined && typeof etag !== 'string') return undefined;
  return { service, request, file, bytes, sha256, ...(etag === undefined ? {} : { etag }) };
}
