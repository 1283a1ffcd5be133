import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { compareBytes } from '../base/byte-order.js';
import { entriesBelow, pathOf } from '../base/entries-below.js';
import { bulkScripts } from './bulk/bulk-scripts.js';
import { measureFile } from './checksums.js';
import { DESCRIPTION, describe } from './describe.js';
import type { OtherFile, ReleaseFacts } from './facts.js';
import { dataFiles } from './released-file.js';
import { RUN_FILE } from './run-json.js';

/**
 * Describes the release that a folder holds, and writes into it how it is loaded into stores, and the description.
 * Everything else that belongs to the release must be there.
 *
 * @throws FolkloreError CONFIG_INVALID, CONTEXT_TERM
 */
export async function writeDescription(
  directory: string,
  facts: Omit<ReleaseFacts, 'others'>,
): Promise<void> {
  const whole = { ...facts, others: [] };
  const known = [...dataFiles(whole).map(({ path }) => path), ...DESCRIPTION, RUN_FILE];
  await writeBulkScripts(directory, facts);
  const others = await measureOthers(directory, new Set(known));
  for (const [path, text] of Object.entries(describe({ ...whole, others })))
    await writeFile(join(directory, path), text);
}

/** What describes the release will be there when a script is run. */
async function writeBulkScripts(directory: string, facts: Omit<ReleaseFacts, 'others'>): Promise<void> {
  const there = new Set<string>([...(await readdir(directory)), ...DESCRIPTION]);
  for (const [path, text] of Object.entries(bulkScripts(facts, there))) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

/** Every file below a folder but those known, in the order of their paths. */
async function measureOthers(directory: string, known: ReadonlySet<string>): Promise<OtherFile[]> {
  const entries = await entriesBelow(directory);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, pathOf(entry)).split(sep).join('/'))
    .filter((path) => !known.has(path))
    .sort(compareBytes);
  const files: OtherFile[] = [];
  for (const path of paths) files.push({ path, ...(await measureFile(join(directory, path))) });
  return files;
}
