import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLinksTable } from '../../../src/features/links/links-table.js';
import { readTurtle } from '../../support/dumps.js';
import { exportedSample } from '../../support/exported-sample.js';
import { scratch } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { runWarm } from '../../support/warm.js';
import { geoNamesLine, item, overpassJson, sparqlJson } from './downloads.js';

/** `links import` with the release of the sample world. */

const BASE = 'https://data.example.org/folklore/';
const DAY = '2026-11-23';

let release: string;
beforeAll(async () => {
  ({ release } = await exportedSample());
});

interface Imported {
  readonly folder: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  /** Rows of the table of links as `place 1 ADDRESS`. */
  readonly links: readonly string[];
  readonly proposals: readonly Readonly<Record<string, string>>[];
  readonly leftOut: readonly Readonly<Record<string, string>>[];
  readonly bytes: string;
}

const rowsOf = (text: string): readonly Readonly<Record<string, string>>[] =>
  text === '' ? [] : parse(text, { columns: true });

/** Imports downloads into the table of a folder. */
async function imported(
  files: Readonly<Record<string, string | Buffer>>,
  folder: string,
  ...more: readonly string[]
): Promise<Imported> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const table = join(folder, 'links.csv');
  const { code, stdout, stderr } = await runWarm([
    ...['links', 'import', ...Object.keys(files).map((name) => join(folder, name))],
    ...['--release-folder', release, '--links-table', table, '--date', DAY, ...more],
  ]);
  const text = async (name: string): Promise<string> => readFile(join(folder, name), 'utf8').catch(() => '');
  const [links, proposals, leftOut] = await Promise.all(
    ['links.csv', 'links-proposals.csv', 'links-left-out.csv'].map(text),
  );
  return {
    ...{ folder, stdout, stderr, code },
    links: rowsOf(links ?? '').map(({ kind, id, iri }) => `${kind} ${id} ${iri}`),
    proposals: rowsOf(proposals ?? ''),
    leftOut: rowsOf(leftOut ?? ''),
    bytes: `${links}${proposals}${leftOut}`,
  };
}

const PLACES = sparqlJson(
  { item: item(1), logainm: '9000012', itemLabel: 'Gortnasillagh', point: 'Point(-8.2263 54.9581)' },
  { item: item(1), logainm: '9000012', itemLabel: 'Gort na Saileach', point: 'Point(-8.2263 54.9581)' },
  { item: item(2), logainm: '9999998', itemLabel: 'Elsewhere' },
);

const CSV = `item,logainm,itemLabel,point\r\n${item(1)},9000012,Gortnasillagh,Point(-8.2263 54.9581)\r\n`;

describe('a shared identifier becomes a row of the table of links', () => {
  it('of a result of Wikidata in JSON, by property P5097', async () => {
    const { links, leftOut, code, folder, stdout } = await imported(
      { 'query.json': PLACES },
      await scratch(),
    );
    expect(code).toBe(0);
    expect(links).toEqual([`place 9000012 ${item(1)}`]);
    const [row] = rowsOf(await readFile(join(folder, 'links.csv'), 'utf8'));
    expect(row).toMatchObject({ relation: 'owl:sameAs', source: 'Wikidata P5097', date: DAY });
    expect(leftOut).toMatchObject([
      {
        what: 'unknown id',
        at: 'query.json result 3',
        iri: item(2),
        why: 'the release has no place 9999998',
      },
    ]);
    expect(stdout).toContain('1 id that the release does not have');
  });

  it.each<readonly [string, Readonly<Record<string, string | Buffer>>, readonly string[]]>([
    [
      'of the same result in CSV, packed with gzip',
      { 'query.csv.gz': gzipSync(CSV) },
      [`place 9000012 ${item(1)}`],
    ],
    [
      'of an answer of Overpass in JSON, by the tag logainm:ref',
      {
        'overpass.json': overpassJson(
          { type: 'node', id: 7, lat: 54.9, lon: -8.2, tags: { name: 'Meenaloy', 'logainm:ref': '9000013' } },
          { type: 'relation', id: 8, center: { lat: 54.9, lon: -8.2 }, tags: { 'logainm:ref': '9000014' } },
        ),
      },
      [
        'place 9000013 https://www.openstreetmap.org/node/7',
        'place 9000014 https://www.openstreetmap.org/relation/8',
      ],
    ],
    [
      'of an answer of Overpass in its CSV',
      {
        'answer.csv': '@type\t@id\t@lat\t@lon\tname\tlogainm:ref\nway\t9\t54.9\t-8.2\tMeen "Aloy\t9000013\n',
      },
      ['place 9000013 https://www.openstreetmap.org/way/9'],
    ],
    [
      'of people in a result of Wikidata',
      { 'people.json': sparqlJson({ item: item(21), viaf: '990010011', isni: '0000 0001 0888 091X' }) },
      [`person 4101 ${item(21)}`, 'person 4101 https://isni.org/isni/000000010888091X'],
    ],
  ])('%s', async (_, files, expected) => {
    expect((await imported(files, await scratch())).links).toEqual(expected);
  });

  it('of links of VIAF, by the id of a person in the authority file; the check character of an ISNI is seen to', async () => {
    const lines = [
      'http://viaf.org/viaf/990010011\tISNI|000000010888091X',
      'http://viaf.org/viaf/990010011\tWKP|Q11',
      'http://viaf.org/viaf/990010011\tLC|n  0000001',
      'http://viaf.org/viaf/990010104\tISNI|0000000108880911',
      'http://viaf.org/viaf/990019999\tWKP|Q12',
    ];
    const { links, leftOut, stdout } = await imported(
      { 'viaf.txt': `${lines.join('\n')}\n` },
      await scratch(),
    );
    expect(links).toEqual([`person 4101 ${item(11)}`, 'person 4101 https://isni.org/isni/000000010888091X']);
    expect(leftOut).toMatchObject([{ at: 'viaf.txt line 4', why: '"0000000108880911" is no ISNI' }]);
    expect(stdout).toContain('1 id in the authority file of no person of the release');
  });

  it('of a table with ids of people, VIAF and ISNI', async () => {
    const table = 'person,viaf,isni\n4103,1234567,0000 0001 0888 091X\n4111,https://viaf.org/viaf/7654321,\n';
    const { links, folder } = await imported({ 'people.csv': table }, await scratch(), '--from', 'isni');
    expect(links).toEqual([
      'person 4103 http://viaf.org/viaf/1234567',
      'person 4103 https://isni.org/isni/000000010888091X',
      'person 4111 http://viaf.org/viaf/7654321',
    ]);
    // A build reads what an import writes.
    expect(readLinksTable(join(folder, 'links.csv'), BASE)).toHaveLength(3);
  });
});

const TOWNLAND = geoNamesLine(
  101,
  ['Gortnasilla', 'Gortnasilla', 'Gort na Saileach'],
  [54.96, -8.23],
  ['L', 'LCTY'],
);
const FILE = [
  TOWNLAND,
  // The genitive, in old spelling without accents.
  geoNamesLine(102, ['Mhin an Lao', 'Mhin an Lao', ''], [54.9415, -8.194], ['P', 'PPL']),
  // The name of a townland, 60 km away.
  geoNamesLine(103, ['Meenaloy', 'Meenaloy', ''], [54.4, -8.19], ['P', 'PPL']),
  // A hotel of the name of a county; a lake of the name of a street.
  geoNamesLine(104, ['Donegal', 'Donegal', ''], [54.92, -7.95], ['S', 'HTL']),
  geoNamesLine(105, ['Main Street', 'Main Street', ''], [54.951, -8.252], ['H', 'LK']),
  geoNamesLine(
    106,
    ['County Donegal', 'County Donegal', 'Contae Dhún na nGall'],
    [54.9, -7.9],
    ['A', 'ADM2'],
  ),
].join('\n');

describe('what only looks alike becomes a proposal', () => {
  it('with its evidence, and no row of the table', async () => {
    const { links, proposals } = await imported({ 'IE.txt': `${FILE}\n` }, await scratch());
    expect(links).toEqual([]);
    const of = (id: number) => proposals.find(({ iri }) => iri === `https://sws.geonames.org/${id}/`);
    expect(of(101)).toMatchObject({
      ...{
        decision: '',
        kind: 'place',
        id: '9000012',
        name_en: 'Gortnasillagh',
        name_ga: 'Gort na Saileach',
      },
      ...{ is_a: 'townland', county: 'Donegal', basis: 'names', source: 'GeoNames' },
      ...{ matched_name: 'Gort na Saileach', matched_column: 'name_ga', matched_there: 'Gort na Saileach' },
      ...{ match: 'same', kind_match: 'same', record: `${BASE}place/9000012` },
    });
    // 0.0019 degrees of latitude are 211 m, 0.0037 of longitude at 54.96 degrees 236 m: 317 m together.
    expect(Math.abs(Number(of(101)?.metres) - 317)).toBeLessThan(2);
    expect(of(102)).toMatchObject({
      ...{ id: '9000013', matched_name: 'Mhín an Lao', matched_column: 'genitives_ga', match: 'plain' },
    });
    expect(of(106)).toMatchObject({ id: '100013', kind_match: 'same' });
    expect([103, 104, 105].map(of)).toEqual([undefined, undefined, undefined]);
  });

  it('in several rows for several candidates, the best first', async () => {
    // Rathbeg is a village; the townland Rathbeg or Smithstown is beside it, of the same Irish name.
    const line = geoNamesLine(110, ['Rathbeg', 'Rathbeg', 'An Ráth Bheag'], [52.1131, -8.9588], ['P', 'PPL']);
    const { proposals } = await imported({ 'IE.txt': `${line}\n` }, await scratch());
    const scores = new Map(proposals.map(({ id = '', score }) => [id, Number(score)]));
    expect([...scores.keys()].toSorted()).toEqual(['9000044', '9000045']);
    expect(scores.get('9000045')).toBeGreaterThan(scores.get('9000044') as number);
  });

  it('by the tags of OpenStreetMap and the kinds of Wikidata', async () => {
    const answer = overpassJson(
      ...[
        { type: 'node', id: 1, lat: 54.9232, lon: -8.142, tags: { name: 'Slieve Finn', natural: 'peak' } },
        { type: 'node', id: 2, lat: 54.9232, lon: -8.142, tags: { name: 'Slieve Finn', highway: 'service' } },
      ],
    );
    const result = sparqlJson({
      item: item(31),
      itemLabel: 'Loch na nÉan',
      kindLabel: 'lake',
      point: 'Point(-8.159 54.935)',
    });
    const { proposals } = await imported({ 'o.json': answer, 'w.json': result }, await scratch());
    expect(proposals.map(({ id, iri, kind_match }) => [id, iri, kind_match])).toEqual([
      ['9000020', 'https://www.openstreetmap.org/node/1', 'same'],
      ['9000021', item(31), 'same'],
    ]);
  });

  it('unless the record has an address of that host already', async () => {
    const folder = await scratch();
    await imported({ 'none.json': sparqlJson() }, folder);
    await writeFile(
      join(folder, 'links.csv'),
      `kind,id,iri,relation,source,date\nplace,9000012,https://sws.geonames.org/9/,owl:sameAs,by hand,${DAY}\n`,
    );
    const { proposals } = await imported({ 'IE.txt': `${TOWNLAND}\n` }, folder);
    expect(proposals).toEqual([]);
  });
});

it('a build publishes the table and nothing of the proposals', async () => {
  const folder = await scratch();
  const { folder: links, proposals } = await imported(
    { 'q.json': PLACES, 'IE.txt': `${FILE}\n` },
    join(folder, 'links'),
  );
  expect(proposals.length).toBeGreaterThan(1);
  const operatorLinks = readLinksTable(join(links, 'links.csv'), BASE);
  const make = await harvestSample(folder);
  const { directory } = await make('linked', {
    additions: { links: operatorLinks },
    formats: ['ttl'],
    links: {},
  });
  const objects = (await readTurtle(directory, 'placenames-links')).map(({ object }) => object.value);
  expect(objects).toContain(item(1));
  expect(objects.filter((one) => one.includes('geonames'))).toEqual([]);
});

describe('a second import', () => {
  const files = { 'q.json': PLACES, 'IE.txt': `${FILE}\n` };
  it('of the same files changes no byte, on another day', async () => {
    const folder = await scratch();
    const first = await imported(files, folder);
    const second = await imported(files, folder, '--date', '2027-01-01');
    expect(second.bytes).toBe(first.bytes);
    expect(second.stdout).toContain('0 new links');
  });

  it('keeps what a person has decided, and the bytes of the rows of the operator', async () => {
    const folder = await scratch();
    const hand = `id,kind,iri,relation,source,date,note\n"1",place,https://a.example.com/1,owl:sameAs,by hand,${DAY},"a note"\n`;
    await writeFile(join(folder, 'links.csv'), hand);
    await imported(files, folder);
    const file = join(folder, 'links-proposals.csv');
    const filled = (await readFile(file, 'utf8')).replace(/^(?=,\d+,place,9000012)/m, 'reject');
    await writeFile(file, filled);
    const { proposals } = await imported(files, folder);
    expect(proposals.filter(({ decision }) => decision === 'reject').map(({ id }) => id)).toEqual([
      '9000012',
    ]);
    const table = await readFile(join(folder, 'links.csv'), 'utf8');
    expect(table.startsWith(hand)).toBe(true);
    expect(table.slice(hand.length)).toBe(`9000012,place,${item(1)},owl:sameAs,Wikidata P5097,${DAY},\n`);
  });
});

describe('conflicts are reported and left out', () => {
  it('of one item for two places, and of two items for one place', async () => {
    const result = sparqlJson(
      { item: item(1), logainm: '9000012' },
      { item: item(1), logainm: '9000013' },
      { item: item(2), logainm: '9000014' },
      { item: item(3), logainm: '9000014' },
      { item: item(4), logainm: '9000015' },
    );
    const { links, leftOut, stdout, proposals } = await imported({ 'q.json': result }, await scratch());
    expect(links).toEqual([`place 9000015 ${item(4)}`]);
    const conflicts = leftOut.filter(({ what }) => what === 'conflict');
    expect(conflicts.map(({ at, iri }) => [at, iri])).toEqual([
      ['q.json result 1', item(1)],
      ['q.json result 1', item(1)],
      ['q.json result 3', item(2)],
      ['q.json result 4', item(3)],
    ]);
    expect(conflicts[0]?.why).toContain(`place 9000013 ${item(1)} (q.json result 1)`);
    expect(stdout).toContain('4 conflicts');
    // A person can decide them.
    expect(proposals.map(({ basis, id }) => [basis, id])).toEqual([
      ['identifier', '9000012'],
      ['identifier', '9000013'],
      ['identifier', '9000014'],
      ['identifier', '9000014'],
    ]);
  });

  it('of a row of the table, which stays', async () => {
    const folder = await scratch();
    await imported({ 'q.json': PLACES }, folder);
    const other = sparqlJson({ item: item(77), logainm: '9000012' });
    const { links, leftOut } = await imported({ 'q.json': other }, folder);
    expect(links).toEqual([`place 9000012 ${item(1)}`]);
    expect(leftOut[0]?.why).toBe(
      'in the table of links: place 9000012 has another address of the same host in line 2',
    );
  });
});

describe('a download that broke off', () => {
  const HEADER = 'item,logainm,en,ga,point,kindLabel\r\n';
  const row = (number: number, id: number) =>
    `${item(number)},${id},Gortnasillagh,,Point(-8.2 54.9),townland\r\n`;
  const ONE = `${HEADER}${row(1, 9000012)}`;
  const JAVA =
    'java.util.concurrent.TimeoutException\n\tat java.util.concurrent.FutureTask.get(FutureTask.java:205)\n';

  // The ids are cut: 9000013 of 90000130, Q2 of Q21, and so on. A cut id is the id of another record.
  it.each<readonly [string, string, string, readonly string[], RegExp]>([
    [
      'in a row',
      'q.csv',
      `${ONE}${item(2)},9000013`,
      [`place 9000012 ${item(1)}`],
      /q\.csv line 3: .*no line end/,
    ],
    [
      'in the last cell of a row',
      'q.csv',
      `item,ga,logainm\n${item(1)},a,9000012\n${item(2)},b,9000013`,
      [`place 9000012 ${item(1)}`],
      /q\.csv line 3: .*no line end/,
    ],
    [
      'in a cell of quotes',
      'q.csv',
      `item,logainm,en\n${item(1)},9000012,a\n${item(2)},9000013,"Gort\nna`,
      [],
      /Quote Not Closed/,
    ],
    [
      'in a table of Overpass',
      'o.csv',
      '@type\t@id\t@lat\t@lon\tname\tlogainm:ref\nway\t9\t1\t1\tA\t9000012\nway\t10\t1\t1\tB\t9000013',
      ['place 9000012 https://www.openstreetmap.org/way/9'],
      /o\.csv line 3: .*no line end/,
    ],
    [
      'in the links of VIAF',
      'viaf.txt',
      'http://viaf.org/viaf/990010011\tWKP|Q11\nhttp://viaf.org/viaf/990010104\tWKP|Q2',
      [`person 4101 ${item(11)}`],
      /viaf\.txt line 2: .*no line end/,
    ],
    [
      'in a table of people',
      'people.csv',
      'person,viaf\n4103,1234567\n4111,76',
      ['person 4103 http://viaf.org/viaf/1234567'],
      /people\.csv line 3: .*no line end/,
    ],
    [
      'as the query service ran out of time, within a row',
      'q.csv',
      `${ONE}${item(2)},9000013SPARQL-QUERY: queryStr=SELECT * {}\n${JAVA}`,
      [],
      /q\.csv: the query service ended it with an error: java\.util\.concurrent\.TimeoutException/,
    ],
    [
      'as the query service ran out of time, after a row that it may have cut',
      'q.csv',
      `${ONE}${item(2)},9000013,a,b,c,d\nSPARQL-QUERY: queryStr=SELECT * {}\n${JAVA}`,
      [`place 9000012 ${item(1)}`],
      /q\.csv: the query service ended it with an error/,
    ],
    [
      'as the query service ran out of time, with the cause only',
      'q.csv',
      `${ONE}${row(2, 9000013)}Caused by: com.bigdata.bop.engine.QueryTimeoutException: deadline\n`,
      [`place 9000012 ${item(1)}`],
      /q\.csv: the query service ended it with an error: com\.bigdata\.bop\.engine\.QueryTimeoutException/,
    ],
    [
      'as the query service ran out of time, with the cause within a row',
      'q.csv',
      `${ONE}${row(2, 9000013)}${item(3)},9000014,Caused by: java.lang.Error: x\n`,
      [`place 9000012 ${item(1)}`],
      /the query service ended it with an error: java\.lang\.Error/,
    ],
    [
      'as the proxy before the query service ran out of time',
      'q.csv',
      `${ONE}${row(2, 9000013)}<html>\r\n<head><title>504 Gateway Time-out</title></head>\r\n<body>\r\n</body>\r\n</html>\r\n`,
      [`place 9000012 ${item(1)}`],
      /q\.csv: the query service ended it with an error: 504 Gateway Time-out/,
    ],
    [
      'as another proxy ran out of time, within a row',
      'q.csv',
      `${ONE}${row(2, 9000013)}${item(3)},9000014upstream request timeout`,
      [`place 9000012 ${item(1)}`],
      /q\.csv: the query service ended it with an error: upstream request timeout/,
    ],
    [
      'as a proxy ran out of time, in JSON',
      'q.json',
      `${PLACES.slice(0, -40)}<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head></html>`,
      [],
      /the query service ended it with an error: 502 Bad Gateway/,
    ],
    [
      'as the query service ran out of time, in JSON',
      'q.json',
      `${PLACES.slice(0, -40)}\nSPARQL-QUERY: queryStr=SELECT * {}\n${JAVA}`,
      [],
      /the query service ended it with an error: java\.util\.concurrent\.TimeoutException/,
    ],
  ])('%s is reported, and its last row is not used', async (_, name, content, expected, told) => {
    const { links, stdout, stderr } = await imported({ [name]: content }, await scratch());
    expect(links).toEqual(expected);
    expect(stdout + stderr).toMatch(told);
  });

  it('of GeoNames proposes nothing of its last line', async () => {
    const { proposals, stdout } = await imported(
      { 'IE.txt': `${TOWNLAND}\n${TOWNLAND.replace('101', '1')}` },
      await scratch(),
    );
    expect(new Set(proposals.map(({ iri }) => iri))).toEqual(new Set(['https://sws.geonames.org/101/']));
    expect(stdout).toMatch(/IE\.txt line 2: .*no line end/);
  });

  it('and was joined with another has the row of fewer or more cells told', async () => {
    const table = `${HEADER}${item(2)},9000013\r\n${row(1, 9000012)}${item(3)},9000014,a,b,c,d,e\r\n`;
    const { links, leftOut } = await imported({ 'q.csv': table }, await scratch());
    expect(links).toEqual([`place 9000012 ${item(1)}`]);
    expect(leftOut).toMatchObject([
      { what: 'unreadable', at: 'q.csv line 2', why: 'it has 2 cells, and the header 6' },
      { what: 'unreadable', at: 'q.csv line 4', why: 'it has 7 cells, and the header 6' },
    ]);
    const viaf = 'http://viaf.org/viaf/990010011\tWKP|Q11\nhttp://viaf.org/viaf/9900\n\n';
    const { leftOut: lines } = await imported({ 'viaf.txt': viaf }, await scratch());
    expect(lines).toMatchObject([{ at: 'viaf.txt line 2', why: 'it is no link of VIAF' }]);
  });
});

it('a table that a spreadsheet has saved, with sep= and rows of empty cells, is read', async () => {
  for (const [sign, quote] of [';', ',', '\t'].flatMap((one) => [[one, ''] as const, [one, '"'] as const])) {
    const rows = ['person,viaf,isni', '4103,1234567,', ',,', '4111,,0000 0001 0888 091X', '4105,x,', ' , ,'];
    const text = [`${quote}sep=${sign}${quote}`, ...rows.map((one) => one.replaceAll(',', sign)), ''].join(
      '\r\n',
    );
    const { links, leftOut } = await imported({ 'people.csv': text }, await scratch());
    expect(links).toEqual([
      'person 4103 http://viaf.org/viaf/1234567',
      'person 4111 https://isni.org/isni/000000010888091X',
    ]);
    expect(leftOut).toMatchObject([{ at: 'people.csv line 6', why: '"x" is no VIAF id' }]);
  }
});

describe('hostile files', () => {
  it('with formulas, javascript: addresses, IRIs with blanks and foreign ids give no links', async () => {
    const result = sparqlJson(
      { item: 'javascript:alert(1)', logainm: '9000012' },
      { item: 'http://www.wikidata.org/entity/Q1 2', logainm: '9000012' },
      { item: item(5), logainm: '=1+1' },
      { item: item(6), logainm: '../9000012' },
      { item: item(7), logainm: '__proto__' },
    );
    const { links, leftOut, bytes } = await imported({ 'q.json': result }, await scratch());
    expect(links).toEqual([]);
    expect(leftOut.filter(({ what }) => what === 'unreadable')).toHaveLength(5);
    expect(bytes).not.toMatch(/(^|,)=/m);
  });

  it('with names that are formulas or markup are harmless in the file of proposals', async () => {
    const line = geoNamesLine(
      120,
      ['=HYPERLINK("x")', 'x', 'Gort na Saileach,<script>'],
      [54.96, -8.23],
      ['L', 'LCTY'],
    );
    const { folder, proposals } = await imported({ 'IE.txt': `${line}\n` }, await scratch());
    expect(proposals[0]?.names_there).toMatch(/^'=HYPERLINK/);
    expect(await readFile(join(folder, 'links-proposals.csv'), 'utf8')).not.toMatch(/(^|,)"?=/m);
  });

  it.each([
    ['in another encoding', Buffer.from('item,logainm\nGort\xe9,1\n', 'latin1'), 'it is not in UTF-8'],
    ['in UTF-16', Buffer.from('\ufeffitem,logainm\n', 'utf16le'), 'it is not in UTF-8'],
    ['with a line without end', `${'x'.repeat(10)}\t`.repeat(200_000), 'of no known form'],
    ['of GeoNames with such a line', `${TOWNLAND}\n${'x'.repeat(2_000_000)}`, 'line 2 has more than'],
    ['that is a ZIP archive', Buffer.from('PK\x03\x04rest'), 'it is a ZIP archive'],
    ['that breaks off', PLACES.slice(0, 200), 'it is no JSON'],
    ['that is a web page', '<!doctype html><title>Timeout</title>', 'it seems to be a web page or XML'],
    ['that is empty', '', 'it is empty'],
    ['of other JSON', '{"a":1}', 'neither a result of SPARQL nor an answer of Overpass'],
  ])('%s are refused, and change nothing', async (_, content, message) => {
    const { code, stderr, bytes } = await imported({ 'file.txt': content }, await scratch());
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(bytes).toBe('');
  });

  it('of another source than --from says are refused', async () => {
    const { code, stderr } = await imported({ 'q.json': PLACES }, await scratch(), '--from', 'geonames');
    expect(code).toBe(2);
    expect(stderr).toContain('it is no download of geonames');
  });

  it('that Overpass has cut short are imported, with what it says', async () => {
    const answer = JSON.parse(
      overpassJson({ type: 'node', id: 7, lat: 1, lon: 1, tags: { 'logainm:ref': '9000013' } }),
    );
    const cut = JSON.stringify({ ...answer, remark: 'runtime error: Query timed out' });
    const { links, stdout } = await imported({ 'o.json': cut }, await scratch());
    expect(links).toHaveLength(1);
    expect(stdout).toContain('o.json: Overpass says: runtime error: Query timed out');
  });
});
