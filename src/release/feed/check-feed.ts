import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../base/errors.js';
import { sha256 } from '../../base/sha256.js';
import { type Feed, pagesFolder, stateFolder } from './feed-file.js';
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
 * @param depth whether the sizes of the pages are looked at, or every byte of pages and views
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
  const last = feed.releases.at(-1);
  const states =
    last === undefined ? [] : await readdir(stateFolder(folder, last.name)).catch((): string[] => []);
  for (const dataset of last === undefined ? [] : Object.keys(feed.streams))
    if (!states.includes(`${dataset}.tsv.gz`))
      problems.push({ file: `${dataset} of the state after ${last?.name}`, wrong: 'is missing' });
  if (depth === 'bytes')
    for (const [path, text] of viewsOf(feed)) {
      const found = await readFile(join(folder, path), 'utf8').catch(messageOf);
      if (found !== text) problems.push({ file: path, wrong: 'is not the view of these pages' });
    }
  return problems;
}
