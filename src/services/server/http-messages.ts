import { STATUS_CODES } from 'node:http';

/** Request headers by lower-case name, as node:http gives them. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** The parts of a request that an answer depends on. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as sent, still percent-encoded. */
  readonly target: string;
  readonly headers: RequestHeaders;
}

/** How an answer is sent, if not complete and at once. */
export interface Delivery {
  /** Seconds until it begins. */
  readonly delay?: number;
  readonly bytesPerSecond?: number;
  /** The connection is cut after this number of bytes of the body, or before the answer. */
  readonly cut?: number | 'before';
}

/** An answer. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Complete and at once by default. */
  readonly delivery?: Delivery;
}

/** The header `Allow` of every resource. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** Headers of every answer (wire-format 2): readable from any web page; depends on key and encoding. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After, X-Ignored-Parameters',
  vary: 'Accept-Encoding, Authorization, X-Api-Key',
};

/** One error of a request (wire-format 2). */
export interface ParameterError {
  readonly parameter?: string;
  readonly value?: string;
  readonly message: string;
}

/** All errors of a request, and the status of the answer. */
export interface ProblemDetails {
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly ParameterError[];
  /** The names of the accepted parameters, if one was unknown. */
  readonly accepted?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends the handling of a request; caught by `handleRequest`. */
export class ProblemError extends Error {
  readonly problem: ProblemDetails;

  constructor(problem: ProblemDetails) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** A problem that names all errors at once, in its detail, too. */
export function problemFor(
  status: number,
  errors: readonly ParameterError[],
  accepted?: readonly string[],
): ProblemError {
  const detail = errors.map(({ message }) => message).join('; ');
  return new ProblemError({ status, detail, errors, ...(accepted === undefined ? {} : { accepted }) });
}

/**
 * The problem as `application/problem+json` (RFC 9457; wire-format 2).
 *
 * @param secrets texts that are replaced, because the request may contain them
 */
export function problemResponse(problem: ProblemDetails, secrets: readonly string[]): HttpResponse {
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
