import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FoundEntry } from '../../../src/harvest/store/entry.js';
import { IndexFile, indexPath } from '../../../src/harvest/store/index-file.js';
import { scratch } from '../../support/files.js';

/** An index of some MB, which lies in several blocks. */

const PROGRAM = '0'.repeat(64);
const ENTRIES = Array.from({ length: 12 }, (_, at): FoundEntry => {
  const request = `/cbes?VolumeID=${at}`;
  return { service: 'archive', request, file: `archive/${at}.json.gz`, bytes: 1, sha256: `${at}` };
});
const text = (): string => randomBytes(200_000).toString('hex');
const TEXTS = new Map(ENTRIES.map((entry) => [entry, text()]));

const written = async (index: IndexFile, entries: readonly FoundEntry[] = ENTRIES): Promise<Buffer> => {
  const folder = await scratch();
  await index.write(folder, entries);
  return readFile(join(folder, indexPath('records')));
};
const filled = (
  entries: readonly FoundEntry[],
  texts: ReadonlyMap<FoundEntry, string> = TEXTS,
): IndexFile => {
  const index = new IndexFile('records', PROGRAM);
  for (const entry of entries) index.set(entry, texts.get(entry) ?? '');
  return index;
};
const read = async (content: Buffer): Promise<IndexFile> => {
  const folder = await scratch();
  await mkdir(join(folder, 'index'));
  await writeFile(join(folder, indexPath('records')), content);
  return IndexFile.read(folder, 'records', PROGRAM);
};

test('the same texts are the same file, in whichever order they came', async () => {
  const inOrder = await written(filled(ENTRIES));
  expect((await written(filled(ENTRIES.toReversed()))).equals(inOrder)).toBe(true);
  const again = await read(inOrder);
  expect(again.isChanged).toBe(false);
  for (const entry of ENTRIES) expect(again.get(entry)).toBe(TEXTS.get(entry));
  expect((await written(again)).equals(inOrder)).toBe(true);
});

test('after a change of one text, and without an answer, it is the file of the texts that are left', async () => {
  const before = await written(filled(ENTRIES));
  for (const changed of ENTRIES) {
    const texts = new Map(TEXTS).set(changed, text().slice(0, 1000));
    const left = ENTRIES.filter((_, at) => at !== 5);
    const index = await read(before);
    index.set(changed, texts.get(changed) ?? '');
    const expected = await written(filled(left, texts), left);
    expect((await written(index, left)).equals(expected)).toBe(true);
  }
});

test('of a damaged block no text is kept, and all others are', async () => {
  const content = await written(filled(ENTRIES));
  content[100] = (content[100] ?? 0) ^ 1;
  const again = await read(await written(await read(content)));
  const kept = ENTRIES.filter((entry) => again.get(entry) !== undefined);
  expect(kept.length).toBeGreaterThan(6);
  expect(kept.length).toBeLessThan(ENTRIES.length);
  for (const entry of kept) expect(again.get(entry)).toBe(TEXTS.get(entry));
});
