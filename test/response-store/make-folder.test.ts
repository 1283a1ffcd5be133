import { readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/response-store/paths.js';
import { temporaryFolder } from './temporary-folder.js';

test('makes what is missing, however often and by however many it is asked for', async () => {
  const folder = await temporaryFolder();
  await Promise.all(Array.from({ length: 10 }, () => makeFolder(join(folder, 'a/b/c'))));
  await makeFolder(join(folder, 'a/b/d'));
  expect((await readdir(join(folder, 'a/b'))).sort()).toEqual(['c', 'd']);
});

test('ends where no folder can be made: below a file, behind a link that leads nowhere', async () => {
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
