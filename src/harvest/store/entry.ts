import { sha256 } from '../../base/sha256.js';
import { halves, type StoredRequest } from './request-order.js';

/** The longest file name, without `.json.gz`; file systems allow 255 bytes. */
const LONGEST_NAME = 120;

/** Characters of a request in a hashed file name. */
const SHOWN_OF_HASHED = 60;

/** 128 bits, against collisions. */
const HASH_DIGITS = 32;

/** Path segments of the services, and ids: lower case, without dots and underscores. */
const PLAIN_PATH = /^(?:\/|(?:\/[a-z0-9-]+)+)$/;

/** Parameter names of the services; values of digits and capitals, so that none differ in letter case only. */
const PLAIN_QUERY = /^(?:[A-Z][A-Za-z]*=[A-Z0-9.-]*)(?:&[A-Z][A-Za-z]*=[A-Z0-9.-]*)*$/;

/**
 * The file of an answer, as a path below the store with `/` as separator. It depends on the request alone. Requests contain
 * values from the services, which are not trusted: a request that is not plain gets a hashed name. Only hashed names contain
 * `_`, and no two names differ in letter case only.
 */
export function fileOf({ service, request }: StoredRequest): string {
  const [path, query] = halves(request);
  const folder = path === '/' ? '' : path;
  const plain = PLAIN_PATH.test(path) && (query === '' ? !request.includes('?') : PLAIN_QUERY.test(query));
  const name = query === '' ? folder : `${folder}/${query}`;
  if (plain && name !== '' && name.length <= LONGEST_NAME) return `${service}${name}.json.gz`;
  const kept = request
    .replaceAll(/[^A-Za-z0-9=&]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SHOWN_OF_HASHED);
  const hash = sha256(request).slice(0, HASH_DIGITS);
  return `${service}/${kept}_${hash}.json.gz`;
}

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

/** Of an unfinished harvest: when the run began that stored the answer, in milliseconds since 1970. */
interface Stored {
  readonly at?: number;
}

export interface FoundEntry extends StoredRequest, Stored {
  /** A path below the store, with `/` as separator. */
  readonly file: string;
  /** The length of the unpacked body. */
  readonly bytes: number;
  /** Of the unpacked body, in hexadecimal. */
  readonly sha256: string;
  readonly etag?: string;
}

export interface MissingEntry extends StoredRequest, Stored {
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
    'file' in one &&
    'file' in other &&
    one.sha256 === other.sha256
  );
}

/** An entry of a manifest as one line of JSON, with keys in a fixed order. */
export function writeEntry(entry: Entry): string {
  const { service, request } = entry;
  if ('missing' in entry) return JSON.stringify({ service, request, missing: true });
  const { file, bytes, sha256, etag } = entry;
  return JSON.stringify({ service, request, file, bytes, sha256, ...(etag === undefined ? {} : { etag }) });
}

/** An entry of a journal: with the time. */
export const writeJournalEntry = (entry: Entry): string =>
  entry.at === undefined ? writeEntry(entry) : `${writeEntry(entry).slice(0, -1)},"at":${entry.at}}`;

/**
 * Reads parsed JSON of {@link writeEntry} and {@link writeJournalEntry}. Manifests are not trusted: another file name than
 * that of the request is invalid, so that no entry leads out of the store.
 *
 * @returns undefined when it is invalid
 */
export function readEntry(value: unknown): Entry | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { service, request, missing, file, bytes, sha256, etag, at }: Record<string, unknown> = { ...value };
  if ((service !== 'archive' && service !== 'placenames') || typeof request !== 'string') return undefined;
  const time = typeof at === 'number' ? { at } : {};
  if (missing === true) return { service, request, missing, ...time };
  if (file !== fileOf({ service, request }) || typeof file !== 'string') return undefined;
  if (typeof bytes !== 'number' || typeof sha256 !== 'string') return undefined;
  if (etag !== undefined && typeof etag !== 'string') return undefined;
  return { service, request, file, bytes, sha256, ...(etag === undefined ? {} : { etag }), ...time };
}
