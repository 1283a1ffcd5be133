import { createHash } from 'node:crypto';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serve, start } from '../support/cli.js';
import { filesBelow, makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** `export --trial` beside real exports, against services of 23 schools volumes and seven of manuscripts. */

let folder: string;
let served: Served;
let release: string;

const call = (command: string, ...more: readonly string[]) =>
  runWarm(
    [command, '-c', 'my.yaml', ...more],
    { ARCHIVE_API_KEY: served.keys.public, PLACENAMES_API_KEY: served.keys.public },
    folder,
  );

/** The digests of the files of the real store, its status, and the real releases. */
async function realFiles(): Promise<ReadonlyMap<string, string>> {
  const files = [...(await filesBelow(folder))].filter(([path]) => /^(\.folklore-ld|output)[./]/.test(path));
  return new Map(files.map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')]));
}

beforeAll(async () => {
  folder = await makeFolder();
  served = await serve('--world', 'generated', '--scale', '0.02');
  await writeFile(
    join(folder, 'my.yaml'),
    `services:
  archive: { url: ${served.archive}, key: { env: ARCHIVE_API_KEY } }
  placenames: { url: ${served.placenames}, key: { env: PLACENAMES_API_KEY } }
pace: { concurrency: 8, perSecond: 10000 }
metrics: run.prom
formats: [nt]
`,
  );
  const real = await call('export', '--release', 'real');
  expect(real.code, real.stderr).toBe(5);
  release = join(folder, 'output-trial', 'trial');
});
afterAll(async () => {
  await served.stop();
  await removeFolder(folder);
});

test('ends with 0 twice, and leaves store, releases and metrics of real runs as they were', async () => {
  const [before, metrics] = [await realFiles(), await readFile(join(folder, 'run.prom'), 'utf8')];
  expect(before.size).toBeGreaterThan(20);
  for (const _ of ['first', 'second']) {
    const trial = await call('export', '--trial');
    expect(trial.code, trial.stderr).toBe(0);
    expect(trial.stdout).toMatch(/^schools by volume +3 +3 +3$/m);
    expect(trial.stdout).toMatch(/^This is a trial: part of the records/m);
    expect(trial.stderr).toMatch(/this is a trial; a run of all records would end with exit code 5/);
  }
  expect(await realFiles()).toEqual(before);
  expect(await readFile(join(folder, 'run.prom'), 'utf8')).toBe(metrics);
  expect(await readlink(join(folder, 'output', 'latest'))).toBe('real');
  expect(await readdir(join(folder, 'output-trial'))).toEqual(['trial']);
});

test('its release says that it is a trial; references to what was not harvested are no findings', async () => {
  const text = (path: string) => readFile(join(release, path), 'utf8');
  expect(await text('README.md')).toContain('**Trial: part of the records.');
  expect(JSON.parse(await text('manifest.json'))).toMatchObject({ label: 'trial', trial: true });
  expect(await text('dcat.ttl')).toContain('"Trial: part of the records.');
  expect(await text('dataset.jsonld')).toContain('"Trial: part of the records.');
  const { datasets } = JSON.parse(await text('manifest.json'));
  expect(datasets.find(({ name }: { name: string }) => name === 'omissions').triples).toBeGreaterThan(0);
  const findings = (await text('report/findings.ndjson'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(findings.length).toBeGreaterThan(0);
  const missing = findings.filter(({ shape, severity }) => /^X[18]$/.test(shape) && severity !== 'info');
  expect(missing).toEqual([]);
  const real = join(folder, 'output', 'real');
  expect(JSON.parse(await readFile(join(real, 'manifest.json'), 'utf8'))).not.toHaveProperty('trial');
  expect(await readFile(join(real, 'README.md'), 'utf8')).not.toContain('Trial');
});

test('each of its pages says so', async () => {
  const child = start(['browse', release, '--port', '0', '--index-folder', join(folder, 'index')]);
  try {
    for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
      const url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
      if (url === undefined) continue;
      for (const path of ['/', '/search?kind=item'])
        expect(await (await fetch(url + path)).text()).toContain(
          '<p class="trial">Trial: part of the records',
        );
      break;
    }
  } finally {
    child.kill('SIGTERM');
  }
});

test('a real export after it compares with the real release alone, and takes nothing from the trial', async () => {
  const next = await call('export', '--release', 'next');
  expect(next.code, next.stderr).toBe(5);
  expect(await readlink(join(folder, 'output', 'latest'))).toBe('next');
  const manifest = JSON.parse(await readFile(join(folder, 'output', 'next', 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ label: 'next', previous: 'real' });
  expect(next.stdout).not.toContain('This is a trial');
});

test.each([
  [['build', '--store', '.folklore-ld-trial'], 'STORE_UNUSABLE', 'is a trial'],
  [['harvest', '--store', '.folklore-ld-trial'], 'STORE_UNUSABLE', 'holds a trial'],
  [['build', '--release', 'x', '--previous', 'output-trial/trial'], 'FILE_UNREADABLE', 'is a trial'],
  [['export', '--trial', '--release', 'x'], 'CONFIG_INVALID', '--release'],
  [['export', '--trial', '--sample'], 'CONFIG_INVALID', '--sample'],
] as const)('%j ends with 2', async ([command, ...more], code, message) => {
  const ended = await call(command, ...more);
  expect(ended.code, ended.stderr).toBe(2);
  expect(ended.stderr).toContain(`"code":"${code}"`);
  expect(ended.stderr).toContain(message);
});

test('the trial can be built again and explained without a request', async () => {
  const built = await call('build', '--trial');
  expect(built.code, built.stderr).toBe(0);
  const status = await call('status', '--trial');
  expect(status.code, status.stderr).toBe(0);
  expect(status.stdout).toMatch(/^build .*exit code 0[\s\S]*release: trial/);
});
