import { type ParameterError, type ProblemDetails, problemFor } from './problems.js';

/** The longest accepted request target (RFC 9110, 4.1 requires 8,000 octets at least). */
const MAX_TARGET_LENGTH = 8_192;

/** A name and a value of the query string, decoded. */
export interface QueryPair {
  readonly name: string;
  readonly value: string;
}

/** A request target, parsed. */
export interface RequestTarget {
  /** As sent. */
  readonly raw: string;
  /** Decoded, without the trailing slash that is optional everywhere. */
  readonly path: string;
  readonly pairs: readonly QueryPair[];
  /** Why the request is refused: 414 for a long target, 400 for bad percent-encoding and control characters. */
  readonly refusal?: ProblemDetails;
}

/** Parses a request target. */
export function parseTarget(raw: string): RequestTarget {
  if (raw.length > MAX_TARGET_LENGTH) {
    const detail = `the request target is longer than ${MAX_TARGET_LENGTH} characters`;
    return { raw, path: '/', pairs: [], refusal: { status: 414, detail } };
  }
  const local = raw.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  const query = mark < 0 ? '' : local.slice(mark + 1);
  const faults: ParameterError[] = [];
  // An encoded slash is part of a segment, not a separator.
  const decoded = decode(path.replace(/%2f/gi, '%252F'), 'the path', faults);
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => parsePair(pair, faults));
  const refusal = faults.length === 0 ? {} : { refusal: problemFor(400, faults).problem };
  return { raw, path: `/${decoded.replace(/^\/|\/$/g, '')}`, pairs, ...refusal };
}

function parsePair(pair: string, faults: ParameterError[]): QueryPair {
  const spaced = pair.replaceAll('+', ' ');
  const equals = spaced.indexOf('=');
  const name = decode(equals < 0 ? spaced : spaced.slice(0, equals), 'the name of a parameter', faults);
  return { name, value: equals < 0 ? '' : decode(spaced.slice(equals + 1), name, faults, name) };
}

function decode(raw: string, what: string, faults: ParameterError[], parameter?: string): string {
  const about = parameter === undefined ? {} : { parameter };
  try {
    const text = decodeURIComponent(raw);
    if (/[\p{Cc}\p{Cs}\uFFFD]/u.test(text)) {
      faults.push({ ...about, message: `${what}: has a control character or is not UTF-8` });
    }
    return text;
  } catch {
    faults.push({ ...about, message: `${what}: is not percent-encoded UTF-8` });
    return '';
  }
}
