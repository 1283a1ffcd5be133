import { expect, test } from 'vitest';
import { onDisk } from '../../../src/harvest/store/store-errors.js';

test.each([
  ['ENOSPC', 'the disk is full', 'Free some space'],
  ['EROFS', 'the file system is read-only', 'writable disk'],
  ['EACCES', 'permission is denied', 'permission to read and write'],
  ['EIO', 'i/o error', 'Check that'],
])('%s gives one clear message and a remedy', async (code, reason, hint) => {
  const trouble = Object.assign(new Error('i/o error'), { code });
  await expect(onDisk('write into the store /data', () => Promise.reject(trouble))).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    exitCode: 2,
    message: `Cannot write into the store /data: ${reason}.`,
    hint: expect.stringContaining(hint),
    cause: trouble,
  });
});

test('errors without a code stay as they are', async () => {
  const bug = new TypeError('x is not a function');
  await expect(onDisk('write', () => Promise.reject(bug))).rejects.toBe(bug);
});
