import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { literalsGone } from '../../release/delta/applied.js';
import { writeRelease } from '../../release/delta/synthetic.js';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { runWarm } from '../../support/warm.js';

/** Architecture 5: `folklore-ld diff <old> <new>`. */

const BASE = 'https://data.example.org/folklore/';
const lines = (...ids: readonly number[]) =>
  ids.map((id) => `<${BASE}cbed/person/${id}> <urn:x:name> "Áine ${id}" .`);

/** Of each publication. */
const FILES = ['added.nt.gz', 'patch.rdfp.gz', 'removed-properties.txt.gz', 'removed.nt.gz'];

let folder: string;
let [old, later] = ['', ''];
beforeAll(async () => {
  folder = await makeFolder();
  old = await writeRelease(join(folder, 'old'), { people: lines(1, 2, 3) }, 'gzip');
  later = await writeRelease(join(folder, 'new'), { people: lines(3, 4), places: [] });
});
afterAll(() => removeFolder(folder));

test('lists differences by dataset and record, and writes no file', async () => {
  const before = await filesBelow(folder);
  const { code, stdout } = await runWarm(['diff', old, later]);
  expect(code).toBe(0);
  const [records = '', triples = '', rest = ''] = stdout.split('\n\n');
  const cells = (table: string): string[][] => table.split('\n').map((line) => line.split(/ {2,}/));
  expect(cells(records)).toEqual([
    ['records', 'before', 'now', 'added', 'removed', 'changed', 'suppressed'],
    ['people', '3', '2', '1', '2', '0', '0'],
    ['places', ...Array(6).fill('0')],
  ]);
  expect(cells(triples)).toEqual([
    ['triples', 'before', 'now', 'to add', 'to remove'],
    ['people', '3', '2', '1', '2'],
    ['places', ...Array(4).fill('0')],
  ]);
  expect(rest.split('\n')).toEqual([
    'All datasets together: 1 added, 2 removed, 0 changed, 0 suppressed.',
    '+ added, - removed, ~ changed, x suppressed',
    `- ${BASE}cbed/person/1`,
    `- ${BASE}cbed/person/2`,
    `+ ${BASE}cbed/person/4`,
    '',
  ]);
  expect(await filesBelow(folder)).toEqual(before);
});

test('a subject that is no record of the release counts as none, and its triples as triples', async () => {
  const about = '<https://biography.example.org/bio/7> <urn:x:name> "x" .';
  const with7 = await writeRelease(join(folder, 'biography'), { people: [...lines(3), about] });
  const without = await writeRelease(join(folder, 'plain'), { people: lines(3) });
  const { stdout } = await runWarm(['diff', without, with7]);
  const [records, triples] = [...stdout.matchAll(/^people +(.*)$/gm)].map(([, counts = '']) =>
    counts.split(/ +/).map(Number),
  );
  // Before, now, added, removed, changed, suppressed; before, now, to add, to remove.
  expect(records).toEqual([1, 1, 0, 0, 0, 0]);
  expect(triples).toEqual([lines(3).length, lines(3).length + 1, 1, 0]);
  expect(stdout).toMatch(/^No record differs\.$/m);
  const out = join(folder, 'biography-delta');
  await runWarm(['diff', without, with7, '--out', out]);
  expect(await readFile(join(out, 'changes.csv'), 'utf8')).not.toContain('biography');
  expect(String((await filesBelow(out)).get('folklore/patch.rdfp.gz')?.length)).not.toBe('0');
});

test('at most twenty records are named, and none where nothing differs', async () => {
  const many = await writeRelease(join(folder, 'many'), { people: lines(...Array(30).keys()) });
  const { stdout } = await runWarm(['diff', old, many]);
  expect(stdout.split('\n').filter((line) => line.startsWith('+ https:'))).toHaveLength(20);
  expect(stdout).toContain('27 added, 0 removed, 0 changed, 0 suppressed.');
  expect(stdout).toMatch(/^ {2}and 7 more$/m);
  const same = await runWarm(['diff', old, old]);
  expect([same.code, same.stdout]).toEqual([0, expect.stringMatching(/\nNo record differs\.\n$/)]);
});

test('--out writes the delta as a whole, --suppressed excludes records from it', async () => {
  const out = join(folder, 'delta');
  const list = join(folder, 'list.txt');
  await writeFile(list, `${BASE}cbed/person/2\r\n`);
  const { code, stdout } = await runWarm(['diff', old, later, '--out', out, '--suppressed', list]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^x https:.*person\/2$/m);
  expect([...(await filesBelow(out)).keys()]).toEqual([
    'README.md',
    'changes.csv',
    ...FILES.map((file) => `folklore/${file}`),
    ...FILES.map((file) => `placenames/${file}`),
    'suppressed.ru',
    'suppressed.txt',
  ]);
  expect(await readFile(join(out, 'suppressed.txt'), 'utf8')).toBe(`${BASE}cbed/person/2\n`);
  expect(await literalsGone(out, lines(3, 4))).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  const again = await runWarm(['diff', old, later, '--out', out]);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('already exists');
});

test('a folder that is not a release: 2, with the remedy', async () => {
  const { code, stderr } = await runWarm(['diff', folder, later, '--out', join(folder, 'none')]);
  expect(code).toBe(2);
  expect(stderr).toContain('FILE_UNREADABLE');
  expect((await readdir(folder)).filter((name) => /none/.test(name))).toEqual([]);
});
