import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Parser, Store } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NODE } from '../support/cli.js';
import { filesBelow, makeFolder, removeFolder } from '../support/files.js';

/** The package that `npm pack` makes, installed without the clone. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const exec = promisify(execFile);
/** No colours, no progress, no notice of a newer npm, and no long wait for a registry that does not answer. */
const NPM = ['--no-audit', '--no-fund', '--no-update-notifier', '--fetch-retries=0', '--fetch-timeout=20000'];
const npm = (args: readonly string[], cwd: string) => exec('npm', [...args, ...NPM], { cwd });

/** Why there is no installation by npm; undefined if a registry answers. */
const OFFLINE = await npm(['view', 'commander', 'version', '--fetch-timeout=5000'], ROOT).then(
  () => undefined,
  () => 'no registry answers',
);

let folder: string;
/** Where nothing of the program is. */
let elsewhere: string;
let tarball: string;
/** The files of the package. */
let files: string[];

beforeAll(async () => {
  folder = await makeFolder();
  elsewhere = join(folder, 'elsewhere');
  const unpacked = join(folder, 'node_modules', 'folklore-ld');
  await Promise.all([mkdir(elsewhere), mkdir(unpacked, { recursive: true })]);
  // `dist` is there: with scripts it would be built again beside the other tests.
  const { stdout } = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], ROOT);
  tarball = join(folder, JSON.parse(stdout)[0].filename);
  await exec('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
  files = [...(await filesBelow(unpacked)).keys()];
});
afterAll(() => removeFolder(folder));

test('holds no tests, benches or source maps', () => {
  expect(files).toContain('dist/cli/main.js');
  expect(files.filter((file) => /\.(map|test\.ts)$|^(test|bench|dist\/bench)\//.test(file))).toEqual([]);
});

test('holds what its README and the pages for operators link to', async () => {
  for (const page of ['README.md', 'docs/README.md', 'docs/operating.md', 'docs/exit-codes.md']) {
    const text = await readFile(join(folder, 'node_modules/folklore-ld', page), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link);
    const missing = links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !existsSync(join(folder, 'node_modules/folklore-ld', dirname(page), link)));
    expect([page, missing]).toEqual([page, []]);
  }
});

describe('for programs of others', () => {
  let typed: string;
  let module: string;
  /** The examples of docs/library.md. */
  let examples: readonly string[];

  beforeAll(async () => {
    typed = join(folder, 'typed');
    const codeOf = async (page: string): Promise<readonly string[]> => {
      const text = await readFile(join(folder, 'node_modules/folklore-ld/docs', page), 'utf8');
      return [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    };
    const [feature = '', commands = ''] = await codeOf('features.md');
    examples = await codeOf('library.md');
    module = `${commands}\n${feature.replace("name: 'untranscribed',", '$& commands,')}`;
    await cp(join(folder, 'node_modules/folklore-ld'), join(typed, 'node_modules/folklore-ld'), {
      recursive: true,
    });
    await writeFile(join(typed, 'package.json'), '{ "type": "module" }');
    const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    for (const name of ['@types/node', '@types/n3', ...Object.keys(dependencies)]) {
      const link = join(typed, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(ROOT, 'node_modules', name), link);
    }
  });

  /** What the compiler says of a file in a folder where the package is installed. */
  async function checked(file: string, text: string): Promise<string> {
    await writeFile(join(typed, file), text);
    const options =
      '--checkJs --strict --noEmit --module nodenext --target es2023 --types node --pretty false';
    return exec(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options.split(' '), file],
      {
        cwd: typed,
      },
    ).then(
      ({ stdout }) => stdout,
      ({ stdout }) => stdout,
    );
  }

  test('the examples of docs/library.md do what they say, and agree with their types', async () => {
    const sample = ['export', '--sample', '--quiet'];
    await exec(process.execPath, [join(typed, 'node_modules/folklore-ld/dist/cli/main.js'), ...sample], {
      cwd: typed,
    });
    const printed: string[] = [];
    for (const [at, code] of examples.entries()) {
      expect(await checked(`example-${at}.js`, code)).toBe('');
      const { stdout } = await exec(process.execPath, [`example-${at}.js`], { cwd: typed });
      printed.push(stdout);
    }
    const [rows = '', people = '', findings = ''] = printed;
    expect(printed).toHaveLength(3);
    expect(rows).toMatch(/^sample: \S+\/cbed\/person\/\d+ collected \d+ works\.\n$/);
    const release = join(typed, 'output/sample');
    const statements = (turtle: string) => new Store(new Parser().parse(turtle));
    const dump = async (name: string) => statements(await readFile(join(release, 'data', name), 'utf8'));
    expect(isomorphic([...statements(people)], [...(await dump('people.ttl'))])).toBe(true);
    expect(findings).toContain(': info: The photograph has no reference number.');
    // The release has the links to pictures, too, which the settings of the sample make.
    const written = statements(await readFile(join(typed, 'photographs.ttl'), 'utf8'));
    const released = await dump('photographs.ttl');
    expect([...written].filter((quad) => !released.has(quad))).toEqual([]);
    expect(
      [...released].filter(
        (quad) =>
          !written.has(quad) && ![quad.subject, quad.object].some(({ value }) => value.endsWith('#image')),
      ),
    ).toEqual([]);
  });

  test('the types accept the example and the command of docs/features.md', async () => {
    expect(await checked('untranscribed.js', module)).toBe('');
  });

  test.each([
    ['a page under another name', 'pages: () =>', 'pagez: () =>', /'pagez' does not exist in type/],
    [
      'a column without its list',
      "'folklore', COLUMNS",
      "'folklore', 'county'",
      /not assignable to .*readonly string\[\]/,
    ],
    ['a setting of another type', 'join(out,', 'join(out.length,', /'number' is not assignable/],
    ['a text for the exit code', 'return 0;', "return 'done';", /not assignable to type/],
  ])('the types find %s', async (name, right, wrong, message) => {
    expect(module).toContain(right);
    expect(await checked(`${name.replaceAll(' ', '-')}.js`, module.replace(right, wrong))).toMatch(message);
  });

  test('the types are those that a module in TypeScript imports', async () => {
    const code = `import type { CommandContext, Feature, Prunable } from 'folklore-ld';
const prunable = async (): Promise<Prunable> => ({ title: 'Copies', decide: async () => [] });
export const runIdOf = ({ runId }: CommandContext): string => runId;
export const feature: Feature = { name: 'copies', version: 1, purpose: 'copies', adds: { prunable } };
`;
    expect(await checked('copies.ts', code)).toBe('');
  });

  test('the types take less than a tenth of the package', async () => {
    const sizes = [...(await filesBelow(join(typed, 'node_modules/folklore-ld')))].map(
      ([file, bytes]) => [file, bytes.length] as const,
    );
    const sum = (some: typeof sizes) => some.reduce((total, [, bytes]) => total + bytes, 0);
    expect(sum(sizes.filter(([file]) => file.endsWith('.d.ts')))).toBeLessThan(sum(sizes) / 10);
  });
});

/** Exports the photographs of the sample world and reads the release, by the program at a path. */
async function tryOut(program: string, ...args: readonly string[]): Promise<void> {
  const run = (line: string) =>
    exec(program, [...args, ...line.split(' ')], { cwd: elsewhere, env: { PATH: process.env.PATH } });
  expect((await run('export --sample --kinds photographs --release one')).stdout).toContain(
    'output/one/data',
  );
  expect((await run('doctor --sample')).stdout).not.toContain('✗');
  await run('verify output/one');
  await run('validate output/one');
  expect((await run('explain photograph 1201 --sample')).stdout).toContain('cbeg.photograph 1201: published');
  expect((await run('query output/one q01')).stdout).toMatch(/^work,label,/);
  await run('init my.yaml');
  const pages = spawn(program, [...args, 'browse', 'output/one', '--port', '0'], { cwd: elsewhere });
  const ended = once(pages, 'close');
  const [line] = await once(pages.stdout, 'data');
  expect(await (await fetch(JSON.parse(String(line)).url)).text()).toContain('<h1');
  pages.kill();
  await ended;
  await tryFeature(program, args);
}

/** Makes a release with the feature of docs/features.md, which is a file beside the configuration. */
async function tryFeature(program: string, args: readonly string[]): Promise<void> {
  const page = await readFile(join(folder, 'node_modules/folklore-ld/docs/features.md'), 'utf8');
  await writeFile(join(elsewhere, 'untranscribed.js'), /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
  const serving = spawn(program, [...args, 'serve', '--port', '0'], { cwd: elsewhere });
  const ended = once(serving, 'close');
  const [line] = await once(serving.stdout, 'data');
  const { archive, placenames, keys } = JSON.parse(String(line));
  const config = `services:
  archive: { url: ${archive}, key: { env: KEY } }
  placenames: { url: ${placenames}, key: { env: KEY } }
features: [./untranscribed.js]
`;
  await writeFile(join(elsewhere, 'features.yaml'), config);
  const environment = { PATH: process.env.PATH, KEY: keys.public };
  const run = (...words: readonly string[]) =>
    exec(program, [...args, ...words, '-c', 'features.yaml'], { cwd: elsewhere, env: environment });
  expect((await run('features')).stdout).toContain('untranscribed');
  await run('export', '--release', 'two');
  const table = await readFile(join(elsewhere, 'output/two/derived/untranscribed.csv'), 'utf8');
  expect(table).toMatch(/^county,stories,without_transcript\r?\n/);
  serving.kill();
  await ended;
}

describe('runs in any folder', () => {
  // npm, where it can, installs the same packages.
  test.runIf(OFFLINE !== undefined)(
    'with the packages that package.json depends on, and no other',
    async () => {
      const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
        readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
      };
      // A package within another one is copied with it.
      const needed = Object.keys(packages).filter(
        (path) => path.lastIndexOf('node_modules/') === 0 && packages[path]?.dev !== true,
      );
      await Promise.all(needed.map((path) => cp(join(ROOT, path), join(folder, path), { recursive: true })));
      await tryOut(NODE[0], ...NODE.slice(1), join(folder, 'node_modules/folklore-ld/dist/cli/main.js'));
    },
  );

  test.skipIf(OFFLINE !== undefined)('after npm install -g, by its name', async () => {
    const prefix = join(folder, 'prefix');
    await mkdir(prefix);
    await npm(['install', '-g', '--prefer-offline', '--ignore-scripts', '--prefix', prefix, tarball], folder);
    await tryOut(join(prefix, 'bin/folklore-ld'));
  });
});
