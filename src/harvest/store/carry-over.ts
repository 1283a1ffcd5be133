import { readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, messageOf } from '../../base/errors.js';
import { parseJson } from '../../base/json.js';
import { counted } from '../../base/text.js';
import { DamagedBody, unpackBody } from './body.js';
import { DOCUMENTS, type DocumentName, type Entry, entryKey, type FoundEntry } from './entry.js';
import { STORE_FILE } from './paths.js';
import { storeUnusable } from './store-errors.js';
import type { StoreFile } from './store-file.js';

/*
 * Stores of folklore-ld 0.1 were folders: a manifest, `store.json`, and a gzip file for each answer. Such a store may be the only
 * copy of a service that has been retired.
 */

/** The option of `harvest` that only carries a store over. */
export const CARRY_OVER = '--carry-over';

const MANIFEST = 'store.json';
const FORMAT = 'folklore-ld-store';

/** A path of an answer below a store, without a step upwards. */
const ANSWER = /^(?:archive|placenames)(?:\/(?!\.\.?\/)[^/\0]+)+\.json\.gz$/;

/** Answers that are written in one transaction. */
const BATCH = 200;

/** Other files of such a store, which are derived from the answers or of a harvest that was not completed. */
const LEFT_OVER = [
  'journal.ndjson',
  ...['records', 'crawl', 'global'].flatMap((name) => [`index/${name}.bin`, `index/${name}.tsv`]),
];

/** Endings of folders beside such a store: of an unfinished harvest, and of one that was replaced. */
const BESIDE = ['.next', '.replaced'];

/** Whether a folder has a complete harvest of the earlier form. */
export const isEarlierForm = async (directory: string): Promise<boolean> =>
  (await stat(join(directory, MANIFEST)).catch(() => undefined))?.isFile() === true;

/**
 * Carries the complete harvest of an earlier store over. Each answer is compared with its checksum; a damaged answer is left
 * out and counted, and a document that is there and cannot be read is counted and named. Their files stay. A process that is
 * killed leaves an unfinished harvest, and the next one begins again.
 *
 * @returns what was carried over, for the operator
 * @throws FolkloreError `STORE_UNUSABLE` when the manifest cannot be read
 */
export async function carryOver(directory: string, file: StoreFile): Promise<string> {
  const all = await answersIn(directory);
  const { id } = file.transaction(() => {
    file.removeUnfinished();
    return file.begin('carry-over');
  });
  const entries = new Map<string, Entry>();
  for (let first = 0; first < all.length; first += BATCH) {
    const sound: { readonly entry: Entry; readonly gzip?: Buffer }[] = [];
    for (const { entry, path } of all.slice(first, first + BATCH)) {
      const gzip =
        path === undefined ? undefined : await readIfSound(join(directory, path), entry as FoundEntry);
      if (path === undefined) sound.push({ entry });
      else if (gzip !== undefined) sound.push({ entry, gzip });
    }
    file.transaction(() => {
      for (const { entry, gzip } of sound) {
        if (gzip !== undefined) file.putBody(entry as FoundEntry, gzip);
        file.putAnswer(id, entry);
        entries.set(entryKey(entry), entry);
      }
    });
  }
  const documents: Partial<Record<DocumentName, string>> = {};
  const unreadable: string[] = [];
  for (const name of DOCUMENTS) {
    try {
      const text = await readFile(join(directory, name));
      parseJson(text);
      documents[name] = text.toString('utf8');
    } catch (thrown) {
      if (errorCode(thrown) !== 'ENOENT') unreadable.push(`${name} (${messageOf(thrown)})`);
    }
  }
  file.transaction(() => file.complete(id, entries, documents));
  const lost = all.length - entries.size;
  return [
    `the store of folklore-ld 0.1 in ${directory} was carried over into ${STORE_FILE}: ${counted(entries.size, 'answer')}`,
    ...(lost === 0
      ? []
      : [`${counted(lost, 'answer')} could not be read, and a harvest requests them again`]),
    ...(unreadable.length === 0
      ? []
      : [`${counted(unreadable.length, 'document')} could not be read: ${unreadable.join(', ')}`]),
  ].join('; ');
}

/** Deletes the files of an earlier store that was carried over. Other files stay, and those of answers that were left out. */
export async function removeEarlierForm(directory: string, file: StoreFile): Promise<void> {
  const complete = file.completeHarvest();
  const carried = new Set(complete === undefined ? [] : file.answers(complete).map(entryKey));
  const files = (await answersIn(directory)).flatMap(({ entry, path }) =>
    path !== undefined && carried.has(entryKey(entry)) ? path : [],
  );
  for (const name of [...files, ...LEFT_OVER]) await rm(join(directory, name), { force: true });
  for (const ending of BESIDE) await rm(`${directory}${ending}`, { recursive: true, force: true });
  const folders = new Set([...files, ...LEFT_OVER].flatMap(foldersOf));
  // The innermost first; one with other files stays.
  for (const folder of [...folders].sort().reverse()) await rmdir(join(directory, folder)).catch(() => {});
  // Last, as long as it is there the rest is known.
  await rm(join(directory, MANIFEST));
}

/** The folders above a file, as paths below the store. */
function foldersOf(file: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.push(folder);
  return folders;
}

/** The gzipped body in a file; undefined when the body is not the recorded one. */
async function readIfSound(file: string, entry: FoundEntry): Promise<Buffer | undefined> {
  const gzip = await readFile(file).catch(() => undefined);
  try {
    await unpackBody(gzip, entry);
    return gzip;
  } catch (thrown) {
    if (!(thrown instanceof DamagedBody)) throw thrown;
    return undefined;
  }
}

/** An answer of a manifest, with the path of its file below the store. */
interface ListedAnswer {
  readonly entry: Entry;
  readonly path?: string;
}

/** The answers that the manifest lists. It is not trusted: no path leads out of the store. */
async function answersIn(directory: string): Promise<ListedAnswer[]> {
  const file = join(directory, MANIFEST);
  const invalid = (reason: string): Error =>
    storeUnusable(
      `${file} cannot be read: ${reason}.`,
      'Move the folder away, and run `folklore-ld harvest` again.',
    );
  let manifest: Readonly<Record<string, unknown>>;
  try {
    manifest = { ...JSON.parse(await readFile(file, 'utf8')) };
  } catch (thrown) {
    throw invalid(messageOf(thrown));
  }
  const { format, version, complete, requests } = manifest;
  if (format !== FORMAT || version !== 1 || complete !== true || !Array.isArray(requests))
    throw invalid('it is no manifest of a complete harvest of version 1');
  return requests.map((line: unknown, index) => {
    const answer = answerOf(line);
    if (answer === undefined) throw invalid(`entry ${index + 1} is invalid`);
    return answer;
  });
}

function answerOf(line: unknown): ListedAnswer | undefined {
  if (typeof line !== 'object' || line === null) return undefined;
  const { service, request, missing, file, bytes, sha256, etag }: Record<string, unknown> = { ...line };
  if ((service !== 'archive' && service !== 'placenames') || typeof request !== 'string') return undefined;
  if (missing === true) return { entry: { service, request, missing } };
  if (typeof file !== 'string' || !ANSWER.test(file)) return undefined;
  if (typeof bytes !== 'number' || typeof sha256 !== 'string') return undefined;
  const tag = typeof etag === 'string' ? { etag } : {};
  return { path: file, entry: { service, request, bytes, sha256, ...tag } };
}
