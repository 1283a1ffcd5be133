import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder, scratch } from '../../../support/files.js';
import { type Manifest, Planted } from './planted.js';
import { makeReleases, type Releases } from './releases.js';

/** The description of a release is compared with its content. */

const BASE = 'https://data.example.org/folklore/';

let releases: Releases;
beforeAll(async () => {
  releases = await makeReleases();
});
afterAll(() => removeFolder(releases.folder));

const plain = () => Planted.copyOf(releases.plain);

/** The problems of a release with another void.ttl; none of another file. */
async function voidProblems(change: (text: string) => string): Promise<string[]> {
  const planted = await plain();
  await planted.alter('void.ttl', change);
  await planted.mend();
  return (await planted.problems()).map(([file, wrong]) => {
    expect(file).toBe('void.ttl');
    return wrong;
  });
}

/** Alters the text about one node. */
const ofNode = (iri: string, from: string | RegExp, to: string) => (text: string) => {
  const begin = text.indexOf(`\n<${iri}> `);
  const end = text.indexOf('.\n', begin);
  return text.slice(0, begin) + text.slice(begin, end).replace(from, to) + text.slice(end);
};

describe('void.ttl', () => {
  const dataset = 'dataset/folklore/plain/transcribers';
  const called = 'for the dataset transcribers';

  test('counts a dataset wrongly', async () => {
    const found = await voidProblems((text) =>
      [
        ofNode(dataset, 'triples 5', 'triples 9'),
        ofNode(dataset, 'void:entities 3', 'void:entities 2'),
        ofNode(dataset, 'distinctSubjects 3', 'distinctSubjects 4'),
      ].reduce((altered, change) => change(altered), text),
    );
    expect(found).toEqual([
      `gives 9 triples ${called}; counted: 5`,
      `gives 2 entities ${called}; counted: 3`,
      `gives 4 distinct subjects ${called}; counted: 3`,
    ]);
  });

  test('counts the nodes of a class wrongly, or the uses of a property, or names none', async () => {
    const ns = 'https://w3id.org/folklore-ld/ns#';
    const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
    const found = await voidProblems((text) =>
      [
        ofNode(`${dataset}#class-lore-Transcriber`, '3', '30'),
        ofNode(`${dataset}#property-schema-name`, '2', '1'),
        ofNode(`${dataset}#property-${encodeURIComponent(`${rdf}type`)}`, `<${rdf}type>`, `<${rdf}kind>`),
      ].reduce((altered, change) => change(altered), text),
    );
    expect(found).toEqual([
      `gives 30 nodes of the class ${ns}Transcriber ${called}; counted: 3`,
      `gives 3 triples with ${rdf}kind ${called}; counted: none`,
      `gives 1 triples with https://schema.org/name ${called}; counted: 2`,
      `gives no triples with ${rdf}type ${called}; counted: 3`,
    ]);
  });

  test('counts links wrongly', async () => {
    const found = await voidProblems((text) =>
      text.replace(
        /(void:linkPredicate owl:sameAs ;[^.]*?void:objectsTarget [^;]*;\s*void:triples )\d+/,
        '$17777',
      ),
    );
    expect(found).toEqual([
      expect.stringMatching(
        /^gives 7777 links http:\/\/www\.w3\.org\/2002\/07\/owl#sameAs to \S+ for the dataset links; counted: \d+$/,
      ),
    ]);
  });

  test('counts a publication wrongly', async () => {
    const publication = 'dataset/folklore/plain';
    const sum = JSON.parse(await readFile(join(releases.plain, 'manifest.json'), 'utf8')) as Manifest;
    const triples = sum.datasets.reduce((total, one) => total + one.triples, 0);
    const entities = sum.datasets.reduce((total, one) => total + one.entities, 0);
    expect(
      await voidProblems((text) =>
        [
          ofNode(publication, /void:triples \d+/, 'void:triples 1'),
          ofNode(publication, /void:entities \d+/, 'void:entities 2'),
          ofNode(`${publication}#class-lore-Transcriber`, '3', '4'),
        ].reduce((altered, change) => change(altered), text),
      ),
    ).toEqual([
      `gives 1 triples for the publication folklore; counted: ${triples}`,
      `gives 2 entities for the publication folklore; counted: ${entities}`,
      'gives 4 nodes of the class https://w3id.org/folklore-ld/ns#Transcriber for the publication folklore; counted: 3',
    ]);
  });

  test('has two values for one count', async () => {
    expect(await voidProblems(ofNode(dataset, 'triples 5', 'triples 5, 9'))).toEqual([
      `gives 5 and 9 triples ${called}; counted: 5`,
    ]);
  });

  test('does not describe a dataset', async () => {
    expect(await voidProblems((text) => text.replaceAll('plain/transcribers>', 'plain/other>'))).toEqual([
      'does not describe the dataset transcribers',
    ]);
  });

  test('is not Turtle, or is missing', async () => {
    expect(await voidProblems(() => 'count = 3\n')).toEqual([
      expect.stringMatching(/^cannot be read: .*line 1/),
    ]);
    const planted = await plain();
    await rm(planted.at('void.ttl'));
    expect(await planted.problems()).toContainEqual(['void.ttl', 'is not there']);
  });
});

describe('manifest.json', () => {
  const datasetIn = (manifest: Manifest) => {
    const found = manifest.datasets.find(({ name }) => name === 'transcribers');
    if (found === undefined) throw new Error('the sample world has changed');
    return found;
  };

  /** The problems of a release with another manifest.json and its checksum. */
  async function manifestProblems(
    change: (manifest: Manifest) => void,
  ): Promise<(readonly [string, string])[]> {
    const planted = await plain();
    await planted.manifest(change);
    await planted.mendManifest();
    return planted.problems();
  }

  test('counts wrongly', async () => {
    const found = await manifestProblems((manifest) => {
      const dataset = datasetIn(manifest);
      dataset.triples = 80;
      dataset.entities = 30;
      dataset.graph = `${BASE}graph`;
      for (const file of dataset.files) if (file.path.endsWith('.nt')) file.triples = 800;
      for (const file of dataset.files) if (file.path.endsWith('.ttl')) file.records = 300;
    });
    expect(found).toEqual([
      ['data/transcribers.ttl', 'has 3 records; manifest.json gives 300'],
      ['data/transcribers.nt', 'has 5 triples; manifest.json gives 800'],
      ['manifest.json', 'gives 80 triples for the dataset transcribers; counted: 5'],
      ['manifest.json', 'gives 30 entities for the dataset transcribers; counted: 3'],
      [
        'manifest.json',
        `gives the graph ${BASE}graph for the dataset transcribers; expected: ${BASE}dataset/folklore/transcribers`,
      ],
    ]);
  });

  test('measures wrongly', async () => {
    const planted = await Planted.copyOf(releases.packed);
    await planted.manifest((manifest) => {
      for (const file of datasetIn(manifest).files) Object.assign(file, { bytes: 1, unpacked: 2 });
    });
    await planted.mendManifest();
    const formats = ['jsonld', 'ttl'];
    expect(await planted.problems()).toEqual([
      ...formats.flatMap((format) => [
        [
          'manifest.json',
          expect.stringMatching(`^gives 1 bytes for data/transcribers.${format}.gz; counted:`),
        ],
        [
          'manifest.json',
          expect.stringMatching(`^gives 2 unpacked bytes for data/transcribers.${format}.gz;`),
        ],
      ]),
      // A dump is read as far as it is announced.
      ...formats.map((format) => [
        `data/transcribers.${format}.gz`,
        'cannot be read: there is more in it than the 2 bytes that manifest.json gives',
      ]),
    ]);
  });

  test('counts rows, features or changes wrongly', async () => {
    const rows: Record<string, number> = {};
    const found = await manifestProblems((manifest) => {
      // No more than the problems that are listed.
      for (const file of manifest.derived.filter(({ path }) => /\/(items|roles|places)\.csv$/.test(path))) {
        rows[file.path] = file.records ?? 0;
        file.records = 1000;
      }
      for (const file of manifest.deltas.filter(({ triples }) => triples !== undefined)) {
        rows[file.path] = file.triples ?? 0;
        file.triples = 1000;
      }
    });
    expect(Object.keys(rows)).toEqual(
      expect.arrayContaining(['derived/items.csv', 'delta/folklore/added.nt']),
    );
    expect(found).toHaveLength(Object.keys(rows).length);
    for (const [file, wrong] of found) {
      const [, path = ''] = /^gives 1000 (?:records|triples) for (\S+); counted:/.exec(wrong) ?? [];
      expect([file, wrong]).toEqual(['manifest.json', expect.stringMatching(`counted: ${rows[path]}$`)]);
    }
  });

  test('leaves a file out, or lists one twice, or one that was never there', async () => {
    const found = await manifestProblems((manifest) => {
      manifest.others = manifest.others.filter(({ path }) => path !== 'codes.ttl');
      const [first] = manifest.others;
      if (first !== undefined) manifest.others.push(first, { ...first, path: 'more/none.txt' });
    });
    expect(found).toEqual([
      ['manifest.json', expect.stringMatching(/^lists \S+ twice$/)],
      ['more/none.txt', 'is not there'],
      ['manifest.json', 'does not list codes.ttl'],
    ]);
  });

  test('is missing or damaged: the other files are compared with the checksums', async () => {
    const unread = 'cannot be read, so that dumps were not checked: ';
    const changes: readonly (readonly [string, (text: string) => string])[] = [
      ['it is no JSON', () => 'garbage'],
      ['it is not an object', () => 'null'],
      ['version is not 1', (text) => text.replace('"version": 1', '"version": "1"')],
      ['base is not the beginning of an IRI', (text) => text.replace(`"base": "${BASE}"`, '"base": ""')],
      ['datasets is not a list', (text) => text.replace('"datasets": [', '"datasets": 5, "x": [')],
      ['datasets[0].triples is not a count', (text) => text.replace(/"triples": \d+/, '"triples": -1')],
      [
        'datasets[0].files[0].path is not in a format',
        (text) => text.replace('collections.jsonld"', 'collections.exe"'),
      ],
    ];
    for (const [why, change] of changes) {
      const planted = await plain();
      await planted.alter('manifest.json', change);
      await planted.mendManifest();
      const found = await planted.problems();
      expect(found, why).toHaveLength(1);
      expect(found[0]?.[0]).toBe('manifest.json');
      expect(found[0]?.[1]?.startsWith(unread + why), found[0]?.[1]).toBe(true);
    }
    const planted = await plain();
    await rm(planted.at('manifest.json'));
    await planted.alter('LICENCES.md', (text) => `${text}!`);
    expect(await planted.problems()).toEqual([
      ['manifest.json', 'is not there'],
      ['LICENCES.md', 'does not match its checksum'],
    ]);
  });

  test('is of another program, or newer: an error', async () => {
    for (const [change, why] of [
      [{ format: 'other' }, 'something else'],
      [{ version: 2 }, 'version 2, newer'],
    ] as const) {
      const planted = await plain();
      await planted.manifest((manifest) => Object.assign(manifest, change));
      await planted.mendManifest();
      await expect(planted.verify()).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
        exitCode: 2,
        message: expect.stringContaining(why),
      });
    }
  });

  test('without checksums is no release', async () => {
    const planted = await plain();
    await rm(planted.at('SHA256SUMS'));
    await planted.alter('manifest.json', () => '{"name": "an app", ');
    await expect(planted.verify()).rejects.toMatchObject({ code: 'FILE_UNREADABLE', exitCode: 2 });
  });
});

describe('a malicious release', () => {
  test.each(['../secret.ttl', '/etc/hostname', 'data/../../secret.ttl', 'data//secret.ttl'])(
    'reads nothing outside: %s',
    async (path) => {
      const planted = await plain();
      await writeFile(join(planted.folder, '../secret.ttl'), '<a> <b> "secret" .');
      await planted.alter('SHA256SUMS', (text) => `${text}${'0'.repeat(64)}  ${path}\n`);
      const line = (await planted.text('SHA256SUMS')).split('\n').length - 1;
      const wrong = `lists a path outside the release in line ${line}`;
      expect(await planted.problems()).toEqual([['SHA256SUMS', wrong]]);
      await planted.manifest((manifest) => {
        const [file] = manifest.datasets[0]?.files ?? [];
        if (file !== undefined) file.path = path;
      });
      await planted.mendManifest();
      expect(await planted.problems()).toEqual([
        ['SHA256SUMS', wrong],
        [
          'manifest.json',
          'cannot be read, so that dumps were not checked: datasets[0].files[0].path is not below the release',
        ],
      ]);
    },
  );

  test('with very many faults gives a short report', async () => {
    const planted = await plain();
    const bad = Array.from({ length: 20_000 }, (_, n) => `<${BASE}meitheal/63> <${BASE}p> "\\u0001${n}" .\n`);
    await planted.alter('data/transcribers.nt', (text) => text + bad.join(''));
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

  test('with line feeds in names', async () => {
    const planted = await plain();
    await writeFile(planted.at('a\nb'), '');
    expect(await planted.problems()).toEqual([['a\nb', 'is not in SHA256SUMS']]);
  });
});

test('a folder that is no release', async () => {
  const folder = await scratch();
  await expect(Planted.in(folder).verify()).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    exitCode: 2,
  });
});
