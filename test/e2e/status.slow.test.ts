import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServices, startServices } from '../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../src/services/server/world.js';
import { ending, start } from '../support/cli.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { Front, refusing } from '../support/front.js';
import { runWarm } from '../support/warm.js';

let folder: string;
let services: RunningServices;
let front: Front;
beforeAll(async () => {
  folder = await makeFolder();
  services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
  front = new Front();
  front.behind = services;
  await front.open();
});
afterAll(async () => {
  front.close();
  await services.close();
  await removeFolder(folder);
});

interface Run {
  readonly args: readonly string[];
  readonly keys: Record<string, string>;
  /** The status file. */
  readonly file: string;
  readonly status: () => Promise<Record<string, unknown>>;
}

let number = 0;
/** A harvest of the services of this test into a store of its own. */
async function newRun(): Promise<Run> {
  number += 1;
  const [store, config] = [join(folder, `store${number}`), join(folder, `config${number}.yaml`)];
  await writeFile(
    config,
    `services:
  archive: { url: ${front.url('archive')}, key: { env: KEY }, gender: irish }
  placenames: { url: ${front.url('placenames')}, key: { env: KEY } }
store: ${store}
out: ${join(folder, `out${number}`)}
pace: { concurrency: 8, perSecond: 10000 }
harvest: { patience: 0 }
`,
  );
  return {
    args: ['-c', config],
    keys: { KEY: services.keys.public },
    file: `${store}.status.json`,
    status: async () => JSON.parse(await readFile(`${store}.status.json`, 'utf8')),
  };
}

const PHASES = ['harvest', 'index', 'map', 'check', 'write', 'describe'];

describe('status.json beside the store', () => {
  test('has the phase of a run while it runs, and at its end its counts, times and exit code', async () => {
    const { args, keys, status } = await newRun();
    let during: Record<string, unknown> | undefined;
    front.instead = ({ request }) => {
      if (request.startsWith('/cbeg')) during ??= { asked: status() };
      return false;
    };
    expect((await runWarm(['export', ...args, '--kinds', 'photographs'], keys)).code).toBe(0);
    expect(await during?.asked).toMatchObject({
      ...{ command: 'export', phase: 'harvest', exitCode: null, ended: null },
    });
    const ended = await status();
    expect(ended).toMatchObject({ command: 'export', phase: 'describe', exitCode: 0 });
    expect(Object.keys(ended.seconds as object)).toEqual(PHASES);
    expect(ended.harvest).toMatchObject({ requests: expect.any(Number), gaps: 0 });
    const { records, label } = ended.release as {
      records: Record<string, { published: number }>;
      label: string;
    };
    const manifest = JSON.parse(
      await readFile(join(folder, `out${number}`, 'latest', 'manifest.json'), 'utf8'),
    );
    expect([label, records]).toEqual([manifest.label, manifest.counts]);
    const times = [ended.started, ended.updated, ended.ended].map((time) => Date.parse(String(time)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test.each([
    [0, 0],
    [5, 0],
    [4, 6],
  ])('of a run that ended with %d, `status --check` ends with %d', async (exitCode, code) => {
    const { args, file } = await newRun();
    const ended = {
      format: 'folklore-ld-status',
      version: 1,
      command: 'export',
      phase: 'describe',
      exitCode,
    };
    const because = exitCode === 5 ? { because: '3 records were rejected' } : {};
    await writeFile(file, JSON.stringify({ ...ended, ...because, progress: {} }));
    const checked = await runWarm(['status', ...args, '--check']);
    expect([checked.code, checked.stdout]).toEqual([code, expect.stringContaining(`exit code ${exitCode}`)]);
    if (exitCode === 5) expect(checked.stdout).toContain('3 records were rejected');
  });

  test('of a run that goes on, `status --check` ends with 0', async () => {
    const { args, keys } = await newRun();
    let during: Promise<{ readonly code: unknown; readonly stdout: string }> | undefined;
    front.instead = ({ request }, response) => {
      if (!request.startsWith('/cbeg') || during !== undefined) return false;
      during = ending(start(['status', ...args, '--check']));
      void during.then(() => response.writeHead(503).end());
      return true;
    };
    await runWarm(['harvest', ...args], keys);
    expect(await during).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('runs, in phase harvest'),
    });
  });

  test('has the error and the exit code of a run that fails, and not the key', async () => {
    const { args, keys, status } = await newRun();
    front.instead = refusing(/archive/, 401, `key ${keys.KEY} is refused`);
    expect((await runWarm(['harvest', ...args], keys)).code).toBe(2);
    const ended = await status();
    expect(ended).toMatchObject({ phase: 'harvest', exitCode: 2, error: { code: 'KEY_REFUSED' } });
    expect(JSON.stringify(ended)).not.toContain(keys.KEY);
    const shown = await runWarm(['status', ...args]);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/exit code 2.*[\s\S]*KEY_REFUSED/)]);
    expect(JSON.parse((await runWarm(['status', ...args, '--json'])).stdout)).toEqual(ended);
    const checked = await runWarm(['status', ...args, '--check']);
    expect([checked.code, checked.stdout]).toEqual([6, shown.stdout]);
    expect(checked.stderr).toMatch(/"exitCode":6,"because":"[^"]*exit code 2/);
    // Of the next run the key is missing, before its first phase.
    expect((await runWarm(['export', ...args])).code).toBe(2);
    expect(await status()).toMatchObject({ phase: null, exitCode: 2, error: { code: 'CONFIG_INVALID' } });
  });

  test('of a killed run, `status` says that its process is gone', async () => {
    const { args, keys, status } = await newRun();
    const child = start(['harvest', ...args, '--grace', '0'], keys);
    front.instead = ({ request }) => request.startsWith('/cbe?') && child.kill('SIGKILL');
    await once(child, 'close');
    expect((await status()).exitCode).toBe(null);
    const shown = await runWarm(['status', ...args]);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/in phase harvest.*is gone/)]);
    expect(shown.stdout).toMatch(/Run the same command again/);
    expect((await runWarm(['status', ...args, '--check'])).code).toBe(6);
  });

  test('has the exit code of a run that SIGTERM has ended and whose notification is not answered', async () => {
    const { args, keys, status } = await newRun();
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const hook = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const child = start(['harvest', ...args, '--grace', '0', '--notify', hook], keys);
    const ended = ending(child);
    front.instead = ({ request }) => request.startsWith('/cbe?') && (child.killed || child.kill('SIGTERM'));
    const { code, stderr } = await ended;
    silent.close();
    expect([code, stderr]).toEqual([130, expect.stringContaining('was not accepted')]);
    expect(await status()).toMatchObject({ phase: 'harvest', exitCode: 130, error: { code: 'INTERRUPTED' } });
  });

  test('is not there before the first run, or is something else: 2', async () => {
    const { args, file } = await newRun();
    const refused = { code: 2, stderr: expect.stringContaining('FILE_UNREADABLE') };
    expect(await runWarm(['status', ...args])).toMatchObject(refused);
    for (const text of ['{', '{}', '{"format":"folklore-ld-run"}']) {
      await writeFile(file, text);
      expect(await runWarm(['status', ...args, '--json'])).toMatchObject(refused);
    }
  });
});
