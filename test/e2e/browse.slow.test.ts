import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ending, start } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { makeFolder, removeFolder, scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** The command `browse`, with the harvest of the release. */

let folder: string;
let release: string;
let store: string;
/** One server, for tests that only ask it. */
let server: Awaited<ReturnType<typeof serving>>;

beforeAll(async () => {
  folder = await makeFolder();
  ({ release, store } = await exportedSample());
  server = await serving([
    ...[release, '--grace', '3600', '--sample', '--store', store],
    ...['--index-folder', join(folder, 'asked')],
  ]);
});
afterAll(() => removeFolder(folder));

test('prints its address, and shows what became of the fields of a record', async () => {
  const page = await (await fetch(`${server.url}/cbe/item/7002.html`)).text();
  const [, address] = /<a href="(\/explain\?iri=[^"]*)">/.exec(page) ?? [];
  const explained = await fetch(server.url + address);
  expect(explained.status).toBe(200);
  expect(await explained.text()).toContain('the numbers state it and take precedence');
});

test('a search is exported whole, in a thread', async () => {
  const csv = await (await fetch(`${server.url}/search?kind=item&format=csv`)).text();
  const rows = csv.trim().split('\n');
  expect(rows[0]).toMatch(/^iri,id,collection,label,title/);
  const total = /([\d,]+) results/.exec(await (await fetch(`${server.url}/search?kind=item`)).text())?.[1];
  expect(rows).toHaveLength(Number(total) + 1);
  const { '@graph': nodes } = (await (
    await fetch(`${server.url}/search?kind=item&format=jsonld`)
  ).json()) as {
    readonly '@graph': readonly object[];
  };
  expect(nodes.length).toBeGreaterThanOrEqual(Number(total));
});

test('--sample serves the pictures of the sample; without it their host is named', async () => {
  const page = async (url: string) =>
    (await fetch(`${url}/cbeg/photograph/1201`, { headers: { accept: 'text/html' } })).text();
  expect(await page(server.url)).toContain('<img src="/images/photograph/1201.jpg"');
  const picture = await fetch(`${server.url}/images/photograph/1201.jpg`);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  // Unpublished, and sensitive.
  for (const id of [1213, 1214])
    expect((await fetch(`${server.url}/images/photograph/${id}.jpg`)).status).toBe(404);
  const other = await serving([release, '--index-folder', join(folder, 'asked')]);
  expect(await page(other.url)).toContain('<img src="https://images.example.org/images/photograph/1201.jpg"');
  expect((await fetch(`${other.url}/images/photograph/1201.jpg`)).status).toBe(404);
  expect((await other.stop()).code).toBe(0);
});

test('a stop is clean, and does not wait for the engine that a query has started', async () => {
  expect(await (await fetch(`${server.url}/sparql?query=ASK%7B%7D&format=json`)).json()).toMatchObject({
    boolean: true,
  });
  expect((await server.stop()).code).toBe(0);
});

/** Starts browse; what it prints on standard error is in `stderr` of its end. */
async function serving(args: readonly string[], environment: Record<string, string> = {}) {
  const child = start(['browse', ...args, '--port', '0'], environment);
  const ended = ending(child);
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout as Readable }), 'line'),
    ended.then(({ stderr }) => {
      throw new Error(stderr);
    }),
  ])) as [string];
  const { url } = JSON.parse(line) as { readonly url: string };
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return { url, stop };
}

describe('the index', () => {
  test('is in the temporary folder where that beside the release cannot be written, and gone at the end', async () => {
    const copy = join(folder, 'copy', 'sample');
    await cp(release, copy, { recursive: true });
    // A file in the place of the folder: writing below it fails, for root too.
    await writeFile(join(folder, 'copy', '.browse'), '');
    const temporary = join(folder, 'temporary');
    await mkdir(temporary, { recursive: true });
    await (await serving([copy], { TMPDIR: temporary })).stop('SIGKILL');
    expect(await readdir(temporary)).not.toEqual([]);
    const server = await serving([copy], { TMPDIR: temporary });
    expect((await fetch(`${server.url}/cbe/item/7002`)).status).toBe(200);
    expect((await server.stop()).stderr).toMatch(/cannot be written .*--index-folder/);
    // What the killed one has left is gone as well.
    expect(await readdir(temporary)).toEqual([]);
  });

  test('that is cut, or has a page of zeros, is made again; what a killed process has left is removed', async () => {
    const indexes = join(folder, 'asked');
    const serve = async () => {
      const { url, stop } = await serving([release, '--index-folder', indexes]);
      const { status } = await fetch(`${url}/cbe/item/7002`);
      expect([status, (await stop()).code]).toEqual([200, 0]);
    };
    const [index = ''] = await readdir(indexes);
    expect(index).toMatch(/\.sqlite$/);
    const whole = await readFile(join(indexes, index));
    await writeFile(join(indexes, index), whole.subarray(0, whole.length / 2));
    // A process that has ended, and the folder by which SQLite locked its file.
    const { pid = 0 } = spawnSync('true');
    await writeFile(join(indexes, `${index}.${pid}.partial`), 'begun');
    await mkdir(join(indexes, `${index}.${pid}.partial.lock`));
    await serve();
    expect(await readFile(join(indexes, index))).toEqual(whole);
    await writeFile(join(indexes, index), Buffer.from(whole).fill(0, 8192, 12_288));
    // Two processes make the index at the same time.
    await Promise.all([serve(), serve()]);
    expect(await readFile(join(indexes, index))).toEqual(whole);
    expect(await readdir(indexes)).toEqual([index]);
  });

  test('in a folder that is named and cannot be written is an error with a remedy', async () => {
    await writeFile(join(folder, 'a-file'), '');
    const { code, stderr } = await runWarm([
      ...['browse', release, '--port', '0', '--index-folder', join(folder, 'a-file')],
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/The index cannot be made in .*a-file.*--index-folder FOLDER/s);
  });
});

test('a release that takes the place of the one that is served is served, files and pages', async () => {
  const [out, next] = [join(folder, 'replaced'), join(folder, 'next')];
  await cp(release, join(out, 'sample'), { recursive: true });
  const small = ['--kinds', 'manuscripts', '--formats', 'nt', '--release', '2031-01-01'];
  const made = await runWarm(['build', '--sample', '--store', store, '--out', next, ...small]);
  expect(made.code).toBe(0);
  await symlink('sample', join(out, 'latest'));
  const server = await serving([join(out, 'latest')]);
  const labelOf = async () =>
    ((await (await fetch(`${server.url}/files/manifest.json`)).json()) as { label?: string }).label;
  const before = await labelOf();
  await rename(join(next, '2031-01-01'), join(out, '2031-01-01'));
  await symlink('2031-01-01', join(out, 'latest.new'));
  await rename(join(out, 'latest.new'), join(out, 'latest'));
  for (let tries = 0; (await labelOf()) === before && tries < 150; tries++) await wait(100);
  expect(await labelOf()).toBe('2031-01-01');
  expect((await fetch(`${server.url}/cbe/item/7002`)).status).toBe(200);
  expect((await server.stop()).stderr).toMatch(/has been replaced: serving 2031-01-01/);
});

test('`npm run browse` before `npm start` says so in one line, also before a build', async () => {
  const at = await scratch();
  await copyFile('package.json', join(at, 'package.json'));
  const npm = async () => {
    const child = spawn('npm', ['run', '--silent', 'browse'], { cwd: at, stdio: ['ignore', 'pipe', 'pipe'] });
    const { code, stdout, stderr } = await ending(child);
    return [code, stdout, stderr.trim().split('\n')];
  };
  const told = [2, '', [expect.stringContaining('npm start')]];
  expect(await npm()).toEqual(told);
  await mkdir(join(at, 'dist', 'cli'), { recursive: true });
  await writeFile(join(at, 'dist', 'cli', 'main.js'), '');
  expect(await npm()).toEqual(told);
  await mkdir(join(at, 'output', 'sample'), { recursive: true });
  await writeFile(join(at, 'output', 'sample', 'manifest.json'), '{}');
  expect(await npm()).toEqual([0, '', ['']]);
});

test.each([
  [['--store', 'nowhere', '--sample'], /There is no harvest in /],
  [['--store', 'nowhere'], /No configuration is given/],
])('%j is misuse, before anything is served', async (args, told) => {
  const { code, stdout, stderr } = await runWarm(['browse', release, '--port', '0', ...args], {}, folder);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(told);
});
