import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fillDocument, machineHere, machineLine, type Table } from '../../bench/results.js';
import { scratch } from '../support/files.js';

const MACHINE = { cpus: 2, system: 'linux x64', node: '20.20.2', versions: { n3: '2.13.12' } };
const TABLE: Table = {
  mark: 'writing',
  caption: 'Two ways.',
  rows: [
    { way: 'by hand', s: '1.00' },
    { way: 'ours', s: '2.00' },
  ],
};
const TEXT = [
  'Two ways.',
  '',
  '| way | s |',
  '| --- | --- |',
  '| by hand | 1.00 |',
  '| ours | 2.00 |',
  '',
  'Measured on: 2 CPUs, linux x64, Node 20.20.2, n3 2.13.12.',
].join('\n');

describe('results', () => {
  it('take the place of what was between the marks of a document, and of nothing else', async () => {
    const folder = await scratch();
    const document = join(folder, 'page.md');
    const marks = ['<!-- writing: made by npm run bench -->', '<!-- /writing -->'] as const;
    await writeFile(document, `before\n${marks[0]}\n\nold\n\n${marks[1]}\nafter\n`);
    await fillDocument(pathToFileURL(document), MACHINE, [TABLE]);
    expect(await readFile(document, 'utf8')).toBe(`before\n${marks[0]}\n\n${TEXT}\n\n${marks[1]}\nafter\n`);
  });

  it('name the machine and what is installed, but neither host nor folder', async () => {
    const root = new URL('../../', import.meta.url);
    const { dependencies } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
    const line = machineLine(await machineHere(root));
    expect(line).toMatch(/^\d+ CPUs, \w+ \w+, Node \d+\.\d+\.\d+, /);
    for (const name of ['n3', 'jsonld', 'rdf-validate-shacl'])
      expect(line).toContain(`, ${name} ${dependencies[name]}`);
    expect(line).not.toContain('not installed');
    expect(line).not.toContain(hostname());
    expect(line).not.toContain('/');
  });
});

describe('docs/performance.md, docs/stores.md and docs/fleet.md', () => {
  it('have marks for every table that a bench of speed makes, and for no other', async () => {
    const bench = new URL('../../bench/', import.meta.url);
    const files = (await readdir(bench)).filter((name) => name.endsWith('.ts'));
    const code = await Promise.all(files.map((name) => readFile(new URL(name, bench), 'utf8')));
    const made = code.flatMap((text) => [...text.matchAll(/\bmark: '([\w-]+)'/g)].map(([, mark]) => mark));
    const marked = await Promise.all(['performance', 'stores', 'fleet'].map(marksIn));
    expect(made.length).toBeGreaterThan(6);
    expect(marked.flat().sort()).toEqual([...made].sort());
  });
});

/** The marks of a page, each of which is closed. */
async function marksIn(page: string): Promise<string[]> {
  const document = await readFile(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8');
  const marks = [...document.matchAll(/<!-- ([\w-]+): made by npm run bench -->/g)].map(
    ([, mark = '']) => mark,
  );
  for (const mark of marks) expect(document).toContain(`<!-- /${mark} -->`);
  return marks;
}

describe('the install of peers', () => {
  const read = async (name: string) =>
    JSON.parse(await readFile(new URL(`../../bench/peers/${name}`, import.meta.url), 'utf8'));

  it('names no host, and exact versions', async () => {
    const { packages } = (await read('package-lock.json')) as {
      packages: Record<string, { resolved?: string }>;
    };
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
    const { dependencies } = (await read('package.json')) as { dependencies: Record<string, string> };
    const loose = Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version));
    expect(loose).toEqual([]);
  });
});
