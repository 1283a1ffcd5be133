import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../base/errors.js';
import { writeWhole } from './body-file.js';
import { type Entry, entryKey, readEntry, writeEntry } from './entry.js';
import { compareRequests } from './request-order.js';
import { onDisk, storeUnusable } from './store-errors.js';

/** The identifier of the format. */
export const FORMAT = 'folklore-ld-store';

/** The version of the layout; others are refused. */
export const VERSION = 1;

const NAME = 'store.json';

/** The manifest of a complete store. */
export function manifestFile(directory: string): string {
  return join(directory, NAME);
}

/**
 * Writes the manifest: one entry a line, without time, host or user.
 *
 * @param entries in the order of their requests
 */
export async function writeManifest(directory: string, entries: readonly Entry[]): Promise<void> {
  const lines = entries.map((entry) => `    ${writeEntry(entry)}`);
  const head = `{\n  "format": "${FORMAT}",\n  "version": ${VERSION},\n  "complete": true,\n  "requests": [`;
  await writeWhole(manifestFile(directory), `${head}\n${lines.join(',\n')}\n  ]\n}\n`);
}

/** The entries of a manifest by their key, in its order. */
type Entries = ReadonlyMap<string, Entry>;

/**
 * Reads the manifest of a complete store.
 *
 * @returns undefined when there is no manifest
 * @throws FolkloreError `STORE_UNUSABLE` when it is damaged, of another program or of a newer version
 */
export async function readManifest(directory: string): Promise<Entries | undefined> {
  const manifest = await readManifestOrDamage(directory);
  if (manifest instanceof Error) throw manifest;
  return manifest;
}

/** The same, but an error for a damaged manifest is returned. */
export async function readManifestOrDamage(directory: string): Promise<Entries | Error | undefined> {
  const file = manifestFile(directory);
  const text = await onDisk(`read ${file}`, () => readIfThere(file));
  if (text === undefined) return undefined;
  const manifest = parse(text);
  if (typeof manifest === 'string') return damaged(file, manifest);
  checkFormat(file, manifest);
  const { complete, requests } = manifest;
  if (complete !== true || !Array.isArray(requests)) return damaged(file, 'it does not list its requests');
  const entries: Entry[] = [];
  for (const [index, line] of requests.entries()) {
    const entry = readEntry(line);
    if (entry === undefined) return damaged(file, `entry ${index + 1} is invalid`);
    entries.push(entry);
  }
  return new Map(entries.sort(compareRequests).map((entry) => [entryKey(entry), entry]));
}

/**
 * Checks format and version of a file.
 *
 * @throws FolkloreError `STORE_UNUSABLE`
 */
export function checkFormat(file: string, { format, version }: Record<string, unknown>): void {
  if (format !== FORMAT) {
    throw storeUnusable(
      `${file} does not belong to a store of folklore-ld.`,
      'Name another folder as the store.',
    );
  }
  if (version !== VERSION) {
    throw storeUnusable(
      `${file} is of version ${String(version)}; this program reads version ${VERSION}.`,
      'Use the newer folklore-ld that wrote it, or name another folder as the store.',
    );
  }
}

/** The object in a JSON text, or what is wrong with the text. */
function parse(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : 'it is not an object';
  } catch {
    return text === '' ? 'it is empty' : 'it is no JSON';
  }
}

const damaged = (file: string, reason: string): Error =>
  storeUnusable(`The manifest ${file} cannot be read: ${reason}.`, HARVEST_AGAIN);

/** What mends a store without a manifest. */
export const HARVEST_AGAIN = 'Run `folklore-ld harvest`: it requests all answers again.';

/** The text of a file; undefined when there is no such file. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}
