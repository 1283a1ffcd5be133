import { STATUS_CODES } from 'node:http';
import { isObject } from '../../base/json.js';
import {
  code,
  float,
  type Given,
  integer,
  type Parameters,
  type ParameterType,
  text,
} from '../../model/endpoints/parameter.js';
import type { Endpoint } from '../../model/endpoints/service.js';
import type { JsonSchema } from '../../model/schema/json-schema.js';
import type { Delivery } from '../../services/server/app.js';
import {
  mapJsonValues,
  toEnglishGender,
  type ValueChange,
  withoutTimeZone,
} from '../../services/server/dialect.js';
import { bodySchema, bodySchemas } from '../../services/server/openapi.js';
import { problemResponse } from '../../services/server/problems.js';
import type { Content } from '../../services/server/response-bodies.js';

/** A request that is affected by a fault. */
export interface AffectedRequest {
  readonly endpoint: Endpoint | undefined;
  /** A number from 0 to below 1; the same for the same request. */
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The changes of a fault to an answer. */
export interface FaultEffect {
  /** Changes the JSON of a 200, except `/api` and the service's description. */
  readonly json?: (body: unknown, hit: AffectedRequest) => unknown;
  /** Changes the bytes of the body, with the same exceptions. */
  readonly content?: (content: Content) => Content;
  /** Changes the headers of the body, with the same exceptions. */
  readonly headers?: (headers: Headers) => void;
  /** Takes the place of any answer. */
  readonly instead?: (hit: AffectedRequest) => Response;
  /** How any answer is sent. */
  readonly delivery?: Delivery;
}

/** Absent values and empty lists as null (wire-format 1: they mean the same to a client). */
function withNulls(body: unknown, { endpoint }: AffectedRequest): unknown {
  return endpoint === undefined ? body : filled(body, bodySchema(endpoint), bodySchemas([endpoint]));
}

/** Adds the absent fields of the schema, without privileged ones. */
function filled(value: unknown, schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): unknown {
  const name = schema.$ref?.split('/').at(-1);
  const { properties = {}, items = {} } = name === undefined ? schema : (schemas[name] ?? {});
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((entry) => filled(entry, items, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const fields = new Map<string, unknown>(Object.entries(value));
  const absent = Object.entries(properties).filter(
    ([name, field]) => fields.get(name) === undefined && field['x-privileged'] !== true,
  );
  return Object.fromEntries([
    ...[...fields].map(([name, field]) => [name, filled(field, properties[name] ?? {}, schemas)]),
    ...absent.map(([name]) => [name, null]),
  ]);
}

type Json = Readonly<Record<string, unknown>>;

/** The fields that identify a record of one kind or another (wire-format 3 and 4). */
const IDENTIFIERS = ['id', 'logainmID', 'isoCode'];

/** Fields of an envelope that hold records. */
const LISTS = ['places', 'results'];

/** Removes a field, or else the identifier, from one random record that has it. */
function missingField(field: string | undefined) {
  const fields = field === undefined ? IDENTIFIERS : [field];
  return (body: unknown, { random }: AffectedRequest): unknown => {
    const found = (record: Json) => fields.find((name) => name in record);
    const having: Json[] = [];
    eachRecord(body, (record) => {
      if (found(record) !== undefined) having.push(record);
      return record;
    });
    const chosen = having[Math.floor(random() * having.length)];
    return eachRecord(body, (record) => {
      if (record !== chosen) return record;
      const { [found(record) ?? '']: _, ...others } = record;
      return others;
    });
  };
}

/** A client also accepts a string of digits (wire-format 1). Lists of numbers are lists of page ids. */
const idAsText: ValueChange = (value, name) =>
  typeof value === 'number' && /^(id|.*ID|pages|titlePages)$/.test(name) ? String(value) : value;

/** Where a list is documented a client also accepts one bare object (wire-format 1). */
function bareObject(body: unknown): unknown {
  if (Array.isArray(body)) return body.length === 1 ? bareObject(body[0]) : body.map(bareObject);
  return mapFields(body, ([key, value]) => [key, bareObject(value)]);
}

/** PascalCase keys, as the dictionaries print them, acronyms in upper case (wire-format 1). */
function pascalCase(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(pascalCase);
  return mapFields(body, ([key, value]) => [
    key === 'id' ? 'ID' : key.charAt(0).toUpperCase() + key.slice(1),
    pascalCase(value),
  ]);
}

function mapFields(value: unknown, change: (field: [string, unknown]) => [string, unknown]): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(change)) : value;
}

/** Changes each record of a body: a list, an envelope or one record. */
function eachRecord(body: unknown, change: (record: Json) => Json): unknown {
  if (Array.isArray(body)) return body.map((value) => (isObject(value) ? change(value) : value));
  if (!isObject(body)) return body;
  const list = LISTS.find((name) => Array.isArray(body[name]));
  return list === undefined ? change(body) : { ...body, [list]: eachRecord(body[list], change) };
}

/** Bytes announced in addition to those sent. */
const EXTRA_BYTES = 16;

/** A page of a proxy in place of a service that is down (wire-format 1: a 200 may be HTML). */
const PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>Down for maintenance</title></head><body><h1>We will be back soon</h1></body></html>
`;

/** The connection is closed after the answer, because the client would wait for the rest. */
function promiseMore(headers: Headers): void {
  headers.set('content-length', String(Number(headers.get('content-length')) + EXTRA_BYTES));
  headers.set('connection', 'close');
}

/** Seconds until the date of a Retry-After, unless given: HTTP dates have no fractions. */
const DEFAULT_WAIT_S = 2;

/** The statuses that may have a Retry-After (wire-format 2; RFC 9110, 15.6.4). */
const WAITING: ReadonlySet<number> = new Set([429, 503]);

const RETRY_AFTER = /^(\d{1,6}|date(\+\d{1,6})?)$/;

/** Seconds, or the word date, with or without the seconds until then. */
const retryAfter: ParameterType<string> = {
  schema: { type: 'string', pattern: RETRY_AFTER.source },
  expected: 'a whole number of seconds, date, or date+SECONDS',
  read: (raw) => (RETRY_AFTER.test(raw) ? raw : undefined),
};

/**
 * An error in place of the answer.
 *
 * @throws Error for a Retry-After with any other status
 */
function failWith(status: number, when: string | undefined): FaultEffect {
  if (when !== undefined && !WAITING.has(status)) {
    throw new Error(`retry-after: goes with status 429 or 503, not with ${status}`);
  }
  const detail = `${STATUS_CODES[status] ?? 'an error'}, injected on purpose`;
  return {
    instead: ({ now }) =>
      problemResponse(
        { status, detail, ...(when === undefined ? {} : { headers: { 'retry-after': written(when, now) } }) },
        [],
      ),
  };
}

/** The header Retry-After: seconds or a date (RFC 9110, 10.2.3). */
function written(when: string, now: () => number): string {
  if (!when.startsWith('date')) return when;
  const seconds = Number(when.split('+')[1] ?? DEFAULT_WAIT_S);
  return new Date(now() + seconds * 1000).toUTCString();
}

/** A kind of fault. */
interface FaultKind {
  /** Its form on the command line, with its options. */
  readonly form: string;
  readonly meaning: string;
  /** The value, under the name of the kind, and the options. */
  readonly takes: Parameters;
  /** Whether a value is required. */
  readonly needsValue?: true;
  /** @throws Error for options that exclude each other */
  readonly does: (given: Given<Parameters>) => FaultEffect;
}

/** Gives the compiler the types of a kind's options. */
function kind<P extends Parameters>(
  row: Omit<FaultKind, 'takes' | 'does'> & { takes: P; does: (given: Given<P>) => FaultEffect },
): FaultKind {
  // The options were read by the row's own table.
  return { ...row, does: (given) => row.does(given as Given<P>) };
}

/** A fault without value and options. */
const plain = (form: string, meaning: string, effect: FaultEffect): FaultKind => ({
  form,
  meaning,
  takes: {},
  does: () => effect,
});

const option = <Value extends string | number>(type: ParameterType<Value>, meaning: string) => ({
  type,
  meaning,
});

/** Bytes a second of a slow body, unless given. */
const SLOW = 10_000;

/** The longest delay, seconds. */
const LONGEST_DELAY = 3_600;

/**
 * All faults by name, in the order in which they are applied to one request. Faults of bodies do not change errors, `/api`
 * and the service's description.
 */
export const FAULT_KINDS: Readonly<Record<string, FaultKind>> = {
  'missing-field': kind({
    form: 'missing-field[=NAME]',
    meaning: 'One record of the answer lacks this field; its identifier unless a name is given.',
    takes: { 'missing-field': option(text, 'The field.') },
    does: (given) => ({ json: missingField(given['missing-field']) }),
  }),
  'unknown-field': plain('unknown-field', 'Every record has a field that is not in the specification.', {
    json: (body) => eachRecord(body, (record) => ({ ...record, rehearsedField: 'not in any dictionary' })),
  }),
  gender: kind({
    form: 'gender=english',
    meaning: 'Gender is sent by the English codes (f female, m male) in place of the Irish ones.',
    takes: { gender: option(code('english'), 'The codes.') },
    needsValue: true,
    does: () => ({ json: (body) => mapJsonValues(body, toEnglishGender) }),
  }),
  'id-as-string': plain('id-as-string', 'Identifiers are strings of digits.', {
    json: (body) => mapJsonValues(body, idAsText),
  }),
  'no-zone': plain('no-zone', 'Timestamps lack their Z.', {
    json: (body) => mapJsonValues(body, withoutTimeZone),
  }),
  nulls: plain('nulls', 'Absent values and empty lists are sent as null.', { json: withNulls }),
  'bare-object': plain('bare-object', 'A list with one entry is sent as the entry.', { json: bareObject }),
  'pascal-case': plain('pascal-case', 'Keys begin with a capital: FirstNames for firstNames, ID for id.', {
    json: pascalCase,
  }),
  truncated: plain('truncated', 'The second half of the JSON is missing, and content-length agrees.', {
    // Never whole JSON, as it lacks the last bracket.
    content: ({ type, bytes }) => ({ type, bytes: bytes.subarray(0, Math.floor(bytes.length / 2)) }),
  }),
  html: plain('html', 'A page of HTML with status 200 in place of JSON.', {
    content: () => ({ type: 'text/html; charset=utf-8', bytes: Buffer.from(PAGE) }),
  }),
  'wrong-length': plain('wrong-length', 'Content-length promises more than is sent.', {
    headers: promiseMore,
  }),
  status: kind({
    form: 'status=NNN[;retry-after=SECONDS|date|date+SECONDS]',
    meaning: 'An error, 400 to 599; 429 and 503 with Retry-After when given, in seconds or as an HTTP date.',
    takes: {
      status: option(integer({ minimum: 400, maximum: 599 }), 'The status.'),
      'retry-after': option(retryAfter, 'When to ask again.'),
    },
    needsValue: true,
    does: (given) => failWith(given.status ?? 0, given['retry-after']),
  }),
  slow: kind({
    form: 'slow[;delay=SECONDS][;bytes-per-second=N]',
    meaning: `The answer begins after a delay (none unless given) and its body is sent slowly (${SLOW} bytes a second unless given).`,
    takes: {
      delay: option(float(0, LONGEST_DELAY), 'Seconds until the answer begins.'),
      'bytes-per-second': option(integer({ minimum: 1 }), 'How fast the body is sent.'),
    },
    does: (given) => ({
      delivery: { delay: given.delay ?? 0, bytesPerSecond: given['bytes-per-second'] ?? SLOW },
    }),
  }),
  cut: plain('cut', 'The connection is cut in the middle of the body.', { delivery: { cut: 'middle' } }),
  refuse: plain('refuse', 'The connection is cut before anything is answered.', {
    delivery: { cut: 'before' },
  }),
};

/** Options of every fault. */
export const COMMON_FAULT_OPTIONS = {
  rate: option(float(0, 1), 'The share of requests that are affected, 0 to 1; 1 unless given.'),
  path: option(text, 'Only requests of this path and of paths below it.'),
  times: option(integer({ minimum: 1 }), 'Only the first so many requests of the same target.'),
} as const;
