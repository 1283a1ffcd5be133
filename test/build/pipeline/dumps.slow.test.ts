import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ReleaseWriter } from '../../../src/build/pipeline/release-writer.js';
import { InlineRunner } from '../../../src/build/pipeline/runner.js';
import {
  readShardOutput,
  type ShardOutput,
  writeShardOutput,
} from '../../../src/build/pipeline/shard-output.js';
import { compileVocabulary } from '../../../src/build/plan/compiled-vocabulary.js';
import { graphsOf, publicationOf } from '../../../src/model/records/datasets.js';
import { RecordSet } from '../../../src/model/records/record.js';
import { DatasetChunkBuilder } from '../../../src/release/dumps/dataset-chunk.js';
import { BASE, LANGUAGE, text, toQuads } from '../../release/dumps/formats.js';
import { filesBelow, scratch } from '../../support/files.js';
import { PLAN } from '../../support/sample-release.js';

/** Which files of the datasets a release has, and what a run that failed leaves of them. */

type Plan = Parameters<typeof ReleaseWriter.open>[0];

async function opened(plan: Omit<Plan, 'label' | 'base'>): Promise<ReleaseWriter> {
  return ReleaseWriter.open({ ...plan, label: 'x', base: BASE }, LANGUAGE, ['places', 'people']);
}

async function write(release: ReleaseWriter): Promise<void> {
  const maker = new DatasetChunkBuilder(['nq', 'ttl', 'nt', 'jsonld'], LANGUAGE);
  for (const id of [2, 1]) maker.add({ node: text('a', id), quads: toQuads(text('a', id)) });
  const output = {
    chunks: new Map([['people', maker.take()]]),
    derived: [],
    names: new Uint8Array(),
    counted: new Map(),
  };
  const path = join(release.shardFolder, 'x');
  await writeShardOutput(path, output as unknown as ShardOutput);
  release.append(await readShardOutput(path));
}

const plan = { ...PLAN, store: '', out: '', label: 'x' };
const runner = new InlineRunner(plan, await compileVocabulary(plan));
runner.begin({
  withheld: new RecordSet(),
  unreadable: new RecordSet(),
  genders: { cbed: new Set<string>(), cbes: new Set<string>() },
  ambiguousPeople: new Map(),
  sharedAddresses: new Map(),
  unnamedLocations: new Set<number>(),
  personsProfile: 'full',
});

async function published(release: ReleaseWriter): Promise<void> {
  await release.report.abandon();
  await release.publish({});
}

it('has every dataset in the formats that are wanted, compressed if that is wanted, and tells each file', async () => {
  const out = await scratch();
  const release = await opened({ out, formats: ['nq', 'ttl', 'nt', 'jsonld'], compression: 'gzip' });
  await write(release);
  const { dumps } = await release.close(runner);
  await published(release);
  const files = await filesBelow(join(out, 'x', 'data'));
  const names = ['places', 'people'].flatMap((one) =>
    ['ttl', 'nt', 'jsonld', 'nq'].map((format) => `${one}.${format}.gz`),
  );
  expect(dumps.map(({ file }) => file)).toEqual(names);
  expect([...files.keys()].sort()).toEqual([...names].sort());
  for (const { file, bytes, unpacked } of dumps) {
    const packed = files.get(file);
    if (packed === undefined) throw new Error(`${file} is told, and not there`);
    expect([packed.length, gunzipSync(packed).length]).toEqual([bytes, unpacked]);
  }
  expect(dumps.filter(({ dataset }) => dataset === 'people').map(({ records }) => records)).toEqual([
    2, 2, 2, 2,
  ]);
});

it('has Turtle and JSON-LD, as they are, when nothing is said', async () => {
  const out = await scratch();
  const release = await opened({ out });
  await release.close(runner);
  await published(release);
  expect((await readdir(join(out, 'x', 'data'))).sort()).toEqual([
    'people.jsonld',
    'people.ttl',
    'places.jsonld',
    'places.ttl',
  ]);
});

it('after a run that was killed nothing is left of its runs', async () => {
  const out = await scratch();
  const runs = join(out, '.folklore-ld.x.partial', 'data', '.people.runs');
  await mkdir(runs, { recursive: true });
  await writeFile(join(runs, '0.nt'), '<urn:x/1> <urn:p> "of another run" .\n');
  const release = await opened({ out, formats: ['nt'] });
  await write(release);
  await release.close(runner);
  await published(release);
  const files = await filesBelow(out);
  expect([...files.keys()].filter((file) => /runs|partial/.test(file))).toEqual([]);
  for (const bytes of files.values()) expect(bytes.includes('of another run')).toBe(false);
});

it.each(['before', 'after'])('a run that fails %s its files are ended leaves nothing', async (when) => {
  const out = await scratch();
  const release = await opened({ out, formats: ['ttl', 'nt'], compression: 'gzip' });
  await write(release);
  if (when === 'after') await release.close(runner);
  await release.abandon('stopped');
  expect(existsSync(join(out, '.folklore-ld.x.partial'))).toBe(false);
  expect(await readdir(out)).toEqual([]);
});

describe('the graph of a dataset', () => {
  it.each([
    ['places', 'placenames'],
    ['placenames-links', 'placenames'],
    ['manuscripts', 'folklore'],
    ['schools', 'folklore'],
    ['photographs', 'folklore'],
    ['people', 'folklore'],
    ['collections', 'folklore'],
    ['links', 'folklore'],
    ['locations', 'folklore'],
  ])('%s is of the publication %s, without a version', (dataset, publication) => {
    expect(publicationOf(dataset)).toBe(publication);
    expect(graphsOf(BASE)(dataset)).toBe(`${BASE}dataset/${publication}/${dataset}`);
  });
});
