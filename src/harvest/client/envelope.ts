import { isNothing, isObject } from '../../base/json.js';
import { foreignAnswer, UnreadableBody } from './network-fault.js';

/** A list of a service in any of its envelopes. */
export interface ResponseList {
  readonly records: unknown[];
  /** The number of all records, if the service sends it. */
  readonly totalCount?: number;
  readonly totalPages?: number;
  /** From 1. */
  readonly currentPage?: number;
  /** Whether pages may follow: the answer is a page, and does not say that it is the last. */
  readonly isOpen?: true;
  /** Whether it is a page that is full, of a list whose total is not known. */
  readonly isFull?: true;
}

/** Fields of an envelope with records: place-names v0.9, and every list from v1.0 on (wire-format 4). */
const LISTS = ['places', 'results'];

/** Keys of an object that a message shows. */
const MOST_KEYS = 5;

/** Every record of a list has one of these fields; an object without them is not a record. */
const IDENTIFIERS = ['id', 'logainmid', 'placeid', 'countyid', 'isocode', 'geonameid', 'gazetteerid'];

/** The field of an envelope with its records, in lower case; undefined for other bodies. */
export function listField(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const keys = new Set(Object.keys(body).map((key) => key.toLowerCase()));
  return LISTS.find((name) => keys.has(name));
}

/**
 * Reads a list in any of its forms (wire-format 1 and 4): an array, `{ totalCount, places }`,
 * `{ totalCount, totalPages, currentPage, countPerPage, results }`, one record, or null for an empty list; keys in any
 * letter case.
 *
 * @param body a parsed JSON body
 * @throws UnreadableBody for records in another form; TransientFault for anything else, such as an error in JSON
 */
export function listOf(body: unknown): ResponseList {
  if (Array.isArray(body)) return { records: body };
  if (isNothing(body)) return { records: [] };
  if (typeof body !== 'object' || body === null) throw noList(body);
  const fields = new Map(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]));
  const list = listField(body);
  if (list !== undefined) {
    const records = several(fields.get(list));
    const size = count(fields.get('countperpage'));
    const known = counts(fields);
    const isOpen = mayBeFollowed(records.length, known, size);
    const isFull = known.totalCount === undefined && size !== undefined && records.length >= size;
    return { records, ...known, ...(isOpen && { isOpen }), ...(isFull && { isFull }) };
  }
  if (IDENTIFIERS.some((name) => fields.has(name))) return { records: [body] };
  if (count(fields.get('totalcount')) === 0) return { records: [], ...counts(fields) };
  checkEnvelope(body, 'a list in "places" or "results"');
  throw noList(body);
}

/** Fields of records that have a request of their own; one of them is enough (wire-format 3, 4). */
const OF_ONE_RECORD = [...IDENTIFIERS, 'datecreated'];

/**
 * Reads a record that was requested by its id. An error in JSON is no record.
 *
 * @throws UnreadableBody for a record in an envelope; TransientFault when it is something else
 */
export function requestedRecordOf(body: unknown): object {
  const one = singleObject(body);
  const keys = Object.keys(one);
  if (hasField(one, OF_ONE_RECORD)) return one;
  checkEnvelope(one, 'one record');
  throw foreignAnswer(
    `one record was expected, not an object of ${keys.slice(0, MOST_KEYS).join(', ') || 'nothing'}`,
  );
}

/**
 * Reads one object, or a list with one object (wire-format 1).
 *
 * @throws TransientFault when it is neither
 */
export function singleObject(body: unknown): object {
  const one: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
  if (isObject(one)) return one;
  throw foreignAnswer(`one record was expected, not ${Array.isArray(body) ? 'a list' : `a ${typeof body}`}`);
}

function several(value: unknown): unknown[] {
  // A list that stands twice in its envelope (`parseJson`).
  if (Array.isArray(value) && value.some(Array.isArray))
    throw new UnreadableBody('the list stands twice in its envelope');
  if (Array.isArray(value)) return value;
  if (isNothing(value)) return [];
  if (typeof value === 'object') return [value];
  throw noList(value);
}

function counts(fields: ReadonlyMap<string, unknown>): Omit<ResponseList, 'records'> {
  const totalCount = count(fields.get('totalcount'));
  const totalPages = count(fields.get('totalpages'));
  const currentPage = count(fields.get('currentpage'));
  return {
    ...(totalCount === undefined ? {} : { totalCount }),
    ...(totalPages === undefined ? {} : { totalPages }),
    ...(currentPage === undefined ? {} : { currentPage }),
  };
}

/**
 * Whether pages may follow a page with this number of records. A page of a list whose total is not known may always be followed:
 * services send fewer records than the announced size of a page. A total that is no more than one full page may be that of the page.
 */
function mayBeFollowed(
  records: number,
  { totalCount, totalPages, currentPage }: Omit<ResponseList, 'records'>,
  size: number | undefined,
): boolean {
  if ((currentPage ?? 1) < (totalPages ?? 1)) return true;
  if (records === 0) return false;
  if (totalCount === undefined) return true;
  if (currentPage === undefined) return records < totalCount;
  return totalPages === undefined && records === totalCount && records === size;
}

/** A whole number, or a string of digits (wire-format 1). */
function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && typeof number === 'number' ? number : undefined;
}

const hasField = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).some((key) => names.includes(key.toLowerCase()));

/** Fields of errors in JSON, which may have an `id`, too. */
const OF_AN_ERROR = /^(?:err|fault|problem)/i;

/** @throws UnreadableBody for an object with records, or with a known envelope, in a field that is not of the specification */
function checkEnvelope(body: object, expected: string): void {
  for (const [field, value] of Object.entries(body)) {
    const one: unknown = Array.isArray(value) ? value[0] : value;
    if (isObject(one) && !OF_AN_ERROR.test(field) && hasField(one, [...IDENTIFIERS, ...LISTS]))
      throw new UnreadableBody(`${expected} was expected, and there are records in "${field.slice(0, 40)}"`);
  }
}

function noList(body: unknown): Error {
  const keys = typeof body === 'object' && body !== null ? Object.keys(body).slice(0, MOST_KEYS) : undefined;
  const found = keys === undefined ? `a ${typeof body}` : `an object of ${keys.join(', ') || 'nothing'}`;
  return foreignAnswer(
    `a list was expected (an array, or an object with "places" or "results"), not ${found}`,
  );
}
