import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { updateFeed } from '../../../src/build/pipeline/update-feed.js';
import { startBrowsing } from '../../../src/use/browse/serve.js';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { runWarm } from '../../support/warm.js';
import { openSiteIn, pagesOf } from '../../use/browse/browsed-release.js';
import { clientProblem, dumpOf, readWithClient, stateOf } from './streams.js';

/** Event streams beside the release that `browse` serves, or writes as files. */

describe('event streams in the browser of a release', () => {
  let folder: string;
  let release: string;
  let server: Awaited<ReturnType<typeof startBrowsing>>;
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, { headers });
  beforeAll(async () => {
    folder = await makeFolder();
    const make = await harvestSample(folder);
    const plan = { formats: ['nt'], compression: 'none', isLatest: true, issued: '2026-01-05' } as const;
    release = (await make('served', plan)).directory;
    await updateFeed({ out: join(folder, 'out'), report: silent });
    const onError = (thrown: unknown): never => {
      throw thrown;
    };
    const open = pagesOf({ site: await openSiteIn(folder, release), onError });
    server = await startBrowsing({ open, onError, port: 0, host: '127.0.0.1', graceMs: 100 });
  });
  afterAll(async () => {
    await server.close();
    await removeFolder(folder);
  });

  test('pages are immutable, views have an entity tag, and other sites may read both', async () => {
    const view = await get('/feed/places/index.ttl');
    expect(view.headers.get('content-type')).toBe('text/turtle; charset=utf-8');
    expect(view.headers.get('cache-control')).toBe('no-cache');
    expect(view.headers.get('access-control-allow-origin')).toBe('*');
    const tag = view.headers.get('etag') ?? '';
    expect((await get('/feed/places/index.ttl', { 'if-none-match': tag })).status).toBe(304);
    expect((await get('/feed/people/index.ttl', { 'if-none-match': tag })).status).toBe(200);
    const page = await get('/feed/places/served/0001.trig');
    expect(page.headers.get('content-type')).toBe('application/trig; charset=utf-8');
    expect(page.headers.get('cache-control')).toMatch(/\bimmutable\b/);
    expect(await page.text()).toBe(await readFile(join(folder, 'out/feed/places/served/0001.trig'), 'utf8'));
  });

  test('nothing else is served from the folder', async () => {
    for (const path of [
      'feed.json',
      '.state/served/places.tsv.gz',
      '..%2Fserved%2Fmanifest.json',
      'places',
      '',
    ])
      expect((await get(`/feed/${path}`)).status, path).toBe(404);
  });

  test('the pages of what is new and of the data lead to them', async () => {
    for (const page of ['/new', '/about'])
      expect(await (await get(page)).text()).toContain('href="/feed/index.ttl"');
  });

  test.skipIf(clientProblem !== undefined)('ldes-client reads them to the end', async () => {
    const datasets = ['places', 'schools', 'transcribers'];
    const read = await readWithClient(datasets.map((dataset) => `${server.url}/feed/${dataset}/index.ttl`));
    for (const [at, dataset] of datasets.entries())
      expect(stateOf(read[at] ?? [])).toEqual(await dumpOf(release, dataset));
  });

  test('a site without a server has the same files, and links to them', async () => {
    const site = join(folder, 'site');
    const args = ['browse', release, '--out', site, '--kinds', 'topic', '--languages', 'en'];
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
