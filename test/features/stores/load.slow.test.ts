import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Report, RunEvent } from '../../../src/base/events.js';
import { PROTOCOLS, storeKind } from '../../../src/features/stores/store-kinds.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample, type MakeRelease } from '../../support/sample-release.js';
import { howOf, interruptedInto, loadInto } from './loading.js';
import {
  type Behaviour,
  type OxigraphServer,
  quadsOf,
  type Seen,
  sentGraph,
  sentGraphs,
  startOxigraph,
} from './oxigraph-server.js';
import {
  copyOf,
  dataQuadsOf,
  expectedQuads,
  holding,
  loseTriple,
  manifestOf,
  seenByReaders,
  sharedReleases,
  watchReaders,
} from './releases.js';

const { before, after, held, fresh, quadsBefore, quadsAfter } = await sharedReleases();

async function started(behaviour: Behaviour = {}): Promise<OxigraphServer> {
  const server = await startOxigraph(behaviour);
  onTestFinished(() => server.stop());
  return server;
}

/** Bytes of a request, and the write at which a load is stopped: some graphs are whole then, and one is begun. */
const [PORTION, STOP_AT] = [8000, 40];

const PLACES = 'https://data.example.org/folklore/dataset/placenames/places';
const PEOPLE = 'https://data.example.org/folklore/dataset/folklore/people';

describe.each(PROTOCOLS)('a release by %s', (protocol) => {
  test('fills exactly the graphs of its manifest, and reports its progress', async () => {
    const server = await started();
    const events: RunEvent[] = [];
    const report: Report = (event) => events.push(event);
    const result = await loadInto(server.url, before, { protocol, report });
    expect(dataQuadsOf(server.store)).toEqual(quadsBefore);
    const { datasets, base, label } = await manifestOf(before);
    expect(result.label).toBe(label);
    expect(result.graphs.map(({ graph, triples }) => [graph, triples])).toEqual([
      ...datasets.map(({ graph, triples }) => [graph, triples]),
      [`${base}dataset/catalogue`, expect.any(Number)],
    ]);
    const told = events.flatMap((event) => (event.event === 'progress' ? [event.done] : []));
    expect(told.at(-1)).toBe(result.graphs.reduce((sum, { triples }) => sum + triples, 0));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  test.each([
    ['some bytes', 8000, Number.POSITIVE_INFINITY],
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
    expect(bodies.length).toBeGreaterThan(50);
    for (const body of bodies) {
      expect(body.length).toBeLessThanOrEqual(lines);
      // A line that is longer than a portion is one by itself. Updates may write an escape in more bytes.
      if (body.length > 1 && protocol === 'graph-store')
        expect(Buffer.byteLength(`${body.join('\n')}\n`)).toBeLessThanOrEqual(portion);
    }
  });

  test('replaces the previous one in one request, and changes no other graphs', async () => {
    const server = await holding(held);
    server.store.update('INSERT DATA { <x:s> <x:p> 1 . GRAPH <x:g> { <x:s> <x:p> 2 } }');
    const others = quadsOf(server.store).filter((quad) => quad.startsWith('<x:s>'));
    const seen = watchReaders(server);
    await loadInto(server.url, after, { protocol });
    const now = [...quadsAfter, ...others].sort();
    expect(new Set([...seen, seenByReaders(server.store).join('\n')])).toEqual(
      new Set([[...quadsBefore, ...others].sort().join('\n'), now.join('\n')]),
    );
    // The same as in a store that was empty.
    expect(quadsOf(server.store)).toEqual([...fresh, ...others].sort());
  });

  test('changes nothing and is an error when the store loses triples', async () => {
    const server = await holding(held);
    const quads = quadsOf(server.store);
    server.behave({
      fate: ({ body, path }) => {
        if (path === '/store' || body.includes('INSERT DATA')) loseTriple(server.store, `${PEOPLE}/next`);
        return 'answered';
      },
    });
    await expect(loadInto(server.url, after, { protocol, portion: PORTION })).rejects.toMatchObject({
      code: 'COUNT_MISMATCH',
      exitCode: 6,
      message: expect.stringMatching(/graph of \S+ has \d+ triples in the store; expected: \d+/),
    });
    server.behave({});
    expect(seenByReaders(server.store)).toEqual(quadsBefore);
    const entriesOf = (all: readonly string[]) =>
      all.filter((quad) => quad.endsWith('dataset/loaded> .') && !/^<\S+\/next> /.test(quad));
    expect(entriesOf(quadsOf(server.store))).toEqual(entriesOf(quads));
    await loadInto(server.url, after, { protocol });
    expect(dataQuadsOf(server.store)).toEqual(quadsAfter);
  });

  test('repeats at most one graph after an interruption', async () => {
    const server = await started();
    await interruptedInto(server, after, STOP_AT, { protocol, portion: PORTION });
    const first = sentGraphs(server.seen);
    expect(first.size).toBeGreaterThan(2);
    expect(seenByReaders(server.store)).toEqual([]);
    await loadInto(server.url, after, { protocol, portion: PORTION });
    expect(quadsOf(server.store)).toEqual(fresh);
    const second = sentGraphs(server.seen.slice(STOP_AT));
    expect([...second].filter((graph) => first.has(graph)).length).toBe(1);
  });
});

describe('a release', () => {
  test('that is loaded is not written again, unless "anew" or where a graph has lost triples', async () => {
    const server = await holding(held);
    const quads = quadsOf(server.store);
    const again = await loadInto(server.url, before);
    expect(new Set(Object.values(howOf(again)))).toEqual(new Set(['kept']));
    expect(server.seen).toEqual([]);
    loseTriple(server.store, PLACES);
    const how = howOf(await loadInto(server.url, before));
    expect(Object.keys(how).filter((name) => how[name] === 'loaded')).toEqual(['places']);
    expect(quadsOf(server.store)).toEqual(quads);
    const anew = await loadInto(server.url, before, { loadedGraphs: 'anew' });
    expect(new Set(Object.values(howOf(anew)))).toEqual(new Set(['loaded']));
    expect(quadsOf(server.store)).toEqual(quads);
  });

  test('that is damaged does not replace graphs', async () => {
    const server = await holding(held);
    const damaged = await copyOf(after);
    const file = join(damaged, 'data', 'places.nt.gz');
    const text = gunzipSync(await readFile(file)).toString('utf8');
    // The same length, so that only the checksum differs.
    await writeFile(file, gzipSync(text.replace(/place\/1/, 'place/2')));
    await expect(loadInto(server.url, damaged)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(/places\.nt\.gz cannot be loaded: its checksum differs/),
    });
    expect(seenByReaders(server.store)).toEqual(quadsBefore);
  });

  test('is not mixed with another that was interrupted, and leaves nothing of it', async () => {
    const server = await holding(held);
    const quads = quadsOf(server.store);
    await interruptedInto(server, after, STOP_AT, { portion: PORTION });
    expect(quadsOf(server.store)).not.toEqual(quads);
    await loadInto(server.url, before);
    expect(quadsOf(server.store)).toEqual(quads);
    const empty = await started();
    await interruptedInto(empty, before, STOP_AT, { portion: PORTION });
    await loadInto(empty.url, after);
    expect(dataQuadsOf(empty.store)).toEqual(quadsAfter);
  });

  test('has a graph built anew that lost triples after an interruption', async () => {
    const server = await started();
    await interruptedInto(server, before, STOP_AT, { portion: PORTION });
    const [whole] = sentGraphs(server.seen);
    loseTriple(server.store, whole);
    await loadInto(server.url, before);
    expect(sentGraphs(server.seen.slice(STOP_AT))).toContain(whole);
    expect(dataQuadsOf(server.store)).toEqual(quadsBefore);
  });
});

describe('a store that does not move graphs as it was asked', () => {
  /** The update that moves the graphs. */
  const isMove = ({ body }: Seen): boolean => body.includes(`DELETE { GRAPH <${PEOPLE}> {`);
  /** Its operations up to the first that changes the graph of people. */
  const halfOf = ({ body }: Seen): string => {
    const operations = body.split(' ;\n');
    const first = operations.findIndex((one) => one.startsWith(`DELETE { GRAPH <${PEOPLE}> {`));
    return operations.slice(0, first + 1).join(' ;\n');
  };

  test.each([
    ['nothing of it', () => ({ status: 204 })],
    ['half of it', (seen: Seen) => ({ status: 200, runs: halfOf(seen) })],
  ])('but does %s, and answers that it did, is found out; the same load moves them', async (_, fate) => {
    const server = await holding(held);
    server.behave({ fate: (seen) => (isMove(seen) ? fate(seen) : 'answered') });
    await expect(loadInto(server.url, after)).rejects.toMatchObject({
      code: 'COUNT_MISMATCH',
      exitCode: 6,
      message: expect.stringMatching(
        /^The store does not have release after, .*Not of the release:.* people/,
      ),
      hint: expect.stringContaining('The same command'),
    });
    server.behave({});
    const at = server.seen.length;
    await loadInto(server.url, after);
    expect(sentGraphs(server.seen.slice(at))).toEqual(new Set());
    expect(quadsOf(server.store)).toEqual(fresh);
  });

  test.each([
    [500, 'SERVICE_UNAVAILABLE', 3],
    [400, 'COUNT_MISMATCH', 6],
    [401, 'COUNT_MISMATCH', 6],
    [0, 'SERVICE_UNAVAILABLE', 3],
  ])('but does half of it, and answers with %i, has that told; the same load mends it', async (...row) => {
    const [status, code, exitCode] = row;
    const server = await holding(held);
    server.behave({ fate: (seen) => (isMove(seen) ? { status, runs: halfOf(seen) } : 'answered') });
    await expect(loadInto(server.url, after)).rejects.toMatchObject({
      code,
      exitCode,
      // The graphs before that of people in the update are moved; one operation of two is done with that of people.
      message: expect.stringMatching(
        /The move is half done\. Of release after: .*\w.*\. Not of the release: .*people \(\d+ triples; expected: \d+\)/,
      ),
      hint: expect.stringContaining('Run the same `folklore-ld load` again'),
    });
    server.behave({});
    await loadInto(server.url, after);
    expect(quadsOf(server.store)).toEqual(fresh);
  });

  test('but does half of it before an interruption, has that told', async () => {
    const server = await holding(held);
    const stop = new AbortController();
    server.behave({
      fate: (seen) => {
        if (!isMove(seen)) return 'answered';
        stop.abort();
        return { status: 500, runs: halfOf(seen) };
      },
    });
    await expect(loadInto(server.url, after, { signal: stop.signal })).rejects.toMatchObject({
      code: 'INTERRUPTED',
      message: expect.stringMatching(
        /^Stopped before moving the graphs succeeded \(tried once: 500 .*The move is half done\./,
      ),
    });
  });

  test('but is gone in the middle, has told that the move may be half done', async () => {
    const server = await holding(held);
    server.behave({
      fate: (seen) => {
        if (isMove(seen)) void server.stop();
        return isMove(seen) ? 'lost before' : 'answered';
      },
    });
    await expect(loadInto(server.url, after)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      exitCode: 3,
      message: expect.stringContaining('The move may be half done'),
      hint: expect.stringContaining('Run the same `folklore-ld load` again'),
    });
  });

  test('but refuses it, has told that no graph was changed, also where two releases have as many triples', async () => {
    const server = await holding(held);
    const [moved] = quadsAfter.filter((quad) => quad.endsWith(`<${PEOPLE}> .`));
    server.store.update(`DROP GRAPH <${PEOPLE}>`);
    for (const quad of quadsAfter.filter((one) => one.endsWith(`<${PEOPLE}> .`) && one !== moved))
      server.store.load(quad, { format: 'application/n-quads' });
    server.store.update(`INSERT DATA { GRAPH <${PEOPLE}> { <x:s> <x:p> 1 } }`);
    const quads = seenByReaders(server.store);
    server.behave({ fate: (seen) => (isMove(seen) ? { status: 400 } : 'answered') });
    await expect(loadInto(server.url, after)).rejects.toMatchObject({
      code: 'REQUEST_REFUSED',
      message: expect.stringMatching(/refused moving the graphs with 400.*No graph was changed\.$/),
    });
    expect(seenByReaders(server.store)).toEqual(quads);
  });

  test('but leaves out its register, has that told for each graph', async () => {
    const server = await holding(held);
    const runs = ({ body }: Seen): string =>
      body
        .split(' ;\n')
        .filter((one) => !one.includes('dataset/loaded>'))
        .join(' ;\n');
    server.behave({ fate: (seen) => (isMove(seen) ? { status: 204, runs: runs(seen) } : 'answered') });
    await expect(loadInto(server.url, after)).rejects.toMatchObject({
      code: 'COUNT_MISMATCH',
      message: expect.stringMatching(
        /Not of the release:.* people \(complete, but not recorded so in <\S+dataset\/loaded>\)/,
      ),
    });
  });

  test('but fails, or loses all its answers, comes to its end by the same load', async () => {
    for (const fate of [{ status: 500, body: 'disk full' }, 'lost before', 'lost after'] as const) {
      const server = await holding(held);
      server.behave({ fate: (seen) => (isMove(seen) ? fate : 'answered') });
      await expect(loadInto(server.url, after)).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        exitCode: 3,
        hint: expect.stringContaining('The same command'),
      });
      expect(seenByReaders(server.store)).toEqual(fate === 'lost after' ? quadsAfter : quadsBefore);
      server.behave({});
      await loadInto(server.url, after);
      expect(quadsOf(server.store)).toEqual(fresh);
    }
  });

  test('because it is Virtuoso with a limit that is too low, is refused with the remedy', async () => {
    const server = await holding(held);
    // The answer of Virtuoso 7.2.5.
    const body =
      'Virtuoso 40005 Error SR325: Transaction aborted because its log after image size went above the limit';
    server.behave({ fate: (seen) => (isMove(seen) ? { status: 500, body } : 'answered') });
    await expect(loadInto(server.url, after)).rejects.toMatchObject({
      code: 'REQUEST_REFUSED',
      hint: expect.stringMatching(/TransactionAfterImageLimit .*virtuoso\.ini.*bulk\/virtuoso\.sql/),
    });
    expect(seenByReaders(server.store)).toEqual(quadsBefore);
  });

  test.each([
    // The answer of Virtuoso 7.2 to SPARQL updates of the user without a name, and to one without the role SPARQL_UPDATE.
    'Virtuoso 42000 Error SR186:No permission to execute procedure DB.DBA.SPARQL_INSERT_DICT_CONTENT with user ID 107, group ID 107',
    'Virtuoso 42000 Error SQ070:SECURITY: Must have select privileges on view DB.DBA.SPARQL_SINV_2',
  ])(
    'because it is Virtuoso without the right user, is a matter of credentials (exit 2): %s',
    async (body) => {
      const server = await holding(held);
      server.behave({ fate: () => ({ status: 500, body }) });
      await expect(loadInto(server.url, after)).rejects.toMatchObject({
        code: 'KEY_REFUSED',
        exitCode: 2,
        hint: expect.stringContaining('FOLKLORE_LD_ENDPOINT_USER'),
      });
    },
  );

  test('as a page to log in stands before it, has that page shown', async () => {
    const server = await holding(held);
    const page = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Your account</body></html>';
    server.behave({ fate: () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: page }) });
    await expect(loadInto(server.url, after)).rejects.toMatchObject({
      code: 'COUNT_MISMATCH',
      message: expect.stringContaining('Sign in Your account'),
    });
    expect(seenByReaders(server.store)).toEqual(quadsBefore);
  });
});

describe('bodies', () => {
  test('are gzipped where the store accepts it', async () => {
    const server = await started();
    await loadInto(server.url, before);
    const posts = server.seen.filter(({ path }) => path === '/store');
    expect(new Set(posts.map(({ encoding }) => encoding))).toEqual(new Set(['gzip']));
  });

  test.each(['refused with 415', 'refused with 500'] as const)(
    'packed and %s, go unpacked from then on',
    async (gzip) => {
      const server = await started({ gzip });
      await loadInto(server.url, before);
      expect(dataQuadsOf(server.store)).toEqual(quadsBefore);
      expect(server.seen.filter(({ encoding }) => encoding === 'gzip').length).toBe(1);
    },
  );
});

test('a release whose staging graphs cannot be dropped is loaded, with a warning; the next load drops them', async () => {
  const events: RunEvent[] = [];
  const server = await holding(held);
  const isDrop = ({ path, body }: Seen): boolean =>
    path === '/update' && body.startsWith('DROP') && body.includes('/next>');
  let moved = false;
  server.behave({
    fate: (seen) => {
      moved ||= seen.path === '/update' && / TO <|FILTER NOT EXISTS/.test(seen.body);
      return moved && isDrop(seen) ? { status: 500 } : 'answered';
    },
  });
  await loadInto(server.url, after, { report: (event) => events.push(event) });
  expect(events.filter(({ event }) => event === 'warning')).toEqual([
    { event: 'warning', message: expect.stringContaining('the release is in the store') },
  ]);
  expect(quadsOf(server.store)).not.toEqual(fresh);
  server.behave({});
  await loadInto(server.url, after, {});
  expect(quadsOf(server.store)).toEqual(fresh);
});

describe('a release of its own', () => {
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
    const damaged = await copyOf(before);
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
    const loading = loadInto(url, after, { kind: storeKind('virtuoso') });
    await expect(loading).rejects.toMatchObject({ code: 'REQUEST_REFUSED' });
    expect(asked.filter((query) => !/^SELECT /.test(query))).toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
  });
});
