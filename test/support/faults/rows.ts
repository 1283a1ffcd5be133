import type { ClientSettings } from '../../../src/harvest/client/client.js';
import { firstTime, rehearse, type Spoil } from './watched.js';

/** What a fault hits: a body, the answer that it is still the same, the answer that there is nothing. */
export type Hits = 'body' | 'unchanged' | 'missing';

const EVERYTHING: readonly Hits[] = ['body', 'unchanged', 'missing'];
/** Faults of bodies spare errors (docs/services.md). */
const BODIES: readonly Hits[] = ['body', 'unchanged'];
/** Where there is no body, nothing is lacking of it; and "not there" is said by the status alone. */
const WHOLE_BODIES: readonly Hits[] = ['body'];

/** A fault on the way: the same question gets its answer the next time. */
interface Transport {
  readonly fault: string;
  readonly hits: readonly Hits[];
  /** Milliseconds that the service asks to wait. */
  readonly waitMs?: number;
  /** How the client is set up to notice in time. */
  readonly client?: Partial<ClientSettings>;
}

/** Waits for less than any of the slow answers takes; a sound one comes in time sooner or later, on a busy machine too. */
export const IMPATIENT: Partial<ClientSettings> = { timeoutMs: 60, concurrency: 8 };

const AN_ERROR = 'an error in JSON with status 200';

export const TRANSPORT: readonly Transport[] = [
  ...[408, 425, 429, 500, 502, 503, 504].map((status) => ({ fault: `status=${status}`, hits: EVERYTHING })),
  ...[429, 503].flatMap((status) => [
    { fault: `status=${status};retry-after=7`, hits: EVERYTHING, waitMs: 7_000 },
    { fault: `status=${status};retry-after=date+9`, hits: EVERYTHING, waitMs: 9_000 },
  ]),
  { fault: 'slow;delay=20', hits: EVERYTHING, client: IMPATIENT },
  { fault: 'slow;bytes-per-second=20', hits: WHOLE_BODIES, client: IMPATIENT },
  { fault: 'cut', hits: WHOLE_BODIES },
  { fault: 'refuse', hits: EVERYTHING },
  { fault: 'truncated', hits: BODIES },
  { fault: 'html', hits: BODIES },
  { fault: 'wrong-length', hits: WHOLE_BODIES },
  { fault: AN_ERROR, hits: EVERYTHING },
];

/** Those of the short run: one of each way in which a request fails. */
export const REPRESENTATIVE: readonly Transport[] = TRANSPORT.filter(
  ({ fault }) =>
    !/^(status=(408|425|500|502|504)|status=429;retry-after=7|status=503;retry.*date.*|slow;b.*)$/.test(
      fault,
    ),
);

/** Those that can be written on a command line, and so be mixed. */
export const WRITTEN: readonly string[] = TRANSPORT.map(({ fault }) => fault).filter(
  (fault) => fault !== AN_ERROR,
);

/** Faults of what is said: it goes on coming, and has to be read as it is (wire-format 1). */
export const CONTENT = [
  'unknown-field',
  'gender=english',
  'id-as-string',
  'no-zone',
  'nulls',
  'bare-object',
  'pascal-case',
  'missing-field',
] as const;

/** Lets a fault of the way happen once to every request. */
export const once = (fault: string): Spoil =>
  fault === AN_ERROR ? firstTime(anError) : rehearse(`${fault};times=1`);

/** What some servers say in place of any answer, whatever was asked. */
function anError({ headers }: Response): Response {
  const body = '{"error":"the database is asleep","code":17}';
  const { 'content-encoding': _coding, etag: _tag, ...others } = Object.fromEntries(headers);
  const ownHeaders = { 'content-type': 'application/json', 'content-length': String(body.length) };
  return new Response(body, { headers: { ...others, ...ownHeaders } });
}
