import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, type Served, serve } from '../support/cli.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** docs/features.md: a feature of an operator, in a folder outside of the clone, does all that the page says. */

const PAGE = new URL('../../docs/features.md', import.meta.url);

let folder: string;
let services: Served;

beforeAll(async () => {
  folder = await makeFolder();
  services = await serve();
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(PAGE, 'utf8')) ?? [];
  expect(code.trim().split('\n').length).toBeLessThan(60);
  await writeFile(join(folder, 'untranscribed.js'), code);
  await configure('config.yaml', './untranscribed.js');
  expect(await command('export', '--workers', '2')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await services.stop();
  await removeFolder(folder);
});

const configure = (file: string, feature: string) =>
  writeFile(
    join(folder, file),
    `services:
  archive: { url: ${services.archive}, key: { env: KEY } }
  placenames: { url: ${services.placenames}, key: { env: KEY } }
features: ['${feature}']
store: ${join(folder, 'store')}
out: ${join(folder, 'out')}
`,
  );

const command = (name: string, ...args: readonly string[]) =>
  runWarm([name, '-c', join(folder, 'config.yaml'), ...args], { KEY: services.keys.public });

test('its table is a file of the release, of the rows that are published', async () => {
  const text = await readFile(join(folder, 'out/latest/derived/untranscribed.csv'), 'utf8');
  const [header, ...rows] = text.trim().split(/\r?\n/);
  expect(header).toBe('county,stories,without_transcript');
  const counts = rows.map((row) => row.split(',').slice(1).map(Number));
  for (const [stories = 0, without = 0] of counts) expect(without).toBeLessThanOrEqual(stories);
  for (const file of ['manifest.json', 'SHA256SUMS', 'LICENCES.md'])
    expect(await readFile(join(folder, 'out/latest', file), 'utf8')).toContain('derived/untranscribed.csv');
  expect((await command('verify', join(folder, 'out/latest'))).code).toBe(0);
});

test('another version of the module makes another release, the same one none', async () => {
  expect((await command('build')).stdout).toContain('Nothing has changed since the release');
  const file = join(folder, 'untranscribed.js');
  const code = await readFile(file, 'utf8');
  await writeFile(file, `${code}\n// changed\n`);
  // A process imports a module once.
  const ended = await run(['build', '-c', join(folder, 'config.yaml')], { KEY: services.keys.public });
  expect(ended.stdout).toContain('Report as a page');
  await writeFile(file, code);
});

test('`features` lists it, and `doctor` has its check', async () => {
  expect((await command('features')).stdout).toMatch(
    /^untranscribed +stories of which no transcript exists, by county$/m,
  );
  expect((await command('doctor')).stdout).toContain('stories without a transcript are counted');
});

describe('a module that is no feature of this program is refused with its name and the reason: 2', () => {
  const FEATURE = "{ name: 'x', version: 1, purpose: 'x'";
  test.each([
    ['that is not there', undefined, /none\.js.*no such file/i],
    ['that throws', "throw new Error('broken')", /broken/],
    ['that exports nothing', 'export {}', /exports no object/],
    ['for another version', `export const feature = ${FEATURE.replace('1', '2')} }`, /version 2 .* has 1/],
    ['without a name', 'export const feature = { version: 1 }', /no `name`/],
    [
      'with the command of another',
      `export const feature = ${FEATURE}, commands: { build: {} } }`,
      /command build, which is there/,
    ],
    [
      'with the setting of another',
      `export const feature = ${FEATURE}, settings: async () => ({ shape: { out: 1 }, example: '' }) }`,
      /setting out, which is there/,
    ],
  ])('%s', async (_, code, reason) => {
    const name = code === undefined ? 'none.js' : `${reason.source.replace(/\W+/g, '-')}.js`;
    await mkdir(join(folder, 'wrong'), { recursive: true });
    if (code !== undefined) await writeFile(join(folder, 'wrong', name), code);
    await configure('wrong.yaml', `./wrong/${name}`);
    const ended = await runWarm(['doctor', '-c', join(folder, 'wrong.yaml')], { KEY: services.keys.public });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(reason);
  });
});

test('one that throws while files are made ends the build, and no release is left', async () => {
  const code = await readFile(join(folder, 'untranscribed.js'), 'utf8');
  await writeFile(
    join(folder, 'broken.js'),
    code.replace('const transcribed = new Set();', "throw new Error('my table');"),
  );
  await configure('broken.yaml', './broken.js');
  const args = ['build', '-c', join(folder, 'broken.yaml'), '--release', 'broken'];
  const ended = await runWarm(args, { KEY: services.keys.public });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('The feature untranscribed has failed while writing table: my table.');
  expect(ended.stdout).not.toContain('Report as a page');
});
