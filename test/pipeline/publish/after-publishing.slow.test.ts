import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type RunEvent, silent } from '../../../src/base/events.js';
import { Lock } from '../../../src/base/lock.js';
import type { BuildPlan } from '../../../src/pipeline/plan/build-plan.js';
import { build } from '../../../src/pipeline/publish/build.js';
import { LOCK, stagingName } from '../../../src/pipeline/publish/staging.js';
import { InlineRunner } from '../../../src/pipeline/shards/runner.js';
import { features } from '../../support/build-features.js';
import { scratch } from '../../support/files.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';
import { runWarm } from '../../support/warm.js';
import { storeOf } from '../store-of.js';

/** What is published stays published. What fails while cleaning up is told, and hides nothing. */

async function setting() {
  const folder = await scratch();
  const release = await harvestSample(folder);
  const out = join(folder, 'out');
  const plan: BuildPlan = { ...PLAN, store: join(folder, 'store'), out, label: 'a', pid: process.pid };
  const built = () => build(plan, () => ({}), silent, { features });
  return { folder, out, release, built };
}

/** Makes a step of the runner fail until the end of the test. */
function failing(step: 'begin' | 'run', message: string): void {
  const spy = vi.spyOn(InlineRunner.prototype, step).mockImplementation(() => {
    throw new Error(message);
  });
  onTestFinished(() => spy.mockRestore());
}

/** Services that no build asks. */
const CONFIG = `services:
  archive: { url: 'http://127.0.0.1:9', key: { env: NO_KEY } }
  placenames: { url: 'http://127.0.0.1:9', key: { env: NO_KEY } }
`;

/** Whether nothing is left of a build that failed: no staging, and a lock that is free. */
async function isCleared(out: string): Promise<boolean> {
  const lock = await Lock.take(join(out, LOCK), process.pid);
  await lock.release();
  return !(await readdir(out)).includes(stagingName('a'));
}

describe('a build', () => {
  test('whose spool cannot be removed is a success with a warning', async () => {
    const { folder, out, release } = await setting();
    const spool = join(folder, 'spool');
    // What a network file system keeps of a file that is in use cannot be removed, as a folder cannot be like a file.
    await mkdir(join(spool, '.nfs0001'), { recursive: true });
    const events: RunEvent[] = [];
    const { directory } = await release('a', { spool, pid: process.pid }, (event) => events.push(event));
    expect(directory).toBe(join(out, 'a'));
    expect(events.filter(({ event }) => event === 'warning')).toEqual([
      { event: 'warning', message: expect.stringContaining(spool) },
    ]);
    expect(await readdir(spool)).toEqual(['.nfs0001']);
    expect(await isCleared(out)).toBe(true);
  });

  test('is a success with a warning when the event streams cannot be written', async () => {
    const { folder, out } = await setting();
    const config = join(folder, 'config.yaml');
    await writeFile(config, `${CONFIG}feed: true\nformats: [nt]\n`);
    await mkdir(join(out, 'feed', 'of something else'), { recursive: true });
    const { code, stderr } = await runWarm([
      ...['build', '--config', config, '--store', join(folder, 'store'), '--out', out, '--release', 'a'],
      ...['--log-format', 'json'],
    ]);
    expect([code, (await readdir(out)).includes('a')]).toEqual([0, true]);
    expect(stderr).toMatch(/"level":"warn".*the release is published; .*feed/);
  });

  test('ends with the same code when it is repeated, and nothing has changed', async () => {
    const folder = await scratch();
    const [store, out, config] = ['store', 'out', 'config.yaml'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await storeOf(store, { '/cbed': [{ id: 1, names: 7 }], '/cbed/occupations': [] });
    await writeFile(config, CONFIG);
    const where = ['--config', config, '--store', store, '--out', out, '--kinds', 'people'];
    const first = await runWarm(['build', ...where]);
    const again = await runWarm(['build', ...where]);
    expect([first.code, again.code]).toEqual([5, 5]);
    expect(again.stdout).toContain('Nothing has changed');
  });

  test('that cannot begin leaves neither a lock nor a folder', async () => {
    const { out, built } = await setting();
    failing('begin', 'no runner');
    await expect(built()).rejects.toThrow('no runner');
    expect(await isCleared(out)).toBe(true);
  });

  test('fails with its first error, not with that of cleaning up', async () => {
    const { out, built } = await setting();
    failing('run', 'the first');
    const spy = vi.spyOn(InlineRunner.prototype, 'close').mockRejectedValue(new Error('the second'));
    onTestFinished(() => spy.mockRestore());
    await expect(built()).rejects.toThrow('the first');
    expect(await isCleared(out)).toBe(true);
  });
});
