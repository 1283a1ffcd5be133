import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser, type Quad, Writer } from 'n3';
import { beforeAll, describe, expect, test } from 'vitest';
import { effectiveRelease } from './effective-release.js';

/** docs/model.md and docs/wire-format.md: what the code cites is there, and the examples are those of the sample release. */

const ROOT = new URL('../../', import.meta.url);

const pages = { model: '', 'wire-format': '' };

beforeAll(async () => {
  for (const page of ['model', 'wire-format'] as const)
    pages[page] = await readFile(new URL(`docs/${page}.md`, ROOT), 'utf8');
});

/** The numbers of the sections, `3` and `3.10`, from the headings. */
const sectionsOf = (page: string): string[] =>
  [...page.matchAll(/^#{2,3} (\d+(?:\.\d+)?)/gm)].map(([, number = '']) => number);

/** `model 3.3, 5.2 and 5.4`, over the ends of comment lines too; a bare number after the first is a step or a case. */
const CITED = /\b(model|wire-format) (\d(?:\.\d+)?)((?:(?:,| and| to) \d\.\d+)*)/gi;

describe('sections that are cited exist', () => {
  test.each(['src', 'shapes', 'test', 'bench', 'queries', 'vocabulary'])('in %s', async (folder) => {
    const missing: string[] = [];
    let found = 0;
    for (const file of await readdir(new URL(`${folder}/`, ROOT), { recursive: true })) {
      if (!/\.(ts|ttl|md|rq)$/.test(file)) continue;
      const text = await readFile(new URL(`${folder}/${file}`, ROOT), 'utf8');
      for (const [, page = '', first = '', others = ''] of text
        .replace(/\n\s*(?:\*|#|\/\/)\s/g, ' ')
        .matchAll(CITED)) {
        found += 1;
        const sections = sectionsOf(pages[page.toLowerCase() as keyof typeof pages]);
        for (const number of [first, ...(others.match(/\d\.\d+/g) ?? [])])
          if (!sections.includes(number)) missing.push(`${folder}/${file}: ${page} ${number}`);
      }
    }
    expect(missing).toEqual([]);
    if (folder === 'src') expect(found).toBeGreaterThan(200);
  });
});

describe('the examples of the model', () => {
  /** The files of the sample release, by their ending. */
  const released = { ttl: [] as string[], nt: [] as string[], jsonld: [] as string[] };

  beforeAll(async () => {
    const data = join((await effectiveRelease()).release, 'data');
    for (const file of await readdir(data)) {
      const ending = file.slice(file.lastIndexOf('.') + 1) as keyof typeof released;
      released[ending].push(await readFile(join(data, file), 'utf8'));
    }
  });

  const examplesIn = (language: string): string[] =>
    [...pages.model.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
      ([, text = '']) => text,
    );

  test('in Turtle say nothing that the sample release does not say', () => {
    const header = new Set(
      released.ttl.flatMap((text) => text.split('\n').filter((line) => /^@(base|prefix)/.test(line))),
    );
    const said = (text: string): string[] => new Parser().parse(text).map(line);
    const lines = new Set(released.nt.flatMap(said));
    const examples = examplesIn('turtle').flatMap((text) => said(`${[...header].join('\n')}\n${text}`));
    expect(examples.length).toBeGreaterThan(150);
    expect(examples.filter((one) => !lines.has(one))).toEqual([]);
  });

  test('of README.md has lines of the sample release, in their order', async () => {
    const readme = await readFile(new URL('README.md', ROOT), 'utf8');
    const [, example = ''] = /^```turtle\n(.*?)^```/ms.exec(readme) ?? [];
    const lines = example.split('\n').filter((text) => text.trim() !== '…' && text !== '');
    expect(lines.length).toBeGreaterThanOrEqual(10);
    const dump = (released.ttl.find((text) => text.includes(`\n${lines[0]}\n`)) ?? '').split('\n');
    let from = 0;
    for (const text of lines) {
      const at = dump.indexOf(text, from);
      expect([text, at >= from]).toEqual([text, true]);
      from = at + 1;
    }
  });

  test('in JSON-LD is a record of the sample release, some of its members left out', () => {
    const [example] = examplesIn('json').map((text) => JSON.parse(text));
    const line = released.jsonld
      .flatMap((text) => text.split('\n'))
      .find((text) => text.startsWith(`{"id":"${example.id}","type"`));
    expect(JSON.parse((line ?? '').replace(/,$/, ''))).toMatchObject(example);
  });
});

/** A triple on a line of its own. */
const line = ({ subject, predicate, object }: Quad): string =>
  new Writer().quadToString(subject, predicate, object);
