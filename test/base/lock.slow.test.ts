import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holderOf, Lock } from '../../src/base/lock.js';
import { scratch } from '../support/files.js';

const COMPILED = new URL('../../dist/base/lock.js', import.meta.url).href;

/** A process that takes a lock and keeps it, until it is killed. */
async function processWith(file: string) {
  const script = `
    const { Lock } = await import(${JSON.stringify(COMPILED)});
    await Lock.take(${JSON.stringify(file)}, process.pid);
    console.log('taken');
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('a lock is held by a running or suspended process, and free once the process is killed', async () => {
  const file = join(await scratch(), 'store.lock');
  const child = await processWith(file);
  const refusal = { code: 'STORE_UNUSABLE', message: expect.stringContaining(`process ${child.pid}`) };
  await expect(Lock.take(file, process.pid)).rejects.toMatchObject(refusal);
  child.kill('SIGSTOP');
  await expect(Lock.take(file, process.pid)).rejects.toMatchObject(refusal);
  expect(await holderOf(file)).toContain(`process ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await holderOf(file)).toBeUndefined();
  const lock = await Lock.take(file, process.pid);
  expect(await holderOf(file)).toContain(`process ${process.pid}`);
  await lock.release();
  expect(await holderOf(file)).toBeUndefined();
});

test('one of many takes a lock that a killed process has left; no files are left by the others', async () => {
  const folder = await scratch();
  const file = join(folder, 'store.lock');
  const left = await Lock.take(file, process.pid);
  await copyFile(file, `${file}.copy`);
  await left.release();
  await rename(`${file}.copy`, file);
  const taken = await Promise.allSettled(Array.from({ length: 20 }, () => Lock.take(file, process.pid)));
  const got = taken.filter((one) => one.status === 'fulfilled');
  expect(got).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['store.lock']);
  await got[0]?.value.release();
  expect(await readdir(folder)).toEqual([]);
});

test('of many processes that take and release a lock, one has it at a time', {
  timeout: 60_000,
}, async () => {
  const folder = await scratch();
  const script = `
    const { mkdir, rmdir } = await import('node:fs/promises');
    const { Lock } = await import(${JSON.stringify(COMPILED)});
    for (let round = 0; round < 30; ) {
      const lock = await Lock.take(${JSON.stringify(join(folder, 'lock'))}, process.pid).catch((one) => {
        if (one.code !== 'STORE_UNUSABLE') throw one;
      });
      if (lock === undefined) continue;
      // Fails where another process is inside.
      await mkdir(${JSON.stringify(join(folder, 'inside'))});
      await rmdir(${JSON.stringify(join(folder, 'inside'))});
      await lock.release();
      round += 1;
    }`;
  const ended = Array.from({ length: 4 }, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    return code;
  });
  expect(await Promise.all(ended)).toEqual([0, 0, 0, 0]);
});

test('the lock of an earlier version, a text, is free', async () => {
  const file = join(await scratch(), 'store.lock');
  await writeFile(file, '{"pid":1,"started":"1","host":"elsewhere"}\n');
  expect(await holderOf(file)).toBeUndefined();
  await (await Lock.take(file, process.pid)).release();
});

test('a lock that is released twice does not free the lock of the next holder', async () => {
  const file = join(await scratch(), 'store.lock');
  const first = await Lock.take(file, process.pid);
  await first.release();
  const second = await Lock.take(file, process.pid);
  await first.release();
  await expect(Lock.take(file, process.pid)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
  await second.release();
  await (await Lock.take(file, process.pid)).release();
});

test('a lock whose file was deleted does not free the lock that another process has taken since', async () => {
  const file = join(await scratch(), 'store.lock');
  const first = await Lock.take(file, process.pid);
  await rm(file);
  const second = await Lock.take(file, process.pid);
  await first.release();
  await expect(Lock.take(file, process.pid)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
  await second.release();
});

test('the release of a lock hides no error of the work, whatever has become of its file', async () => {
  const file = join(await scratch(), 'store.lock');
  const lock = await Lock.take(file, process.pid);
  await rm(file);
  await mkdir(file);
  await lock.release();
});
