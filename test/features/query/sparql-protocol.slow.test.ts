import { cp } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Parser } from 'n3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { openEngine, type QueryEngine } from '../../../src/features/query/engine.js';
import { remoteEngine } from '../../../src/features/query/remote-engine.js';
import { answerSparql } from '../../../src/features/query/sparql-protocol.js';
import { NO_PROXIES } from '../../../src/harvest/client/proxies.js';
import { serveLocally } from '../../support/chromium.js';
import { scratch } from '../../support/files.js';
import { browsedRelease } from '../browse/browsed-release.js';

/** Queries about a release of the sample world: the embedded engine, and the SPARQL 1.1 Protocol. */

/** The program of the engine's process, as built. */
const SCRIPT = new URL('../../../dist/features/query/engine-child.js', import.meta.url);
const LIMITS = { timeoutMs: 2000, maxResult: 200_000 };

const browsed = browsedRelease();
let engine: QueryEngine;
beforeAll(async () => {
  engine = await openEngine(browsed().folder, browsed().site.manifest, LIMITS, silent, SCRIPT);
});
afterAll(() => engine.close());

/** The embedded engine has its answers whole. */
const whole: Parameters<typeof answerSparql>[2] = (body, headers) => new Response(String(body), { headers });

const ask = (query: string, headers: Record<string, string> = {}) =>
  answerSparql(
    new Request(`http://x/sparql?query=${encodeURIComponent(query)}`, { headers }),
    async () => engine,
    whole,
  );
/** The same, and as often as a 503 says when to ask again. */
async function askPatiently(query: string): Promise<Response> {
  for (;;) {
    const response = await ask(query);
    const seconds = response.headers.get('retry-after');
    if (response.status !== 503 || seconds === null) return response;
    await wait(Number(seconds) * 1000);
  }
}
/** The four collections of the archive (model 3.1). */
const COLLECTIONS = 'SELECT ?c { ?c a <https://w3id.org/folklore-ld/ns#Collection> } ORDER BY ?c';
const ENDLESS = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }';
const NAMES = ['cbe', 'cbed', 'cbeg', 'cbes'].map((name) => `https://data.example.org/folklore/${name}`);

describe('requests (SPARQL 1.1 Protocol, section 2.1)', () => {
  const got = (query: string): Request => new Request(`http://x/sparql?${query}`);
  const posted = (body: string | URLSearchParams, type?: string): Request =>
    new Request('http://x/sparql', {
      ...{ method: 'POST', body },
      ...(type !== undefined && { headers: { 'content-type': type } }),
    });
  const form = (fields: Record<string, string>): Request => posted(new URLSearchParams(fields));

  test.each([
    ['GET', got(`query=${encodeURIComponent(COLLECTIONS)}`)],
    ['a form', form({ query: COLLECTIONS })],
    ['a query', posted(COLLECTIONS, 'application/sparql-query; charset=utf-8')],
    // Forms of clients send all of their fields. An IRI of a graph is never empty (section 2.1.4).
    [
      'GET with datasets that are not given',
      got(`query=${encodeURIComponent(COLLECTIONS)}&default-graph-uri=&named-graph-uri=`),
    ],
    ['a form with a dataset that is not given', form({ query: COLLECTIONS, 'default-graph-uri': '' })],
    // Editors of Windows begin a file with U+FEFF; text that is copied out of one has it, too.
    ['GET with a byte order mark', got(`query=${encodeURIComponent(`\uFEFF${COLLECTIONS}`)}`)],
    ['a form with a byte order mark', form({ query: `\uFEFF${COLLECTIONS}` })],
    ['a query with a byte order mark', posted(`\uFEFF${COLLECTIONS}`, 'application/sparql-query')],
  ])('by %s are answered', async (_, request) => {
    const response = await answerSparql(request, async () => engine, whole);
    expect(response.headers.get('content-type')).toBe('application/sparql-results+json; charset=utf-8');
    const { results } = (await response.json()) as { results: { bindings: { c: { value: string } }[] } };
    expect(results.bindings.map(({ c }) => c.value)).toEqual(NAMES);
  });

  test.each([
    ['no query', new Request('http://x/sparql'), 400],
    ['two queries', got('query=ASK%7B%7D&query=ASK%7B%7D'), 400],
    ['an update', form({ update: 'CLEAR ALL' }), 400],
    ['an update as query', got(`query=${encodeURIComponent('INSERT DATA { <a:a> <a:a> <a:a> }')}`), 400],
    ['an empty update', form({ update: '' }), 400],
    ['another dataset', got('query=ASK%7B%7D&default-graph-uri=http://y/'), 400],
    ['two datasets', got('query=ASK%7B%7D&named-graph-uri=&named-graph-uri=http://y/'), 400],
    ['a format that is none', got('query=ASK%7B%7D&format=nope'), 400],
    ['JSON', posted('{}', 'application/json'), 415],
    ['DELETE', new Request('http://x/sparql', { method: 'DELETE' }), 405],
    ['a query of a megabyte', form({ query: `ASK{} #${'x'.repeat(1 << 20)}` }), 413],
  ])('with %s are refused', async (_, request, status) => {
    const response = await answerSparql(request, async () => engine, whole);
    expect(response.status).toBe(status);
    expect((await response.text()).length).toBeLessThan(500);
  });

  // SPARQL 1.1, section 13.2: these are the dataset of a query, which the release is already.
  test.each([
    'SELECT * FROM <http://x/> { ?s ?p ?o }',
    'SELECT * FROM <http://x/> FROM NAMED <http://y/> WHERE { GRAPH ?g { ?s ?p ?o } }',
    'PREFIX x: <http://x/>\nASK FROM NAMED x:y {}',
    'CONSTRUCT { ?s ?p ?o } FROM <http://x/> WHERE { ?s ?p ?o }',
    'DESCRIBE <http://x/> from<http://x/>',
  ])('by a clause for another dataset are refused as by a parameter: %s', async (query) => {
    const [refused, parameter] = await Promise.all([
      ask(query),
      answerSparql(got('query=ASK%7B%7D&default-graph-uri=http://y/'), async () => engine, whole),
    ]);
    expect([refused.status, await refused.text()]).toEqual([400, await parameter.text()]);
  });

  test('with "from" in a name, a text or a remark are answered', async () => {
    const query = `PREFIX from: <http://x/> PREFIX x: <http://x/from/>
      SELECT ?from { BIND("a" AS ?from) OPTIONAL { ?from from:from x:from , x:a-from , <from> , "from <x>"@from } } # FROM <x>`;
    expect((await ask(query)).status).toBe(200);
  });

  test('a wrong query is answered with the line', async () => {
    const response = await ask('SELECT * {\n?s ?p }');
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringMatching(/^line 2, column \d+: /),
    ]);
  });

  test('in CSV, an address with a comma is one cell (RFC 4180, section 2.6)', async () => {
    const query = 'SELECT ?a ("=1" AS ?b) (BNODE() AS ?c) ?none { VALUES ?a { <http://a.example/x,y> } }';
    const rows = (await (await ask(query, { accept: 'text/csv' })).text()).split('\r\n');
    expect(rows[0]).toBe('a,b,c,none');
    expect(rows[1]).toMatch(/^"http:\/\/a\.example\/x,y",'=1,_:\w+,$/);
    expect(await (await ask('ASK {}', { accept: 'text/csv' })).text()).toBe('true\r\n');
  });

  test('a query that fetches from elsewhere is not answered', async () => {
    expect((await ask('SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }')).status).toBe(400);
  });
});

describe('answers', () => {
  test.each([
    ['application/sparql-results+json', /^\{"head"/],
    ['application/json', /^\{"head"/],
    ['application/sparql-results+xml', /^<\?xml/],
    ['text/csv', /^c\r?\nhttps:/],
    ['text/tab-separated-values', /^\?c\n<https:/],
    ['text/csv;q=0.1, application/sparql-results+xml;q=0.9', /^<\?xml/],
  ])('to SELECT as %s', async (accept, beginning) => {
    const response = await ask(COLLECTIONS, { accept });
    expect(response.headers.get('vary')).toBe('Accept');
    const text = await response.text();
    expect(text).toMatch(beginning);
    for (const name of NAMES) expect(text).toContain(name);
  });

  test.each(['text/turtle', 'application/n-triples'])('to CONSTRUCT as %s', async (accept) => {
    const response = await ask(
      'CONSTRUCT { ?c a ?t } WHERE { ?c a ?t , <https://w3id.org/folklore-ld/ns#Collection> }',
      { accept },
    );
    expect(response.headers.get('content-type')).toContain(accept);
    const quads = new Parser().parse(await response.text());
    expect(new Set(quads.map(({ subject }) => subject.value))).toEqual(new Set(NAMES));
  });

  test('in a format of the other form are refused with a list', async () => {
    const response = await ask(COLLECTIONS, { accept: 'text/turtle' });
    expect([response.status, await response.text()]).toEqual([406, expect.stringContaining('text/csv')]);
  });

  test('as CSV make no formula in a spreadsheet, and keep numbers', async () => {
    const response = await ask(
      'SELECT ?a ?b { VALUES (?a ?b) { ("=1+1" -8.24) ("a, \\"b\\" \\n=c" "@x"@en) } }',
      { accept: 'text/csv' },
    );
    expect(await response.text()).toBe(`a,b\r\n'=1+1,-8.24\r\n"a, ""b"" \n=c",'@x\r\n`);
  });

  test('as XML are well-formed, whatever a text holds (XML 1.0, section 2.2)', async () => {
    const response = await ask('SELECT ?a { VALUES ?a { "a\\u0001b\\uFFFEc\\uFFFFd\\te<&" } }', {
      accept: 'application/sparql-results+xml',
    });
    expect(await response.text()).toContain('<literal>a\ufffdb\ufffdc\ufffdd\te&lt;&amp;</literal>');
  });

  const askedFor = (query: string, format: string, accept = '*/*') =>
    answerSparql(
      new Request(`http://x/sparql?${new URLSearchParams({ query, format })}`, { headers: { accept } }),
      async () => engine,
      whole,
    );

  test.each(['xml', 'XML', 'application/sparql-results+xml'])(
    'by a parameter, for links: %s',
    async (format) => {
      expect(await (await askedFor('ASK {}', format)).text()).toContain('<boolean>true</boolean>');
    },
  );

  test('by a parameter that names no format are refused with the names', async () => {
    expect(await (await askedFor('ASK {}', 'nope')).text()).toMatch(/json, xml, csv, tsv/);
    expect(await (await askedFor('DESCRIBE <a:a>', 'constructor')).text()).toMatch(/ttl, nt/);
  });

  test('by a parameter that is empty, or of the other form of queries, are those of the header', async () => {
    expect(await (await askedFor('ASK {}', '', 'text/csv')).text()).toBe('true\r\n');
    const graph = await askedFor('DESCRIBE <a:a>', 'json', 'application/n-triples');
    expect(graph.headers.get('content-type')).toContain('application/n-triples');
    const turtle = await askedFor('DESCRIBE <a:a>', 'turtle', 'application/n-triples');
    expect(turtle.headers.get('content-type')).toContain('text/turtle');
  });
});

describe('limits', () => {
  test('a query without end is ended, and the next one is answered', async () => {
    const endless = await ask(ENDLESS);
    expect([endless.status, await endless.text()]).toEqual([504, expect.stringContaining('longer than 2 s')]);
    expect((await askPatiently(COLLECTIONS)).status).toBe(200);
  });

  test('a query without end does not keep other queries waiting: another engine is loaded', async () => {
    const reports: string[] = [];
    const limits = { ...LIMITS, timeoutMs: 600_000, engines: 2 };
    const two = await openEngine(
      browsed().folder,
      browsed().site.manifest,
      limits,
      (event) => reports.push(JSON.stringify(event)),
      SCRIPT,
    );
    const endless = two.query(ENDLESS, 'json').then(
      () => 'answered',
      () => 'ended',
    );
    expect(await two.query('ASK {}', 'json')).toContain('true');
    expect(reports.join()).toContain('another engine is being loaded');
    await two.close();
    expect(await endless).toBe('ended');
  });

  test('a release that is being loaded says how much of it is', async () => {
    const { folder, site } = browsed();
    const one = await openEngine(folder, site.manifest, LIMITS, silent, SCRIPT);
    const loading = one.loading?.();
    expect(loading?.total).toBe(site.manifest.datasets.reduce((sum, { triples }) => sum + triples, 0));
    await loading?.ready;
    expect(one.loading?.()).toBeUndefined();
    await one.close();
    await expect(one.query('ASK {}', 'json')).rejects.toMatchObject({ status: 503 });
  });

  test('a dump that cannot be read fails the query; one a second later tries again', async () => {
    const { folder, site } = browsed();
    const away = await scratch();
    const one = await openEngine(away, site.manifest, LIMITS, silent, SCRIPT);
    await expect(one.query('ASK {}', 'json')).rejects.toMatchObject({
      ...{ status: 503, retryAfter: 1, cause: { code: 'FILE_UNREADABLE' } },
      message: expect.not.stringContaining('memory'),
    });
    await cp(folder, away, { recursive: true });
    await wait(1000);
    expect(await one.query('ASK {}', 'json')).toContain('true');
    await one.close();
  });

  test('an answer that is too long is refused, not cut off', async () => {
    const response = await askPatiently('SELECT * { ?s ?p ?o }');
    expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('LIMIT')]);
  });
});

describe('another SPARQL server', () => {
  let server: Awaited<ReturnType<typeof serveLocally>>;
  const seen: string[] = [];
  beforeAll(async () => {
    server = await serveLocally((request, response) => {
      seen.push(`${request.method} ${request.headers['content-type']} ${request.headers.accept}`);
      if (request.url === '/late') return;
      if (request.url === '/xml') return response.end('<literal>a\u0001b&#2;c\uFFFF</literal>');
      response
        .writeHead(request.url === '/broken' ? 500 : 200)
        .end(request.url === '/long' ? 'x'.repeat(300_000) : '"a","b"\n"=1+1",-8.24\n');
    });
  });
  afterAll(() => server.close());

  test('is asked as the protocol says', async () => {
    expect(await remoteEngine(`${server.url}/`, LIMITS, NO_PROXIES).query('SELECT * {}', 'csv')).toBe(
      "a,b\r\n'=1+1,-8.24\r\n",
    );
    expect(seen).toEqual(['POST application/x-www-form-urlencoded text/csv']);
  });

  test('that writes what XML cannot hold gives well-formed XML', async () => {
    expect(await remoteEngine(`${server.url}/xml`, LIMITS, NO_PROXIES).query('SELECT * {}', 'xml')).toBe(
      '<literal>a\ufffdb\ufffdc\ufffd</literal>',
    );
  });

  test.each([
    ['broken', 503, '500'],
    ['long', 413, 'LIMIT'],
    ['late', 504, 'longer than 0.3 s'],
  ])('that is %s is said to be so', async (path, status, message) => {
    const answer = remoteEngine(`${server.url}/${path}`, { ...LIMITS, timeoutMs: 300 }, NO_PROXIES).query(
      'SELECT * {}',
      'csv',
    );
    await expect(answer).rejects.toMatchObject({ status, message: expect.stringContaining(message) });
  });
});

test('a release that memory cannot hold is refused with the way to ask it', async () => {
  const { folder, site } = browsed();
  const [first, ...others] = site.manifest.datasets;
  const large = {
    ...site.manifest,
    datasets: [{ ...(first as (typeof site.manifest.datasets)[0]), triples: 10_000_000 }, ...others],
  };
  await expect(openEngine(folder, large, LIMITS, silent, SCRIPT)).rejects.toMatchObject({
    code: 'RELEASE_TOO_LARGE',
    hint: expect.stringContaining('--endpoint'),
  });
});

describe('a query that no engine survives', () => {
  const repeated = (one: string, times: number, rest = '', closing = ''): string =>
    `${one.repeat(times)}${rest}${closing.repeat(times)}`;
  test.each([
    ['5,000 negations', `ASK{FILTER(${repeated('!', 5000, 'true')})}`],
    ['2,000 groups', `ASK${repeated('{', 2000, '', '}')}`],
    ['3,000 parentheses', `ASK{FILTER(${repeated('(', 3000, 'true', ')')})}`],
    ['300 functions', `ASK{FILTER(${repeated('STR(', 300, '1', ')')} = "1")}`],
    ['5,000 alternatives', `ASK{FILTER(${repeated('true||', 5000, 'true')})}`],
    ['2,000 optional parts', `ASK{${repeated('OPTIONAL{?s ?p ?o} ', 2000)}}`],
    ['5,000 sums', `ASK{FILTER(${repeated('1+', 5000, '1')} > 0)}`],
  ])('%s: is refused, and the next one is answered', async (_, query) => {
    expect((await askPatiently(query)).status).toBe(400);
    expect((await askPatiently('ASK{}')).status).toBe(200);
  });

  test('one that traps the engine all the same ends its process; the next one has a new one', async () => {
    const trap = `ASK{?s <a:a> ${repeated('1,', 20_000, '1')}}`;
    expect((await askPatiently(trap)).status).toBe(413);
    expect((await askPatiently('ASK{}')).status).toBe(200);
  });

  test('signs in strings, IRIs and remarks are no levels', async () => {
    const text = '('.repeat(500) + '!'.repeat(5000);
    expect((await askPatiently(`ASK{FILTER("${text}" != '''${text}''') } # ${text}`)).status).toBe(200);
  });
});
