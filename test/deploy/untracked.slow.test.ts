import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { filesBelow, makeFolder, removeFolder } from '../support/files.js';

/** What an operator keeps in a clone, keys above all, is in no package, in no image and in no commit. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const lines = (program: string, args: readonly string[], cwd: string): string[] =>
  execFileSync(program, args, { cwd, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Names that an operator chooses. */
const NAMES = [
  ...['.env', '.env.production', 'env', 'keys', 'keys.json', 'keys.yaml', 'server.pem', 'id_rsa'],
  ...['data/config.yaml', 'data/store/store.sqlite', 'store/store.sqlite', '.folklore-ld/store.sqlite'],
  ...['folklore-ld.config.local.yaml', 'config.yaml', 'compose.override.yaml', 'notes.txt'],
];
/** The folders that operators work in. */
const OPERATED = ['.', 'deploy'];
/** Folders that the package is made of. */
const PACKED = [
  ...['contexts', 'deploy/cron', 'deploy/systemd', 'dist', 'docs', 'profiles', 'queries', 'reference-data'],
  ...['shapes', 'src', 'templates', 'templates/bulk', 'views', 'vocabulary'],
];
const KEPT = [...OPERATED, ...PACKED].flatMap((folder) => NAMES.map((name) => join(folder, name)));

let clone: string;
let tracked: ReadonlySet<string>;
/** The files of the package, but for those that are compiled. */
let packed: readonly string[];

beforeAll(async () => {
  clone = await makeFolder();
  tracked = new Set(lines('git', ['ls-files'], ROOT));
  await Promise.all([...tracked].map((file) => cp(join(ROOT, file), join(clone, file), { recursive: true })));
  execFileSync('git', ['init', '-q'], { cwd: clone });
  execFileSync('git', ['add', '-A'], { cwd: clone });
  for (const file of KEPT.filter((one) => !tracked.has(one))) {
    await mkdir(dirname(join(clone, file)), { recursive: true });
    await writeFile(join(clone, file), 'a key');
  }
  await writeFile(join(clone, 'dist/main.js'), '');
  const listed = lines('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], clone).join('\n');
  packed = (JSON.parse(listed)[0].files as { path: string }[]).map(({ path }) => path);
});

afterAll(() => removeFolder(clone));

test('the package', () => {
  expect(packed).toContain('deploy/compose.yaml');
  expect(packed.filter((file) => !tracked.has(file))).toEqual(['dist/main.js']);
});

test('what an image is built from, which is no less than the package', async () => {
  const sent = await contextOf(clone, await readFile(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8'));
  expect(sent.filter((file) => !tracked.has(file))).toEqual([]);
  expect(packed.filter((file) => tracked.has(file) && !sent.includes(file))).toEqual([]);
  const sources = [...tracked].filter((file) => /^src\/.*\.tsx?$|^tsconfig(\.build)?\.json$/.test(file));
  expect(sent).toEqual(expect.arrayContaining(['package-lock.json', '.npmrc', ...sources]));
});

test('git, which tracks what is at the root and in deploy/ by name', () => {
  const offered = lines('git', ['status', '--porcelain', '--untracked-files=all', '.'], clone)
    .map((line) => line.replace(/^\?\? /, ''))
    .filter((file) => OPERATED.some((folder) => NAMES.some((name) => join(folder, name) === file)));
  expect(offered).toEqual([]);
});

test('compose.yaml: keys and data are outside of the clone', async () => {
  const text = await readFile(join(ROOT, 'deploy/compose.yaml'), 'utf8');
  const { services, volumes = {} } = parse(text, { merge: true }) as {
    services: Record<string, { volumes?: string[] }>;
    volumes?: object;
  };
  const mounted = Object.values(services)
    .flatMap((service) => service.volumes ?? [])
    .map((volume) => volume.split(':')[0] ?? '')
    .filter((host) => !Object.hasOwn(volumes, host));
  const keys = [...text.matchAll(/--env-file (\S+)/g)].map(([, path = '']) => path);
  const required = [...text.matchAll(/\$\{[A-Z_]+:\?/g)];
  expect([mounted.length > 0, keys.length > 0, required.length > 0]).toEqual([true, true, true]);
  for (const path of [...mounted, ...keys])
    expect(`${resolve(ROOT, 'deploy', path)}/`.startsWith(ROOT), path).toBe(false);
});

/** The files of a build context: the last pattern that a file, or a folder above, matches decides (Dockerfile reference, .dockerignore). */
async function contextOf(folder: string, ignored: string): Promise<string[]> {
  const rules = ignored
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const pattern = line.replace(/^!/, '').replace(/[.+^$(){}|]/g, '\\$&');
      const parts = pattern
        .replaceAll('**/', '\u0001')
        .replaceAll('*', '[^/]*')
        .replaceAll('\u0001', '(?:.*/)?');
      return { isSent: line.startsWith('!'), matches: new RegExp(`^${parts}(?:/|$)`) };
    });
  return [...(await filesBelow(folder)).keys()].filter(
    (file) => rules.findLast(({ matches }) => matches.test(file))?.isSent ?? true,
  );
}
