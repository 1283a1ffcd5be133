import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RunEvent } from '../../../src/base/events.js';
import { PROTOCOLS, storeKind } from '../../../src/use/triplestore/store-kinds.js';
import { makeFolder, removeFolder, scratch } from '../../support/files.js';
import { harvestSample, type MakeRelease } from '../../support/sample-release.js';
import { deltaInto, howOf, interruptedInto, loadInto } from './loading.js';
import {
  type Behaviour,
  type OxigraphServer,
  quadsOf,
  sentGraph,
  sentGraphs,
  startOxigraph,
} from './oxigraph-server.js';
import { dataQuadsOf, expectedQuads, manifestOf, sharedReleases } from './releases.js';
import { holding } from './store-content.js';

const { before, after, held, quadsBefore, quadsAfter } = await sharedReleases();

async function started(behaviour: Behaviour = {}): Promise<OxigraphServer> {
  const server = await startOxigraph(behaviour);
  onTestFinished(() => server.stop());
  return server;
}

/** Bytes of a request, and the write at which a load is stopped: some graphs are whole then, and one is begun. */
const [PORTION, STOP_AT] = [8000, 40];

describe.each(PROTOCOLS)('a release by %s', (protocol) => {
  test('fills exactly the graphs of its manifest', async () => {
    const server = await started();
    const result = await loadInto(server.url, before, { protocol });
    expect(dataQuadsOf(server.store)).toEqual(quadsBefore);
    const { datasets, base, label } = await manifestOf(before);
    expect(result.label).toBe(label);
    expect(result.graphs.map(({ graph, triples }) => [graph, triples])).toEqual([
      ...datasets.map(({ graph, triples }) => [graph, triples]),
      [`${base}dataset/catalogue`, expect.any(Number)],
    ]);
    const graphs = new Set(quadsOf(server.store).map((quad) => / <(\S+)> \.$/.exec(quad)?.[1]));
    const filled = result.graphs.filter(({ triples }) => triples > 0).map(({ graph }) => graph);
    expect(graphs).toEqual(new Set([...filled, `${base}dataset/loaded`]));
  });

  test.each([
    ['some bytes', 5000, Number.POSITIVE_INFINITY],
    ['some lines', 1 << 20, 41],
  ])('is sent in requests of %s, too', async (_, portion, lines) => {
    const server = await started();
    const kind = { ...storeKind('oxigraph'), mostInUpdate: { bytes: 1 << 20, lines } };
    await loadInto(server.url, before, { protocol, portion, kind });
    expect(dataQuadsOf(server.store)).toEqual(quadsBefore);
    if (protocol === 'graph-store' && lines === 41) return;
    const bodies = server.seen
      .filter((seen) => sentGraph(seen) !== undefined)
      .map(({ body }) => body.split('\n').filter((line) => /^<https.* \.$/.test(line)));
    expect(bodies.length).toBeGreaterThan(80);
    for (const body of bodies) {
      expect(body.length).toBeLessThanOrEqual(lines);
      // A line that is longer than a portion is one by itself. Updates may write an escape in more bytes.
      if (body.length > 1 && protocol === 'graph-store')
        expect(Buffer.byteLength(`${body.join('\n')}\n`)).toBeLessThanOrEqual(portion);
    }
  });

  test('replaces the previous one in one request, and readers see one or the other', async () => {
    const server = await holding(held);
    const seenByReaders = new Set<string>();
    const readers = (): void => {
      const visible = dataQuadsOf(server.store).filter((quad) => !quad.endsWith('/next> .'));
      seenByReaders.add(visible.join('\n'));
    };
    server.behave({
      fate: () => {
        readers();
        return 'answered';
      },
    });
    await loadInto(server.url, after, { protocol });
    readers();
    expect(seenByReaders).toEqual(new Set([quadsBefore.join('\n'), quadsAfter.join('\n')]));
  });

  test('has the same result with any previous content', async () => {
    const [server, fresh] = [await holding(held), await started()];
    await loadInto(server.url, after, { protocol });
    await loadInto(fresh.url, after, { protocol });
    expect(quadsOf(server.store)).toEqual(quadsOf(fresh.store));
    expect(dataQuadsOf(server.store)).toEqual(quadsAfter);
  });

  test('does not change other graphs', async () => {
    const server = await holding(held);
    server.store.update('INSERT DATA { <x:s> <x:p> 1 . GRAPH <x:g> { <x:s> <x:p> 2 } }');
    const others = quadsOf(server.store).filter((quad) => quad.startsWith('<x:s>'));
    await loadInto(server.url, after, { protocol });
    expect(quadsOf(server.store).filter((quad) => quad.startsWith('<x:s>'))).toEqual(others);
  });

  test('that is loaded is not written again, unless "anew"', async () => {
    const server = await holding(held);
    const quads = quadsOf(server.store);
    const again = await loadInto(server.url, before, { protocol });
    expect(new Set(Object.values(howOf(again)))).toEqual(new Set(['kept']));
    expect(server.seen).toEqual([]);
    const anew = await loadInto(server.url, before, { protocol, loadedGraphs: 'anew' });
    expect(new Set(Object.values(howOf(anew)))).toEqual(new Set(['loaded']));
    expect(quadsOf(server.store)).toEqual(quads);
  });

  test('is loaded again where a graph has lost triples', async () => {
    const server = await holding(held);
    const { datasets } = await manifestOf(before);
    const graph = datasets.find(({ name }) => name === 'places')?.graph;
    server.store.update(
      `DELETE { GRAPH <${graph}> { ?s ?p ?o } } WHERE { SELECT * { GRAPH <${graph}> { ?s ?p ?o } } LIMIT 1 }`,
    );
    const how = howOf(await loadInto(server.url, before, { protocol }));
    expect(Object.keys(how).filter((name) => how[name] === 'loaded')).toEqual(['places']);
    expect(dataQuadsOf(server.store)).toEqual(quadsBefore);
  });

  test('changes nothing and is an error when the store loses triples', async () => {
    const server = await holding(held);
    const quads = quadsOf(server.store);
    server.behave({
      fate: ({ body, path }) => {
        if (path === '/store' || body.includes('INSERT DATA')) {
          server.store.update(
            'DELETE { GRAPH ?g { ?s ?p ?o } } WHERE { SELECT * { GRAPH ?g { ?s ?p ?o } FILTER STRENDS(STR(?g), "/people/next") } LIMIT 1 }',
          );
        }
        return 'answered';
      },
    });
    await expect(loadInto(server.url, after, { protocol, portion: 8000 })).rejects.toMatchObject({
      code: 'COUNT_MISMATCH',
      exitCode: 6,
      message: expect.stringMatching(/graph of \S+ has \d+ triples in the store; expected: \d+/),
    });
    server.behave({});
    expect(dataQuadsOf(server.store).filter((quad) => !quad.endsWith('/next> .'))).toEqual(quadsBefore);
    const entriesOf = (all: readonly string[]) =>
      all.filter((quad) => quad.endsWith('dataset/loaded> .') && !/^<\S+\/next> /.test(quad));
    expect(entriesOf(quadsOf(server.store))).toEqual(entriesOf(quads));
    await loadInto(server.url, after, { protocol });
    expect(dataQuadsOf(server.store)).toEqual(quadsAfter);
  });

  test('that is damaged does not replace graphs', async () => {
    const server = await holding(held);
    const damaged = join(await scratch(), 'damaged');
    await cp(after, damaged, { recursive: true });
    const file = join(damaged, 'data', 'places.nt.gz');
    const text = gunzipSync(await readFile(file)).toString('utf8');
    // The same length, so that only the checksum differs.
    await writeFile(file, gzipSync(text.replace(/place\/1/, 'place/2')));
    await expect(loadInto(server.url, damaged, { protocol })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(/places\.nt\.gz cannot be loaded: its checksum differs/),
    });
    expect(dataQuadsOf(server.store).filter((quad) => !quad.endsWith('/next> .'))).toEqual(quadsBefore);
  });

  test('reports its progress', async () => {
    const server = await started();
    const events: RunEvent[] = [];
    const { graphs } = await loadInto(server.url, before, {
      protocol,
      report: (event) => events.push(event),
    });
    const told = events.flatMap((event) => (event.event === 'progress' ? [event] : []));
    const all = graphs.reduce((sum, { triples }) => sum + triples, 0);
    expect(told.at(-1)).toMatchObject({ done: all, total: all });
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).sort((a, b) => a - b));
  });

  test('repeats at most one graph after an interruption', async () => {
    const [server, straight] = [await started(), await started()];
    await loadInto(straight.url, before, { protocol });
    await interruptedInto(server, before, STOP_AT, { protocol, portion: PORTION });
    const first = sentGraphs(server.seen);
    expect(first.size).toBeGreaterThan(2);
    expect(dataQuadsOf(server.store).filter((quad) => !quad.endsWith('/next> .'))).toEqual([]);
    await loadInto(server.url, before, { protocol, portion: PORTION });
    expect(quadsOf(server.store)).toEqual(quadsOf(straight.store));
    const second = sentGraphs(server.seen.slice(STOP_AT));
    expect([...second].filter((graph) => first.has(graph)).length).toBe(1);
  });

  test('is not mixed with another that was interrupted', async () => {
    const server = await started();
    await interruptedInto(server, before, STOP_AT, { protocol, portion: PORTION });
    await loadInto(server.url, after, { protocol });
    expect(dataQuadsOf(server.store)).toEqual(quadsAfter);
  });

  test('that is in the store leaves nothing of another that was interrupted', async () => {
    const server = await holding(held);
    const quads = quadsOf(server.store);
    await interruptedInto(server, after, STOP_AT, { protocol, portion: PORTION });
    expect(quadsOf(server.store)).not.toEqual(quads);
    await loadInto(server.url, before, { protocol });
    expect(quadsOf(server.store)).toEqual(quads);
  });

  test('has a graph built anew that lost triples after an interruption', async () => {
    const server = await started();
    await interruptedInto(server, before, STOP_AT, { protocol, portion: PORTION });
    const [whole] = sentGraphs(server.seen);
    server.store.update(
      `DELETE { GRAPH <${whole}> { ?s ?p ?o } } WHERE { SELECT * { GRAPH <${whole}> { ?s ?p ?o } } LIMIT 1 }`,
    );
    await loadInto(server.url, before, { protocol });
    expect(sentGraphs(server.seen.slice(STOP_AT))).toContain(whole);
    expect(dataQuadsOf(server.store)).toEqual(quadsBefore);
  });
});

describe('bodies', () => {
  test('are gzipped where the store accepts it', async () => {
    const server = await started();
    await loadInto(server.url, before, {});
    const posts = server.seen.filter(({ path }) => path === '/store');
    expect(new Set(posts.map(({ encoding }) => encoding))).toEqual(new Set(['gzip']));
    const place = posts.find(({ graph }) => graph?.endsWith('/places/next'));
    expect(place?.body).toBe(
      gunzipSync(await readFile(join(before, 'data', 'places.nt.gz'))).toString('utf8'),
    );
  });

  test.each(['refused with 415', 'refused with 500'] as const)(
    'packed and %s, go unpacked from then on',
    async (gzip) => {
      const server = await started({ gzip });
      await loadInto(server.url, before, {});
      expect(dataQuadsOf(server.store)).toEqual(quadsBefore);
      expect(server.seen.filter(({ encoding }) => encoding === 'gzip').length).toBe(1);
    },
  );

  test('are never gzipped for a store without support', async () => {
    const server = await started();
    const kind = { ...storeKind('oxigraph'), gzip: 'no' as const };
    await loadInto(server.url, before, { kind });
    expect(server.seen.map(({ encoding }) => encoding)).not.toContain('gzip');
    expect(dataQuadsOf(server.store)).toEqual(quadsBefore);
  });
});

describe('a release', () => {
  let folder: string;
  let make: MakeRelease;
  beforeAll(async () => {
    folder = await makeFolder();
    make = await harvestSample(folder);
  });
  afterAll(() => removeFolder(folder));

  test.each([
    ['without N-Triples', { formats: ['ttl'], compression: 'gzip' }],
    ['that is not packed', { formats: ['ttl', 'nt'], compression: 'none' }],
  ] as const)('%s is loaded', async (name, changes) => {
    const { directory } = await make(name.replaceAll(' ', '-'), { ...changes, kinds: ['people', 'places'] });
    for (const protocol of PROTOCOLS) {
      const server = await started();
      await loadInto(server.url, directory, { protocol, portion: 100_000 });
      expect(dataQuadsOf(server.store)).toEqual(await expectedQuads(directory));
    }
  });

  test('without a dataset of the previous one drops its graph', async () => {
    const { directory } = await make('fewer', { formats: ['ttl', 'nt'], kinds: ['people'] });
    const server = await holding(held);
    const how = howOf(await loadInto(server.url, directory, {}));
    expect(dataQuadsOf(server.store)).toEqual(await expectedQuads(directory));
    const gone = Object.keys(how).filter((name) => how[name] === 'dropped');
    expect(gone).toContain('https://data.example.org/folklore/dataset/folklore/photographs');
  });

  test('that is not a release is refused', async () => {
    const server = await started();
    await expect(loadInto(server.url, await scratch(), {})).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      exitCode: 2,
    });
    expect(server.seen).toEqual([]);
  });

  test.each([
    ['a graph of another owner', (text: string) => text.replaceAll('dataset/folklore/people"', 'people"')],
    [
      'a graph that ends an IRI',
      (text: string) => text.replaceAll('folklore/people"', 'folklore/people> { } } #"'),
    ],
    [
      'a checksum that is none',
      (text: string) => text.replaceAll(/"sha256": "[0-9a-f]{4}/g, '"sha256": "\\" . <x'),
    ],
  ])('whose manifest holds %s is refused', async (_, damage) => {
    const server = await started();
    const damaged = join(await scratch(), 'damaged');
    await cp(before, damaged, { recursive: true });
    const manifest = join(damaged, 'manifest.json');
    await writeFile(manifest, damage(await readFile(manifest, 'utf8')));
    await expect(loadInto(server.url, damaged, {})).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    expect(server.seen).toEqual([]);
  });
});

describe('a store whose answers cannot be read is found out before anything is sent', () => {
  const ROWS = '{"head":{"vars":["s","p","o"]},"results":{"bindings":[]}}';
  const NUMBER =
    '{"head":{"vars":["number"]},"results":{"bindings":[{"number":{"type":"literal","value":"0"}}]}}';

  test.each([
    ['to a count', { count: ROWS, rows: ROWS }],
    ['to SELECT', { count: NUMBER, rows: '{"boolean":false}' }],
  ])('%s', async (_, answers) => {
    const asked: string[] = [];
    const server = createServer(async (request, response) => {
      const query = new URLSearchParams(await text(request)).get('query') ?? '';
      asked.push(query === '' ? `${request.method} ${request.url}` : query);
      response.end(/COUNT/.test(query) ? answers.count : answers.rows);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const load of [loadInto, deltaInto]) {
      asked.length = 0;
      const loading = load(url, after, { kind: storeKind('virtuoso') });
      await expect(loading).rejects.toMatchObject({ code: 'REQUEST_REFUSED' });
      expect(asked.filter((query) => !/^SELECT /.test(query))).toEqual([]);
      expect(new Set(asked).size).toBe(asked.length);
    }
  });
});

test('the two releases differ', () => {
  expect(quadsBefore.length).toBeGreaterThan(1000);
  expect(quadsBefore).not.toEqual(quadsAfter);
});
