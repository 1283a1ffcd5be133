import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLinksTable } from '../../../src/features/links/links-table.js';
import { readTurtle } from '../../support/dumps.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample, type MakeRelease } from '../../support/sample-release.js';

/** The operator's own table of links (docs/links.md). */

const BASE = 'https://data.example.org/folklore/';
const HEADER = 'kind,id,iri,relation,source,date';

let folder: string;
let release: MakeRelease;
beforeAll(async () => {
  folder = await makeFolder();
  release = await harvestSample(folder);
});
afterAll(() => removeFolder(folder));

async function table(...rows: readonly string[]): Promise<string> {
  const file = join(folder, 'links.csv');
  await writeFile(file, [HEADER, ...rows, ''].join('\n'));
  return file;
}

const ROWS = [
  'place,100013,https://a.example.com/1,owl:sameAs,by hand,2026-11-23',
  'place,100013,"https://b.example.com/1,2",owl:sameAs,by hand,2026-11-23',
  'country,GB-NIR,https://a.example.com/2,owl:sameAs,by hand,2026-11-23',
  'abroad,990000101,https://a.example.com/3,owl:sameAs,by hand,2026-11-23',
  'person,4101,https://a.example.com/4,schema:sameAs,by hand,2026-11-23',
];

describe('a table of links', () => {
  it('is published in the datasets of identity, and counted as linksets', async () => {
    const operatorLinks = readLinksTable(await table(...ROWS), BASE);
    const { directory } = await release('linked', {
      additions: { links: operatorLinks },
      formats: ['ttl'],
      links: {},
    });
    const quads = [
      ...(await readTurtle(directory, 'links')),
      ...(await readTurtle(directory, 'placenames-links')),
    ];
    const said = quads.map(({ subject, predicate, object }) =>
      [subject.value.replace(BASE, ''), predicate.value.replace(/^.*[/#]/, ''), object.value].join(' '),
    );
    expect(said).toEqual(
      expect.arrayContaining([
        'place/100013 sameAs https://a.example.com/1',
        'place/100013 sameAs https://b.example.com/1,2',
        'country/GB-NIR sameAs https://a.example.com/2',
        'abroad/990000101 sameAs https://a.example.com/3',
        'cbed/person/4101 sameAs https://a.example.com/4',
      ]),
    );
    expect(await readFile(join(directory, 'void.ttl'), 'utf8')).toMatch(/a\.example\.com/);
  });

  it('names the rows about records that are not published', async () => {
    const notes: string[] = [];
    const more = 'person,99999999,https://a.example.com/9,schema:sameAs,by hand,2026-11-23';
    const operatorLinks = readLinksTable(await table(...ROWS, more), BASE);
    await release('unused', { additions: { links: operatorLinks }, formats: ['ttl'] }, (event) => {
      if (event.event === 'note') notes.push(event.message);
    });
    expect(notes).toContain('1 row of the table of links is about a record that is not published (line 7)');
  });

  const row = (kind: string, id: string, iri: string, relation = 'owl:sameAs') =>
    `${kind},${id},${iri},${relation},x,2026-11-23`;
  const [ONE, TWO] = ['https://a.example.com/1', 'https://a.example.com/2'] as const;
  it.each([
    ['line 2: the kind "item"', row('item', '1', ONE)],
    ['line 2: "a1" is no id', row('place', 'a1', ONE)],
    ['schema:sameAs, not "owl:sameAs"', row('person', '1', ONE)],
    ['"javascript:alert(1)" is no http', row('place', '1', 'javascript:alert(1)')],
    ['"yesterday" is no day', `place,1,${ONE},owl:sameAs,x,yesterday`],
    ['the source is missing', `place,1,${ONE},owl:sameAs,,2026-11-23`],
    [`line 3: ${ONE} is also in line 2`, row('place', '1', ONE), row('place', '2', ONE)],
    ['line 3: place 1 has another address of the same host', row('place', '1', ONE), row('place', '1', TWO)],
    ['links.csv cannot be used', 'place,1'],
  ])('is refused, with the line: %s', async (message, ...rows) => {
    const file = await table(...rows);
    expect(() => readLinksTable(file, BASE)).toThrow(message);
  });

  it('that lacks a column, or is not there, is refused', async () => {
    const file = join(folder, 'short.csv');
    await writeFile(file, 'kind,id,iri\n');
    expect(() => readLinksTable(file, BASE)).toThrow(/its first row lacks relation, source, date/);
    expect(() => readLinksTable(join(folder, 'none.csv'), BASE)).toThrow(/there is no such file/);
  });
});
