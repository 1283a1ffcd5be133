import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { messageOf } from '../../base/errors.js';
import type { Problem } from '../../base/problems.js';
import { measureFile } from '../../base/sha256.js';
import {
  DamagedFeed,
  FEED_STATE,
  type Feed,
  pagesFolder,
  readFeed,
  STATE_LIST,
  stateFile,
  stateFolder,
} from './feed-file.js';
import { viewsOf } from './feed-views.js';

const REBUILD =
  '`folklore-ld feed --rebuild` makes the event streams again from the releases that are there.';

/** Verifies the event streams in a folder: every byte of them. */
export async function verifyFeed(folder: string): Promise<Problem[]> {
  try {
    const feed = await readFeed(folder);
    return feed === undefined ? [] : await checkFeed(folder, feed, 'bytes');
  } catch (thrown) {
    if (!(thrown instanceof DamagedFeed)) throw thrown;
    return [{ file: folder, wrong: `is damaged: ${thrown.message}`, remedy: REBUILD }];
  }
}

/**
 * Finds files of the event streams that are missing, or are not what was written.
 *
 * @param depth whether the sizes of the pages are looked at, or every byte of pages and views; of the state it is every byte
 */
export async function checkFeed(folder: string, feed: Feed, depth: 'sizes' | 'bytes'): Promise<Problem[]> {
  const problems: Problem[] = [];
  const addProblem = (file: string, wrong: string | undefined): void => {
    if (wrong !== undefined) problems.push({ file, wrong, remedy: REBUILD });
  };
  for (const { name, datasets } of feed.releases) {
    for (const [dataset, { pages }] of Object.entries(datasets)) {
      for (const page of pages) {
        const path = join(pagesFolder(folder, dataset, name), page.file);
        addProblem(`${dataset}/${name}/${page.file}`, await faultOf(path, page, depth));
      }
    }
  }
  // The next release is compared with the state.
  const last = feed.releases.at(-1)?.name;
  const state = last === undefined ? [] : [...Object.keys(feed.streams).map(stateFile), STATE_LIST];
  for (const file of state) {
    const path = join(stateFolder(folder, last ?? ''), file);
    addProblem(`${FEED_STATE}/${last}/${file}`, await faultOf(path, feed.state?.[file], 'bytes'));
  }
  for (const [file, text] of depth === 'bytes' ? viewsOf(feed) : []) {
    const found = await readFile(join(folder, file), 'utf8').catch(messageOf);
    addProblem(file, found === text ? undefined : 'is not the view of these pages');
  }
  return problems;
}

/**
 * What is wrong with a file, as the end of a sentence that begins with the file.
 *
 * @param written undefined of a state of 0.1.0, which is checked as gzip
 */
async function faultOf(
  path: string,
  written: { readonly bytes: number; readonly sha256: string } | undefined,
  depth: 'sizes' | 'bytes',
): Promise<string | undefined> {
  try {
    if (written === undefined)
      return path.endsWith('.gz') && !isPacked(await readFile(path)) ? 'is damaged' : undefined;
    const found = depth === 'sizes' ? { ...written, bytes: (await stat(path)).size } : measureFile(path);
    if (found.bytes !== written.bytes) return `has not the ${written.bytes} bytes that were written`;
    return found.sha256 === written.sha256 ? undefined : 'has another checksum than what was written';
  } catch (thrown) {
    return `cannot be read: ${messageOf(thrown)}`;
  }
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
