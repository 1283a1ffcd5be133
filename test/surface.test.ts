import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The names of the core that features use are those of src/features/surface.md: a name more is a decision, and a name less goes. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const IMPORT = /import (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from '(\.[^']+)'/g;

/** The names that features import from a file of the core: `src/base/text.ts counted`. */
function namesUsed(): string[] {
  const names = new Set<string>();
  const files = readdirSync(join(ROOT, 'src/features'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((one) => /\.tsx?$/.test(one))) {
    const path = join('src/features', file);
    for (const [, listed = '', , target = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT)) {
      const from = normalize(join(dirname(path), target)).replace(/\.js$/, '');
      if (!from.startsWith('src/') || from.startsWith('src/features/')) continue;
      for (const name of listed.split(',').map((one) => one.trim().replace(/^type /, '')))
        if (name !== '') names.add(`${from.slice('src/'.length)} ${name.split(' as ')[0]}`);
    }
  }
  return [...names].sort();
}

/** The rows of the tables of the page: a file, and its names. */
function namesAllowed(): string[] {
  const page = readFileSync(join(ROOT, 'src/features/surface.md'), 'utf8');
  return [...page.matchAll(/^\| `([\w/-]+)` \| (.*) \|$/gm)].flatMap(([, file, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${file} ${name}`),
  );
}

test('features use the names of src/features/surface.md, and all of them', () => {
  const allowed = namesAllowed();
  expect(allowed.length).toBeGreaterThan(200);
  expect(namesUsed()).toEqual([...allowed].sort());
});
