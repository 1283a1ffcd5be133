import { STATUS_CODES } from 'node:http';
import { type Answer, COMMON_HEADERS } from './exchange.js';

/** One thing wrong with a request (wire-format 2). */
export interface Fault {
  readonly parameter?: string;
  readonly value?: string;
  readonly message: string;
}

/** Everything wrong with a request, and the status it leads to. */
export interface Problem {
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly Fault[];
  /** The names of the parameters that the path accepts, where one was unknown. */
  readonly accepted?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends the handling of a request early; caught by `answer` and by nobody else. */
export class Refusal extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** A refusal that names all faults at once, in its detail too. */
export function refuse(status: number, errors: readonly Fault[], accepted?: readonly string[]): Refusal {
  const detail = errors.map((fault) => fault.message).join('; ');
  return new Refusal({ status, detail, errors, ...(accepted === undefined ? {} : { accepted }) });
}

/**
 * The problem as `application/problem+json` (RFC 9457; wire-format 2).
 *
 * @param secrets words that stay out of the text wherever the request brought them in
 */
export function problemAnswer(problem: Problem, secrets: readonly string[]): Answer {
  const { status, headers, ...members } = problem;
  const conceal = (_name: string, value: unknown) =>
    typeof value === 'string'
      ? secrets.reduce((text, secret) => text.replaceAll(secret, '(key)'), value)
      : value;
  const text = JSON.stringify(
    { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, ...members },
    conceal,
  );
  const body = Buffer.from(text);
  return {
    status,
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'application/problem+json',
      'content-length': String(body.length),
      'cache-control': 'no-store',
      ...headers,
    },
    body,
  };
}
