import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { entriesBelow, entryPath } from '../../src/base/files-below.js';

/** A folder of its own for one test file; the caller removes it. */
export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'folklore-ld-'));

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** A folder that goes when the running test is over. */
export async function scratch(): Promise<string> {
  const folder = await makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** Every file below a folder, by its path from there, sorted. */
export async function filesBelow(folder: string): Promise<Map<string, Buffer>> {
  const files = (await entriesBelow(folder)).filter((entry) => entry.isFile()).map(entryPath);
  const contents = await Promise.all(
    files.sort().map(async (file) => [relative(folder, file), await readFile(file)] as const),
  );
  return new Map(contents);
}
