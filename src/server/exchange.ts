/** Request headers by lower-case name, as node:http gives them. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** What came in, as far as an answer depends on it. */
export interface Request {
  readonly method: string;
  /** Path and query as sent, still percent-encoded. */
  readonly target: string;
  readonly headers: Headers;
}

/** How an answer goes out when not whole and at once. */
export interface Delivery {
  /** Seconds until it begins. */
  readonly delay?: number;
  readonly bytesPerSecond?: number;
  /** The connection is cut after so many bytes of the body, or before anything is answered. */
  readonly cut?: number | 'before';
}

/** What goes out. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whole and at once unless given. */
  readonly delivery?: Delivery;
}

/** What a resource answers to, as it stands in `Allow`. */
export const ALLOWED = 'GET, HEAD, OPTIONS';

/** On every answer (wire-format 2): readable from any web page, and dependent on key and coding. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After, X-Ignored-Parameters',
  vary: 'Accept-Encoding, Authorization, X-Api-Key',
};
