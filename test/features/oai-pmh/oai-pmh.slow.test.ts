import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { XMLParser } from 'fast-xml-parser';
import { Parser, type Quad } from 'n3';
import * as oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { programAt } from '../../../src/base/programs.js';
import { itemOf, photographOf, sampleWorld, schoolsItemOf } from '../../pipeline/consistency/sample-world.js';
import { readTable } from '../../release/tables/read-csv.js';
import { anchorPath } from '../../support/anchors.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { appOf, BASE, browsedRelease, openSiteIn, recordsOf, servePages } from '../browse/browsed-release.js';

/** The Open Archives Initiative Protocol for Metadata Harvesting 2.0, of a release that was made after another one. */

const [FIRST_DAY, SECOND_DAY] = ['2026-08-01', '2026-09-01'];
const HOSTILE = 'A & B ]]> "q" \u0001 <b>';
const idOf = (path: string): string => `oai:data.example.org:${path}`;

let folder: string;
let before: string;
let now: string;
let url: string;
let close: () => Promise<void>;

/** Serves a release, by a process of its own in the eyes of a client. */
async function serve(
  release: string,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  return servePages({ site: await openSiteIn(folder, release) });
}

beforeAll(async () => {
  folder = await makeFolder();
  const first = await sampleWorld((draft) => {
    draft.archive.cbeg.delete(1201);
    itemOf(draft, 7002).title = 'Another title';
  });
  const second = await sampleWorld((draft) => {
    // Withheld from now on: its title is in no answer.
    schoolsItemOf(draft, 7001).sensitive = true;
    itemOf(draft, 7002).title = HOSTILE.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const photograph = photographOf(draft, 1201);
    for (let id = 5001; id <= 5020; id += 1)
      draft.archive.cbeg.set(id, { ...structuredClone(photograph), id });
  });
  const plan = {
    formats: ['nt'],
    compression: 'none',
    out: join(folder, 'out'),
    settings: { views: ['edm'] },
    links: {
      schoolsItem: 'https://archive.example.org/cbes/{partID}/{firstPageID}/{itemID}',
      photograph: 'https://archive.example.org/cbeg/{photographID}',
      photographImage: 'https://archive.example.org/images/{photographID}.jpg',
      photographImageService: 'https://iiif.example.org/image/{photographID}',
      photographManifest: 'https://iiif.example.org/manifest/{photographID}',
    },
  } as const;
  const make = await harvestSample(join(folder, 'first'), first);
  before = (await make('before', { ...plan, issued: FIRST_DAY })).directory;
  const makeAgain = await harvestSample(join(folder, 'second'), second);
  now = (await makeAgain('now', { ...plan, issued: SECOND_DAY, previous: before })).directory;
  ({ url, close } = await serve(now));
}, 120_000);
afterAll(async () => {
  await close();
  await removeFolder(folder);
});

type Query = Readonly<Record<string, string>>;

async function ask(query: Query, server = url, method: 'GET' | 'POST' = 'GET'): Promise<string> {
  const form = new URLSearchParams(query);
  const response = await (method === 'GET'
    ? fetch(`${server}/oai?${form}`)
    : fetch(`${server}/oai`, { method, body: form }));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/xml\b/);
  return response.text();
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) =>
    ['record', 'header', 'set', 'setSpec', 'metadataFormat'].includes(name) || /^dc:/.test(name),
});

interface Header {
  readonly identifier: string;
  readonly datestamp: string;
  readonly setSpec?: readonly string[];
  readonly '@status'?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: an XML document
type Xml = any;
const parsed = (xml: string): Xml => parser.parse(xml)['OAI-PMH'];
const errorOf = async (query: Query, server = url): Promise<string | undefined> =>
  parsed(await ask(query, server)).error?.['@code'];

/** All headers of a list, and the answers that it came in. */
async function listed(query: Query, server = url): Promise<{ headers: Header[]; answers: string[] }> {
  const headers: Header[] = [];
  const answers: string[] = [];
  const { verb = 'ListIdentifiers' } = query;
  for (let next: Query = { ...query, verb }; ; ) {
    const xml = await ask(next, server);
    answers.push(xml);
    const list = parsed(xml)[verb];
    expect(list, xml.slice(0, 600)).toBeDefined();
    headers.push(...(list.header ?? list.record.flatMap((record: Xml) => record.header)));
    const token = list.resumptionToken?.['#text'];
    if (token === undefined) return { headers, answers };
    next = { verb, resumptionToken: token };
    expect(answers.length).toBeLessThan(100);
  }
}

const record = async (path: string, metadataPrefix = 'oai_dc'): Promise<Xml> =>
  parsed(await ask({ verb: 'GetRecord', metadataPrefix, identifier: idOf(path) })).GetRecord.record[0];

const live = (headers: readonly Header[]): string[] =>
  headers.flatMap((one) => (one['@status'] === undefined ? one.identifier : [])).toSorted();
const deleted = (headers: readonly Header[]): string[] =>
  headers.flatMap((one) => (one['@status'] === 'deleted' ? one.identifier : [])).toSorted();

/** The records of the dumps of a release, as identifiers. */
async function dumped(release: string): Promise<string[]> {
  const site = await openSiteIn(folder, release);
  const iris = await recordsOf({ site, folder: release }, (dataset) => dataset !== 'omissions');
  site.close();
  return [...iris.keys()]
    .flatMap((iri) => (iri.startsWith(BASE) ? idOf(iri.slice(BASE.length)) : []))
    .toSorted();
}

/** The identifiers of changes of the delta, by the kind of the change. */
async function delta(...kinds: readonly string[]): Promise<string[]> {
  const rows = readTable(await readFile(join(now, 'delta/changes.csv'), 'utf8'));
  return rows
    .flatMap(({ record: iri = '', change = '' }) =>
      kinds.includes(change) ? idOf(iri.slice(BASE.length)) : [],
    )
    .toSorted();
}

const FOLDER = 'oai-pmh-2.0';
test.skipIf(anchorPath(FOLDER) === undefined || (await programAt('xmllint')) === undefined)(
  'every kind of answer is valid by the XML Schemas (xmllint)',
  async () => {
    const schemas = anchorPath(FOLDER) as string;
    const imports = [
      ['http://www.openarchives.org/OAI/2.0/', `${schemas}/OAI-PMH.xsd`],
      ['http://www.openarchives.org/OAI/2.0/oai_dc/', `${schemas}/oai_dc.xsd`],
      ['http://www.openarchives.org/OAI/2.0/oai-identifier', `${schemas}/oai-identifier.xsd`],
      ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', join(folder, 'rdf.xsd')],
    ];
    const xs = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
    await writeFile(
      join(folder, 'rdf.xsd'),
      `<xs:schema ${xs} targetNamespace="${imports[3]?.[0]}"><xs:element name="RDF"><xs:complexType><xs:sequence><xs:any processContents="skip" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element></xs:schema>`,
    );
    await writeFile(
      join(folder, 'all.xsd'),
      `<xs:schema ${xs}>${imports.map(([namespace, file]) => `<xs:import namespace="${namespace}" schemaLocation="${file}"/>`).join('')}</xs:schema>`,
    );
    const identifier = idOf('cbe/item/7002');
    const answers = [
      await ask({ verb: 'Identify' }),
      await ask({ verb: 'ListMetadataFormats' }),
      await ask({ verb: 'ListMetadataFormats', identifier }),
      await ask({ verb: 'ListSets' }),
      await ask({ verb: 'GetRecord', identifier, metadataPrefix: 'oai_dc' }),
      await ask({ verb: 'GetRecord', identifier: idOf('cbes/item/7001'), metadataPrefix: 'oai_dc' }),
      ...(await listed({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc' })).answers,
      ...(await listed({ verb: 'ListRecords', metadataPrefix: 'oai_dc' })).answers,
      ...(await listed({ verb: 'ListRecords', metadataPrefix: 'edm' })).answers,
    ];
    for (const [, query] of ERRORS) answers.push(await ask(query));
    const files = await Promise.all(
      answers.map(async (xml, at) => {
        const file = join(folder, `answer-${at}.xml`);
        await writeFile(file, xml);
        return file;
      }),
    );
    const { status, stderr } = spawnSync(
      'xmllint',
      ['--noout', '--nonet', '--schema', join(folder, 'all.xsd'), ...files],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, files.map((file) => `${file} validates\n`).join('')]);
  },
);

const list = { verb: 'ListRecords', metadataPrefix: 'oai_dc' };
/** Conditions of section 3.6, and requests that meet them. */
const ERRORS: readonly (readonly [code: string, query: Query])[] = [
  ['badVerb', {}],
  ['badVerb', { verb: 'listSets' }],
  ['badArgument', { verb: 'Identify', set: 'schools' }],
  ['badArgument', { verb: 'ListRecords' }],
  ['badArgument', { verb: 'GetRecord', metadataPrefix: 'oai_dc' }],
  ['badArgument', { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: 'a <b>' }],
  ['badArgument', { ...list, metadataPrefix: 'a/b' }],
  ['badArgument', { ...list, set: '' }],
  // The granularity is that of days.
  ['badArgument', { ...list, from: '2026-09-01T00:00:00Z' }],
  ['badArgument', { ...list, from: '2026-02-30' }],
  ['badArgument', { ...list, from: SECOND_DAY as string, until: FIRST_DAY as string }],
  ['badArgument', { ...list, resumptionToken: 'x' }],
  ['badResumptionToken', { verb: 'ListRecords', resumptionToken: 'x' }],
  ['badResumptionToken', { verb: 'ListSets', resumptionToken: 'x' }],
  ['cannotDisseminateFormat', { ...list, metadataPrefix: 'marc21' }],
  [
    'cannotDisseminateFormat',
    { verb: 'GetRecord', metadataPrefix: 'edm', identifier: idOf('cbed/person/4101') },
  ],
  ['idDoesNotExist', { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: idOf('cbe/item/1') }],
  ['idDoesNotExist', { verb: 'ListMetadataFormats', identifier: 'oai:elsewhere.example.org:cbe/item/7002' }],
  ['noMetadataFormats', { verb: 'ListMetadataFormats', identifier: idOf('cbes/item/7001') }],
  ['noRecordsMatch', { ...list, from: '2026-09-02' }],
  ['noRecordsMatch', { ...list, until: '2026-07-31' }],
  ['noRecordsMatch', { ...list, set: 'nowhere' }],
];

describe('errors (section 3.6)', () => {
  test.each(ERRORS)('%s for %o', async (code, query) => {
    const xml = await ask(query);
    expect(parsed(xml).error['@code']).toBe(code);
    // Section 3.2: no attributes where the request is none of the protocol.
    if (code === 'badVerb' || code === 'badArgument') expect(xml).toMatch(/<request>http/);
  });

  test('a repeated argument is badArgument, a repeated verb badVerb', async () => {
    const codeOf = async (query: string) =>
      parsed(await (await fetch(`${url}/oai?${query}`)).text()).error['@code'];
    expect(await codeOf('verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc')).toBe('badArgument');
    expect(await codeOf('verb=Identify&verb=Identify')).toBe('badVerb');
  });

  test('methods of HTTP other than GET and POST are 405', async () => {
    expect((await fetch(`${url}/oai`, { method: 'PUT', body: 'verb=Identify' })).status).toBe(405);
  });
});

describe('a repository', () => {
  test('answers four requests at a time, and asks others to come again (flow control, section 3.1.2.2)', async () => {
    const site = await openSiteIn(folder, now);
    onTestFinished(() => site.close());
    const app = appOf({ site });
    const identify = () => app.request('http://127.0.0.1/oai?verb=Identify');
    const answers = await Promise.all(Array.from({ length: 6 }, identify));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 503, 503]);
    expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('5');
    expect((await identify()).status).toBe(200);
  });

  test('answers Identify (section 4.2), also by POST', async () => {
    const { Identify, request, responseDate } = parsed(await ask({ verb: 'Identify' }, url, 'POST'));
    expect(request).toEqual({ '#text': `${url}/oai`, '@verb': 'Identify' });
    expect(Date.parse(responseDate)).toBeGreaterThan(Date.now() - 60_000);
    expect(Identify).toMatchObject({
      baseURL: `${url}/oai`,
      protocolVersion: '2.0',
      earliestDatestamp: FIRST_DAY,
      deletedRecord: 'persistent',
      granularity: 'YYYY-MM-DD',
    });
    const { repositoryIdentifier, sampleIdentifier } = Identify.description['oai-identifier'];
    expect(repositoryIdentifier).toBe('data.example.org');
    expect(await errorOf({ verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: sampleIdentifier })).toBe(
      undefined,
    );
  });

  test('has each record of the dumps once, in a list that is the same for both verbs and methods', async () => {
    const query = { metadataPrefix: 'oai_dc' };
    const { headers, answers } = await listed(query);
    expect(answers.length).toBeGreaterThan(2);
    expect(live(headers)).toEqual(await dumped(now));
    expect((await listed({ ...query, verb: 'ListRecords' })).headers).toEqual(headers);
    const posted = parsed(await ask({ verb: 'ListIdentifiers', ...query }, url, 'POST')).ListIdentifiers;
    expect(posted.header).toEqual(headers.slice(0, posted.header.length));
  });

  test('has the datasets as sets, and the records of each', async () => {
    const { ListSets } = parsed(await ask({ verb: 'ListSets' }));
    const sets: string[] = ListSets.set.flatMap((one: Xml) => one.setSpec);
    expect(sets).toContain('photographs');
    expect(sets).not.toContain('omissions');
    const site = await openSiteIn(folder, now);
    onTestFinished(() => site.close());
    for (const set of sets) {
      const iris = await recordsOf({ site, folder: now }, (dataset) => dataset === set);
      const { headers } = await listed({ metadataPrefix: 'oai_dc', set });
      const expected = [...iris.keys()].flatMap((iri) =>
        iri.startsWith(BASE) ? idOf(iri.slice(BASE.length)) : [],
      );
      expect(live(headers), set).toEqual(expected.toSorted());
      for (const { setSpec } of headers) if (setSpec !== undefined) expect(setSpec).toContain(set);
    }
  });

  test('counts the records of a list, and the records before a part (section 3.5)', async () => {
    const { headers, answers } = await listed({ metadataPrefix: 'oai_dc' });
    const tokens = answers.map((xml) => parsed(xml).ListIdentifiers.resumptionToken);
    expect(new Set(tokens.map((token) => token['@completeListSize']))).toEqual(
      new Set([String(headers.length)]),
    );
    expect(tokens.map((token) => token['@cursor'])).toEqual(tokens.map((_, at) => String(at * 100)));
  });
});

describe('a harvest from the day of the second release', () => {
  test('is its delta: what is new, changed and withdrawn', async () => {
    const { headers } = await listed({ metadataPrefix: 'oai_dc', from: SECOND_DAY as string });
    expect(live(headers)).toEqual(await delta('added', 'changed'));
    expect(deleted(headers)).toEqual(await delta('removed', 'suppressed'));
    expect(live(headers)).toEqual(
      expect.arrayContaining([idOf('cbeg/photograph/1201'), idOf('cbe/item/7002')]),
    );
    expect(deleted(headers)).toContain(idOf('cbes/item/7001'));
    expect(new Set(headers.map(({ datestamp }) => datestamp))).toEqual(new Set([SECOND_DAY]));
  });

  test('leads a harvester who has the first release to the second', async () => {
    const { url: old, close: end } = await serve(before);
    const records = new Set(live((await listed({ metadataPrefix: 'oai_dc' }, old)).headers));
    await end();
    expect([...records].toSorted()).toEqual(await dumped(before));
    const { headers } = await listed({ metadataPrefix: 'oai_dc', from: SECOND_DAY as string });
    for (const identifier of live(headers)) records.add(identifier);
    for (const identifier of deleted(headers)) records.delete(identifier);
    expect([...records].toSorted()).toEqual(await dumped(now));
  });

  test('and one until the day before it are the whole list', async () => {
    const all = (await listed({ metadataPrefix: 'oai_dc' })).headers;
    const late = (await listed({ metadataPrefix: 'oai_dc', from: SECOND_DAY as string })).headers;
    const early = (await listed({ metadataPrefix: 'oai_dc', until: '2026-08-31' })).headers;
    expect(early.length * late.length).toBeGreaterThan(0);
    const key = (headers: readonly Header[]) => headers.map((one) => JSON.stringify(one)).toSorted();
    expect(key([...early, ...late])).toEqual(key(all));
  });

  test('tells of a withdrawn record its identifier alone', async () => {
    const { answers } = await listed({ verb: 'ListRecords', metadataPrefix: 'oai_dc' });
    const { header, metadata } = await record('cbes/item/7001');
    expect([header[0]['@status'], header[0].datestamp, metadata]).toEqual(['deleted', SECOND_DAY, undefined]);
    expect(answers.join('')).not.toContain('Leigheasanna Dúchais');
  });
});

describe('the chain of releases', () => {
  test('of one release: all records have its day, and nothing is deleted', async () => {
    const { url: alone, close: end } = await serve(before);
    onTestFinished(end);
    const { headers } = await listed({ metadataPrefix: 'oai_dc', from: FIRST_DAY as string }, alone);
    expect(live(headers)).toEqual(await dumped(before));
    expect(await errorOf({ ...list, from: '2026-08-02' }, alone)).toBe('noRecordsMatch');
    expect(parsed(await ask({ verb: 'Identify' }, alone)).Identify.deletedRecord).toBe('persistent');
  });

  test('that does not reach the first release keeps no deletions for ever, and gives every change from its day', async () => {
    await rename(before, `${before}-away`);
    const { url: broken, close: end } = await serve(now);
    onTestFinished(async () => {
      await end();
      await rename(`${before}-away`, before);
    });
    const { Identify } = parsed(await ask({ verb: 'Identify' }, broken));
    expect([Identify.deletedRecord, Identify.earliestDatestamp]).toEqual(['transient', SECOND_DAY]);
    const { headers } = await listed({ metadataPrefix: 'oai_dc', from: SECOND_DAY as string }, broken);
    expect(live(headers)).toEqual(await dumped(now));
    expect(deleted(headers)).toEqual(expect.arrayContaining(await delta('removed', 'suppressed')));
  });
});

describe('a resumption token', () => {
  const first = async (query: Query, server = url): Promise<string> =>
    parsed(await ask(query, server))[query.verb ?? ''].resumptionToken['#text'];

  test('is continued by another server of the release, any number of times', async () => {
    const token = await first(list);
    const { url: other, close: end } = await serve(now);
    onTestFinished(end);
    const next = async (server: string) =>
      parsed(await ask({ verb: 'ListRecords', resumptionToken: token }, server)).ListRecords;
    expect(await next(other)).toEqual(await next(url));
    expect(await next(url)).toEqual(await next(url));
  });

  test('of another release or of another verb is badResumptionToken', async () => {
    const { url: old, close: end } = await serve(before);
    onTestFinished(end);
    const token = await first(list, old);
    expect(await errorOf({ verb: 'ListRecords', resumptionToken: token })).toBe('badResumptionToken');
    const ownToken = await first(list);
    expect(await errorOf({ verb: 'ListIdentifiers', resumptionToken: ownToken })).toBe('badResumptionToken');
  });

  test('that a client has changed leads nowhere', async () => {
    const content = JSON.parse(Buffer.from(await first(list), 'base64url').toString());
    for (const change of [{ set: 'nowhere' }, { position: -1 }, { position: 1e9 }, { position: '0' }]) {
      const changed = Buffer.from(JSON.stringify({ ...content, ...change })).toString('base64url');
      expect(
        await errorOf({ verb: 'ListRecords', resumptionToken: changed }),
        JSON.stringify(change),
      ).toMatch(/^(?:badResumptionToken|noRecordsMatch)$/);
    }
  });
});

describe('Dublin Core', () => {
  const dc = async (path: string): Promise<Xml> => (await record(path)).metadata['oai_dc:dc'];
  const texts = (values: readonly Xml[] = []): string[] => values.map((one) => one['#text'] ?? one);

  test('has titles, people with their roles, dates as they are, the licence and the IRI', async () => {
    const item = await dc('cbe/item/7004');
    expect(item['dc:title']).toEqual([
      { '#text': 'Scéal an Iascaire a Dhíol a Scáth (críoch)', '@xml:lang': 'ga' },
    ]);
    expect(texts(item['dc:contributor'])).toContain('Fionnbharr Ó Cléirchín (collector)');
    expect(item['dc:language']).toContain('ga');
    expect(item['dc:identifier']).toContain(`${BASE}cbe/item/7004`);
    expect(item['dc:rights']).toContain('https://creativecommons.org/licenses/by-nc/4.0/');
    const photograph = await dc('cbeg/photograph/1201');
    expect(photograph['dc:creator']).toEqual(['Fionnbharr Ó Cléirchín (photographer)']);
    expect(photograph['dc:date']).toEqual(['1935']);
    expect(photograph['dc:subject'].length).toBeGreaterThan(0);
    expect((await dc('cbed/person/4101'))['dc:date']).toContain('1971~');
  });

  test('has titles and places in both languages', async () => {
    const inBoth = [
      { '#text': 'Glaschú', '@xml:lang': 'ga' },
      { '#text': 'Glasgow', '@xml:lang': 'en' },
    ];
    expect((await dc('abroad/990000101'))['dc:title']).toEqual(expect.arrayContaining(inBoth));
    const languages = (await dc('cbeg/photograph/1201'))['dc:coverage'].map((one: Xml) => one['@xml:lang']);
    expect(languages).toEqual(expect.arrayContaining(['en', 'ga']));
  });

  test('has the county of its school, the years of its collection and its school, in both languages', async () => {
    const item = await dc('cbes/item/7101');
    const coverage = item['dc:coverage'].map((one: Xml) => `${one['#text']}@${one['@xml:lang']}`);
    expect(coverage.toSorted()).toEqual([
      '1937 go 1939 (blianta an bhailiúcháin)@ga',
      '1937 to 1939 (years of the collection)@en',
      'Donegal (county of its school)@en',
      'Dún na nGall (contae na scoile)@ga',
      'Meenaloy (place of its school or part)@en',
      'Mín an Lao (áit na scoile nó na coda)@ga',
    ]);
    expect(texts(item['dc:relation'])).toContain('CBÉS 0007, Mín an Lao');
    // It has a county of its own.
    const own = (await dc('cbes/item/7103'))['dc:coverage'].map((one: Xml) => one['#text']);
    expect(own).toContain('Donegal');
    expect(own.join()).not.toContain('county of its');
  });

  test('is well-formed whatever a text holds', async () => {
    const xml = await ask({ verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: idOf('cbe/item/7002') });
    expect(xml).toContain('A &amp; B ]]&gt; &quot;q&quot;');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 has not
    expect(xml).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f]/);
  });
});

describe('EDM', () => {
  /** The triples of an answer, as lines without datatypes. */
  const triplesIn = (xml: string): Set<string> => {
    const [rdf = ''] = /<rdf:RDF[\s\S]*<\/rdf:RDF>/.exec(xml) ?? [];
    return lines(oxigraph.parse(rdf, { format: 'application/rdf+xml' }) as unknown as Quad[]);
  };
  const lines = (quads: readonly Quad[]): Set<string> =>
    new Set(
      quads.map(({ subject, predicate, object }) =>
        [
          subject.value,
          predicate.value,
          object.termType === 'Literal' ? object.language : '',
          object.value,
        ].join(' '),
      ),
    );

  test.each(['cbeg/photograph/1201', 'cbes/item/7103', 'cbes/item/7104'])(
    'says of %s what a person expects of the view',
    async (path) => {
      const expected = await readFile(new URL('../views/expected/edm.ttl', import.meta.url), 'utf8');
      const quads = new Parser({ baseIRI: BASE }).parse(expected) as Quad[];
      const own = quads.filter(({ subject }) => subject.value.replace(/#.*/, '') === BASE + path);
      expect(own.length).toBeGreaterThan(10);
      const xml = await ask({ verb: 'GetRecord', metadataPrefix: 'edm', identifier: idOf(path) });
      const found = triplesIn(xml);
      expect(
        [...found]
          .filter((line) => line.startsWith(`${BASE}${path} `) || line.startsWith(`${BASE}${path}#`))
          .toSorted(),
      ).toEqual([...lines(own)].toSorted());
      expect(xml.match(/<edm:ProvidedCHO /g)).toHaveLength(1);
      expect(xml.match(/<ore:Aggregation /g)).toHaveLength(1);
    },
  );

  test('describes the people and places that a work names', async () => {
    const xml = await ask({
      verb: 'GetRecord',
      metadataPrefix: 'edm',
      identifier: idOf('cbeg/photograph/1201'),
    });
    expect(xml).toContain(`<edm:Agent rdf:about="${BASE}cbed/person/4101">`);
    expect(xml).toContain(`<edm:Place rdf:about="${BASE}place/9000015">`);
    // The archive that provides the works has a name, too.
    expect(xml).toContain(`<edm:Agent rdf:about="${BASE}org/archive">`);
  });

  test('has the works of the view, and no others', async () => {
    const files = (await readdir(join(now, 'derived'))).filter((file) => /^edm-.*\.ttl$/.test(file));
    const view = await Promise.all(files.map((file) => readFile(join(now, 'derived', file), 'utf8')));
    const works = view
      .flatMap((text) => new Parser().parse(text))
      .flatMap(({ subject, object }) =>
        object.value.endsWith('/edm/ProvidedCHO') ? idOf(subject.value.slice(BASE.length)) : [],
      );
    expect(works.length).toBeGreaterThan(20);
    const { headers } = await listed({ verb: 'ListRecords', metadataPrefix: 'edm' });
    expect(live(headers)).toEqual(works.toSorted());
    expect(deleted(headers)).toContain(idOf('cbes/item/7001'));
  });
});

describe('a release without web pages of works', () => {
  const sample = browsedRelease('sample');
  const ask = async (query: string): Promise<Xml> =>
    parsed(await (await sample().app.request(`http://127.0.0.1/oai?${query}`)).text());

  test('announces no EDM, and has none', async () => {
    const { metadataFormat } = (await ask('verb=ListMetadataFormats')).ListMetadataFormats;
    expect(metadataFormat.map((one: Xml) => one.metadataPrefix)).toEqual(['oai_dc', 'isebel']);
    for (const verb of ['ListRecords', 'ListIdentifiers'])
      expect((await ask(`verb=${verb}&metadataPrefix=edm`)).error['@code']).toBe('cannotDisseminateFormat');
  });
});

const SCRIPT = fileURLToPath(new URL('harvest.pl', import.meta.url));
test.skipIf(!existsSync('/usr/share/perl5/HTTP/OAI.pm'))(
  'is read to the end by a harvester of others (HTTP::OAI)',
  async () => {
    const harvest = async (...more: readonly string[]): Promise<string[][]> => {
      const { stdout } = await promisify(execFile)('perl', [SCRIPT, `${url}/oai`, ...more]);
      return stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'));
    };
    const rows = await harvest('ListRecords', 'metadataPrefix', 'oai_dc');
    const { headers } = await listed({ metadataPrefix: 'oai_dc' });
    expect(rows.map(([identifier, datestamp, status]) => [identifier, datestamp, status])).toEqual(
      headers.map((one) => [one.identifier, one.datestamp, one['@status'] ?? '']),
    );
    for (const [identifier, , status, elements] of rows)
      expect(Number(elements) > 3, identifier).toBe(status !== 'deleted');
    expect(await harvest('ListIdentifiers', 'metadataPrefix', 'oai_dc', 'from', '2026-09-02')).toEqual([
      ['error noRecordsMatch'],
    ]);
  },
);
