import { expect, test } from 'vitest';
import { onDisk } from '../../src/response-store/store-errors.js';

test.each([
  ['ENOSPC', 'the disk is full', 'Make room'],
  ['EROFS', 'the file system is read-only', 'writable disk'],
  ['EACCES', 'permission is denied', 'the right to write'],
  ['EIO', 'i/o error', 'See whether'],
])('%s gives one clear message and a remedy (issue 4.8)', async (code, reason, hint) => {
  const trouble = Object.assign(new Error('i/o error'), { code });
  await expect(onDisk('write into the store /data', () => Promise.reject(trouble))).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    exitCode: 2,
    message: `Cannot write into the store /data: ${reason}.`,
    hint: expect.stringContaining(hint),
    cause: trouble,
  });
});

test('what the disk did not do is not blamed on it', async () => {
  const bug = new TypeError('x is not a function');
  await expect(onDisk('write', () => Promise.reject(bug))).rejects.toBe(bug);
});
