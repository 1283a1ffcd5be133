import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FEATURES } from '../../src/features/index.js';

/** `needs` of a feature names the features that its files import: `seam.slow.test.ts` takes them away together. */

const ROOT = fileURLToPath(new URL('../../src/features/', import.meta.url));

/** The features that the files of a feature import. */
function importedBy(name: string): readonly string[] {
  const files = readdirSync(join(ROOT, name), { recursive: true, encoding: 'utf8' });
  const imported = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const path = join(ROOT, name, file);
      const specifiers = [...readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
      return specifiers.map(
        ([, target = '']) => relative(ROOT, join(dirname(path), target)).split('/')[0] ?? '',
      );
    });
  return [...new Set(imported)].filter((one) => one !== '..' && one !== name).sort();
}

test.each(FEATURES.map(({ name, needs = [] }) => [name, [...needs].sort()] as const))(
  '%s needs %j',
  (name, needs) => {
    expect(importedBy(name)).toEqual(needs);
  },
);

test('each folder of `src/features` is a feature of its name, with a README of at most 20 lines; `browse` lists names there', () => {
  const folders = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  expect(folders.sort()).toEqual(FEATURES.map(({ name }) => name).sort());
  const long = folders.filter((name) => {
    const text = readFileSync(join(ROOT, name, 'README.md'), 'utf8').trim();
    return text.split('\n').length > (name === 'browse' ? 40 : 20);
  });
  expect(long).toEqual([]);
});

test('README.md lists each of them', () => {
  const rows = readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^\| `([\w-]+)` \|/gm);
  expect([...rows].map(([, name]) => name).sort()).toEqual(FEATURES.map(({ name }) => name).sort());
});
