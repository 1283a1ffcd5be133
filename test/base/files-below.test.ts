import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { entriesBelow, entryPath } from '../../src/base/files-below.js';
import { scratch } from '../support/files.js';

test('what is below a folder is files, folders and links, and nobody goes where links lead', async () => {
  const [folder, elsewhere] = [await scratch(), await scratch()];
  await mkdir(join(folder, 'a', 'b'), { recursive: true });
  await writeFile(join(folder, 'a', 'b', 'c'), '');
  await writeFile(join(elsewhere, 'not-ours'), '');
  await symlink(elsewhere, join(folder, 'link'));
  await symlink(folder, join(folder, 'a', 'around'));
  const entries = await entriesBelow(folder);
  const found = entries.map((entry) => [
    relative(folder, entryPath(entry)),
    entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'link',
  ]);
  expect(Object.fromEntries(found)).toEqual({
    a: 'folder',
    'a/around': 'link',
    'a/b': 'folder',
    'a/b/c': 'file',
    link: 'link',
  });
  const order = found.map(([path]) => path);
  expect(order.indexOf('a')).toBeLessThan(order.indexOf('a/b'));
  expect(order.indexOf('a/b')).toBeLessThan(order.indexOf('a/b/c'));
});
