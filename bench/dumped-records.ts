import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { CLI, measure, start, stop } from './processes.js';

/**
 * The records of a generated world, as a release of it has them: each block of a Turtle file is one.
 *
 * @param scale 1 is the size of the real archive
 * @param dirt the share of dirty records
 */
export async function dumpedRecords(scale: string, dirt: string): Promise<Quad[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'folklore-ld-bench-'));
  const world = ['--world', 'generated', '--scale', scale, '--dirt', dirt];
  const served = await start(CLI, 'serve', '--port', '0', ...world);
  try {
    const { archive, placenames, keys } = served.ready as {
      archive: string;
      placenames: string;
      keys: { public: string };
    };
    const key = { env: 'BENCH_KEY' };
    const config = {
      services: { archive: { url: archive, key, gender: 'irish' }, placenames: { url: placenames, key } },
      pace: { concurrency: 8, perSecond: 1_000_000 },
      store: join(folder, 'store'),
      out: join(folder, 'out'),
    };
    await writeFile(join(folder, 'config.yaml'), JSON.stringify(config));
    const exported = ['export', '--config', join(folder, 'config.yaml'), '--release', 'bench'];
    const { code } = await measure(exported, { BENCH_KEY: keys.public });
    if (code !== 0 && code !== 5) throw new Error(`export ended with ${code}`);
    return await readRecords(join(folder, 'out', 'bench', 'data'));
  } finally {
    await stop(served);
    await rm(folder, { recursive: true, force: true });
  }
}

async function readRecords(folder: string): Promise<Quad[][]> {
  const records: Quad[][] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.ttl')).sort()) {
    const [header = '', ...blocks] = (await readFile(join(folder, file), 'utf8')).split('\n\n');
    for (const block of blocks) records.push(new Parser({ format: 'Turtle' }).parse(`${header}\n${block}`));
  }
  return records.filter((quads) => quads.length > 0);
}
