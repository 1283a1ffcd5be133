import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEATURES } from '../../src/features/index.js';
import { makeFolder, removeFolder } from '../support/files.js';

/**
 * A feature can be taken away: without its folder and its lines in `src/features/index.ts` and `src/index.ts`, and without those of the features
 * that need it, the program compiles. Without all of them it compiles, and passes the fast tests of the core.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const exec = promisify(execFile);

/** What is compiled, and what the fast tests of the core read. */
const COPIED = [
  ...['src', 'test', 'shapes', 'contexts', 'vocabulary', 'reference-data', 'queries', 'templates', 'views'],
  ...['profiles', 'docs', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'vitest.config.ts'],
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'folklore-ld.config.yaml'],
  ...['folklore-ld.config.schema.json', 'biome.json', '.nvmrc', 'bench', 'deploy'],
];

let folder: string;
beforeAll(async () => {
  folder = await makeFolder();
  for (const name of COPIED)
    await cp(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.includes('/node_modules'),
    });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => removeFolder(folder));

/** A feature, and those that need it, and so on. */
function goesWith(name: string): ReadonlySet<string> {
  const gone = new Set([name]);
  for (const one of gone)
    for (const { name: other, needs = [] } of FEATURES) if (needs.includes(one)) gone.add(other);
  return gone;
}

/** Takes features out of the copy. */
async function takeAway(names: ReadonlySet<string>): Promise<void> {
  const features = join(folder, 'src/features');
  await rm(features, { recursive: true });
  await cp(join(ROOT, 'src/features'), features, { recursive: true });
  // A feature has lines that name its folder (its import, its types), and its variable in the list.
  const folderOf = (line: string) => / from '\.\/(?:features\/)?([\w-]+)\//.exec(line)?.[1] ?? '';
  for (const name of ['features/index.ts', 'index.ts']) {
    const index = await readFile(join(ROOT, 'src', name), 'utf8');
    const lines = index.split('\n').filter((line) => !names.has(folderOf(line)));
    const gone = index.split('\n').flatMap((line) => {
      const [, variable = ''] = /^import \{ (\w+) \}/.exec(line) ?? [];
      return names.has(folderOf(line)) ? [variable] : [];
    });
    const text = lines.filter((line) => !gone.includes(line.trim().replace(/,$/, ''))).join('\n');
    await writeFile(join(folder, 'src', name), text);
  }
  for (const name of names) await rm(join(features, name), { recursive: true });
}

/** The file of an import; undefined for a package. */
const imported = (file: string, target: string): string | undefined =>
  target.startsWith('.')
    ? [join(dirname(file), target), join(dirname(file), target.replace(/\.js$/, '.ts'))].find((path) =>
        existsSync(join(ROOT, path)),
      )
    : undefined;

/** Whether a test imports a feature, itself or by its helpers: it is none of the core. */
function usesFeature(file: string, seen = new Set<string>()): boolean {
  if (/^src\/features\/(?!index)/.test(file)) return true;
  if (!file.startsWith('test/') || seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].some(([, target = '']) => {
    const path = imported(file, target);
    return path !== undefined && usesFeature(path, seen);
  });
}

const compile = () =>
  exec(join(ROOT, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json', '--noEmit'], { cwd: folder });

test.each(FEATURES.map(({ name }) => name))('without `%s`, and without those that need it', async (name) => {
  expect(await readdir(join(ROOT, 'src/features'))).toContain(name);
  await takeAway(goesWith(name));
  await expect(compile()).resolves.toMatchObject({ stdout: '' });
});

test('without all of them the fast tests of the core pass', async () => {
  await takeAway(new Set(FEATURES.map(({ name }) => name)));
  await rm(join(folder, 'test/features'), { recursive: true });
  await mkdir(join(folder, 'dist'), { recursive: true });
  await exec(join(ROOT, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], { cwd: folder });
  // The pages of docs, the folders of tests, the files of the repository and the settings are those of the whole program.
  const others = [
    ...['test/docs/**', 'test/lanes.test.ts', 'test/repository.test.ts'],
    ...['test/surface.test.ts', 'test/cli/changed-settings.test.ts'],
  ];
  const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' });
  const ofFeatures = tests
    .map((file) => `test/${file}`)
    .filter((file) => /\.test\.ts$/.test(file) && usesFeature(file));
  const args = [
    'run',
    ...['**/*.{slow,stores}.test.ts', ...others, ...ofFeatures].flatMap((one) => ['--exclude', one]),
  ];
  const environment = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    TMPDIR: folder,
  };
  const given = { cwd: folder, env: environment, maxBuffer: 2 ** 27 };
  const ended = await exec(join(ROOT, 'node_modules/.bin/vitest'), args, given).then(
    () => 'passed',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
  expect(ended).toBe('passed');
});
