import type { Context } from 'hono';
import { bytesOfFile, pathBelow } from '../../base/file-bytes.js';
import { decoded, type Page, replaced } from './page.js';
import type { Site } from './site.js';
import type { Streams } from './streams.js';

/** Files of the release that are pages have their style in themselves, and no script. */
const SELF_CONTAINED =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The files of the release, to download. */
export const releaseFiles = (streams: Streams): Page => ({
  path: '/files/*',
  isNotForCrawlers: true,
  answer: (c, { site }) => sendFile(c, site, decoded(c.req.path.slice('/files/'.length)), streams),
});

/** Sends a file of the release, as it is; only what the manifest names is served. */
export async function sendFile(c: Context, site: Site, path: string, streams: Streams): Promise<Response> {
  const file =
    site.files.get(path) ??
    (path === 'manifest.json' || path === 'README.md'
      ? { mediaType: 'text/plain', compression: 'none' }
      : undefined);
  if (file === undefined) return c.notFound();
  if (!(await site.isUnchanged())) return replaced(c);
  c.header(
    'Content-Type',
    file.compression === 'gzip' ? 'application/gzip' : `${file.mediaType}; charset=utf-8`,
  );
  if (file.mediaType === 'text/html') c.header('content-security-policy', SELF_CONTAINED);
  return c.body(streams.body(c, bytesOfFile(await pathBelow(site.release, path), { isPacked: false })));
}
