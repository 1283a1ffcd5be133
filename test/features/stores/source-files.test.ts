import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ntriplesOf, type SourceFile } from '../../../src/features/stores/source-files.js';
import { scratch } from '../../support/files.js';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}

async function fileOf(name: string, text: string, changes: Partial<SourceFile> = {}): Promise<SourceFile> {
  const path = join(await scratch(), name);
  const isPacked = name.endsWith('.gz');
  const bytes = isPacked ? gzipSync(text) : Buffer.from(text);
  await writeFile(path, bytes);
  return {
    name,
    path,
    isPacked,
    format: name.includes('.ttl') ? 'ttl' : 'nt',
    unpacked: Buffer.byteLength(text),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...changes,
  };
}

describe('a file', () => {
  const LINES = ['<https://e/a> <https://e/b> "é" .', '<https://e/a> <https://e/b> "f" .'];

  test.each([
    ['x.nt', `${LINES.join('\n')}\n`],
    ['x.nt.gz', `${LINES.join('\n')}\n`],
    ['x.nt', LINES.join('\n')],
    ['x.nt', ''],
    ['x.ttl.gz', '@prefix e: <https://e/> .\ne:a e:b "é", "f" .\n'],
  ])('%s is read as lines of N-Triples: %j', async (name, text) => {
    expect(await all(ntriplesOf(await fileOf(name, text)))).toEqual(text === '' ? [] : LINES);
  });

  test.each([
    ['is not the one that the manifest lists', 'x.nt.gz', { sha256: '0'.repeat(64) }, /its checksum differs/],
    ['is no archive', 'x.nt', { isPacked: true }, /incorrect header/],
    ['is no Turtle', 'x.ttl', {}, /on line 2/],
    ['is not there', 'x.nt', { path: '/nowhere/x.nt' }, /there is no such file/],
  ] as const)('that %s: the error names it', async (_, name, changes, why) => {
    const file = await fileOf(name, `${LINES.join('\n')} .\n`, changes);
    const reading = all(ntriplesOf(file));
    await expect(reading).rejects.toMatchObject({ code: 'FILE_UNREADABLE', exitCode: 2 });
    await expect(reading).rejects.toThrow(why);
    await expect(reading).rejects.toThrow(file.path);
  });
});
