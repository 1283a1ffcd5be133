import { mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FolkloreError } from '../../../../src/base/errors.js';
import { type RunEvent, silent } from '../../../../src/base/events.js';
import { EXIT } from '../../../../src/base/exit-codes.js';
import { verifyRelease } from '../../../../src/use/inspect/verify-folder/verify-release.js';
import { harvestOf, releaseOf, sampleWorld, there } from '../../../build/consistency/sample-world.js';
import { filesBelow, removeFolder, scratch } from '../../../support/files.js';
import { Planted } from './planted.js';
import { makeReleases, type Releases } from './releases.js';

/** The faults of a release. Each is planted in a sound release of the sample world. */

const BASE = 'https://data.example.org/folklore/';
const MARK = `${BASE}meitheal/63`;

let releases: Releases;
beforeAll(async () => {
  releases = await makeReleases();
});
afterAll(() => removeFolder(releases.folder));

const plain = () => Planted.copyOf(releases.plain);
const packed = () => Planted.copyOf(releases.packed);

describe('a sound release', () => {
  test.each(['plain', 'packed', 'lines'] as const)('%s: no problem', async (which) => {
    const directory = releases[which];
    const verified = await verifyRelease(directory, silent, () => {});
    expect(verified).toMatchObject({ directory, problems: [], count: 0 });
    const listed = (await readFile(join(directory, 'SHA256SUMS'), 'utf8')).split('\n').filter(Boolean);
    // The list itself and run.json are in no list.
    expect(verified.files).toBe(listed.length + 2);
  });

  test('is verified with its progress in bytes of all files', async () => {
    const directory = releases.packed;
    const events: RunEvent[] = [];
    await verifyRelease(
      directory,
      (event) => events.push(event),
      () => {},
    );
    const progress = events.flatMap((event) => (event.event === 'progress' ? [event] : []));
    const files = [...(await filesBelow(directory)).values()];
    const bytes = files.reduce((sum, { length }) => sum + length, 0);
    expect(new Set(progress.map(({ total }) => total))).toEqual(new Set([bytes]));
    expect(progress[0]).toMatchObject({ done: 0, share: 0 });
    expect(progress.at(-1)).toMatchObject({ done: bytes, share: 1 });
    for (const [at, { done, share = -1 }] of progress.entries()) {
      expect(done).toBeGreaterThanOrEqual(progress[at - 1]?.done ?? 0);
      expect(share).toBeGreaterThanOrEqual(progress[at - 1]?.share ?? 0);
    }
  });

  test('whose tables have a person who is described within a work, as of an id with two names: no problem', async () => {
    const world = await sampleWorld(({ archive }) => {
      const informants = [...archive.cbes.values()].flatMap(({ parts }) =>
        parts.flatMap(({ items }) => items.flatMap((item) => item.informants)),
      );
      const named = (name: string) =>
        there(informants.find(({ names }) => names.some(({ fullName }) => fullName === name)));
      named('Hughie Derrane').id = named('Bríd Ní Bhrosnacháin').id;
    });
    const harvest = await harvestOf(world);
    try {
      const { directory } = await releaseOf(harvest, { label: 'two-names', kinds: ['schools'] });
      const table = await readFile(join(directory, 'derived/schools-people.csv'), 'utf8');
      expect(table).toMatch(/cbes\/item\/\d+#person-\d+,/);
      expect((await verifyRelease(directory, silent, () => {})).problems).toEqual([]);
    } finally {
      await removeFolder(harvest.folder);
    }
  });

  test('has as many triples as its N-Triples have lines', async () => {
    const { datasets } = JSON.parse(await readFile(join(releases.lines, 'manifest.json'), 'utf8'));
    let lines = 0;
    for (const { name } of datasets as { name: string }[]) {
      const text = await readFile(join(releases.lines, `data/${name}.nt`), 'utf8');
      lines += text.split('\n').length - 1;
    }
    expect(lines).toBeGreaterThan(1000);
    expect((await verifyRelease(releases.lines, silent, () => {})).triples).toBe(lines);
  });

  test('may be reached by a link, such as output/latest', async () => {
    const link = join(await scratch(), 'latest');
    await symlink(releases.lines, link);
    expect(await verifyRelease(link, silent, () => {})).toMatchObject({ count: 0 });
  });

  test('stops at once when the run is stopped', async () => {
    let calls = 0;
    const stop = () => {
      calls += 1;
      if (calls === 200)
        throw new FolkloreError('INTERRUPTED', 'enough', { hint: '', exitCode: EXIT.interrupted });
    };
    await expect(verifyRelease(releases.plain, silent, stop)).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(calls).toBe(200);
  });
});

describe('files', () => {
  test('a flipped byte', async () => {
    const planted = await plain();
    await planted.alter('data/transcribers.ttl', (text) =>
      text.replace('R. Quillfeather', 'R. Quillfeathes'),
    );
    expect(await planted.problems()).toEqual([
      ['data/transcribers.ttl', 'does not match its checksum'],
      ['data/transcribers.ttl', `differs from data/transcribers.jsonld in 1 record: ${MARK}`],
    ]);
  });

  test('a file that is packed and breaks off', async () => {
    const planted = await packed();
    await truncate(planted.at('data/transcribers.ttl.gz'), 200);
    expect(await planted.problems()).toEqual([
      ['data/transcribers.ttl.gz', 'does not match its checksum'],
      ['data/transcribers.ttl.gz', 'cannot be read: the gzip file breaks off'],
    ]);
  });

  test('a missing file, and one that does not belong there', async () => {
    const planted = await plain();
    await rm(planted.at('data/transcribers.ttl'));
    await writeFile(planted.at('data/notes.txt'), 'mine');
    expect(await planted.problems()).toEqual([
      ['data/transcribers.ttl', 'is not there'],
      ['data/notes.txt', 'is not in SHA256SUMS'],
    ]);
  });

  test('a missing checksum, a bad one, and one that is listed twice', async () => {
    const planted = await plain();
    const lines = (await planted.text('SHA256SUMS')).split('\n').filter(Boolean);
    const of = (path: string) => lines.find((line) => line.endsWith(`  ${path}`)) ?? '';
    const rest = lines.filter((line) => line !== of('codes.ttl'));
    await writeFile(planted.at('SHA256SUMS'), [...rest, 'x'.repeat(300), of('README.md'), ''].join('\n'));
    expect(await planted.problems()).toEqual([
      ['SHA256SUMS', `has a line that is no checksum: ${rest.length + 1}`],
      ['SHA256SUMS', 'lists README.md twice'],
      ['codes.ttl', 'is not in SHA256SUMS'],
    ]);
  });

  test('no checksums at all: manifest.json has them too', async () => {
    const planted = await plain();
    await rm(planted.at('SHA256SUMS'));
    await planted.alter('LICENCES.md', (text) => text.replace('e', 'i'));
    expect(await planted.problems()).toEqual([
      ['SHA256SUMS', 'is not there'],
      ['manifest.json', 'gives another checksum for LICENCES.md than SHA256SUMS'],
    ]);
  });

  test('a link is not followed', async () => {
    const planted = await plain();
    const elsewhere = join(await scratch(), 'secret.ttl');
    await writeFile(elsewhere, await planted.text('data/transcribers.ttl'));
    await rm(planted.at('data/transcribers.ttl'));
    await symlink(elsewhere, planted.at('data/transcribers.ttl'));
    await mkdir(join(elsewhere, '..', 'folder'));
    await symlink(join(elsewhere, '..', 'folder'), planted.at('more'));
    const problem = 'is no file, but a link or a device';
    expect(await planted.problems()).toEqual([
      ['data/transcribers.ttl', problem],
      ['more', problem],
    ]);
  });

  test('files that break their format', async () => {
    const planted = await plain();
    await planted.alter('derived/photographs.csv', (text) => text.replace('\r\n', ',more\r\n'));
    await planted.alter('item.frame.json', (text) => text.replace('{', ''));
    await planted.alter('ontology.ttl', (text) => `${text}\n<a> <b> .\n`);
    await planted.mend();
    expect(await planted.problems()).toEqual([
      ['derived/photographs.csv', expect.stringMatching(/^cannot be read: line 2: a row of \d+ cells/)],
      ['item.frame.json', expect.stringMatching(/^cannot be read: line 2: it is no JSON$/)],
      ['ontology.ttl', expect.stringMatching(/^cannot be read: .*line \d+/)],
    ]);
  });
});

describe('formats that differ', () => {
  test('a triple is missing in one format', async () => {
    const planted = await plain();
    await planted.alter('data/transcribers.nt', (text) => text.replace(/^.*Quillfeather.*\n/m, ''));
    await planted.mend();
    expect(await planted.problems()).toEqual([
      ['data/transcribers.nt', 'has 4 triples; manifest.json gives 5'],
      ['data/transcribers.nt', `differs from data/transcribers.jsonld in 1 record: ${MARK}`],
    ]);
  });

  test('a triple differs in one format: the one that most others disagree with', async () => {
    const planted = await plain();
    await planted.alter('data/transcribers.jsonld', (text) => text.replace('Quillfeather', 'Quillfeder'));
    await planted.mend();
    expect(await planted.problems()).toEqual([
      ['data/transcribers.jsonld', `differs from data/transcribers.ttl in 1 record: ${MARK}`],
    ]);
  });

  test('a record is missing in one format, and another is surplus', async () => {
    const planted = await plain();
    await planted.alter('data/transcribers.ttl', (text) => text.replace('meitheal:62 a', 'meitheal:64 a'));
    await planted.mend();
    expect(await planted.problems()).toEqual([
      ['data/transcribers.ttl', `lacks 1 record of data/transcribers.jsonld: ${BASE}meitheal/62`],
      ['data/transcribers.ttl', `has 1 record that data/transcribers.jsonld lacks: ${BASE}meitheal/64`],
    ]);
  });

  test('many records: the first are named', async () => {
    const planted = await plain();
    await planted.alter('data/schools.nq', (text) =>
      text.replaceAll('#listingOrder> "', '#listingOrder> "0'),
    );
    await planted.mend();
    expect(await planted.problems()).toEqual([
      [
        'data/schools.nq',
        expect.stringMatching(
          /^differs from data\/schools\.jsonld in at least \d+ records: (?:\S+, ){2}\S+$/,
        ),
      ],
    ]);
  });

  test('the same statements, in another graph', async () => {
    const planted = await plain();
    await planted.alter('data/transcribers.nq', (text) =>
      text.replace('folklore/transcribers>', 'folklore/other>'),
    );
    await planted.mend();
    const graph = (name: string) => `the graph ${BASE}dataset/folklore/${name}`;
    expect(await planted.problems()).toEqual([
      [
        'data/transcribers.nq',
        `has ${BASE}meitheal/61 in ${graph('other')}, not in ${graph('transcribers')}`,
      ],
    ]);
  });

  test('another order is no difference', async () => {
    const planted = await plain();
    const turned = (text: string) => `${text.trimEnd().split('\n').reverse().join('\n')}\n`;
    await planted.alter('data/transcribers.nt', turned);
    await planted.alter('data/transcribers.nq', turned);
    await planted.mend();
    expect(await planted.problems()).toEqual([]);
  });
});

describe('faults in all formats', () => {
  test('a literal with a control character', async () => {
    const planted = await plain();
    await planted.alterAll('transcribers', {
      ttl: ['R. Quill', 'R.\\u0001Quill'],
      nt: ['R. Quill', 'R.\\u0001Quill'],
      jsonld: ['R. Quill', 'R.\\u0001Quill'],
    });
    const wrong = `has "R.\\u0001Quillfeather" in ${MARK}: the text holds a control character`;
    expect(await planted.problems()).toEqual([
      ['data/transcribers.jsonld', wrong],
      // This program would write other Turtle, so that the file is parsed too.
      ['data/transcribers.ttl', wrong],
    ]);
  });

  test('a bad IRI', async () => {
    const planted = await plain();
    const change = ['gazetteer.example.org/990000001/', 'gazetteer.example.org/%zz/'] as const;
    await planted.alterAll('links', { ttl: change, nt: change, jsonld: change });
    expect(await planted.problems()).toEqual([
      [
        'data/links.jsonld',
        `has "https://gazetteer.example.org/%zz/" in ${BASE}country/AU: the IRI holds a % that begins no escape`,
      ],
    ]);
  });

  test('a blank node', async () => {
    const planted = await plain();
    await planted.alterAll('transcribers', {
      ttl: ['"R. Quillfeather"', '_:someone'],
      nt: ['"R. Quillfeather"', '_:someone'],
      jsonld: ['"name":{"@none":["R. Quillfeather"]}', '"schema:name":{"id":"_:someone"}'],
    });
    expect(await planted.problems()).toContainEqual([
      'data/transcribers.jsonld',
      expect.stringMatching(`in ${MARK}: a BlankNode has no place in a dump$`),
    ]);
  });

  test('a reference to a missing record', async () => {
    const planted = await plain();
    await planted.alterAll('transcripts', {
      ttl: ['meitheal:63 ', 'meitheal:99 '],
      nt: ['meitheal/63>', 'meitheal/99>'],
      jsonld: ['meitheal/63"', 'meitheal/99"'],
    });
    const missing = `${BASE}meitheal/99, which no dump describes`;
    const transcript = (id: number) => `refers in ${BASE}cbes/transcript/${id}`;
    // Once as transcriber, once as contributor.
    expect(await planted.problems()).toEqual(
      [8007, 8007, 8009, 8009].map((id) => ['data/transcripts.jsonld', `${transcript(id)} to ${missing}`]),
    );
  });

  test('a row about a missing record, and statements added to one', async () => {
    const planted = await plain();
    await planted.alter('derived/photographs.csv', (text) => text.replace('photograph/1201', 'photograph/1'));
    await planted.alterAll('links', {
      ttl: ['country:AU', 'country:XA'],
      nt: ['country/AU', 'country/XA'],
      jsonld: ['country/AU', 'country/XA'],
    });
    expect(await planted.problems()).toEqual([
      ['derived/photographs.csv', `has a row about ${BASE}cbeg/photograph/1, which no dump describes`],
      ['data/links.jsonld', `adds something to ${BASE}country/XA, which no dump describes`],
    ]);
  });
});

describe('a suppressed record', () => {
  const GONE = `${BASE}cbes/person/5001`;

  test('is named in a dump, itself or by one of its nodes', async () => {
    for (const [iri, after] of [
      [GONE, ''],
      [`${GONE}#name-1`, '#name-1'],
    ] as const) {
      const planted = await plain();
      await planted.alterAll('links', {
        ttl: ['<https://gazetteer.example.org/990000001/>', `<${GONE}${after}>`],
        nt: ['<https://gazetteer.example.org/990000001/>', `<${GONE}${after}>`],
        jsonld: ['https://gazetteer.example.org/990000001/', `${GONE}${after}`],
      });
      const { problems } = await planted.verify();
      expect(problems[0]).toEqual({
        file: 'data/links.jsonld',
        wrong: `names ${iri} in ${BASE}country/AU, which is suppressed`,
        remedy: 'Take this release from the web, and report it.',
      });
    }
  });

  test('is described in a dump', async () => {
    const planted = await plain();
    await planted.alterAll('transcribers', {
      ttl: ['meitheal:63 a', `<${GONE}> a`],
      nt: [`<${MARK}> `, `<${GONE}> `],
      jsonld: [`{"id":"${MARK}"`, `{"id":"${GONE}"`],
    });
    expect(await planted.problems()).toContainEqual([
      'data/transcribers.jsonld',
      `names ${GONE} in ${GONE}, which is suppressed`,
    ]);
  });

  test('is a node of a record that is there', async () => {
    const planted = await plain();
    const node = `${BASE}cbes/part/2201#school`;
    await planted.alter('delta/suppressed.txt', (text) => `${text}${node}\n`);
    await planted.mend();
    expect(await planted.problems()).toContainEqual([
      'data/schools.jsonld',
      `names ${node} in ${BASE}cbes/part/2201, which is suppressed`,
    ]);
  });

  test('is named in one format only, in a table, a report or a description', async () => {
    const planted = await plain();
    await planted.alter('data/transcribers.nt', (text) => text.replace('"R. Quillfeather"', `<${GONE}>`));
    await planted.alter('derived/items.csv', (text) => text.replace('\r\nhttps:', `\r\n${GONE}|https:`));
    await planted.alter('report/validation.json', (text) => text.replace('{', `{"x":"${GONE}#name-2",`));
    await planted.alter('void.ttl', (text) => text.replace('meitheal:61', '<cbes/person/5001>'));
    await planted.mend();
    const found = await planted.problems();
    for (const [file, what] of [
      ['data/transcribers.nt', `${GONE} in ${MARK}`],
      ['derived/items.csv', GONE],
      ['report/validation.json', `${GONE}#name-2`],
      ['void.ttl', GONE],
    ])
      expect(found).toContainEqual([file, `names ${what}, which is suppressed`]);
  });

  test('a list that cannot be read', async () => {
    const planted = await plain();
    await planted.alter('delta/suppressed.txt', () => 'nobody in particular\n');
    await planted.mend();
    expect(await planted.problems()).toEqual([
      ['delta/suppressed.txt', expect.stringMatching(/^cannot be .*line 1 is no IRI/)],
    ]);
  });
});
