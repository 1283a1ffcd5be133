import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { programAt } from '../../../src/base/programs.js';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { build } from '../../../src/pipeline/publish/build.js';
import { startServices } from '../../../src/services/server/serve.js';
import {
  itemOf,
  sampleWorld,
  schoolsItemOf,
  schoolsPageOf,
  there,
} from '../../pipeline/consistency/sample-world.js';
import { readTable } from '../../release/tables/read-csv.js';
import { anchorPath } from '../../support/anchors.js';
import { features } from '../../support/build-features.js';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../../support/harvests.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';
import { BASE, openSiteIn, servePages } from '../browse/browsed-release.js';
import { subjectsOfSample } from '../subjects/sample-subjects.js';

/** Stories for ISEBEL (isebel2.xsd of 2021-03): as files of a release, and by OAI-PMH after a second release. */

const [FIRST_DAY, SECOND_DAY] = ['2026-08-01', '2026-09-01'];
const HOSTILE = 'A & B ]]> "q" \u0001 <b>';
const isValidated = anchorPath('isebel') !== undefined && (await programAt('xmllint')) !== undefined;

// biome-ignore lint/suspicious/noExplicitAny: an XML document
type Xml = any;
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  removeNSPrefix: true,
  isArray: (name) =>
    ['record', 'place', 'person', 'role', 'keyword', 'content', 'title', 'livingPlace'].includes(name),
});

let folder: string;
let release: string;
let again: string;
let documents: Map<string, string>;
let url: string;
let close: () => Promise<void>;

/** The documents of the archive of a release, by the path of the record. */
async function documentsOf(directory: string, into: string): Promise<Map<string, string>> {
  await mkdir(into);
  execFileSync('tar', ['xzf', join(directory, 'derived/isebel.tar.gz'), '-C', into]);
  const files = await filesBelow(join(into, 'isebel'));
  return new Map([...files].map(([file, bytes]) => [file.replace(/\.xml$/, ''), bytes.toString()]));
}

const story = (path: string): Xml => parser.parse(there(documents.get(path))).story;

/** What xmllint says about the files below a folder, without those that are valid. */
function faultsBelow(into: string, paths: Iterable<string>): string[] {
  const files = [...paths].map((path) => `isebel/${path}.xml`);
  const schema = `${anchorPath('isebel')}/isebel2.xsd`;
  const { stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, ...files], {
    ...{ cwd: into, encoding: 'utf8', maxBuffer: 1 << 28 },
  });
  const lines = stderr.trimEnd().split('\n');
  expect(lines.filter((line) => line.endsWith(' validates'))).toHaveLength(files.length);
  return lines.filter((line) => /isebel\/.*(?:error|fails)/.test(line));
}

beforeAll(async () => {
  folder = await makeFolder();
  const first = await sampleWorld();
  const second = await sampleWorld((draft) => {
    schoolsItemOf(draft, 7001).sensitive = true;
    itemOf(draft, 7002).title = HOSTILE.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    there(schoolsPageOf(draft, 603).transcripts[0]).text = 'If the cat turns her back to the door.';
    delete (itemOf(draft, 7010) as { extract?: string }).extract;
    // The transcript of 7109, which keeps its extract.
    schoolsPageOf(draft, 625).transcripts = [];
  });
  const plan = {
    ...({ formats: ['nt'], compression: 'none' } as const),
    ...{ out: join(folder, 'out'), settings: { isebel: true } },
    additions: { subjects: await subjectsOfSample(folder) },
    links: { schoolsItem: 'https://archive.example.org/cbes/{partID}/{firstPageID}/{itemID}' },
  } as const;
  const make = await harvestSample(join(folder, 'first'), first);
  const before = (await make('before', { ...plan, issued: FIRST_DAY })).directory;
  again = (await make('again', { ...plan, issued: FIRST_DAY })).directory;
  const makeNext = await harvestSample(join(folder, 'second'), second);
  release = (await makeNext('now', { ...plan, issued: SECOND_DAY, previous: before })).directory;
  documents = await documentsOf(release, join(folder, 'stories'));
  ({ url, close } = await servePages({ site: await openSiteIn(folder, release) }));
}, 180_000);
afterAll(async () => {
  await close();
  await removeFolder(folder);
});

describe('the archive of a release', () => {
  test('has each item with a transcript or an extract, and no other', async () => {
    const table = async (name: string) =>
      readTable(await readFile(join(release, `derived/${name}.csv`), 'utf8'));
    const transcribed = new Set((await table('transcripts')).map(({ item }) => item));
    const expected = (await table('items'))
      .filter(({ iri, extract, omission }) => !omission && (extract || transcribed.has(iri)))
      .map(({ iri }) => there(iri).slice(BASE.length));
    expect(expected.length).toBeGreaterThan(20);
    expect([...documents.keys()].sort()).toEqual(expected.sort());
    // Without a text.
    expect(documents.has('cbe/item/7007')).toBe(false);
  });

  test('has the same bytes when the release is made again, and is in the manifest', async () => {
    const archive = (label: string) => readFile(join(folder, 'out', label, 'derived/isebel.tar.gz'));
    expect(again).toContain('again');
    expect(await archive('again')).toEqual(await archive('before'));
    const manifest = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));
    expect(manifest.derived).toContainEqual(
      expect.objectContaining({ path: 'derived/isebel.tar.gz', records: documents.size }),
    );
  });

  test.skipIf(!isValidated)('is valid by the XML Schema of ISEBEL (xmllint)', () => {
    expect(faultsBelow(join(folder, 'stories'), documents.keys())).toEqual([]);
  });
});

describe('a story', () => {
  const roles = (of: readonly Xml[] = []) => of.map((one) => [one.name ?? one.title[0]['#text'], one.role]);

  test('of the schools has its text over all pages, its people, and the places and years that it inherits', () => {
    const { identifier, purl, title, contents, persons, places, events, references } =
      story('cbes/item/7101');
    expect(identifier).toBe('ie.data-example-org.cbes-item-7101');
    expect(purl).toBe(`${BASE}cbes/item/7101`);
    expect(title).toEqual([{ '#text': 'Weather Signs', '@lang': 'en' }]);
    expect(contents.content).toEqual([
      {
        '#text':
          'When the smoke lies down on Meenaloy the rain is already over Slieve Finn.\nIf the cat turns her back to the door.',
        ...{ '@lang': 'en', '@id': 'transcript' },
      },
    ]);
    expect(roles(persons.person)).toEqual([
      ['Annie Mc Gettrickan', ['collector']],
      ['Bríd Ní Bhrosnacháin', ['narrator', 'informant']],
    ]);
    expect(persons.person.map((one: Xml) => one.gender)).toEqual(['female', 'female']);
    // Those of the school, where it was written down.
    expect(roles(places.place)).toEqual([
      ['Co. Donegal', ['recording']],
      ['Meenaloy', ['recording']],
    ]);
    expect(places.place[1].point).toEqual({ pointLongitude: '-8.1935', pointLatitude: '54.9412' });
    expect(events.event).toEqual({
      title: ['1937/1939 (of the collection)'],
      ...{ date: '1937-01-01', thru: '1939-12-31', role: ['collection'] },
    });
    expect(references.reference).toBe('https://archive.example.org/cbes/2201/602/7101');
  });

  test('of the manuscripts has an extract, its kind in both languages, and its own places', () => {
    const { contents, type, places, persons } = story('cbe/item/7004');
    expect(contents.content[0]['@id']).toBe('extract');
    expect(type).toEqual([
      { '#text': 'folklore', '@lang': 'en' },
      { '#text': 'seanchas', '@lang': 'ga' },
    ]);
    expect(roles(places.place).map(([, [role]]) => role)).toEqual(['narration', 'narration']);
    const collector = persons.person.find((one: Xml) => one.role.includes('collector'));
    // The day of birth is certain, that of death is `1971~`.
    expect([collector.birthDate, collector.deathDate]).toEqual(['1899-02-09', undefined]);
  });

  test('has its topics in both languages', () => {
    expect(story('cbes/item/7101').keywords.keyword).toEqual(
      expect.arrayContaining([
        { '#text': 'the wind', '@lang': 'en', '@id': 'cbes/topic/6003', '@type': 'schools' },
        { '#text': 'an ghaoth', '@lang': 'ga', '@id': 'cbes/topic/6003', '@type': 'schools' },
      ]),
    );
  });

  test('has the tale types of the table of the operator once each; other concepts are keywords', () => {
    expect(story('cbes/item/7109').taleTypes.taleType).toEqual({
      ...{ '@number': '330', '@title': 'The Smith and the Devil' },
    });
    expect(story('cbe/item/7001').keywords.keyword).toContainEqual({
      ...{ '#text': 'scáth díolta', '@lang': 'ga', '@type': 'house', '@id': 'subject/house/sold-shadow' },
    });
  });

  test.each([
    ['a month', '7001', '1936-02', '1936-02-01', '1936-02-29', 'collection'],
    ['a day', '7004', '1938-03-01', '1938-03-01', '1938-03-01', 'collection'],
    ['a year that is inferred', '7002', '1936 (inferred)', '1936-01-01', '1936-12-31', 'collection'],
    ['about a year', '7006', '1930~', '1930-01-01', '1930-12-31', 'collection'],
    ['a period', '7021', '1935-11/1936-02-14', '1935-11-01', '1936-02-14', 'collection'],
    ['no end', '7023', '1939/', '1939-01-01', undefined, 'collection'],
    // Readers of ISEBEL ask each collection for its first day.
    ['no beginning', '7026', '/1940-06', undefined, '1940-06-30', 'recording'],
    ['the period of a part', '7013', '1930~/1939~ (of the part)', '1930-01-01', '1939-12-31', 'recording'],
  ])('has days around %s, and its title says what is known', (_, id, title, date, thru, role) => {
    const { event } = story(`cbe/item/${id}`).events;
    expect([event.title, event.date, event.thru, event.role]).toEqual([[title], date, thru, [role]]);
  });

  test('has no event where the year is not known', () => {
    expect(story('cbe/item/7020').events).toBe(undefined);
  });

  test('is well-formed whatever a text holds', () => {
    expect(documents.get('cbe/item/7002')).toContain('A &amp; B ]]&gt; &quot;q&quot;');
  });
});

describe('the metadata format `isebel` of OAI-PMH', () => {
  const ask = async (query: Readonly<Record<string, string>>): Promise<string> =>
    (await fetch(`${url}/oai?${new URLSearchParams(query)}`)).text();
  const records = async (more: Readonly<Record<string, string>> = {}) => {
    const xml = await ask({ verb: 'ListRecords', metadataPrefix: 'isebel', ...more });
    return (parser.parse(xml)['OAI-PMH'].ListRecords?.record ?? []) as Xml[];
  };
  const pathsOf = (of: readonly Xml[], status?: string): string[] =>
    of
      .filter(({ header }) => header['@status'] === status)
      .map(({ header }) => header.identifier.replace(/^oai:[^:]*:/, ''))
      .sort();

  test('is announced, of a story and of the release', async () => {
    const formats = async (more: Readonly<Record<string, string>>) =>
      [...(await ask({ verb: 'ListMetadataFormats', ...more })).matchAll(/<metadataPrefix>(\w+)</g)].map(
        ([, prefix]) => prefix,
      );
    expect(await formats({})).toEqual(['oai_dc', 'edm', 'isebel']);
    expect(await formats({ identifier: 'oai:data.example.org:cbe/item/7004' })).toEqual(['oai_dc', 'isebel']);
    expect(await formats({ identifier: 'oai:data.example.org:cbed/person/4101' })).toEqual(['oai_dc']);
  });

  test('has the documents of the archive', async () => {
    const all = await records();
    expect(pathsOf(all)).toEqual([...documents.keys()].sort());
    for (const [path, document] of documents) {
      const identifier = `oai:data.example.org:${path}`;
      const xml = await ask({ verb: 'GetRecord', metadataPrefix: 'isebel', identifier });
      expect(xml).toContain(`<metadata>${document.split('\n').slice(1).join('\n').trimEnd()}</metadata>`);
    }
  });

  test('has since a day what has changed: also a story of which a transcript alone has, or was withdrawn', async () => {
    const late = await records({ from: SECOND_DAY as string });
    expect(pathsOf(late)).toEqual(['cbe/item/7002', 'cbes/item/7101', 'cbes/item/7109']);
    // Withheld; without a text now.
    expect(pathsOf(late, 'deleted')).toEqual(['cbe/item/7010', 'cbes/item/7001']);
    const early = await records({ until: '2026-08-31' });
    expect([...pathsOf(early), ...pathsOf(late)].sort()).toEqual([...documents.keys()].sort());
    const list = { verb: 'ListIdentifiers', metadataPrefix: 'oai_dc', from: SECOND_DAY as string };
    expect(await ask(list)).not.toContain('cbes/item/7101<');
  });

  test('has all stories since a day on which transcripts were withdrawn, where the release before is damaged', async () => {
    const table = join(folder, 'out', 'before', 'derived', 'transcripts.csv');
    await rename(table, `${table}.away`);
    const other = await servePages({ site: await openSiteIn(join(folder, 'other'), release) });
    const query = new URLSearchParams({
      verb: 'ListRecords',
      metadataPrefix: 'isebel',
      from: SECOND_DAY as string,
    });
    const all = parser.parse(await (await fetch(`${other.url}/oai?${query}`)).text());
    await other.close();
    await rename(`${table}.away`, table);
    expect(pathsOf(all['OAI-PMH'].ListRecords.record)).toEqual([...documents.keys()].sort());
  });

  const SCRIPT = fileURLToPath(new URL('../oai-pmh/harvest.pl', import.meta.url));
  test.skipIf(!existsSync('/usr/share/perl5/HTTP/OAI.pm'))(
    'is read to the end by a harvester of others (HTTP::OAI)',
    async () => {
      const query = ['ListRecords', 'metadataPrefix', 'isebel'];
      const { stdout } = await promisify(execFile)('perl', [SCRIPT, `${url}/oai`, ...query]);
      const rows = stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'));
      const live = rows.filter(([, , state]) => state !== 'deleted');
      expect(live.map(([identifier = '']) => identifier.replace(/^oai:[^:]*:/, '')).sort()).toEqual(
        [...documents.keys()].sort(),
      );
      for (const [identifier, , , elements] of live) expect(Number(elements) > 5, identifier).toBe(true);
    },
  );
});

test.skipIf(!isValidated)(
  'every story of a generated world is valid (xmllint)',
  async () => {
    const world = makeSyntheticWorld({ seed: 3, scale: 0.01, dirt: 0.05 });
    const services = await startServices({ world });
    const clients = clientsOf(services, { patienceMs: 60_000, monotonic: () => performance.now() });
    const store = join(folder, 'world', 'store');
    await harvestInto(store, clients);
    await closeAll(clients);
    await services.close();
    const plan = { store, out: join(folder, 'world'), label: 'world', settings: { isebel: true } };
    const as = { formats: ['nt'], compression: 'none' } as const;
    const { directory } = await build({ ...PLAN, ...as, ...plan }, () => ({}), silent, { features });
    const into = join(folder, 'world', 'stories');
    const stories = await documentsOf(directory, into);
    expect(stories.size).toBeGreaterThan(1000);
    const paths = [...stories.keys()];
    for (let at = 0; at < paths.length; at += 500)
      expect(faultsBelow(into, paths.slice(at, at + 500))).toEqual([]);
  },
  600_000,
);
