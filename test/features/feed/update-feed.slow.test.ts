import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunEvent, silent } from '../../../src/base/events.js';
import { readPage } from '../../../src/features/feed/feed-page.js';
import { updateFeed } from '../../../src/features/feed/update-feed.js';
import { prune } from '../../../src/features/prune/prune.js';
import { itemOf, sampleWorld, schoolsItemOf } from '../../pipeline/consistency/sample-world.js';
import { pairs, placeOf, sortedText } from '../../release/delta/synthetic.js';
import { CLI, NODE } from '../../support/cli.js';
import { dieAfter } from '../../support/dying.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { runWarm } from '../../support/warm.js';
import { dumpOf, readFiles, stateOf } from './streams.js';

/** Event streams that are added to, killed, damaged, replaced and made again. */

const BASE = 'https://data.example.org/folklore/';
const PLAN = { formats: ['nt'], compression: 'none', isLatest: true } as const;

/** Releases without event streams: a, then b, in which a title has changed and a story is withheld. */
async function twoReleases(folder: string): Promise<void> {
  const out = join(folder, 'out');
  const before = await harvestSample(join(folder, 'before'), await sampleWorld());
  const { directory: previous } = await before('a', { ...PLAN, out, issued: '2026-01-05' });
  const now = await harvestSample(
    join(folder, 'now'),
    await sampleWorld((draft) => {
      itemOf(draft, 7002).title = 'Another title';
      schoolsItemOf(draft, 7001).sensitive = true;
    }),
  );
  await now('b', { ...PLAN, out, issued: '2026-02-03', previous });
}

/** The states of some streams. */
async function statesOf(out: string, datasets = ['manuscripts', 'schools', 'places']): Promise<string[][]> {
  const read = datasets.map(async (dataset) =>
    stateOf((await readFiles(join(out, 'feed'), dataset)).members),
  );
  return Promise.all(read);
}
const dumpsOf = (release: string, datasets = ['manuscripts', 'schools', 'places']): Promise<string[][]> =>
  Promise.all(datasets.map((dataset) => dumpOf(release, dataset)));

describe('event streams of two releases', () => {
  let folder: string;
  /** The releases, and the event streams of the first one alone. */
  const copy = async (): Promise<string> => {
    const out = join(await scratch(), 'out');
    await cp(join(folder, 'out'), out, { recursive: true, verbatimSymlinks: true });
    return out;
  };
  beforeAll(async () => {
    folder = await makeFolder();
    await twoReleases(folder);
    const out = join(folder, 'out');
    await rename(join(out, 'latest'), join(folder, 'latest'));
    await symlink('a', join(out, 'latest'));
    await updateFeed({ out, report: silent });
    await rename(join(folder, 'latest'), join(out, 'latest'));
  });
  afterAll(() => removeFolder(folder));

  test('a second release is added once', async () => {
    const out = await copy();
    expect(await statesOf(out)).toEqual(await dumpsOf(join(out, 'a')));
    expect((await updateFeed({ out, report: silent })).added).toEqual(['b']);
    const files = await filesBelow(join(out, 'feed'));
    expect((await updateFeed({ out, report: silent })).added).toEqual([]);
    expect(await filesBelow(join(out, 'feed'))).toEqual(files);
    expect(await statesOf(out)).toEqual(await dumpsOf(join(out, 'b')));
  });

  test('a run that is killed leaves streams that are read to their ends, and the next one goes on', async () => {
    const whole = await copy();
    await updateFeed({ out: whole, report: silent });
    const expected = await filesBelow(join(whole, 'feed'));
    const [before, after] = [await dumpsOf(join(whole, 'a')), await dumpsOf(join(whole, 'b'))];
    let killed = 0;
    for (const times of [2, 6, 10, 18]) {
      const out = await copy();
      const hook = dieAfter(times, 'rename', '/feed/');
      const ended = spawnSync(NODE[0], [...NODE.slice(1), '--import', hook, CLI, 'feed', out]);
      if (ended.signal === 'SIGKILL') killed += 1;
      const states = await statesOf(out);
      for (const [at, state] of states.entries()) expect([before[at], after[at]]).toContainEqual(state);
      expect((await runWarm(['feed', out])).code).toBe(0);
      expect(await filesBelow(join(out, 'feed'))).toEqual(expected);
    }
    expect(killed).toBeGreaterThan(2);
  });

  test('what is damaged or missing is found, and made again of the releases', async () => {
    const out = await copy();
    await updateFeed({ out, report: silent });
    const page = join(out, 'feed/schools/a/0001.trig');
    expect((await runWarm(['verify', join(out, 'feed')])).code).toBe(0);
    const text = await readFile(page, 'utf8');
    await writeFile(page, text.replace(/"([a-z])/i, '"X'));
    const verified = await runWarm(['verify', join(out, 'feed')]);
    expect([verified.code, verified.stdout]).toEqual([6, expect.stringContaining('schools/a/0001.trig')]);
    await writeFile(page, text);
    // What the next release is compared with: the records, and the list of what is suppressed.
    const state = join(out, 'feed/.state', (await readdir(join(out, 'feed/.state')))[0] ?? '');
    for (const file of ['schools.tsv.gz', 'suppressed.txt']) {
      const whole = await readFile(join(state, file));
      const other = Buffer.concat([whole, Buffer.from('x')]);
      other[12] = (other[12] ?? 0) ^ 1;
      await writeFile(join(state, file), other);
      const found = await runWarm(['verify', join(out, 'feed')]);
      expect([found.code, found.stdout]).toEqual([
        6,
        expect.stringContaining(`.state/b/${file} has not the ${whole.length} bytes that were written`),
      ]);
      await writeFile(join(state, file), whole);
    }
    expect((await runWarm(['verify', join(out, 'feed')])).code).toBe(0);
    await appendFile(page, '\n');
    const events: RunEvent[] = [];
    await updateFeed({ out, report: (event) => events.push(event) });
    expect(events.filter(({ event }) => event === 'warning')).toHaveLength(1);
    expect(await statesOf(out)).toEqual(await dumpsOf(join(out, 'b')));
    await rm(join(out, 'feed'), { recursive: true });
    expect((await updateFeed({ out, report: silent })).added).toEqual(['a', 'b']);
    expect((await readdir(out)).toSorted()).toEqual(['a', 'b', 'feed', 'latest']);
  });

  test('a folder of something else is not touched', async () => {
    const out = await copy();
    await rm(join(out, 'feed'), { recursive: true });
    await mkdir(join(out, 'feed'));
    await writeFile(join(out, 'feed', 'mine'), 'x');
    await expect(updateFeed({ out, report: silent })).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    expect(await readdir(join(out, 'feed'))).toEqual(['mine']);
  });

  test('prune leaves them, and releases are added after those that are gone', async () => {
    const out = await copy();
    await updateFeed({ out, report: silent });
    await rm(join(out, 'a'), { recursive: true });
    await prune(
      out,
      { last: 1 },
      { folder: undefined, store: join(out, 'store') },
      { pid: process.pid, isDryRun: false },
    );
    expect((await updateFeed({ out, report: silent })).added).toEqual([]);
    const later = await harvestSample(join(out, '..', 'later'), await sampleWorld());
    await later('c', { ...PLAN, out, issued: '2026-03-03', previous: join(out, 'b') });
    expect((await updateFeed({ out, report: silent })).added).toEqual(['c']);
    expect(await statesOf(out)).toEqual(await dumpsOf(join(out, 'c')));
  });

  test('a replaced release is followed by another one, and records of the replaced one alone are in no page', async () => {
    const out = await copy();
    await updateFeed({ out, report: silent });
    const title = 'Told in the replaced release only';
    const withTitle = await harvestSample(
      join(out, '..', 'title'),
      await sampleWorld((draft) => {
        schoolsItemOf(draft, 7101).title = title;
      }),
    );
    const order = { ...PLAN, out, issued: '2026-03-03', previous: join(out, 'b'), replace: true };
    await withTitle('c', order);
    await updateFeed({ out, report: silent });
    const texts = async (): Promise<string> =>
      [...(await filesBelow(join(out, 'feed')))].map(([, bytes]) => bytes.toString('utf8')).join('');
    expect(await texts()).toContain(title);
    const without = await harvestSample(
      join(out, '..', 'without'),
      await sampleWorld((draft) => {
        schoolsItemOf(draft, 7101).sensitive = true;
      }),
    );
    await without('c', order);
    expect((await updateFeed({ out, report: silent })).added).toEqual(['c~2']);
    expect(await texts()).not.toContain(title);
    expect(await statesOf(out)).toEqual(await dumpsOf(join(out, 'c')));
    const { members } = await readFiles(join(out, 'feed'), 'schools');
    expect(members.filter(({ record }) => record === `${BASE}cbes/item/7101`).map(({ id }) => id)).toEqual([
      `${BASE}feed/schools/c~2/cbes/item/7101`,
    ]);
  });
});

/** A release of arbitrary lines, with a manifest. */
async function writeRelease(
  out: string,
  label: string,
  previous: string | null,
  lines: Readonly<Record<string, readonly string[]>>,
  suppressed: readonly string[],
): Promise<void> {
  const folder = join(out, label);
  await mkdir(join(folder, 'data'), { recursive: true });
  await mkdir(join(folder, 'delta'));
  await writeFile(join(folder, 'delta/suppressed.txt'), suppressed.map((one) => `${one}\n`).join(''));
  await writeFile(join(folder, 'run.json'), '{}');
  const datasets = [];
  for (const [name, some] of Object.entries(lines)) {
    const path = `data/${name}.nt`;
    const content = Buffer.from(sortedText(some));
    await writeFile(join(folder, path), content);
    const file = { path, mediaType: 'application/n-triples', compression: 'none', sha256: '', licence: 'x' };
    datasets.push({
      ...{
        name,
        publication: placeOf(name).publication,
        graph: placeOf(name).graph,
        triples: 0,
        entities: 0,
      },
      licence: 'https://licence.example/',
      files: [{ ...file, bytes: content.length, unpacked: content.length }],
    });
  }
  const manifest = {
    ...{ format: 'folklore-ld-release', version: 1, program: 'x', label, previous, issued: '2026-01-05' },
    ...{ base: BASE, vocabularyBase: 'https://w3id.org/folklore-ld/', datasets, derived: [], deltas: [] },
    ...{ others: [], counts: {} },
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await rm(join(out, 'latest'), { force: true });
  await symlink(label, join(out, 'latest'));
}

test('any two releases give streams that lead from one to the other, without what the second one suppresses', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, async ({ before, after, withheld }) => {
      const out = join(await makeFolder(), 'out');
      // The texts of the lines are no dates.
      const lawful = (lines: Readonly<Record<string, readonly string[]>>) =>
        Object.fromEntries(
          Object.entries(lines).map(([name, some]) => [
            name,
            some.map((line) => line.replace('^^<http://www.w3.org/2001/XMLSchema#date>', '')),
          ]),
        );
      const [first, second] = [lawful(before), lawful(after)];
      await writeRelease(out, 'first', null, first, []);
      await updateFeed({ out, report: silent });
      await writeRelease(out, 'second', 'first', second, withheld);
      await updateFeed({ out, report: silent });
      for (const dataset of new Set([...Object.keys(first), ...Object.keys(second)])) {
        const { members } = await readFiles(join(out, 'feed'), dataset);
        const dump = await dumpOf(join(out, 'second'), dataset);
        expect(stateOf(members)).toEqual(dump);
        const speaks = (line: string) =>
          withheld.some((iri) => line.includes(`<${iri}>`) || line.includes(`<${iri}#`));
        const spoken = members.flatMap(({ lines }) => lines).filter(speaks);
        expect(spoken.filter((line) => !dump.includes(line))).toEqual([]);
      }
      for (const [path, bytes] of await filesBelow(join(out, 'feed')))
        if (path.endsWith('.trig'))
          expect(readPage(bytes.toString('utf8')).licence).toBe('https://licence.example/');
      await removeFolder(join(out, '..'));
    }),
    { numRuns: Number(process.env.RUNS ?? 10) },
  );
});
