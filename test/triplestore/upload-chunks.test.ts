import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SourceFile } from '../../src/use/triplestore/load-plan.js';
import {
  type ChunkLimits,
  chunksOf,
  type NTriplesChunk,
  splitIntoChunks,
} from '../../src/use/triplestore/upload-chunks.js';
import { scratch } from '../support/files.js';

const NONE: ChunkLimits = { bytes: Number.MAX_SAFE_INTEGER, lines: Number.MAX_SAFE_INTEGER };

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}

const textsOf = (pieces: readonly NTriplesChunk[]): string[] =>
  pieces.map(({ text }) => text.toString('utf8'));

async function fileOf(name: string, text: string, changes: Partial<SourceFile> = {}): Promise<SourceFile> {
  const path = join(await scratch(), name);
  const isPacked = name.endsWith('.gz');
  const bytes = isPacked ? gzipSync(text) : Buffer.from(text);
  await writeFile(path, bytes);
  return {
    path,
    isPacked,
    format: name.includes('.ttl') ? 'ttl' : 'nt',
    unpacked: Buffer.byteLength(text),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    triples: undefined,
    ...changes,
  };
}

describe('pieces', () => {
  const lines = fc.array(
    fc.string({ unit: 'grapheme', maxLength: 30 }).map((line) => line.replace(/\n/g, '')),
    {
      maxLength: 60,
    },
  );
  const limits = fc.record({
    bytes: fc.integer({ min: 1, max: 120 }),
    lines: fc.integer({ min: 1, max: 9 }),
  });

  test('are the longest runs of whole lines, and together equal the input', async () => {
    await fc.assert(
      fc.asyncProperty(lines, limits, fc.integer({ min: 1, max: 50 }), async (some, most, chunk) => {
        const text = some.map((line) => `${line}\n`).join('');
        const pieces = await all(splitIntoChunks(inChunks(Buffer.from(text), chunk), most));
        const texts = textsOf(pieces);
        expect(texts.join('')).toBe(text);
        for (const [at, piece] of pieces.entries()) {
          const own = piece.text.toString('utf8');
          expect(own.endsWith('\n')).toBe(true);
          expect(piece.lines).toBe(own.split('\n').length - 1);
          expect(piece.lines).toBeLessThanOrEqual(most.lines);
          if (piece.lines > 1) expect(piece.text.length).toBeLessThanOrEqual(most.bytes);
          // One line more would have been too much.
          const next = texts[at + 1]?.split('\n', 1)[0];
          if (next !== undefined) {
            const isFull =
              piece.lines === most.lines || piece.text.length + Buffer.byteLength(next) + 1 > most.bytes;
            expect(isFull).toBe(true);
          }
        }
      }),
    );
  });

  test('end with a line feed, even if the file does not', async () => {
    expect(textsOf(await all(splitIntoChunks(inChunks(Buffer.from('a\nb'), 2), NONE)))).toEqual(['a\nb\n']);
  });

  test('of an empty file are none', async () => {
    expect(await all(splitIntoChunks(inChunks(Buffer.alloc(0), 1), NONE))).toEqual([]);
  });
});

describe('a file', () => {
  const TEXT = '<https://e/a> <https://e/b> "é" .\n<https://e/a> <https://e/b> "f" .\n';

  test.each(['x.nt', 'x.nt.gz'])('%s of N-Triples comes as it is', async (name) => {
    expect(textsOf(await all(chunksOf(await fileOf(name, TEXT), NONE)))).toEqual([TEXT]);
  });

  test('of Turtle are N-Triples', async () => {
    const file = await fileOf('x.ttl.gz', '@prefix e: <https://e/> .\ne:a e:b "é", "f" .\n');
    expect(textsOf(await all(chunksOf(file, NONE))).join('')).toBe(TEXT);
  });

  test.each([
    ['is not the one that the manifest lists', 'x.nt.gz', { sha256: '0'.repeat(64) }, /its checksum differs/],
    ['is no archive', 'x.nt', { isPacked: true }, /incorrect header/],
    ['is not there', 'x.nt', { path: '/nowhere/x.nt' }, /there is no such file/],
  ] as const)('that %s is told by name', async (_, name, changes, why) => {
    const file = await fileOf(name, TEXT, changes);
    const reading = all(chunksOf(file, NONE));
    await expect(reading).rejects.toMatchObject({ code: 'FILE_UNREADABLE', exitCode: 2 });
    await expect(reading).rejects.toThrow(why);
    await expect(reading).rejects.toThrow(file.path);
  });
});
