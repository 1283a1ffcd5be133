import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../support/commands.js';

/** README.md, CONTRIBUTING.md and the pages of docs/ for people who read them. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const markdownIn = async (folder: string): Promise<string[]> =>
  (await readdir(join(ROOT, folder), { recursive: folder !== '.' }))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file));

const PAGES = [...(await markdownIn('.')), ...(await markdownIn('docs')), ...(await markdownIn('queries'))];

const read = (page: string): Promise<string> => readFile(join(ROOT, page), 'utf8');

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('every link leads to a file, and to a heading of it', () => {
  test.each(PAGES)('%s', async (page) => {
    const text = (await read(page)).replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '`');
    const wrong: string[] = [];
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
      if (!existsSync(join(ROOT, file))) wrong.push(link);
      else if (anchor !== undefined && file.endsWith('.md') && !anchorsOf(await read(file)).includes(anchor))
        wrong.push(link);
    }
    expect(wrong).toEqual([]);
  });
});

/** What a page names between back ticks as a file of the repository: a path whose first folder is one of the root or of `src`; NAME is any. */
const FILE = /^\.{0,2}\/?(?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|js|ya?ml|ttl|tsv|rq|sh|py|xsl|md|jsonld|json)$/;
const FOLDERS = new Set(
  ['', 'src/'].flatMap((above) =>
    readdirSync(join(ROOT, above), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(?:node_modules|output|\..*)$/.test(entry.name))
      .map(({ name }) => name),
  ),
);

test('every file of the repository that a page names is there', async () => {
  const missing: string[] = [];
  let found = 0;
  for (const page of [...PAGES, ...(await markdownIn('src'))]) {
    // What has changed since names what was there before.
    if (page === 'CHANGELOG.md' || page.includes('/decisions/')) continue;
    const text = (await read(page)).replace(/^```.*?^```$/gms, '');
    for (const [, name = ''] of text.matchAll(/`([^`\n]+)`/g)) {
      if (!FILE.test(name) || name.includes('NAME') || !FOLDERS.has(name.split('/')[0] ?? '')) continue;
      found += 1;
      if (!['', 'src', dirname(page)].some((above) => existsSync(join(ROOT, above, name))))
        missing.push(`${page}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
  expect(found).toBeGreaterThan(100);
});

test('docs/one-field.md: each line of the example is in a file of its row', async () => {
  const rows = [...(await read('docs/one-field.md')).matchAll(/^\| \d\. \w+ \| (.*) \| `(.*)` \|$/gm)];
  expect(rows).toHaveLength(7);
  for (const [, files = '', line = ''] of rows) {
    const named = [...files.matchAll(/`([^`]+\/[^`]+)`/g)].map(([, file = '']) => file);
    const paths = named.concat(files.includes('`.ttl`') ? `${named[0]?.replace(/\.\w+$/, '')}.ttl` : []);
    const texts = await Promise.all(paths.map(read));
    expect(
      texts.some((text) => text.includes(line)),
      line,
    ).toBe(true);
  }
});

test('the README has at most 200 lines', async () => {
  expect((await read('README.md')).split('\n').length - 1).toBeLessThanOrEqual(200);
});

test('the README has a row for every command', async () => {
  const rows = [...(await read('README.md')).matchAll(/^\| `([a-z]+)/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(COMMANDS.toSorted());
});

test('docs/README.md lists every page', async () => {
  const index = await read('docs/README.md');
  const pages = PAGES.filter((page) => /^docs\/[^/]+\.md$/.test(page) && page !== 'docs/README.md');
  expect(pages.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([]);
});

test('a rehearsal exports only while the services that it has started run, and waits for their end', async () => {
  const [, lines = ''] =
    /### Rehearsing the second month[\s\S]*?```sh\n([\s\S]*?)```/.exec(await read('docs/serving.md')) ?? [];
  const commands = lines.split('\n');
  const started = commands.flatMap((line, at) => (line.startsWith('folklore-ld serve ') ? [at] : []));
  expect(started).toHaveLength(2);
  for (const at of started)
    expect(commands.slice(at + 1, at + 3)).toEqual([
      expect.stringMatching(/^kill -0 \$! && folklore-ld export /),
      'kill $!; wait $!',
    ]);
});
