import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { LINT_RULES } from '../../../../src/use/triplestore/lint/rules.js';
import { LINT_STORES, SEVERITIES } from '../../../../src/use/triplestore/lint/stores.js';

/** docs/stores.md has all rules of lint. */

const table = SEVERITIES.flatMap((severity) => [
  `| a store ${severity} | which | what | what to do |`,
  '| --- | --- | --- | --- |',
  ...LINT_RULES.filter((rule) => rule.severity === severity).map(
    ({ id, stores, what, remedy }) =>
      `| \`${id}\` | ${stores.map((store) => LINT_STORES[store]).join(', ')} | ${what} | ${remedy} |`,
  ),
  '',
]).join('\n');

it('docs/stores.md lists the rules of lint', async () => {
  const page = await readFile(new URL('../../../../docs/stores.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| `[a-z0-9-]+` \||^\| a store /.test(line));
  expect(rows).toEqual(
    table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---')),
  );
});
