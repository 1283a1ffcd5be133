import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCode } from '../../src/base/errors.js';
import { type OxigraphServer, startOxigraph } from '../features/stores/oxigraph-server.js';
import { installInto, type Served, serve } from '../support/cli.js';
import { makeFolder, removeFolder } from '../support/files.js';

/**
 * The lines of the guide that call the program, as a shell runs them: on the services of the sample world, with the names of files
 * and addresses that this test has in place of those of the pages. Lines of other programs are tried by deploy/checks, by
 * test/features/stores/lines.stores.test.ts and by first-steps.slow.test.ts; those of features.md by package.slow.test.ts.
 *
 * A block `text` below a block of code has what the code prints about the sample; `npm run docs` makes the block anew.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = [
  'README.md',
  ...[
    'first-question',
    'operating',
    'folders',
    'releases',
    'files',
    'from-code',
    'query',
    'patterns',
    'browse',
    'how-we-know',
    'exit-codes',
    'serving',
  ].map((name) => `docs/${name}.md`),
];

const textOf = (page: string): Promise<string> => readFile(join(ROOT, page), 'utf8');

/** The lines of the blocks `sh` of a page that begin with the program, without comments. */
async function linesOf(page: string): Promise<string[]> {
  const text = await textOf(page);
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)]
    .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => line.startsWith('folklore-ld '))
    .map((line) => line.replace(/\s+# .*$/, '').trim());
}

/** Each line once, with the last page that has it. */
const LINES = new Map(
  (
    await Promise.all(PAGES.map(async (page) => (await linesOf(page)).map((line) => [line, page] as const)))
  ).flat(),
);

/** Commands that run until SIGTERM. */
const SERVES = /^folklore-ld (?:serve|browse(?!.* --out))/;
/** What needs a program of others; test/features/query and deploy/checks have these. */
const ELSEWHERE = /--engine /;
/** Exit codes that a line may have on the sample world, some of whose records are wrong on purpose. */
const CODES: Readonly<Record<string, readonly number[]>> = {
  export: [0, 4, 5],
  diff: [0, 1],
  doctor: [0, 2],
  load: [0, 6],
};

let folder: string;
let bin: string;
let services: Served;
let store: OxigraphServer;

/** The environment of a person who has installed the program. */
const environment = () => ({
  PATH: `${bin}:${process.env.PATH ?? ''}`,
  ARCHIVE_API_KEY: services.keys.public,
  PLACENAMES_API_KEY: services.keys.public,
});

/** Runs a line in a shell; a command that serves is stopped when it has said that it is ready. */
async function runLine(line: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child: ChildProcess = spawn('sh', ['-c', `exec ${line}`], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr?.on('data', (text) => {
    output += text;
  });
  child.stdout?.on('data', (text) => {
    output += text;
    if (SERVES.test(line) && output.includes('http://')) child.kill('SIGTERM');
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

let files = 0;

/** A line with the files and addresses of this test. */
const adapted = (line: string): string =>
  line
    // A new file each time: `init` does not write over one.
    .replace(/ init (?:--yes )?\S+/, () => ` init --yes new-${++files}.yaml`)
    .replace(/\/etc\/folklore-ld\/config\.yaml/g, 'my.yaml')
    .replace(/http:\/\/127\.0\.0\.1:8890/g, store.url)
    .replace(/ > services\.log 2>&1 & sleep 5$/, '')
    // The release of today.
    .replace(/ --release \S+/, '')
    .replace(/ --port \d+/, '')
    // A folder of its own each time: a release is taken back once.
    .replace(
      / rollback (\S+)(?: \S*\/releases)?( --to)?/,
      (_, label, to = '') => ` rollback ${label} taken-back${to && '-to'}${to}`,
    )
    .replace(SERVES, (command) => `${command} --port 0`);

beforeAll(async () => {
  folder = await makeFolder();
  bin = await installInto(folder);
  [services, store] = await Promise.all([serve(), startOxigraph()]);
  const made = await runLine('folklore-ld init first.yaml --contact data-team@example.org');
  expect(made.code, made.output).toBe(0);
  const settings = (await readFile(join(folder, 'first.yaml'), 'utf8'))
    .replace(/url: http:\/\/127\.0\.0\.1:4010/, `url: ${services.archive}`)
    .replace(/url: http:\/\/127\.0\.0\.1:4011/, `url: ${services.placenames}`)
    // These services need no rest.
    .replace(/perSecond: \d+/, 'perSecond: 1000');
  for (const name of ['folklore-ld.config.yaml', 'config.yaml', 'my.yaml'])
    await writeFile(join(folder, name), settings);
  const released = await runLine(
    'folklore-ld export -c config.yaml --release 2025-12-01 --max-rejected 100% --quiet',
  );
  expect(released.code, released.output).toBe(0);
  const sample = await runLine('folklore-ld export --sample --quiet');
  expect(sample.code, sample.output).toBe(0);
  for (const copy of ['output/2025-11-01', 'output/2026-12-01', 'trial/2025-12-01'])
    await cp(join(folder, 'output/2025-12-01'), join(folder, copy), { recursive: true });
  await symlink('2025-12-01', join(folder, 'trial/latest'));
  // A release to take back, and one before.
  for (const label of ['2026-10-01', '2026-12-01']) {
    const line = `folklore-ld build -c config.yaml --kinds places --out taken-back --release ${label} --quiet`;
    const built = await runLine(line);
    expect(built.code, built.output).toBe(0);
  }
  await cp(join(folder, 'taken-back'), join(folder, 'taken-back-to'), { recursive: true });
  // Programs of the pages import the package.
  await mkdir(join(folder, 'node_modules'));
  await symlink(ROOT, join(folder, 'node_modules/folklore-ld'));
  const [, tellers = ''] = /```sparql\n(.*?)```/s.exec(await textOf('docs/first-question.md')) ?? [];
  await writeFile(join(folder, 'tellers.rq'), tellers);
  for (const name of ['my.rq', 'women.rq'])
    await writeFile(join(folder, name), 'SELECT ?record WHERE { ?record ?property ?value } LIMIT 1\n');
}, 300_000);

afterAll(async () => {
  await Promise.all([services?.stop(), store?.stop()]);
  await removeFolder(folder);
});

describe('lines of the guide', () => {
  test('are found on most pages', () => {
    expect(new Set(LINES.values()).size).toBeGreaterThan(6);
  });

  test.each([...LINES].filter(([line]) => !ELSEWHERE.test(line)))(
    '%s (%s)',
    async (line) => {
      const { code, output } = await runLine(adapted(line));
      const [, command = ''] = line.split(' ');
      expect(CODES[command] ?? [0], `${adapted(line)}\n${output}`).toContain(code);
      expect(output).not.toMatch(/unknown option|unknown command|UNEXPECTED/);
    },
    120_000,
  );
});

/** A block of code with what the code prints below. */
const PRINTED = /^```(sh|python|r|js)\n((?:(?!```)[\s\S])*?)^```\n\n```text\n([\s\S]*?)^```$/gm;
const SHOWING = (
  await Promise.all(PAGES.map(async (page) => ((await textOf(page)).match(PRINTED) === null ? [] : page)))
).flat();

/** What a block of code prints: its standard output, or where there is none its standard error. Undefined without its program. */
function printedBy(language: string, code: string): string | undefined {
  const [program, ...args] = {
    // On a terminal answers are tables and the log is text.
    sh: [
      'sh',
      '-c',
      code
        .replace(/^folklore-ld query .*$/gm, '$& --format table')
        .replace(/(?:^|(?<=\| ))folklore-ld .*$/gm, '$& --log-format pretty'),
    ],
    python: ['python3', '-c', code],
    r: ['Rscript', '-e', code],
    js: [process.execPath, '--input-type=module', '-e', code],
  }[language] as [string, ...string[]];
  const ended = spawnSync(program, args, { cwd: folder, env: environment(), encoding: 'utf8' });
  if (ended.error !== undefined && errorCode(ended.error) === 'ENOENT') return undefined;
  expect(ended.stderr).not.toMatch(/UNEXPECTED|Traceback/);
  return ended.stdout.trim() === '' ? ended.stderr : ended.stdout;
}

/** The lines of an output that a page shows: all of them, or as many as it shows now before or after `…`. */
function shownOf(printed: string, before: string): string {
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => line.trimEnd());
  const now = before.trimEnd().split('\n');
  if (now[0] === '…') return ['…', ...lines.slice(1 - now.length)].join('\n');
  if (now.at(-1) === '…') return [...lines.slice(0, now.length - 1), '…'].join('\n');
  return lines.join('\n');
}

describe('outputs in the guide', () => {
  test('are on several pages', () => {
    expect(SHOWING.length).toBeGreaterThan(3);
  });

  test.each(SHOWING)('%s is fresh; `npm run docs` makes it anew', async (page) => {
    const fresh = (await textOf(page)).replace(PRINTED, (block, language, code, before) => {
      const printed = printedBy(language, code);
      if (printed === undefined) return block;
      return block.replace(/```text\n[\s\S]*$/, () => `\`\`\`text\n${shownOf(printed, before)}\n\`\`\``);
    });
    await expect(fresh).toMatchFileSnapshot(join(ROOT, page));
  });
});

/** Figures of the sample that pages tell: a number with its noun, in a line about the sample. */
const FIGURE = /(\d[\d,]*) (triples|records|files|stories and other items)/g;

test('figures of the sample are those of the sample', async () => {
  const { output } = await runLine('folklore-ld verify output/sample --quiet');
  const [, files, records, triples] =
    /: ([\d,]+) files, ([\d,]+) records, ([\d,]+) triples\./.exec(output) ?? [];
  const dumps = await Promise.all(
    ['manuscripts', 'schools'].map((name) => readFile(join(folder, `output/sample/data/${name}.nt`), 'utf8')),
  );
  const items = dumps.join('').match(/#type> <[^>]*ns#Item> \.$/gm)?.length;
  const truth: Readonly<Record<string, string | undefined>> = {
    files,
    records,
    triples,
    'stories and other items': String(items),
  };
  const wrong: string[] = [];
  let found = 0;
  for (const page of ['README.md', ...(await readdir(join(ROOT, 'docs'))).map((name) => `docs/${name}`)]) {
    if (!page.endsWith('.md')) continue;
    for (const line of (await textOf(page))
      .split('\n')
      .filter((one) => /\bsample\b/.test(one) && !one.includes('scale')))
      for (const [figure, number, noun = ''] of line.matchAll(FIGURE)) {
        found += 1;
        if (number !== truth[noun]) wrong.push(`${page}: ${figure} (${truth[noun]})`);
      }
  }
  expect(wrong).toEqual([]);
  expect(found).toBeGreaterThan(2);
});
