import { DataFactory, Parser, Store as QuadStore } from 'n3';
import oxigraph from 'oxigraph';
import { describe, expect, test } from 'vitest';
import { BASE, HOSTILE, servedRelease, servePages } from './browsed-release.js';

/** What programs of others ask a server for, over HTTP. */

const { browsed, served } = servedRelease('hostile');

const get = (path: string, accept = '*/*'): Promise<Response> =>
  fetch(served().url + path, { redirect: 'manual', headers: { accept } });

interface Link {
  readonly target: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** The links of a header (RFC 8288, section 3). */
const linksIn = (field: string): Link[] =>
  [...field.matchAll(/<([^>]*)>((?:\s*;\s*[\w-]+="[^"]*")*)\s*(?:,|$)/g)].map(
    ([, target = '', rest = '']) => ({
      target,
      attributes: new Map(
        [...rest.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
      ),
    }),
  );
const withRelation = (links: readonly Link[], rel: string): string[] =>
  links.filter(({ attributes }) => attributes.get('rel') === rel).map(({ target }) => target);
const linksOf = async (path: string): Promise<Link[]> => linksIn((await get(path)).headers.get('link') ?? '');

describe('Signposting (signposting.org/FAIR, level 1)', () => {
  test('a story names its IRI, types, licence, collection and people', async () => {
    const links = await linksOf('/cbe/item/7002');
    expect(withRelation(links, 'cite-as')).toEqual([`${BASE}cbe/item/7002`]);
    // The profile wants the type of the page, and that of the thing.
    expect(withRelation(links, 'type')).toEqual(
      expect.arrayContaining(['https://schema.org/AboutPage', 'https://schema.org/CreativeWork']),
    );
    expect(withRelation(links, 'license')).toEqual(['https://creativecommons.org/licenses/by-nc/4.0/']);
    expect(withRelation(links, 'collection')).toEqual([`${BASE}cbe/part/2101`]);
    expect(withRelation(links, 'author')).toContain(`${BASE}cbed/person/4101`);
  });

  test('each form is a link that answers in its media type, and leads back to the page', async () => {
    for (const path of [
      '/cbe/item/7002',
      '/cbed/person/4101.html',
      '/cbes/volume/3101',
      '/place/100013.html',
    ]) {
      const described = (await linksOf(path)).filter(
        ({ attributes }) => attributes.get('rel') === 'describedby',
      );
      expect(described.length, path).toBe(7);
      for (const { target, attributes } of described) {
        const answer = await fetch(target);
        expect(answer.status, target).toBe(200);
        expect(answer.headers.get('content-type')?.split(';')[0], target).toBe(attributes.get('type'));
        const back = withRelation(linksIn(answer.headers.get('link') ?? ''), 'describes');
        if (/turtle|rdf/.test(attributes.get('type') ?? '')) expect(back).toEqual([served().url + path]);
      }
    }
  });

  test('the linkset has the same links, each with its anchor (RFC 9264)', async () => {
    const links = await linksOf('/cbe/item/7002');
    const [address = ''] = withRelation(links, 'linkset');
    const answer = await fetch(address);
    expect(answer.headers.get('content-type')).toBe('application/linkset');
    const listed = linksIn((await answer.text()).replaceAll('\n', ' '));
    expect(listed.map(({ target }) => target)).toEqual(links.map(({ target }) => target));
    expect(new Set(listed.map(({ attributes }) => attributes.get('anchor')))).toEqual(
      new Set([`${BASE}cbe/item/7002`]),
    );
  });

  test.each(['/', '/about', '/ga/'])(
    '%s names the licences and the descriptions of the release',
    async (path) => {
      const links = await linksOf(path);
      expect(withRelation(links, 'cite-as')).toEqual([BASE]);
      expect(withRelation(links, 'license')).toEqual(
        ['by-nc', 'by'].map((licence) => `https://creativecommons.org/licenses/${licence}/4.0/`),
      );
      for (const address of withRelation(links, 'describedby'))
        expect((await fetch(address)).status).toBe(200);
    },
  );

  test('a header has ASCII without the texts of a record', async () => {
    for (const path of ['/cbe/item/7001', '/cbes/item/7105', '/cbes/item/7107', '/ga/cbe/item/7001']) {
      const field = (await get(path)).headers.get('link') ?? '';
      expect(field).toMatch(/^[\x20-\x7e]+$/);
      expect(field.length).toBeLessThan(4096);
      expect(linksIn(field).map(({ target }) => `<${target}>`)).toEqual(field.match(/<[^>]*>/g));
      expect(field).not.toContain('script');
    }
  });
});

describe('RDF/XML', () => {
  test('has the statements of N-Triples, as Oxigraph reads both, also of hostile texts', async () => {
    // The title of 7001 has signs of XML and line ends; people, places and volumes have other properties.
    for (const path of [
      '/cbe/item/7001',
      '/cbes/item/7105',
      '/cbed/person/4101',
      '/place/100013',
      '/cbes/volume/3101',
    ]) {
      const quadsIn = async (suffix: string, format: string): Promise<string[]> => {
        const store = new oxigraph.Store();
        store.load(await (await get(path + suffix)).text(), { format });
        return store.match(null, null, null, null).map(String).toSorted();
      };
      const xml = await quadsIn('.rdf', 'application/rdf+xml');
      expect(xml.length, path).toBeGreaterThan(5);
      expect(xml).toEqual(await quadsIn('.nt', 'application/n-triples'));
    }
    const answer = await get('/cbe/item/7001', 'application/rdf+xml');
    expect(answer.headers.get('content-type')).toBe('application/rdf+xml; charset=utf-8');
    expect(await answer.text()).toContain('&lt;script&gt;');
    expect(HOSTILE.title).toContain('<script>');
  });
});

const graphOf = (text: string): QuadStore =>
  new QuadStore(new Parser({ baseIRI: `${served().url}/` }).parse(text));
const named = DataFactory.namedNode;
const objects = (graph: QuadStore, subject: string | null, property: string): string[] =>
  graph.getObjects(subject === null ? null : named(subject), named(property), null).map(({ value }) => value);

describe('the endpoint describes itself (SPARQL 1.1 Service Description)', () => {
  const SD = 'http://www.w3.org/ns/sparql-service-description#';

  test.each([['text/turtle'], ['application/n-triples'], ['*/*']])('as %s', async (accept) => {
    const answer = await get('/sparql', accept);
    expect(answer.status).toBe(200);
    const graph = graphOf(await answer.text());
    const endpoint = `${served().url}/sparql`;
    expect(objects(graph, endpoint, `${SD}endpoint`)).toEqual([endpoint]);
    expect(objects(graph, endpoint, `${SD}supportedLanguage`)).toEqual([`${SD}SPARQL11Query`]);
    expect(objects(graph, endpoint, `${SD}resultFormat`)).toContain('http://www.w3.org/ns/formats/Turtle');
    const [counted] = objects(graph, null, 'http://rdfs.org/ns/void#triples');
    expect(Number(counted)).toBeGreaterThan(1000);
  });

  test('but answers a query, and refuses an empty one', async () => {
    expect((await get('/sparql?query=ASK%7B%7D', 'application/json')).status).toBe(200);
    expect((await get('/sparql?query=', 'text/turtle')).status).toBe(400);
  });
});

describe('/dcat.ttl', () => {
  const DCAT = 'http://www.w3.org/ns/dcat#';

  test('is a catalogue of the publications, with a service for each interface, which answers', async () => {
    const graph = graphOf(await (await get('/dcat.ttl')).text());
    expect(objects(graph, BASE, `${DCAT}dataset`)).toEqual([
      `${BASE}dataset/folklore`,
      `${BASE}dataset/placenames`,
    ]);
    expect(
      graph.getQuads(named(`${BASE}dataset/folklore`), null, named(`${DCAT}Dataset`), null),
    ).toHaveLength(1);
    const services = objects(graph, BASE, `${DCAT}service`);
    const endpoints = services.flatMap((service) => objects(graph, service, `${DCAT}endpointURL`));
    expect(endpoints.map((address) => new URL(address).pathname).toSorted()).toEqual([
      '/iiif/collection.json',
      '/oai',
      '/reconcile',
      '/sparql',
      '/tables.json',
    ]);
    for (const service of services)
      for (const property of ['endpointURL', 'endpointDescription'])
        for (const address of objects(graph, service, DCAT + property))
          expect((await fetch(address)).status, address).toBe(200);
  });
});

describe('forms and refusals', () => {
  test.each([
    ['/cbe/item/7002?format=xml', 'rdf'],
    [`/id?iri=${encodeURIComponent(BASE)}cbe/item/7002&format=xml`, 'ttl'],
    ['/search?q=fairy&format=xlsx', 'csv'],
    ['/kept?record=cbe/item/7002&format=doc', 'bib'],
    ['/people?format=pdf', 'html'],
    ['/ask?query=ASK%7B%7D&format=xlsx', 'csv'],
  ])('%s is 406 with the list of forms (RFC 9110, section 15.5.7)', async (path, form) => {
    const answer = await get(path, 'text/html');
    expect(answer.status).toBe(406);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await answer.text()).toMatch(new RegExp(`\\b${form}\\b`));
  });

  test('a form that a record has is sent at its address, too', async () => {
    const [named, own] = await Promise.all([get('/cbe/item/7002?format=ttl'), get('/cbe/item/7002.ttl')]);
    expect(await named.text()).toBe(await own.text());
    expect((await get('/cbe/item/7002?format=bib')).headers.get('content-type')).toMatch(/bibtex/);
  });

  test.each([
    ['/cbe/item/99', 'text/turtle'],
    ['/cbe/item/99', 'application/rdf+xml'],
    ['/cbe/item/99.ttl', 'text/html'],
    ['/cbe/item/99.bib', 'text/html'],
    ['/nothing', 'application/ld+json'],
  ])('%s, asked for as %s, is a 404 without a page', async (path, accept) => {
    const answer = await get(path, accept);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await answer.text()).not.toContain('<');
  });

  test('a person who follows a dead link gets a page', async () => {
    expect(await (await get('/cbe/item/99', 'text/html')).text()).toContain('<h1>');
  });

  test('a withdrawn record, asked for as RDF, is a 410 without a page', async () => {
    const { site } = browsed();
    const iri = `${BASE}cbe/item/99`;
    const other = await servePages({
      site: Object.create(site, {
        withdrawn: { value: new Map([[iri, { label: '2026-10', issued: '2026-10-31' }]]) },
        close: { value: () => {} },
      }),
    });
    const answer = await fetch(`${other.url}/cbe/item/99`, { headers: { accept: 'text/turtle' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      410,
      expect.stringMatching(/^text\/plain/),
    ]);
    await other.close();
  });

  test.each([
    '/files/dcat.ttl',
    '/files/report/index.html',
    '/dcat.ttl',
    '/new.atom',
    '/search?q=fairy&format=geojson',
    '/cbe/item/7002.ttl',
    '/place/100013.ttl',
    '/cbe/item/99.ttl',
    '/tables.json',
    '/health',
  ])('scripts of other sites may read %s', async (path) => {
    expect((await get(path)).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('scripts of other sites may follow the IRI of a place to its statements, and read no page', async () => {
    expect((await get('/place/100013', 'text/turtle')).headers.get('access-control-allow-origin')).toBe('*');
    expect((await get('/about', 'text/html')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('/health names the release, and is never kept', async () => {
    const answer = await get('/health');
    expect(await answer.json()).toEqual({ status: 'pass', release: browsed().site.manifest.label });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
