import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).filter((name) =>
    ending.test(name),
  );

test('each table of reference-data is read by the program, and is listed in their README.md', () => {
  const sources = filesIn('src/', /\.tsx?$/)
    .map((name) => read(`src/${name}`))
    .join('\n');
  const tables = filesIn('reference-data/', /\.yaml$/).map((name) => name.slice(0, -'.yaml'.length));
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
  const listed = read('reference-data/README.md');
  expect(tables.filter((name) => !listed.includes(name.split('/')[0] ?? name))).toEqual([]);
});
