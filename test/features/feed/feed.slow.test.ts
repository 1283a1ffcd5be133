import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { updateFeed } from '../../../src/features/feed/update-feed.js';
import type { World } from '../../../src/services/server/world.js';
import { itemOf, sampleWorld, schoolsItemOf } from '../../pipeline/consistency/sample-world.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { runWarm } from '../../support/warm.js';
import { BASE, openSiteIn, servePages } from '../browse/browsed-release.js';
import { clientProblem, dumpOf, readFiles, readWithClient, saidOf, stateOf, staticHost } from './streams.js';

/** Event streams of releases of the sample world (LDES 1.0, TREE): beside these releases, served by `browse`, and in a site of files. */

const DATASETS = [
  'collections',
  'manuscripts',
  'schools',
  'schools-people',
  'transcripts',
  'transcribers',
].concat(['photographs', 'people', 'locations', 'links', 'places', 'placenames-links', 'omissions']);
/** A title that looks like the text of a page. */
const HOSTILE = 'A "title"\nfeed:stream tree:member <x> .\n}\n<x> { """ ';
/** The story withheld in the third release, and its title in earlier ones. */
const STORY = `${BASE}cbes/item/7001`;

/** A place that no record of the archive refers to. */
const PLACE = 100031;

/** The worlds of the three releases: something changes and comes; then something is withheld and goes. */
const WORLDS: readonly (readonly [label: string, () => Promise<World>])[] = [
  ['2026-01-05', () => sampleWorld((draft) => draft.archive.cbeg.delete(1201))],
  [
    '2026-02-03',
    () =>
      sampleWorld((draft) => {
        itemOf(draft, 7002).title = HOSTILE;
      }),
  ],
  [
    '2026-03-03',
    () =>
      sampleWorld((draft) => {
        schoolsItemOf(draft, 7001).sensitive = true;
        draft.placenames.places.delete(PLACE);
      }),
  ],
];

describe('event streams of three releases', () => {
  let folder: string;
  const releases: string[] = [];
  /** The files of the streams after each of the releases. */
  const after: Map<string, Buffer>[] = [];
  const feedOf = (): string => join(folder, 'out', 'feed');
  beforeAll(async () => {
    folder = await makeFolder();
    const out = join(folder, 'out');
    for (const [label, world] of WORLDS) {
      const make = await harvestSample(join(folder, label), await world());
      const previous = releases.at(-1);
      const plan = { formats: ['nt'], compression: 'none', issued: label, isLatest: true } as const;
      const { directory } = await make(label, { ...plan, out, ...(previous && { previous }) });
      releases.push(directory);
      await updateFeed({ out, report: silent });
      after.push(await filesBelow(feedOf()));
      await cp(feedOf(), join(folder, 'after', label, 'feed'), { recursive: true });
    }
  });
  afterAll(() => removeFolder(folder));

  test('one for each dataset, whose latest versions are the triples of the newest release', async () => {
    for (const dataset of DATASETS) {
      const { members } = await readFiles(feedOf(), dataset);
      expect(stateOf(members), dataset).toEqual(await dumpOf(releases.at(-1) as string, dataset));
    }
  });

  test('say what became of a record, in the order of the releases', async () => {
    const { members } = await readFiles(feedOf(), 'manuscripts');
    const of = (record: string) => members.filter((one) => one.record === `${BASE}${record}`);
    expect(of('cbe/item/7002').map(({ activity, moment }) => [activity, moment.slice(0, 10)])).toEqual([
      ['Create', '2026-01-05'],
      ['Update', '2026-02-03'],
      ['Update', '2026-03-03'],
    ]);
    expect(new Set(members.map(({ id }) => id)).size).toBe(members.length);
    const photographs = (await readFiles(feedOf(), 'photographs')).members;
    const photograph = photographs.filter(({ record }) => record === `${BASE}cbeg/photograph/1201`);
    expect(photograph.map(({ activity, moment }) => `${activity} ${moment.slice(0, 10)}`)).toEqual([
      'Create 2026-02-03',
    ]);
    const schools = (await readFiles(feedOf(), 'schools')).members;
    expect(schools.filter(({ record }) => record === STORY)).toEqual([
      expect.objectContaining({ activity: 'Delete', lines: [] }),
    ]);
    const places = (await readFiles(feedOf(), 'places')).members;
    expect(places.filter(({ activity }) => activity === 'Delete').map(({ record }) => record)).toEqual([
      `${BASE}place/${PLACE}`,
    ]);
  });

  test('have each title once in its version, whatever it looks like', async () => {
    const { members } = await readFiles(feedOf(), 'manuscripts');
    const lines = members.filter(({ record }) => record === `${BASE}cbe/item/7002`).map((one) => one.lines);
    expect(lines.map((some) => some.some((line) => line.includes('feed:stream')))).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('have nothing of what a later release withholds in any page', async () => {
    const before = after[1] as Map<string, Buffer>;
    const [, title = ''] =
      /<https:\/\/data\.example\.org\/folklore\/cbes\/item\/7001> <[^>]*\/title> "([^"\\]{5,})/.exec(
        await readFile(join(releases[0] as string, 'data/schools.nt'), 'utf8'),
      ) ?? [];
    const texts = (files: Map<string, Buffer>) =>
      [...files].flatMap(([path, bytes]) => (path.startsWith('.') ? [] : [bytes.toString('utf8')]));
    if (title !== '') expect(texts(before).some((text) => text.includes(title))).toBe(true);
    if (title !== '')
      expect(texts(after[2] as Map<string, Buffer>).some((text) => text.includes(title))).toBe(false);
    const withheld = new Set(
      (await readFile(join(releases[2] as string, 'delta/suppressed.txt'), 'utf8'))
        .split('\n')
        .filter(Boolean),
    );
    expect(withheld).toContain(STORY);
    for (const dataset of DATASETS) {
      const release = new Set(await dumpOf(releases[2] as string, dataset));
      const { members } = await readFiles(feedOf(), dataset);
      const speaking = members
        .flatMap(({ lines }) => lines)
        .filter((line) =>
          [...line.matchAll(/<([^>]*)>/g)].some(
            ([, iri = '']) => withheld.has(iri) || withheld.has(iri.split('#')[0] as string),
          ),
        );
      expect(speaking.filter((line) => !release.has(line))).toEqual([]);
    }
  });

  test('leave a closed page as it is, but for versions that are withheld', () => {
    const isView = (path: string): boolean => /^(?:[a-z-]+\/)?index\.ttl$/.test(path) || path === 'feed.json';
    const changed = (from: Map<string, Buffer>, to: Map<string, Buffer>): string[] =>
      [...from].flatMap(([path, bytes]) =>
        isView(path) || path.startsWith('.state/') || to.get(path)?.equals(bytes) === true ? [] : [path],
      );
    const [first, second, third] = after as [Map<string, Buffer>, Map<string, Buffer>, Map<string, Buffer>];
    expect(changed(first, second)).toEqual([]);
    const erased = changed(second, third);
    expect(erased).toContain('schools/2026-01-05/0001.trig');
    expect(erased.filter((path) => /^(?:places|placenames-links|photographs)\//.test(path))).toEqual([]);
  });

  test('have bounded intervals of moments, and a view that says what is kept', async () => {
    const { quads, members, pages } = await readFiles(feedOf(), 'schools');
    expect(saidOf(quads, 'versionAmount')).toEqual(['1']);
    expect(saidOf(quads, 'timestampPath')).toEqual(['http://www.w3.org/ns/prov#generatedAtTime']);
    expect(saidOf(quads, 'versionOfPath')).toEqual(['http://purl.org/dc/terms/isVersionOf']);
    expect(saidOf(quads, 'versionDeleteObject')).toEqual(['https://www.w3.org/ns/activitystreams#Delete']);
    const blank = quads.filter(({ subject, object }) =>
      [subject.termType, object.termType].includes('BlankNode'),
    );
    expect(blank).toEqual([]);
    const moments = members.map(({ moment }) => moment);
    expect(moments).toEqual(moments.toSorted());
    expect(pages.slice(0, 2)).toEqual(['schools/index.ttl', 'schools/2026-01-05/0001.trig']);
  });

  test('have one licence a file', async () => {
    const { datasets } = JSON.parse(await readFile(join(releases[2] as string, 'manifest.json'), 'utf8')) as {
      readonly datasets: readonly { readonly name: string; readonly licence: string }[];
    };
    for (const { name, licence } of datasets) {
      const { quads } = await readFiles(feedOf(), name);
      const found = quads.filter(({ predicate }) => predicate.value === 'http://purl.org/dc/terms/license');
      const ours = found
        .filter(({ graph }) => graph.termType === 'DefaultGraph')
        .map(({ object }) => object.value);
      expect(new Set(ours), name).toEqual(new Set([licence]));
    }
  });

  test('are the same bytes when they are made again of the same releases, without what was withheld since', async () => {
    const again = join(await scratch(), 'out');
    await cp(join(folder, 'out'), again, { recursive: true, verbatimSymlinks: true });
    await rm(join(again, 'feed'), { recursive: true });
    await updateFeed({ out: again, report: silent });
    const isState = ([path]: [string, Buffer]): boolean => path.startsWith('.state/');
    const files = [...(await filesBelow(join(again, 'feed')))].filter((one) => !isState(one));
    expect(files).toEqual([...(await filesBelow(feedOf()))].filter((one) => !isState(one)));
  });

  describe.skipIf(clientProblem !== undefined)(
    `with ldes-client ${clientProblem === undefined ? '' : `(it does not run here: ${clientProblem.slice(0, 200)})`}`,
    () => {
      test('files on any host are read to the end, and give the newest release', async () => {
        const { url } = await staticHost(join(folder, 'out'));
        const read = await readWithClient(DATASETS.map((dataset) => `${url}/feed/${dataset}/index.ttl`));
        for (const [at, dataset] of DATASETS.entries()) {
          const dump = await dumpOf(releases[2] as string, dataset);
          expect(stateOf(read[at] ?? []), dataset).toEqual(dump);
        }
      });

      test('members come in the order of time, and the latest versions alone when asked for', async () => {
        const { url } = await staticHost(join(folder, 'out'));
        const view = `${url}/feed/schools/index.ttl`;
        const [ascending = []] = await readWithClient([view], { order: 'ascending' });
        const moments = ascending.map(({ moment }) => moment);
        expect(moments).toEqual(moments.toSorted());
        const [latest = []] = await readWithClient([view], { lastVersionOnly: true });
        expect(new Set(latest.map(({ record }) => record)).size).toBe(latest.length);
        expect(stateOf(latest)).toEqual(await dumpOf(releases[2] as string, 'schools'));
      });

      test('a client that goes on gets the new versions only', async () => {
        const own = await scratch();
        const serve = (label: string) =>
          cp(join(folder, 'after', label), join(own, 'out'), { recursive: true });
        await serve('2026-02-03');
        const { url } = await staticHost(join(own, 'out'));
        const views = ['manuscripts', 'schools', 'places'].map(
          (dataset) => `${url}/feed/${dataset}/index.ttl`,
        );
        const first = await readWithClient(views, { state: join(own, 'state') });
        expect(await readWithClient(views, { state: join(own, 'state') })).toEqual([[], [], []]);
        await rm(join(own, 'out'), { recursive: true });
        await serve('2026-03-03');
        const second = await readWithClient(views, { state: join(own, 'state') });
        for (const [at, dataset] of (['manuscripts', 'schools', 'places'] as const).entries()) {
          const [before, news] = [first[at] ?? [], second[at] ?? []];
          const known = new Set(before.map(({ id }) => id));
          expect(news.length).toBeGreaterThan(0);
          expect(news.filter(({ id }) => known.has(id))).toEqual([]);
          expect(stateOf([...before, ...news])).toEqual(await dumpOf(releases[2] as string, dataset));
        }
      });
    },
  );

  describe('in the browser of a release', () => {
    let server: Awaited<ReturnType<typeof servePages>>;
    const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${server.url}${path}`, { headers });
    beforeAll(async () => {
      server = await servePages({ site: await openSiteIn(folder, releases[2] as string) });
    });
    afterAll(() => server?.close());

    test('pages are immutable, views have an entity tag, and other sites may read both', async () => {
      const view = await get('/feed/places/index.ttl');
      expect(view.headers.get('content-type')).toBe('text/turtle; charset=utf-8');
      expect(view.headers.get('cache-control')).toBe('no-cache');
      expect(view.headers.get('access-control-allow-origin')).toBe('*');
      const tag = view.headers.get('etag') ?? '';
      expect((await get('/feed/places/index.ttl', { 'if-none-match': tag })).status).toBe(304);
      expect((await get('/feed/people/index.ttl', { 'if-none-match': tag })).status).toBe(200);
      const page = await get('/feed/places/2026-01-05/0001.trig');
      expect(page.headers.get('content-type')).toBe('application/trig; charset=utf-8');
      expect(page.headers.get('cache-control')).toMatch(/\bimmutable\b/);
      expect(await page.text()).toBe(
        await readFile(join(folder, 'out/feed/places/2026-01-05/0001.trig'), 'utf8'),
      );
    });

    test('nothing else is served from the folder', async () => {
      for (const path of [
        'feed.json',
        '.state/2026-03-03/places.tsv.gz',
        '..%2F2026-03-03%2Fmanifest.json',
        'places',
        '',
      ])
        expect((await get(`/feed/${path}`)).status, path).toBe(404);
    });

    test('the pages of what is new and of the data lead to them', async () => {
      for (const page of ['/new', '/use'])
        expect(await (await get(page)).text()).toContain('href="/feed/index.ttl"');
    });

    test.skipIf(clientProblem !== undefined)('ldes-client reads them to the end', async () => {
      const datasets = ['places', 'schools', 'transcribers'];
      const read = await readWithClient(datasets.map((dataset) => `${server.url}/feed/${dataset}/index.ttl`));
      for (const [at, dataset] of datasets.entries())
        expect(stateOf(read[at] ?? [])).toEqual(await dumpOf(releases[2] as string, dataset));
    });

    test('a site without a server has the same files, and links to them', async () => {
      const site = join(folder, 'site');
      const args = ['browse', releases[2] as string, '--out', site, '--kinds', 'topic', '--languages', 'en'];
      expect((await runWarm([...args, '--index-folder', join(folder, 'indexes')])).code).toBe(0);
      const ours = [...(await filesBelow(join(folder, 'out/feed')))].filter(([path]) =>
        /\.(?:ttl|trig)$/.test(path),
      );
      const theirs = await filesBelow(join(site, 'feed'));
      expect([...theirs.keys()]).toEqual(ours.map(([path]) => path));
      for (const [path, bytes] of ours) expect(theirs.get(path)?.equals(bytes), path).toBe(true);
      expect(await readFile(join(site, 'new.html'), 'utf8')).toContain('href="feed/index.ttl"');
    });
  });
});
