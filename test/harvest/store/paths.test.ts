import { readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../src/harvest/store/paths.js';
import { temporaryFolder } from './temporary-folder.js';

test('creates missing folders, also repeatedly and concurrently', async () => {
  const folder = await temporaryFolder();
  await Promise.all(Array.from({ length: 10 }, () => makeFolder(join(folder, 'a/b/c'))));
  await makeFolder(join(folder, 'a/b/d'));
  expect((await readdir(join(folder, 'a/b'))).sort()).toEqual(['c', 'd']);
});

test('fails below a file and behind a broken link', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  await symlink('nowhere', join(folder, 'link'));
  await expect(makeFolder(join(folder, 'file/a/b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeFolder(join(folder, 'link/a/b'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test.runIf(process.platform === 'linux')(
  'ends below /proc, where mkdir with recursive does not',
  async () => {
    await expect(makeFolder('/proc/x/y')).rejects.toMatchObject({ code: 'ENOENT' });
  },
);
