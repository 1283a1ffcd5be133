import type { StoredRequest } from './request-order.js';

/**
 * Documents of a harvest: `coverage.json` has what was requested and found, and depends on the answers alone; `history.json`
 * has what is known of earlier harvests.
 */
export const DOCUMENTS = ['coverage.json', 'history.json'] as const;

export type DocumentName = (typeof DOCUMENTS)[number];

/** Documents by their names, as text. */
export type Documents = Readonly<Partial<Record<DocumentName, string>>>;

/** A stored answer: with a body, or a 404. */
export type Entry = FoundEntry | MissingEntry;

interface Stored extends StoredRequest {
  /** When the run began that stored the answer, in milliseconds since 1970. */
  readonly at?: number;
}

export interface FoundEntry extends Stored {
  /** The length of the unpacked body. */
  readonly bytes: number;
  /** Of the unpacked body, in hexadecimal. */
  readonly sha256: string;
  readonly etag?: string;
}

export interface MissingEntry extends Stored {
  readonly missing: true;
}

/** The key of an entry. Names of services have no spaces. */
export function entryKey({ service, request }: StoredRequest): string {
  return `${service} ${request}`;
}

/** Whether two answers have the same body, byte for byte. */
export function isSameBody(one: Entry | undefined, other: Entry | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    'sha256' in one &&
    'sha256' in other &&
    one.sha256 === other.sha256
  );
}
