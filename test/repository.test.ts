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

test('direct dependencies are of one exact version', async () => {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const versions = Object.values<string>({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
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
