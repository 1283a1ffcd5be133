import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Other features use the names of `browse` that its README lists, and no others. */

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url));
const BROWSE = 'features/browse';

/** `{ A, type B as C }` and `const { A } = await` before the path of a file, and `.A` after it. */
const IMPORTS =
  /(?:\{([^{}]*)\} (?:from|= await import\()|import\() ?'(\.[^']*\/browse\/[^']+)'(?:\)\)\.(\w+))?/g;

/** `page sendPage` for each name that a file imports of `browse`, or exports for features from outside. */
function namesUsedBy(file: string): readonly string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  return [...text.matchAll(IMPORTS)].flatMap(([, names = '', path = '', member = '']) => {
    const target = relative(BROWSE, join(dirname(file), path)).replace(/\.js$/, '');
    const words = [...names.split(','), member].map((name) =>
      name.trim().replace(/^type | (?:as|:) .*$/g, ''),
    );
    return words.flatMap((name) => (name === '' ? [] : `${target} ${name}`));
  });
}

const others = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.startsWith(`${BROWSE}/`),
);

/** The rows of the table: the names of each file, with the file in brackets. */
function offered(): readonly string[] {
  const readme = readFileSync(join(SRC, BROWSE, 'README.md'), 'utf8');
  const [, table = ''] = readme.split('| what other features use | names |');
  return [...table.matchAll(/((?:`\w+`,? )+)\(`([^`]+?)\.tsx?`\)/g)].flatMap(([, names = '', file = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => `${file} ${name}`),
  );
}

test('other features use the names of `browse` in its README, and each of these is used', () => {
  const used = new Set(others.flatMap(namesUsedBy));
  // The list of features has all features.
  used.delete('feature browse');
  expect(used.size).toBeGreaterThan(100);
  expect(offered().toSorted()).toEqual([...used].toSorted());
});
