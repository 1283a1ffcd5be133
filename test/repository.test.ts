import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The README's commands, on machines that are not this one. */

const lock = async () =>
  JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>;
  };

test('the lockfile names no host', async () => {
  const { packages } = await lock();
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test('every package of every platform is in the lockfile: npm ci refuses one that is not', async () => {
  const { packages } = await lock();
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

test('one version: of the package, its lockfile, its citation, and the newest changes of program and data', async () => {
  const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');
  const { version } = JSON.parse(await read('package.json'));
  const locked = JSON.parse(await read('package-lock.json'));
  const [, cited] = /^version: (.*)$/m.exec(await read('CITATION.cff')) ?? [];
  const [, changed] = /^## \[(.*?)\]/m.exec(await read('CHANGELOG.md')) ?? [];
  const [, migrated] = /^## From \S+ to (\S+)$/m.exec(await read('docs/migration.md')) ?? [];
  expect([locked.version, locked.packages[''].version, cited, changed]).toEqual(Array(4).fill(version));
  // A version without a change of the data has no section there.
  expect(version.localeCompare(migrated ?? '', 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
});

test('direct dependencies are of one exact version', async () => {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const versions = Object.values<string>({ ...manifest.dependencies, ...manifest.devDependencies });
  // DuckDB numbers the revisions of its package: 1.5.6-r.1.
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-r\.\d+)?$/.test(version))).toEqual([]);
});

test('the folder may have any name: no path is the path of a URL, in which a space is %20', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const wrong: string[] = [];
  for (const folder of ['src', 'test', 'bench']) {
    for (const file of await readdir(join(root, folder), { recursive: true })) {
      if (!/\.m?ts$|\.mjs$/.test(file)) continue;
      const text = await readFile(join(root, folder, file), 'utf8');
      const [found] = /import\.meta\.url\)\.pathname|\bROOT\)\.pathname/.exec(text) ?? [];
      if (found !== undefined) wrong.push(join(folder, file));
    }
  }
  expect(wrong).toEqual([]);
});

test('the README has two lines that do everything on a fresh machine, and CI runs the second as it stands there', async () => {
  const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');
  const [section = ''] = /^## Try it\n[\s\S]*?(?=^## )/m.exec(await read('README.md')) ?? [];
  const lines = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
  expect(lines.slice(0, 2)).toEqual(['npm ci && npm start', 'npm cit']);
  const { scripts } = JSON.parse(await read('package.json'));
  // `npm cit` is `npm ci`, then `npm test`.
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
  expect((await read('.ci/run')).split('\n')).toContain(lines[1]);
  // What each prints at its end: of the first the last lines of a summary, of the second those of the test runner.
  expect(section).toMatch(/Report as a page: output\/sample\/report\/index\.html/);
  expect(section).toMatch(/Test Files .* passed[\s\S]*Tests .* passed/);
  // How long each takes.
  expect(section.match(/\b(?:minutes?|seconds?)\b/g)?.length).toBeGreaterThan(1);
});
