import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JsonLines } from '../../../src/release/dumps/json-lines.js';
import { scratch } from '../../support/files.js';

it('writes one object a line, in order, whatever its texts hold', async () => {
  const folder = await scratch();
  const entries = [{ id: 1, reasons: ['a\nb', 'c\r\n"d"'] }, { id: undefined, text: '\u2028😀' }, {}];
  const lines = await JsonLines.create(folder, 'findings.ndjson');
  for (const entry of entries) await lines.write(entry);
  await lines.close();
  const text = await readFile(join(folder, 'findings.ndjson'), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  const read = text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(read).toEqual([entries[0], { text: '\u2028😀' }, {}]);
});

it('keeps what has been written when it is abandoned, whether or not it was closed', async () => {
  const folder = await scratch();
  const lines = await JsonLines.create(folder, 'findings.ndjson');
  await lines.write({ id: 1 });
  await lines.abandon();
  expect(await readFile(join(folder, 'findings.ndjson'), 'utf8')).toBe('{"id":1}\n');
  await lines.abandon().catch(() => {});
  expect(await readFile(join(folder, 'findings.ndjson'), 'utf8')).toBe('{"id":1}\n');
});

it('overwrites nothing', async () => {
  const folder = await scratch();
  await writeFile(join(folder, 'findings.ndjson'), 'precious');
  await expect(JsonLines.create(folder, 'findings.ndjson')).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(join(folder, 'findings.ndjson'), 'utf8')).toBe('precious');
});
