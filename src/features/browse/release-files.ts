import type { Context } from 'hono';
import { bytesOfFile, pathBelow } from '../../base/file-bytes.js';
import { decoded, type Page, replaced } from './page.js';
import { escapedPath } from './page-files.js';
import type { Site } from './site.js';
import type { Streams } from './streams.js';

/** Files of the release that are pages have their style in themselves, and no script. */
const SELF_CONTAINED =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Files of the release that are offered, and that no manifest lists. */
const UNLISTED: ReadonlySet<string> = new Set(['manifest.json', 'README.md']);

/** The files of the release, to download. */
export const releaseFiles = (streams: Streams): Page => ({
  path: '/files/*',
  isNotForCrawlers: true,
  files: {
    isShared: true,
    copies: ({ site, withFiles }) =>
      withFiles
        ? [...new Set([...site.files.keys(), ...UNLISTED])].map((path) => ({
            address: `/files/${escapedPath(path)}`,
            bytes: site.files.get(path)?.bytes ?? 0,
          }))
        : [],
    targetOf: (address, { site, withFiles }) => {
      const path = decoded(address.path.slice('/files/'.length));
      return withFiles && (site.files.has(path) || UNLISTED.has(path))
        ? { file: `files/${path}`, isShared: true }
        : undefined;
    },
  },
  answer: (c, { site }) => sendFile(c, site, decoded(c.req.path.slice('/files/'.length)), streams),
});

/** Sends a file of the release, as it is; only what the manifest names is served. */
export async function sendFile(c: Context, site: Site, path: string, streams: Streams): Promise<Response> {
  const file =
    site.files.get(path) ??
    (UNLISTED.has(path) ? { mediaType: 'text/plain', compression: 'none' } : undefined);
  if (file === undefined) return c.notFound();
  if (!(await site.isUnchanged())) return replaced(c);
  c.header(
    'Content-Type',
    file.compression === 'gzip' ? 'application/gzip' : `${file.mediaType}; charset=utf-8`,
  );
  if (file.mediaType === 'text/html') c.header('content-security-policy', SELF_CONTAINED);
  return c.body(streams.body(c, bytesOfFile(await pathBelow(site.release, path), { isPacked: false })));
}
