import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * All files, folders and links below a folder, in no order; a folder comes before its content. Links are not followed:
 * whether the recursive `readdir` follows them depends on the version of Node.js.
 *
 * @throws what the file system throws
 */
export async function entriesBelow(folder: string): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    entries.push(entry);
    if (entry.isDirectory()) entries.push(...(await entriesBelow(join(folder, entry.name))));
  }
  return entries;
}

export const entryPath = ({ parentPath, name }: Dirent): string => join(parentPath, name);
