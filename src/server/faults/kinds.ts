import {
  code,
  float,
  type Given,
  integer,
  type Parameters,
  type ParameterType,
  text,
} from '../../services/parameter.js';
import { withoutZone } from '../dialect/clock-values.js';
import { inEnglish } from '../dialect/gender.js';
import type { Delivery } from '../exchange.js';
import { rewrite } from '../rewrite.js';
import { bareObject, idAsText, missingField, pascalCase, unknownField } from './bodies.js';
import type { Effect } from './fault.js';
import { withNulls } from './nulls.js';
import { halved, htmlPage, promisingMore } from './representation.js';
import { failing, retryAfter } from './status.js';

/** A kind of fault: what it is called, what it takes, what it does. */
export interface Kind {
  /** How it is written, its own options included. */
  readonly form: string;
  readonly meaning: string;
  /** Its value, under its own name, and its options. */
  readonly takes: Parameters;
  /** Whether it means nothing without a value. */
  readonly needsValue?: true;
  /** @throws Error for options that do not go together */
  readonly does: (given: Given<Parameters>) => Effect;
}

/** Lets the compiler see what a kind's options are once read. */
function kind<P extends Parameters>(
  row: Omit<Kind, 'takes' | 'does'> & { takes: P; does: (given: Given<P>) => Effect },
): Kind {
  // What was read by the row's own table is handed to the row.
  return { ...row, does: (given) => row.does(given as Given<P>) };
}

/** A fault that takes nothing. */
const plain = (form: string, meaning: string, effect: Effect): Kind => ({
  form,
  meaning,
  takes: {},
  does: () => effect,
});

const option = <Value extends string | number>(type: ParameterType<Value>, meaning: string) => ({
  type,
  meaning,
});

const sentAs = (delivery: (bytes: number) => Delivery): Effect => ({
  answer: (answer) => ({ ...answer, delivery: { ...answer.delivery, ...delivery(answer.body.length) } }),
});

/** How fast a slow body is sent unless told otherwise, bytes a second. */
const SLOW = 10_000;

/** The longest delay, seconds. */
const LONGEST_DELAY = 3_600;

/**
 * Every fault by its name, in the order in which those that hit the same request are applied. Faults of bodies
 * leave errors, `/api` and the service's description alone.
 */
export const KINDS: Readonly<Record<string, Kind>> = {
  'missing-field': kind({
    form: 'missing-field[=NAME]',
    meaning: 'One record of the answer lacks this field; its identifier unless a name is given.',
    takes: { 'missing-field': option(text, 'The field.') },
    does: (given) => ({ json: missingField(given['missing-field']) }),
  }),
  'unknown-field': plain('unknown-field', 'Every record has a field that no dictionary knows.', {
    json: unknownField,
  }),
  gender: kind({
    form: 'gender=english',
    meaning: 'Gender is sent by the English codes (f female, m male) in place of the Irish ones.',
    takes: { gender: option(code('english'), 'The codes.') },
    needsValue: true,
    does: () => ({ json: (body) => rewrite(body, inEnglish) }),
  }),
  'id-as-string': plain('id-as-string', 'Identifiers are strings of digits.', { json: idAsText }),
  'no-zone': plain('no-zone', 'Timestamps lack their Z.', { json: (body) => rewrite(body, withoutZone) }),
  nulls: plain('nulls', 'Absent values and empty lists are sent as null.', { json: withNulls }),
  'bare-object': plain('bare-object', 'A list of one is sent as what is in it.', { json: bareObject }),
  'pascal-case': plain('pascal-case', 'Keys begin with a capital: FirstNames for firstNames, ID for id.', {
    json: pascalCase,
  }),
  truncated: plain('truncated', 'The second half of the JSON is missing, and content-length agrees.', {
    content: halved,
  }),
  html: plain('html', 'A page of HTML with status 200 in place of JSON.', { content: htmlPage }),
  'wrong-length': plain('wrong-length', 'Content-length promises more than is sent.', {
    promise: promisingMore,
  }),
  status: kind({
    form: 'status=NNN[;retry-after=SECONDS|date|date+SECONDS]',
    meaning: 'An error, 400 to 599; 429 and 503 with Retry-After when given, in seconds or as an HTTP date.',
    takes: {
      status: option(integer({ minimum: 400, maximum: 599 }), 'The status.'),
      'retry-after': option(retryAfter, 'When to ask again.'),
    },
    needsValue: true,
    does: (given) => failing(given.status ?? 0, given['retry-after']),
  }),
  slow: kind({
    form: 'slow[;delay=SECONDS][;bytes-per-second=N]',
    meaning: `The answer begins after a delay (none unless given) and its body trickles (${SLOW} bytes a second unless given).`,
    takes: {
      delay: option(float(0, LONGEST_DELAY), 'Seconds until the answer begins.'),
      'bytes-per-second': option(integer({ minimum: 1 }), 'How fast the body is sent.'),
    },
    does: (given) =>
      sentAs(() => ({ delay: given.delay ?? 0, bytesPerSecond: given['bytes-per-second'] ?? SLOW })),
  }),
  cut: plain(
    'cut',
    'The connection is cut in the middle of the body.',
    sentAs((bytes) => ({ cut: Math.floor(bytes / 2) })),
  ),
  refuse: plain(
    'refuse',
    'The connection is cut before anything is answered.',
    sentAs(() => ({ cut: 'before' })),
  ),
};

/** What every fault takes beside its own options. */
export const COMMON = {
  rate: option(float(0, 1), 'The share of requests that are hit, 0 to 1; 1 unless given.'),
  path: option(text, 'Only requests of this path and of what lies below it.'),
  times: option(integer({ minimum: 1 }), 'Only the first so many requests of the same target.'),
} as const;
