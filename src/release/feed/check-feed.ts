import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { messageOf } from '../../base/errors.js';
import { sha256 } from '../../base/sha256.js';
import { FEED_STATE, type Feed, pagesFolder, STATE_LIST, stateFile, stateFolder } from './feed-file.js';
import { viewsOf } from './feed-views.js';

/** A file of the event streams that is missing or is not what was written. */
export interface FeedProblem {
  /** Below the folder of the streams. */
  readonly file: string;
  /** As the end of a sentence that begins with the file. */
  readonly wrong: string;
}

/**
 * Finds damage.
 *
 * @param depth whether the sizes of the pages are looked at, or every byte of pages and views; of the state it is every byte
 */
export async function checkFeed(
  folder: string,
  feed: Feed,
  depth: 'sizes' | 'bytes',
): Promise<FeedProblem[]> {
  const problems: FeedProblem[] = [];
  for (const { name, datasets } of feed.releases)
    for (const [dataset, { pages }] of Object.entries(datasets)) {
      const within = pagesFolder(folder, dataset, name);
      const below = `${dataset}/${name}`;
      for (const { file, bytes, sha256: checksum } of pages) {
        const path = join(within, file);
        const found =
          depth === 'sizes' ? await stat(path).catch(messageOf) : await readFile(path).catch(messageOf);
        const wrong =
          typeof found === 'string'
            ? `cannot be read: ${found}`
            : ('size' in found ? found.size : found.length) !== bytes
              ? `has not the ${bytes} bytes that were written`
              : found instanceof Uint8Array && sha256(found) !== checksum
                ? 'has another checksum than what was written'
                : undefined;
        if (wrong !== undefined) problems.push({ file: `${below}/${file}`, wrong });
      }
    }
  problems.push(...(await checkState(folder, feed)));
  if (depth === 'bytes')
    for (const [path, text] of viewsOf(feed)) {
      const found = await readFile(join(folder, path), 'utf8').catch(messageOf);
      if (found !== text) problems.push({ file: path, wrong: 'is not the view of these pages' });
    }
  return problems;
}

/** Every byte of the state: the next release is compared with it. */
async function checkState(folder: string, { streams, releases, state }: Feed): Promise<FeedProblem[]> {
  const last = releases.at(-1)?.name;
  if (last === undefined) return [];
  const within = stateFolder(folder, last);
  const problems: FeedProblem[] = [];
  for (const file of [...Object.keys(streams).map(stateFile), STATE_LIST]) {
    const listed = state?.[file];
    const found = await readFile(join(within, file)).catch(messageOf);
    const wrong =
      typeof found === 'string'
        ? `cannot be read: ${found}`
        : listed !== undefined && (found.length !== listed.bytes || sha256(found) !== listed.sha256)
          ? 'has another checksum than what was written'
          : listed === undefined && file.endsWith('.gz') && !isPacked(found)
            ? 'is damaged'
            : undefined;
    if (wrong !== undefined) problems.push({ file: `${FEED_STATE}/${last}/${file}`, wrong });
  }
  return problems;
}

/** Whether bytes are whole gzip, by its own checksum (RFC 1952). */
function isPacked(bytes: Buffer): boolean {
  try {
    gunzipSync(bytes);
    return true;
  } catch {
    return false;
  }
}
