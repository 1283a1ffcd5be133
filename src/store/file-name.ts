import { createHash } from 'node:crypto';
import { halves, type StoredRequest } from './request-order.js';

/** Longest name of our own making; with `.json.gz` well below the 255 bytes every file system takes. */
const LONGEST_NAME = 120;

/** As much of a request as its hashed name shows, so that a person can tell what it is. */
const SHOWN_OF_HASHED = 60;

/** 128 bits: nobody finds two requests with one name. */
const HASH_DIGITS = 32;

/** Path segments of the services' tables, and ids: no letter case to fold, no dot, no underscore. */
const PLAIN_PATH = /^(?:\/|(?:\/[a-z0-9-]+)+)$/;

/** Our own parameter names, values in digits and capitals: no two differ in letter case only. */
const PLAIN_QUERY = /^(?:[A-Z][A-Za-z]*=[A-Z0-9.-]*)(?:&[A-Z][A-Za-z]*=[A-Z0-9.-]*)*$/;

/**
 * The file an answer is kept in, below the store's folder, with `/` between folders. It depends on the
 * request alone. Requests hold values that came from the services, so they are not trusted: whatever is not
 * plain is kept under a hash. Plain names never hold `_`, hashed ones always do, so the two cannot meet; and
 * no two names differ in letter case only, for disks that fold it.
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
  const hash = createHash('sha256').update(request).digest('hex').slice(0, HASH_DIGITS);
  return `${service}/${kept}_${hash}.json.gz`;
}
