import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import { TextFile } from '../../../src/release/dumps/compressed-file.js';
import { scratch } from '../../support/files.js';
import { FORMATS, HOSTILE, sha256, text, write } from './formats.js';

const NODES = Object.values(HOSTILE).map((words, id) => text(words, id));
const MANY = [...NODES, text('😀é'.repeat(700_000), 1000)];

it.each(Object.values(FORMATS))(
  '$format, compressed, is the same text, told with both checksums',
  async ({ format }) => {
    const [plain, { dump, packed, bytes }] = [await write(format, MANY), await write(format, MANY, 'gzip')];
    expect(bytes.equals(plain.bytes)).toBe(true);
    expect(dump).toEqual({
      ...plain.dump,
      file: `sample.${format}.gz`,
      compression: 'gzip',
      bytes: packed.length,
      sha256: sha256(packed),
    });
    expect(packed.length).toBeLessThan(bytes.length);
    const [nothing, packedNothing] = [await write(format, []), await write(format, [], 'gzip')];
    expect(packedNothing.bytes.equals(nothing.bytes)).toBe(true);
  },
);

it.each(['none', 'gzip'] as const)(
  'what goes wrong behind a writer is told to it later (%s)',
  async (compression) => {
    const file = await TextFile.create(join(await scratch(), 'x'), compression);
    await file.abandon();
    const writeOn = async () => {
      for (let chunk = 0; chunk < 3; chunk++) await file.write('x'.repeat(1 << 20));
    };
    await expect(writeOn()).rejects.toThrow(/closed|EBADF/);
    await expect(file.close()).rejects.toThrow(/closed|EBADF/);
  },
);

describe('a gzip file', () => {
  const packedOf = async (...texts: readonly string[]): Promise<Buffer> => {
    const folder = await scratch();
    const file = await TextFile.create(join(folder, 'x'), 'gzip');
    for (const one of texts) await file.write(one);
    const { file: name } = await file.close();
    return Buffer.from(spawnSync('cat', [join(folder, name)]).stdout);
  };

  it('has a header without a name, a time or a system (RFC 1952, 2.3)', async () => {
    expect([...(await packedOf('a')).subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  });

  it('is one member, however long: some readers stop after the first', async () => {
    const long = Array.from({ length: 5 }, (_, at) => String(at).repeat(1 << 20));
    const packed = await packedOf(...long);
    // A member ends with what its text is long; only the last four bytes may say so (RFC 1952, 2.3.1).
    expect(packed.readUInt32LE(packed.length - 4)).toBe(5 << 20);
    expect(gunzipSync(packed).toString()).toBe(long.join(''));
  });

  const noGzip = spawnSync('gzip', ['--version']).error === undefined ? '' : ' (skipped: there is no gzip)';
  it.skipIf(noGzip !== '')(`is what gzip takes for sound, and zcat joins${noGzip}`, async () => {
    const folder = await scratch();
    const files = await Promise.all(
      [NODES.slice(0, 20), MANY.slice(20)].map(async (nodes, at) => {
        await mkdir(join(folder, String(at)));
        const { packed, bytes } = await write('nt', nodes, 'gzip');
        const file = join(folder, String(at), 'x.nt.gz');
        await writeFile(file, packed);
        expect(spawnSync('gzip', ['--test', file]).status).toBe(0);
        return { file, packed, bytes };
      }),
    );
    const joined = spawnSync('gzip', ['-dc', ...files.map(({ file }) => file)], {
      maxBuffer: 1 << 28,
    }).stdout;
    expect(joined.equals(Buffer.concat(files.map(({ bytes }) => bytes)))).toBe(true);
    expect(gunzipSync(Buffer.concat(files.map(({ packed }) => packed))).equals(joined)).toBe(true);
    const { bytes: whole } = await write('nt', MANY);
    const read = new Parser({ format: 'N-Triples' }).parse(joined.toString('utf8'));
    expect(read).toHaveLength(new Parser({ format: 'N-Triples' }).parse(whole.toString('utf8')).length);
  });
});
