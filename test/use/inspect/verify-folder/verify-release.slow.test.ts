import { mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FolkloreError } from '../../../../src/base/errors.js';
import { silent } from '../../../../src/base/events.js';
import { EXIT } from '../../../../src/base/exit-codes.js';
import { verifyRelease } from '../../../../src/use/inspect/verify-folder/verify-release.js';
import { filesBelow, removeFolder, scratch } from '../../../support/files.js';
import { type Manifest, makeReleases, Planted, type Releases } from './planted.js';

/** The table of all faults of a release. Each is planted in a sound release of the sample world. */

const BASE = 'https://data.example.org/folklore/';
const MARK = `${BASE}meitheal/63`;
const GONE = `${BASE}cbes/person/5001`;
const GAZETTEER = 'https://gazetteer.example.org/990000001/';

let releases: Releases;
beforeAll(async () => {
  releases = await makeReleases();
});
afterAll(() => removeFolder(releases.folder));

describe('a sound release', () => {
  test.each(['plain', 'packed', 'lines'] as const)('%s: no problem', async (which) => {
    const directory = releases[which];
    const verified = await verifyRelease(directory, silent, () => {});
    expect(verified).toMatchObject({ directory, problems: [], count: 0 });
    const listed = (await readFile(join(directory, 'SHA256SUMS'), 'utf8')).split('\n').filter(Boolean);
    // The list itself and run.json are in no list.
    expect(verified.files).toBe(listed.length + 2);
    if (which !== 'lines') return;
    const dumps = [...(await filesBelow(join(directory, 'data'))).values()];
    expect(verified.triples).toBe(dumps.join('').split('\n').length - 1);
  });

  test('may have a person who is described within a work, as of an id with two names', async () => {
    const table = await readFile(join(releases.packed, 'derived/schools-people.csv'), 'utf8');
    expect(table).toMatch(/cbes\/item\/\d+#person-\d+,/);
  });

  test('may have two such people in one story, who are nodes of one record (model 2.3)', async () => {
    const { packed } = releases;
    const table = await readFile(join(packed, 'derived/schools-people.csv'), 'utf8');
    const iris = [...table.matchAll(/^(\S+?\/cbes\/(?:person|item|part)\/\d+)(#person-\d+)?,/gm)];
    const ofStory = iris.filter(
      ([, story, person]) => person !== undefined && story?.endsWith('/cbes/item/7001'),
    );
    expect(ofStory).toHaveLength(2);
    const { datasets } = JSON.parse(await readFile(join(packed, 'manifest.json'), 'utf8')) as Manifest;
    const records = new Set(iris.map(([, record]) => record)).size;
    const people = datasets.find(({ name }) => name === 'schools-people');
    expect(people?.files.map((file) => file.records)).toEqual([records, records]);
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

/** A file, and what is wrong with it: the text, or a pattern for it. */
type Expected = readonly [file: string, wrong: string | RegExp];
/** How faults are planted, and all the problems that are found then. */
type Fault = readonly [
  what: string,
  plant: (planted: Planted) => Promise<unknown>,
  found: readonly Expected[],
];

async function expectProblems(planted: Planted, found: readonly Expected[]): Promise<void> {
  const problems = await planted.problems();
  const expected = found.map(([file, wrong]) => [
    file,
    typeof wrong === 'string' ? wrong : expect.stringMatching(wrong),
  ]);
  expect(problems).toEqual(expect.arrayContaining(expected));
  expect(problems).toHaveLength(expected.length);
}

const FILES: readonly Fault[] = [
  [
    'a flipped byte, and files that do not belong there',
    async (planted) => {
      await planted.alter('data/transcribers.ttl', (text) => text.replace('R. Quillf', 'R. Quills'));
      await writeFile(planted.at('data/notes.txt'), 'mine');
      await writeFile(planted.at('a\nb'), '');
    },
    [
      ['data/transcribers.ttl', 'does not match its checksum'],
      ['data/notes.txt', 'is not in SHA256SUMS'],
      ['a\nb', 'is not in SHA256SUMS'],
    ],
  ],
  [
    'a missing file',
    (planted) => rm(planted.at('data/transcribers.ttl')),
    [['data/transcribers.ttl', 'is not there']],
  ],
  [
    'a missing checksum, a bad one, and one that is listed twice',
    async (planted) => {
      const lines = (await planted.text('SHA256SUMS')).split('\n').filter(Boolean);
      const rest = lines.filter((line) => !line.endsWith('  codes.ttl'));
      const twice = lines.filter((line) => line.endsWith('  README.md'));
      await writeFile(planted.at('SHA256SUMS'), ['x'.repeat(300), ...rest, ...twice, ''].join('\n'));
    },
    [
      ['SHA256SUMS', 'has a line that is no checksum: 1'],
      ['SHA256SUMS', 'lists README.md twice'],
      ['codes.ttl', 'is not in SHA256SUMS'],
    ],
  ],
  [
    'no checksums at all: manifest.json has them too',
    async (planted) => {
      await rm(planted.at('SHA256SUMS'));
      await planted.alter('LICENCES.md', (text) => text.replace('e', 'i'));
    },
    [
      ['SHA256SUMS', 'is not there'],
      ['manifest.json', 'gives another checksum for LICENCES.md than SHA256SUMS'],
    ],
  ],
  [
    'links, which are not followed',
    async (planted) => {
      const elsewhere = join(planted.folder, '..', 'secret.ttl');
      await writeFile(elsewhere, await planted.text('data/transcribers.ttl'));
      await rm(planted.at('data/transcribers.ttl'));
      await symlink(elsewhere, planted.at('data/transcribers.ttl'));
      await mkdir(planted.at('../folder'));
      await symlink(planted.at('../folder'), planted.at('more'));
    },
    [
      ['data/transcribers.ttl', 'is no file, but a link or a device'],
      ['more', 'is no file, but a link or a device'],
    ],
  ],
  [
    'files that break their format',
    async (planted) => {
      await planted.alter('derived/photographs.csv', (text) => text.replace('\r\n', ',more\r\n'));
      await planted.alter('item.frame.json', (text) => text.replace('{', ''));
      await planted.alter('ontology.ttl', (text) => `${text}\n<a> <b> .\n`);
      await planted.mend();
    },
    [
      ['derived/photographs.csv', /^cannot be read: line 2: a row of \d+ cells/],
      ['item.frame.json', /^cannot be read: line 2: it is no JSON$/],
      ['ontology.ttl', /^cannot be read: .*line \d+/],
    ],
  ],
];

const FORMATS_THAT_DIFFER: readonly Fault[] = [
  [
    'a triple is missing in N-Triples or N-Quads, which are not parsed',
    async (planted) => {
      await planted.alter('data/transcribers.nt', (text) => text.replace(/^.*Quillfeather.*\n/m, ''));
      await planted.alter('data/transcribers.nq', (text) => text.replace(/^.*Quillfeather.*\n/m, ''));
      await planted.mend();
    },
    [
      ['data/transcribers.nt', 'has 4 triples; manifest.json gives 5'],
      ['data/transcribers.nq', 'has 4 triples; manifest.json gives 5'],
    ],
  ],
];

const CONTROL = ['R. Quill', 'R.\\u0001Quill'] as const;
const BAD_IRI = [GAZETTEER, 'https://gazetteer.example.org/%zz/'] as const;
const FAULTS_IN_ALL_FORMATS: readonly Fault[] = [
  [
    'a literal with a control character, and a bad IRI',
    async (planted) => {
      await planted.alterAll('transcribers', CONTROL);
      await planted.alterAll('links', BAD_IRI);
    },
    [
      [
        'data/transcribers.jsonld',
        `has "R.\\u0001Quillfeather" in ${MARK}: the text holds a control character, or U+FFFE or U+FFFF`,
      ],
      [
        'data/links.jsonld',
        `has "https://gazetteer.example.org/%zz/" in ${BASE}country/AU: the IRI holds a % that begins no escape`,
      ],
    ],
  ],
  [
    'a reference to a missing record, a row about one, and statements added to one',
    async (planted) => {
      await planted.alterAll(
        'transcripts',
        ['meitheal:63 ', 'meitheal:99 '],
        ['meitheal/63>', 'meitheal/99>'],
        ['meitheal/63"', 'meitheal/99"'],
      );
      await planted.alter('derived/photographs.csv', (text) =>
        text.replace('photograph/1201', 'photograph/1'),
      );
      await planted.alterAll('links', ['country:AU', 'country:XA'], ['country/AU', 'country/XA']);
    },
    [
      // Once as transcriber, once as contributor.
      ...[8007, 8007, 8009, 8009].map(
        (id) =>
          [
            'data/transcripts.jsonld',
            `refers in ${BASE}cbes/transcript/${id} to ${BASE}meitheal/99, which no dump describes`,
          ] as const,
      ),
      ['derived/photographs.csv', `has a row about ${BASE}cbeg/photograph/1, which no dump describes`],
      ['data/links.jsonld', `adds something to ${BASE}country/XA, which no dump describes`],
    ],
  ],
];

/** Alters the text about one node of void.ttl. */
const ofNode = (iri: string, from: string | RegExp, to: string) => (text: string) => {
  const begin = text.indexOf(`\n<${iri}> `);
  const end = text.indexOf('.\n', begin);
  return text.slice(0, begin) + text.slice(begin, end).replace(from, to) + text.slice(end);
};
const inVoid =
  (...changes: readonly ((text: string) => string)[]) =>
  async (planted: Planted) => {
    await planted.alter('void.ttl', (text) => changes.reduce((altered, change) => change(altered), text));
    await planted.mend();
  };
const inManifest = (change: (manifest: Manifest) => void) => async (planted: Planted) => {
  await planted.manifest(change);
  await planted.mendManifest();
};
const datasetIn = (manifest: Manifest) => {
  const found = manifest.datasets.find(({ name }) => name === 'transcribers');
  if (found === undefined) throw new Error('the sample world has changed');
  return found;
};

const TRANSCRIBERS = 'dataset/folklore/plain/transcribers';
const FOLKLORE = 'dataset/folklore/plain';
const NS = 'https://w3id.org/folklore-ld/ns#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const called = 'for the dataset transcribers';
const DESCRIPTIONS: readonly Fault[] = [
  [
    'void.ttl counts a dataset wrongly: triples, entities, subjects, nodes of a class, uses of a property',
    inVoid(
      ofNode(TRANSCRIBERS, 'triples 5', 'triples 9'),
      ofNode(TRANSCRIBERS, 'void:entities 3', 'void:entities 2'),
      ofNode(TRANSCRIBERS, 'distinctSubjects 3', 'distinctSubjects 4'),
      ofNode(`${TRANSCRIBERS}#class-lore-Transcriber`, '3', '30'),
      ofNode(`${TRANSCRIBERS}#property-schema-name`, '2', '1'),
      ofNode(`${TRANSCRIBERS}#property-${encodeURIComponent(`${RDF}type`)}`, `<${RDF}type>`, `<${RDF}kind>`),
    ),
    [
      `gives 9 triples ${called}; counted: 5`,
      `gives 2 entities ${called}; counted: 3`,
      `gives 4 distinct subjects ${called}; counted: 3`,
      `gives 30 nodes of the class ${NS}Transcriber ${called}; counted: 3`,
      `gives 3 triples with ${RDF}kind ${called}; counted: none`,
      `gives 1 triples with https://schema.org/name ${called}; counted: 2`,
      `gives no triples with ${RDF}type ${called}; counted: 3`,
    ].map((wrong) => ['void.ttl', wrong]),
  ],
  [
    'void.ttl counts links and a publication wrongly, or has two values for one count',
    inVoid(
      ofNode(TRANSCRIBERS, 'triples 5', 'triples 5, 9'),
      (text) =>
        text.replace(
          /(void:linkPredicate owl:sameAs ;[^.]*?void:objectsTarget [^;]*;\s*void:triples )\d+/,
          '$17777',
        ),
      ofNode(FOLKLORE, /void:triples \d+/, 'void:triples 1'),
      ofNode(FOLKLORE, /void:entities \d+/, 'void:entities 2'),
      ofNode(`${FOLKLORE}#class-lore-Transcriber`, '3', '4'),
    ),
    [
      `gives 5 and 9 triples ${called}; counted: 5`,
      /^gives 7777 links http:\/\/www\.w3\.org\/2002\/07\/owl#sameAs to \S+ for the dataset links; counted: \d+$/,
      /^gives 1 triples for the publication folklore; counted: \d+$/,
      /^gives 2 entities for the publication folklore; counted: \d+$/,
      `gives 4 nodes of the class ${NS}Transcriber for the publication folklore; counted: 3`,
    ].map((wrong) => ['void.ttl', wrong]),
  ],
  [
    'void.ttl does not describe a dataset',
    inVoid((text) => text.replaceAll('plain/transcribers>', 'plain/other>')),
    [['void.ttl', 'does not describe the dataset transcribers']],
  ],
  ['void.ttl is not Turtle', inVoid(() => 'count = 3\n'), [['void.ttl', /^cannot be read: .*line 1/]]],
  [
    'manifest.json counts wrongly',
    inManifest((manifest) => {
      const dataset = datasetIn(manifest);
      Object.assign(dataset, { triples: 80, entities: 30, graph: `${BASE}graph` });
      for (const file of dataset.files) if (file.path.endsWith('.nt')) file.triples = 800;
      for (const file of dataset.files) if (file.path.endsWith('.jsonld')) file.records = 300;
      for (const file of manifest.derived) if (file.path === 'derived/items.csv') file.records = 1000;
      for (const file of manifest.deltas) if (file.path === 'delta/folklore/added.nt') file.triples = 1e6;
    }),
    [
      ['data/transcribers.jsonld', 'has 3 records; manifest.json gives 300'],
      ['data/transcribers.nt', 'has 5 triples; manifest.json gives 800'],
      ['manifest.json', `gives 80 triples ${called}; counted: 5`],
      ['manifest.json', `gives 30 entities ${called}; counted: 3`],
      [
        'manifest.json',
        `gives the graph ${BASE}graph ${called}; expected: ${BASE}dataset/folklore/transcribers`,
      ],
      ['manifest.json', /^gives 1000 records for derived\/items\.csv; counted: [1-9]\d*$/],
      ['manifest.json', /^gives 1000000 triples for delta\/folklore\/added\.nt; counted: [1-9]\d*$/],
    ],
  ],
  [
    'manifest.json leaves a file out, or lists one twice, or one that was never there',
    inManifest((manifest) => {
      manifest.others = manifest.others.filter(({ path }) => path !== 'codes.ttl');
      const [first] = manifest.others;
      if (first !== undefined) manifest.others.push(first, { ...first, path: 'more/none.txt' });
    }),
    [
      ['manifest.json', /^lists \S+ twice$/],
      ['more/none.txt', 'is not there'],
      ['manifest.json', 'does not list codes.ttl'],
    ],
  ],
  [
    'manifest.json is missing: the other files are compared with the checksums',
    async (planted) => {
      await rm(planted.at('manifest.json'));
      await planted.alter('LICENCES.md', (text) => `${text}!`);
    },
    [
      ['manifest.json', 'is not there'],
      ['LICENCES.md', 'does not match its checksum'],
    ],
  ],
  ...(
    [
      ['it is no JSON', () => 'garbage'],
      ['datasets[0].triples is not a count', (text) => text.replace(/"triples": \d+/, '"triples": -1')],
      [
        'datasets[0].files[0].path is not in a format',
        (text) => text.replace('collections.jsonld"', 'collections.exe"'),
      ],
    ] as readonly (readonly [string, (text: string) => string])[]
  ).map(
    ([why, change]): Fault => [
      `manifest.json is damaged: ${why}`,
      async (planted) => {
        await planted.alter('manifest.json', change);
        await planted.mendManifest();
      },
      [
        [
          'manifest.json',
          new RegExp(`^cannot be read, so that dumps were not checked: ${why.replaceAll(/[[\]]/g, '\\$&')}`),
        ],
      ],
    ],
  ),
];

const MALICIOUS: readonly Fault[] = [
  '../secret.ttl',
  '/etc/hostname',
  'data/../../secret.ttl',
  'data//secret.ttl',
].map(
  (path): Fault => [
    `nothing outside is read: ${path}`,
    async (planted) => {
      await writeFile(planted.at('../secret.ttl'), '<a> <b> "secret" .');
      await planted.alter('SHA256SUMS', (text) => `${'0'.repeat(64)}  ${path}\n${text}`);
      await inManifest((manifest) => {
        const [file] = manifest.datasets[0]?.files ?? [];
        if (file !== undefined) file.path = path;
      })(planted);
    },
    [
      ['SHA256SUMS', 'lists a path outside the release in line 1'],
      [
        'manifest.json',
        'cannot be read, so that dumps were not checked: datasets[0].files[0].path is not below the release',
      ],
    ],
  ],
);

const NODE = `${BASE}cbes/part/2201#school`;
const SUPPRESSED: readonly Fault[] = [
  [
    'is a node of a record that is there',
    async (planted) => {
      await planted.alter('delta/suppressed.txt', (text) => `${text}${NODE}\n`);
      await planted.mend();
    },
    [['data/schools.jsonld', `names ${NODE} in ${BASE}cbes/part/2201, which is suppressed`]],
  ],
  [
    'is described in a dump',
    (planted) =>
      planted.alterAll(
        'transcribers',
        ['meitheal:63 a', `<${GONE}> a`],
        [`<${MARK}> `, `<${GONE}> `],
        [`{"id":"${MARK}"`, `{"id":"${GONE}"`],
      ),
    [['data/transcribers.jsonld', `names ${GONE} in ${GONE}, which is suppressed`]],
  ],
  ...['', '#name-1'].map(
    (after): Fault => [
      `is named in a dump${after === '' ? '' : ', by one of its nodes'}`,
      (planted) =>
        planted.alterAll(
          'links',
          [`<${GAZETTEER}>`, `<${GONE}${after}>`],
          [`<${GAZETTEER}>`, `<${GONE}${after}>`],
          [GAZETTEER, `${GONE}${after}`],
        ),
      [['data/links.jsonld', `names ${GONE}${after} in ${BASE}country/AU, which is suppressed`]],
    ],
  ),
  [
    'is named in one format only, in a table, a report or a description',
    async (planted) => {
      for (const format of ['nt', 'nq'])
        await planted.alter(`data/transcribers.${format}`, (text) =>
          text.replace('"R. Quillfeather"', `<${GONE}>`),
        );
      const declared = `@prefix cbes-person:   <${BASE}cbes/person/> .\n`;
      await planted.alter(
        'data/transcribers.ttl',
        (text) => declared + text.replace('"R. Quillfeather"', 'cbes-person:5001'),
      );
      await planted.alter('data/links.ttl', (text) =>
        text.replace(/<https:.*> \.$/m, '<cbes/person/5001#name-1> .'),
      );
      await planted.alter('derived/items.csv', (text) => text.replace('\r\nhttps:', `\r\n${GONE}|https:`));
      await planted.alter('report/validation.json', (text) => text.replace('{', `{"x":"${GONE}#name-2",`));
      await planted.alter('void.ttl', (text) => text.replace('meitheal:61', '<cbes/person/5001>'));
      await planted.mend();
    },
    [
      ...['nt', 'nq', 'ttl'].map(
        (format) => [`data/transcribers.${format}`, `names ${GONE}, which is suppressed`] as const,
      ),
      ['data/links.ttl', `names ${GONE}#name-1, which is suppressed`],
      ['derived/items.csv', `names ${GONE}, which is suppressed`],
      ['report/validation.json', `names ${GONE}#name-2, which is suppressed`],
      ['void.ttl', `names ${GONE}, which is suppressed`],
    ],
  ],
];

describe.each([
  ['files', FILES],
  ['formats that differ', FORMATS_THAT_DIFFER],
  ['faults in all formats', FAULTS_IN_ALL_FORMATS],
  ['descriptions', DESCRIPTIONS],
  ['a malicious release', MALICIOUS],
])('%s', (_, faults) => {
  test.each(faults)('%s', async (_what, plant, found) => {
    const planted = await Planted.copyOf(releases.plain);
    await plant(planted);
    await expectProblems(planted, found);
  });
});

describe('a suppressed record', () => {
  test.each(SUPPRESSED)('%s', async (_, plant, found) => {
    const planted = await Planted.copyOf(releases.plain);
    await plant(planted);
    const { problems } = await planted.verify();
    const remedy = 'Take this release from the web, and report it.';
    for (const [file, wrong] of found) expect(problems).toContainEqual({ file, wrong, remedy });
    expect(problems[0]?.remedy).toBe(remedy);
  });

  test('cannot be looked for where the list cannot be read', async () => {
    const planted = await Planted.copyOf(releases.plain);
    await planted.alter('delta/suppressed.txt', () => 'nobody in particular\n');
    await planted.mend();
    await expectProblems(planted, [['delta/suppressed.txt', /^cannot be .*line 1 is no IRI/]]);
  });
});

test('a blank node has no place in a dump', async () => {
  const planted = await Planted.copyOf(releases.plain);
  await planted.alterAll(
    'transcribers',
    ['"R. Quillfeather"', '_:someone'],
    ['"R. Quillfeather"', '_:someone'],
    ['"name":{"@none":["R. Quillfeather"]}', '"schema:name":{"id":"_:someone"}'],
  );
  expect(await planted.problems()).toContainEqual([
    'data/transcribers.jsonld',
    expect.stringMatching(`in ${MARK}: a BlankNode has no place in a dump$`),
  ]);
});

describe('packed files', () => {
  test('that break off', async () => {
    const planted = await Planted.copyOf(releases.packed);
    await truncate(planted.at('data/transcribers.ttl.gz'), 200);
    await expectProblems(planted, [
      ['data/transcribers.ttl.gz', 'does not match its checksum'],
      ['data/transcribers.ttl.gz', 'cannot be read: the gzip file breaks off'],
    ]);
  });

  test('that manifest.json measures wrongly are read as far as they are announced', async () => {
    const planted = await Planted.copyOf(releases.packed);
    await inManifest((manifest) => {
      for (const file of datasetIn(manifest).files) Object.assign(file, { bytes: 1, unpacked: 2 });
    })(planted);
    await expectProblems(
      planted,
      ['jsonld', 'ttl'].flatMap((format) => [
        ['manifest.json', new RegExp(`^gives 1 bytes for data/transcribers.${format}.gz; counted:`)],
        ['manifest.json', new RegExp(`^gives 2 unpacked bytes for data/transcribers.${format}.gz;`)],
        [
          `data/transcribers.${format}.gz`,
          'cannot be read: there is more in it than the 2 bytes that manifest.json gives',
        ],
      ]),
    );
  });
});

test('very many faults give a short report', async () => {
  const planted = await Planted.copyOf(releases.plain);
  const bad = Array.from({ length: 20_000 }, (_, n) => `"\\u0001${n}"`);
  await planted.alter('data/transcribers.jsonld', (text) => text.replace('"R. Quillfeather"', bad.join(',')));
  await planted.alter('codes.ttl', () => 'x');
  // As large as it is announced.
  await planted.manifest(({ datasets }) => {
    for (const file of datasets.flatMap(({ files }) => files)) file.unpacked = 1 << 30;
  });
  const { problems, count } = await planted.verify();
  expect(count).toBeGreaterThan(20_000);
  expect(problems.length).toBeLessThan(30);
  expect(problems.map(({ file }) => file)).toContain('codes.ttl');
  for (const { wrong } of problems) expect(wrong.length).toBeLessThan(2000);
});

test('a folder without checksums and without a manifest is no release', async () => {
  const folder = await scratch();
  for (const content of [undefined, '{"name": "an app", ']) {
    if (content !== undefined) await writeFile(join(folder, 'manifest.json'), content);
    await expect(verifyRelease(folder, silent, () => {})).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      exitCode: 2,
    });
  }
});
