import { type Fault, Refusal, refuse } from './problem.js';

/** The longest request target that is read (RFC 9110, 4.1 asks for 8,000 octets at least). */
export const LONGEST_TARGET = 8_192;

/** A name and a value of the query string, decoded. */
export interface Pair {
  readonly name: string;
  readonly value: string;
}

export interface Target {
  /** Decoded, without the trailing slash that is optional everywhere. */
  readonly path: string;
  readonly pairs: readonly Pair[];
}

/**
 * Takes a request target apart.
 *
 * @throws Refusal 414 for one that is too long, 400 for bad percent-encoding and control characters
 */
export function parseTarget(target: string): Target {
  if (target.length > LONGEST_TARGET) {
    throw new Refusal({
      status: 414,
      detail: `the request target is longer than ${LONGEST_TARGET} characters`,
    });
  }
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  const query = mark < 0 ? '' : local.slice(mark + 1);
  const faults: Fault[] = [];
  // An encoded slash is part of a segment, never a separator.
  const decoded = decode(path.replace(/%2f/gi, '%252F'), 'the path', faults);
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => parsePair(pair, faults));
  if (faults.length > 0) throw refuse(400, faults);
  return { path: decoded.replace(/\/$/, ''), pairs };
}

function parsePair(pair: string, faults: Fault[]): Pair {
  const spaced = pair.replaceAll('+', ' ');
  const equals = spaced.indexOf('=');
  const name = decode(equals < 0 ? spaced : spaced.slice(0, equals), 'the name of a parameter', faults);
  return { name, value: equals < 0 ? '' : decode(spaced.slice(equals + 1), name, faults, name) };
}

function decode(raw: string, what: string, faults: Fault[], parameter?: string): string {
  const about = parameter === undefined ? {} : { parameter };
  try {
    const text = decodeURIComponent(raw);
    if (/[\p{Cc}\p{Cs}\uFFFD]/u.test(text)) {
      faults.push({ ...about, message: `${what}: holds a control character or is not UTF-8` });
    }
    return text;
  } catch {
    faults.push({ ...about, message: `${what}: is not percent-encoded UTF-8` });
    return '';
  }
}
