import type { Context, MiddlewareHandler } from 'hono';

/**
 * Refuses requests with a body that is longer than a limit. The middleware of hono makes a Request of the global class, which the
 * requests of @hono/node-server are not: it fails for every request without Content-Length.
 *
 * @param most bytes
 */
export const limitBody =
  (most: number, tooLong: (c: Context) => Response): MiddlewareHandler =>
  async (c, next) => {
    const { raw } = c.req;
    // A request without either field has no body (RFC 9112, section 6.3).
    if (!raw.headers.has('transfer-encoding'))
      return Number(raw.headers.get('content-length') ?? 0) > most ? tooLong(c) : next();
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of raw.body ?? []) {
      length += chunk.length;
      if (length > most) return tooLong(c);
      chunks.push(chunk);
    }
    // Only POST has content that pages read, and a Request of GET, HEAD or TRACE cannot have any.
    if (raw.method !== 'POST') return next();
    const headers = new Headers(raw.headers);
    headers.delete('transfer-encoding');
    c.req.raw = new Request(c.req.url, { method: raw.method, headers, body: Buffer.concat(chunks) });
    return next();
  };
