import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openForHarvest } from '../../src/store/harvest-store.js';
import { Lock } from '../../src/store/lock.js';
import { temporaryFolder } from './temporary-folder.js';

test('a second harvest is refused at once (issue 4.8), naming the first and the remedy', async () => {
  const directory = join(await temporaryFolder(), 'store');
  const first = await openForHarvest(directory, { pid: process.pid });
  await expect(openForHarvest(directory, { pid: process.pid })).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    exitCode: 2,
    message: expect.stringContaining(`process ${process.pid}`),
    hint: expect.stringContaining('delete that file'),
  });
  await first.close();
  await (await openForHarvest(directory, { pid: process.pid })).close();
});

test('the lock of another living process holds, that of a dead one does not', async () => {
  const file = join(await temporaryFolder(), 'store.lock');
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  await Lock.take(file, child.pid ?? 0);
  await expect(Lock.take(file, process.pid)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await Lock.take(file, process.pid);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid });
  await lock.release();
});

test.runIf(process.platform === 'linux')(
  'a process that got a dead one’s number does not hold its lock (proc(5) tells when it started)',
  async () => {
    const file = join(await temporaryFolder(), 'store.lock');
    await writeFile(file, `${JSON.stringify({ pid: process.pid, started: '1' })}\n`);
    await (await Lock.take(file, process.pid)).release();
  },
);

test('a lock that names no process holds nobody', async () => {
  for (const content of ['', 'x', 'null', '{"pid":-1}', '{"pid":"1"}', '{"pid":0}']) {
    const file = join(await temporaryFolder(), 'store.lock');
    await writeFile(file, content);
    await (await Lock.take(file, process.pid)).release();
  }
});

test('of many that come at once over a dead one’s lock, one gets it; nothing is left behind', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'store.lock');
  await writeFile(file, 'x');
  const taken = await Promise.allSettled(Array.from({ length: 20 }, () => Lock.take(file, process.pid)));
  const got = taken.filter((one) => one.status === 'fulfilled');
  expect(got).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['store.lock']);
  await got[0]?.value.release();
  expect(await readdir(folder)).toEqual([]);
});
