import { STATUS_CODES } from 'node:http';

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

/** The problem of an error of the service itself. */
export const FAILED: ProblemDetails = { status: 500, detail: 'the service failed to answer this request' };

/** The problem of any method but GET, HEAD and OPTIONS. */
export const NO_METHOD: ProblemDetails = {
  status: 405,
  detail: 'only GET and HEAD are answered',
  headers: { allow: ALLOWED_METHODS },
};

/** Ends the handling of a request, which is answered with the problem. */
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
export function problemResponse(problem: ProblemDetails, secrets: readonly string[]): Response {
  const { status, headers, ...members } = problem;
  const conceal = (_name: string, value: unknown) =>
    typeof value === 'string'
      ? secrets.reduce((text, secret) => text.replaceAll(secret, '(key)'), value)
      : value;
  const body = JSON.stringify(
    { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, ...members },
    conceal,
  );
  return new Response(body, {
    status,
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'application/problem+json',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      ...headers,
    },
  });
}
