import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Everything below a folder: files, folders, links. A link is an entry, and what it leads to is not gone into, which
 * `readdir` itself does or does not, depending on its options and on the version of Node.js. In no order, but that what is
 * in a folder comes behind it.
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

/** Where an entry is. */
export const entryPath = ({ parentPath, name }: Dirent): string => join(parentPath, name);
