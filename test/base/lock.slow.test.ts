import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { holderOf, Lock } from '../../src/base/lock.js';
import { openForHarvest } from '../../src/harvest/store/harvest-store.js';
import { openForBuild } from '../../src/harvest/store/stored-harvest.js';
import { scratch } from '../support/files.js';

test('the lock of a running process is valid, that of an ended one is not', async () => {
  const file = join(await scratch(), 'store.lock');
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  await Lock.take(file, child.pid ?? 0);
  await expect(Lock.take(file, process.pid)).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    hint: expect.stringContaining('delete the file'),
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await Lock.take(file, process.pid);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid });
  await lock.release();
});

test.runIf(process.platform === 'linux')(
  'a process that got a dead one’s number does not hold its lock (proc(5) tells when it started)',
  async () => {
    const file = join(await scratch(), 'store.lock');
    const lock = await Lock.take(file, process.pid);
    const content = JSON.parse(await readFile(file, 'utf8'));
    await lock.release();
    await writeFile(file, `${JSON.stringify({ ...content, started: '1' })}\n`);
    await (await Lock.take(file, process.pid)).release();
  },
);

/** The content of a lock as a process of this machine and namespace writes it. */
async function ours(): Promise<Record<string, unknown>> {
  const file = join(await scratch(), 'store.lock');
  const lock = await Lock.take(file, process.pid);
  const content = JSON.parse(await readFile(file, 'utf8'));
  await lock.release();
  return content;
}

/** Greater than any process id (proc(5): at most 2^22). */
const NOBODY = 5_000_000;

describe('a lock of another host or container expires after a minute without a heartbeat', () => {
  test.each([
    ['another host', { host: 'elsewhere' }],
    ['another start of this host', { boot: '6d8ae5d9-0ab5-4b2c-9c0b-5d0a3f6b8f3e' }],
    ['another pid namespace', { namespace: 'pid:[4026539999]' }],
    ['an earlier release of this program, which said nothing of where', { host: undefined }],
    ['a host with a name that is none', { host: '\u001b[31m' }],
  ])('of %s, whether or not its number is one here', async (_, other) => {
    for (const pid of [NOBODY, process.pid]) {
      const file = join(await scratch(), 'store.lock');
      const writtenAgo = async (seconds: number) => {
        await writeFile(file, `${JSON.stringify({ ...(await ours()), pid, ...other })}\n`);
        const { mtimeMs } = await stat(file);
        await utimes(file, mtimeMs / 1000, mtimeMs / 1000 - seconds);
      };
      await writtenAgo(50);
      const refused = Lock.take(file, process.pid);
      await expect(refused).rejects.toMatchObject({
        code: 'STORE_UNUSABLE',
        exitCode: 2,
        message: expect.stringContaining(`process ${pid}`),
        hint: expect.stringContaining('a minute'),
      });
      await expect(refused).rejects.not.toThrow('\u001b');
      expect(await holderOf(file, Date.now())).toContain(`process ${pid}`);
      await writtenAgo(61);
      expect(await holderOf(file, Date.now())).toBeUndefined();
      await (await Lock.take(file, process.pid)).release();
    }
  });
});

describe('a lock of another host with a time in the future, after a clock was set back', () => {
  const DAY_S = 24 * 60 * 60;
  async function future(): Promise<string> {
    const file = join(await scratch(), 'store.lock');
    await writeFile(file, `${JSON.stringify({ ...(await ours()), host: 'elsewhere' })}\n`);
    await utimes(file, Date.now() / 1000 + DAY_S, Date.now() / 1000 + DAY_S);
    return file;
  }

  test('without a heartbeat is free', async () => {
    await (await Lock.take(await future(), process.pid, 'test', 50)).release();
  });

  test('with a heartbeat is held', async () => {
    const file = await future();
    const taken = Lock.take(file, process.pid, 'test', 600_000);
    const beats = setInterval(() => void writeFile(file, readFileSync(file)), 100);
    onTestFinished(() => clearInterval(beats));
    await expect(taken).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
  });
});

describe('a lock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('that another process took over is not changed, and its first process stops', async () => {
    const directory = join(await scratch(), 'store');
    const [first, finishing] = [await openForHarvest(directory, { pid: process.pid }), `${directory}.lock`];
    await first.put('archive', '/counties', Buffer.from('[]'));
    const other = `${JSON.stringify({ pid: 1, host: 'elsewhere' })}\n`;
    await rm(finishing);
    await writeFile(finishing, other);
    const refusal = { code: 'STORE_UNUSABLE', message: expect.stringContaining('taken over') };
    await expect(first.finish()).rejects.toMatchObject(refusal);
    vi.advanceTimersByTime(20_000);
    await expect
      .poll(() =>
        first.put('archive', '/countries', Buffer.from('[]')).then(
          () => 'put',
          (one) => one,
        ),
      )
      .toMatchObject(refusal);
    await first.close();
    expect(await readFile(finishing, 'utf8')).toBe(other);
    await expect(openForBuild(directory)).rejects.toMatchObject({
      message: expect.stringContaining('not complete yet'),
    });
  });
});

test('one of many processes takes over a free lock; no other files are left', async () => {
  const folder = await scratch();
  const file = join(folder, 'store.lock');
  await writeFile(file, 'x');
  const taken = await Promise.allSettled(Array.from({ length: 20 }, () => Lock.take(file, process.pid)));
  const got = taken.filter((one) => one.status === 'fulfilled');
  expect(got).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['store.lock']);
  await got[0]?.value.release();
  expect(await readdir(folder)).toEqual([]);
});
