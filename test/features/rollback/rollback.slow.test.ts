import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { Lock } from '../../../src/base/lock.js';
import { previousRelease } from '../../../src/cli/previous-release.js';
import { updateFeed } from '../../../src/features/feed/update-feed.js';
import { LOCK } from '../../../src/pipeline/publish/staging.js';
import { itemOf, photographOf, sampleWorld, schoolsItemOf } from '../../pipeline/consistency/sample-world.js';
import { CLI, NODE } from '../../support/cli.js';
import { dieAfter } from '../../support/dying.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../../support/files.js';
import { harvestSample, type MakeRelease } from '../../support/sample-release.js';
import { runWarm } from '../../support/warm.js';
import { openSiteIn, servePages } from '../browse/browsed-release.js';
import { dumpOf, readFiles, stateOf } from '../feed/streams.js';

/** A bad release is taken back: everybody who has read it gets the right state, and the months go on. */

const PLAN = { formats: ['nt'], compression: 'none', isLatest: true } as const;
const BAD_TITLE = 'A title that was never right';

let folder: string;
/** The first release, and the bad one after it, with event streams of both. */
let both: string;
/** Makes releases of the harvest of the month after. */
let makeNext: MakeRelease;

beforeAll(async () => {
  folder = await makeFolder();
  both = join(folder, 'out');
  const first = await harvestSample(join(folder, 'first'), await sampleWorld());
  const { directory: previous } = await first('a', { ...PLAN, out: both, issued: '2026-01-05' });
  await updateFeed({ out: both, report: silent });
  const bad = await harvestSample(
    join(folder, 'bad'),
    await sampleWorld((draft) => {
      itemOf(draft, 7002).title = BAD_TITLE;
      schoolsItemOf(draft, 7001).sensitive = true;
      draft.archive.cbeg.set(5001, { ...structuredClone(photographOf(draft, 1201)), id: 5001 });
      draft.archive.cbeg.delete(1202);
    }),
  );
  await bad('b', { ...PLAN, out: both, issued: '2026-02-03', previous });
  await updateFeed({ out: both, report: silent });
  makeNext = await harvestSample(
    join(folder, 'next'),
    await sampleWorld((draft) => {
      itemOf(draft, 7001).title = 'A title that is right';
    }),
  );
}, 240_000);
afterAll(() => removeFolder(folder));

async function copy(): Promise<string> {
  const out = join(await scratch(), 'out');
  await cp(both, out, { recursive: true, verbatimSymlinks: true });
  return out;
}

const rollback = (out: string, label: string, ...more: string[]) =>
  runWarm(['rollback', label, out, ...more]);

/** Takes back the bad release, which has withheld a story. */
async function takenBack(): Promise<string> {
  const out = await copy();
  const ended = await rollback(out, 'b', '--republish');
  expect(ended.code, ended.stderr).toBe(0);
  return out;
}

/** The next release, compared with what a build compares with. */
async function build(out: string, label: string, issued: string): Promise<string> {
  const previous = previousRelease(out, label, undefined);
  const { directory } = await makeNext(label, {
    ...{ ...PLAN, out, issued },
    ...(previous === undefined ? {} : { previous }),
  });
  await updateFeed({ out, report: silent });
  return directory;
}

const manifestOf = async (release: string) =>
  JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));

const DATASETS = ['manuscripts', 'schools', 'photographs', 'places'];
const streamsOf = (out: string) =>
  Promise.all(DATASETS.map(async (name) => stateOf((await readFiles(join(out, 'feed'), name)).members)));
const dumpsOf = (release: string) => Promise.all(DATASETS.map((name) => dumpOf(release, name)));

/** An aggregator: records by identifier, and the newest datestamp that it has. */
interface Aggregator {
  readonly records: Map<string, string>;
  newest: string | undefined;
}

const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'record' });

/** Harvests a release, from the newest datestamp on, as docs/oai-pmh.md advises. @returns the headers */
async function harvest(release: string, aggregator: Aggregator): Promise<Record<string, string>[]> {
  const site = await openSiteIn(await scratch(), release);
  const { url, close } = await servePages({ site });
  const headers: Record<string, string>[] = [];
  const from = aggregator.newest === undefined ? '' : `&from=${aggregator.newest}`;
  let query = `metadataPrefix=oai_dc${from}`;
  try {
    while (query !== '') {
      const answer = await (await fetch(`${url}/oai?verb=ListRecords&${query}`)).text();
      const list = parser.parse(answer)['OAI-PMH'].ListRecords;
      for (const { header, metadata } of list?.record ?? []) {
        headers.push(header);
        if (header['@_status'] === 'deleted') aggregator.records.delete(header.identifier);
        else aggregator.records.set(header.identifier, JSON.stringify(metadata));
        if (header.datestamp > (aggregator.newest ?? '')) aggregator.newest = header.datestamp;
      }
      const token = list?.resumptionToken?.['#text'];
      query = token === undefined ? '' : `resumptionToken=${encodeURIComponent(token)}`;
    }
  } finally {
    await close();
  }
  return headers;
}
const newAggregator = (): Aggregator => ({ records: new Map(), newest: undefined });
const heldAfter = async (...releases: string[]): Promise<Map<string, string>> => {
  const aggregator = newAggregator();
  for (const release of releases) await harvest(release, aggregator);
  return aggregator.records;
};
const sorted = (records: Map<string, string>) => [...records].toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('a release that is taken back', () => {
  test('is asked for twice where it has withheld a record; then latest leads to the one before, and its folder is moved', async () => {
    const out = await copy();
    const files = await filesBelow(join(out, 'b'));
    const asked = await rollback(out, 'b');
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining('--republish')]);
    expect(await readlink(join(out, 'latest'))).toBe('b');
    const { code, stdout } = await rollback(out, 'b', '--republish');
    expect([code, stdout]).toEqual([0, expect.stringContaining(join(out, '.rolled-back/b'))]);
    expect(await readlink(join(out, 'latest'))).toBe('a');
    expect((await readdir(out)).filter((name) => !name.startsWith('.')).toSorted()).toEqual([
      'a',
      'feed',
      'latest',
    ]);
    expect(await filesBelow(join(out, '.rolled-back/b'))).toEqual(files);
    expect((await runWarm(['verify', join(out, '.rolled-back/b')])).code).toBe(0);

    // The same command again says so, and changes nothing.
    const before = await filesBelow(out);
    const again = await rollback(out, 'b', '--republish');
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('taken back before')]);
    expect(await filesBelow(out)).toEqual(before);
  });

  test('is followed by the month after, whose delta leads from the right release; the streams and every aggregator follow', async () => {
    const out = await takenBack();
    const [a, b] = [join(out, 'a'), join(out, '.rolled-back/b')];
    expect(await streamsOf(out)).toEqual(await dumpsOf(a));
    expect((await runWarm(['verify', join(out, 'feed')])).code).toBe(0);
    // No page of the streams repeats what was wrong.
    for (const [, bytes] of await filesBelow(join(out, 'feed')))
      expect(String(bytes)).not.toContain(BAD_TITLE);

    const today = new Date().toISOString().slice(0, 10);
    const reader = newAggregator();
    await harvest(join(both, 'b'), reader);
    expect(reader.newest).toBe('2026-02-03');
    const headers = await harvest(a, reader);
    expect(sorted(reader.records)).toEqual(sorted(await heldAfter(a)));
    const corrected = headers.filter(({ datestamp }) => datestamp === today);
    expect(corrected.map(({ identifier }) => identifier)).toEqual(
      expect.arrayContaining(
        ['cbe/item/7002', 'cbes/item/7001', 'cbeg/photograph/1202', 'cbeg/photograph/5001'].map((path) =>
          `oai:data.example.org:folklore/${path}`.replace('folklore/', ''),
        ),
      ),
    );

    const c = await build(out, 'c', '2999-03-02');
    expect(await manifestOf(c)).toMatchObject({ previous: 'a' });
    const changes = await readFile(join(c, 'delta/changes.csv'), 'utf8');
    expect(changes).toContain('cbe/item/7001');
    expect(changes).not.toContain('cbe/item/7002');
    expect(await streamsOf(out)).toEqual(await dumpsOf(c));
    const expected = sorted(await heldAfter(c));
    await harvest(c, reader);
    expect(sorted(reader.records)).toEqual(expected);
    // One that has not read the state in between, and one that has never read the bad release.
    expect(sorted(await heldAfter(b, c))).toEqual(expected);
    expect(sorted(await heldAfter(a, c))).toEqual(expected);

    // An operator may delete the folder of the bad release.
    await rm(b, { recursive: true });
    expect(sorted(await heldAfter(join(both, 'b'), c))).toEqual(expected);
  });

  test('may be the second in a row; the first of all is not taken back, nor one that is not the newest', async () => {
    const out = await takenBack();
    await build(out, 'c', '2026-03-02');
    const d = await build(out, 'd', '2026-04-02');
    for (const label of ['c', 'a', 'none']) {
      const ended = await rollback(out, label);
      expect([label, ended.code, ended.stderr]).toEqual([label, 2, expect.stringContaining('latest')]);
    }
    expect((await rollback(out, 'd')).code).toBe(0);
    expect((await rollback(out, 'c')).code).toBe(0);
    expect(await readlink(join(out, 'latest'))).toBe('a');
    const first = await rollback(out, 'a');
    expect([first.code, first.stderr]).toEqual([2, expect.stringContaining('first release')]);
    expect(await streamsOf(out)).toEqual(await dumpsOf(join(out, 'a')));
    expect(sorted(await heldAfter(join(out, '.rolled-back/d'), join(out, 'a')))).toEqual(
      sorted(await heldAfter(join(out, 'a'))),
    );
    expect(d).not.toBe('');
  });

  test('leaves its label free: it is built again, and that one may be taken back, too', async () => {
    const out = await takenBack();
    const again = await build(out, 'b', '2026-02-04');
    expect(await manifestOf(again)).toMatchObject({ previous: 'a' });
    const { releases } = JSON.parse(await readFile(join(out, 'feed/feed.json'), 'utf8'));
    expect(releases.map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'a~2', 'b~2']);
    expect(await streamsOf(out)).toEqual(await dumpsOf(again));
    expect(sorted(await heldAfter(join(both, 'b'), again))).toEqual(sorted(await heldAfter(again)));
    expect((await rollback(out, 'b')).code).toBe(0);
    expect((await readdir(join(out, '.rolled-back'))).toSorted()).toEqual([
      ...['b', 'b~2', 'b~2~changes.csv', 'b~changes.csv', 'rollbacks.json'],
    ]);
    expect(await streamsOf(out)).toEqual(await dumpsOf(join(out, 'a')));
  });

  test('stays while a build runs, and where there is no release to go back to', async () => {
    const out = await copy();
    const lock = await Lock.take(join(out, LOCK), process.pid, 'build is writing into this folder');
    const busy = await rollback(out, 'b', '--republish');
    await lock.release();
    expect([busy.code, busy.stderr]).toEqual([2, expect.stringContaining(`${process.pid}`)]);
    await rm(join(out, 'a/manifest.json'));
    const damaged = await rollback(out, 'b', '--republish');
    expect([damaged.code, damaged.stderr]).toEqual([2, expect.stringContaining('--to')]);
    expect((await rollback(out, 'b', '--to', '../a')).code).toBe(2);
    expect(await readlink(join(out, 'latest'))).toBe('b');
    expect(await readdir(out)).not.toContain('.rolled-back');
  });

  test('with a list that is damaged is refused', async () => {
    const out = await takenBack();
    await writeFile(join(out, '.rolled-back/rollbacks.json'), '{');
    const ended = await rollback(out, 'b');
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('rollbacks.json')]);
  });
});

test('a process that is killed while it takes a release back leaves a whole one, and the next one goes on', async () => {
  const whole = await takenBack();
  const expected = await filesBelow(whole);
  let killed = 0;
  for (const times of [1, 2, 3, 4, 6, 9]) {
    const out = await copy();
    const hook = dieAfter(times, 'rename');
    const args = [...NODE.slice(1), '--import', hook, CLI, 'rollback', 'b', out, '--republish'];
    if (spawnSync(NODE[0], args).signal === 'SIGKILL') killed += 1;
    expect(['a', 'b']).toContain(await readlink(join(out, 'latest')));
    expect((await runWarm(['verify', join(out, 'latest')])).code).toBe(0);
    const ended = await rollback(out, 'b', '--republish');
    expect(ended.code, ended.stderr).toBe(0);
    expect([...(await filesBelow(out)).keys()].toSorted()).toEqual([...expected.keys()].toSorted());
    expect(await filesBelow(out)).toEqual(expected);
  }
  expect(killed).toBeGreaterThan(3);
});
