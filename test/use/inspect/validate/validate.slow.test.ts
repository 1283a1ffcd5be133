import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { silent } from '../../../../src/base/events.js';
import { makeSyntheticWorld } from '../../../../src/features/generated-world/world.js';
import { FORMAT_NAMES, type Format } from '../../../../src/model/rdf/formats/format.js';
import { compileVocabulary } from '../../../../src/pipeline/plan/compiled-vocabulary.js';
import { ReportFiles } from '../../../../src/release/report/report-files.js';
import { dumpsOf } from '../../../../src/use/inspect/validate/release-folder.js';
import { type Validated, validate } from '../../../../src/use/inspect/validate/validate.js';
import { makeFolder, removeFolder, scratch } from '../../../support/files.js';
import { harvestSample } from '../../../support/sample-release.js';

/** A dump of ours gets the verdict that its build had, and a stranger's a clear answer. */

const BASE = 'https://data.example.org/folklore/';

interface ReadFinding {
  readonly kind: string;
  readonly id?: number | string;
  readonly file?: string;
  readonly page?: string;
  readonly label?: string;
  readonly outcome: string;
  readonly [key: string]: unknown;
}

let folder: string;
let sample: string;
let dirty: string;
/** The records of the sample, counted by hand from its lines; web pages are no records. */
let counted: { readonly records: number; readonly statements: number };

beforeAll(async () => {
  folder = await makeFolder();
  const everything = { formats: FORMAT_NAMES, onViolation: 'keep' } as const;
  const makeSample = await harvestSample(join(folder, 'a'));
  sample = (await makeSample('sample', everything)).directory;
  const makeDirty = await harvestSample(
    join(folder, 'b'),
    makeSyntheticWorld({ scale: 0.0001, seed: 6, dirt: 0.5 }),
  );
  dirty = (
    await makeDirty('dirty', { ...everything, formats: ['nt'], kinds: ['photographs', 'people', 'places'] })
  ).directory;
  const lines = (await readdir(join(sample, 'data'))).filter((file) => file.endsWith('.nt'));
  const texts = await Promise.all(lines.map((file) => readFile(join(sample, 'data', file), 'utf8')));
  const subjects = texts.map(
    (text) =>
      new Set([...text.matchAll(/^<(https:\/\/data\.example\.org[^>#]*)/gm)].map(([, iri]) => iri)).size,
  );
  counted = {
    records: subjects.reduce((sum, size) => sum + size, 0),
    statements: texts.join('').split('\n').filter(Boolean).length,
  };
});

afterAll(() => removeFolder(folder));

const readFindings = async (report: string): Promise<ReadFinding[]> =>
  (await readFile(join(report, 'findings.ndjson'), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ReadFinding);

const COMPARED = ['severity', 'focus', 'path', 'paths', 'value', 'constraint', 'shape'].concat(
  ...['message', 'messageGA', 'name', 'expected'],
);
/** The findings, without the parts that only a build knows. */
const found = (findings: readonly ReadFinding[]): string[] =>
  [
    ...new Set(
      findings
        .filter(({ outcome, constraint }) => outcome === 'published' && constraint !== 'Reference')
        .map((one) => JSON.stringify(COMPARED.map((property) => one[property]))),
    ),
  ].sort();

/** The dumps of a release in one format, as a release of its own. */
async function only(
  release: string,
  format: Format,
  change = (text: string): string => text,
): Promise<string> {
  const copy = await scratch();
  await mkdir(join(copy, 'data'));
  for (const file of await readdir(join(release, 'data'))) {
    if (!file.endsWith(`.${format}`)) continue;
    const text = await readFile(join(release, 'data', file), 'utf8');
    await writeFile(join(copy, 'data', file), change(text));
  }
  await copyFile(join(release, 'run.json'), join(copy, 'run.json')).catch(() => {});
  return copy;
}

async function check(path: string): Promise<Validated & { readonly findings: readonly ReadFinding[] }> {
  const report = await scratch();
  const dumps = await dumpsOf(path);
  const files = await ReportFiles.create(report, { ...dumps, prefixes: new Map() });
  try {
    const validated = await validate(
      dumps,
      await compileVocabulary(dumps),
      silent,
      new AbortController().signal,
      files,
    );
    return { ...validated, findings: await readFindings(report) };
  } catch (thrown) {
    await files.abandon();
    throw thrown;
  }
}

const checkText = async (name: string, text: string | Uint8Array) => {
  const path = join(await scratch(), name);
  await writeFile(path, text);
  return check(path);
};

test.each(FORMAT_NAMES)(
  'a release in %s has the verdict of its build, and as many records and triples',
  async (format) => {
    const expected = found(await readFindings(join(sample, 'report')));
    const { findings, scattered, records, quads } = await check(await only(sample, format));
    expect(expected.length).toBeGreaterThan(4);
    expect(found(findings)).toEqual(expected);
    expect([scattered, records, quads]).toEqual([[], counted.records, counted.statements]);
  },
);

test('a release of a generated world with dirt has the verdict of its build', async () => {
  const expected = found(await readFindings(join(dirty, 'report')));
  expect(expected.length).toBeGreaterThan(20);
  expect(found((await check(await only(dirty, 'nt'))).findings)).toEqual(expected);
});

test.each(['jsonld', 'nt'] as const)(
  'planted faults in %s: findings name the records and their files',
  async (format) => {
    // The only square of the west, as a square that the grid does not have; and what no RDF may hold.
    const planted = (text: string): string =>
      text.replaceAll('"W"', '"I"').replaceAll('"15.05.06"', String.raw`"15.\u000705.06"`);
    const { findings } = await check(await only(sample, format, planted));
    const violations = findings.filter(({ severity }) => severity === 'violation');
    expect(violations.sort((a, b) => (a.kind < b.kind ? -1 : 1))).toMatchObject([
      {
        ...{ kind: 'cbeg.photograph', id: 1201, file: `photographs.${format}`, constraint: 'Term' },
        path: expect.stringMatching(/#dateCaptured$/),
      },
      {
        ...{ kind: 'place', file: `places.${format}`, constraint: 'Pattern', value: '"I"' },
        focus: expect.stringMatching(/place\/\d+#grid-W\d+/),
      },
    ]);
  },
);

describe('a whole release', () => {
  it('has a finding for every reference to a missing record; a single file has none', async () => {
    const copy = await only(sample, 'nt');
    await rm(join(copy, 'data', 'collections.nt'));
    const { findings } = await check(copy);
    const dangling = findings.filter(({ constraint }) => constraint === 'Reference');
    expect(dangling.length).toBeGreaterThan(3);
    for (const { shape, value } of dangling) {
      expect(shape).toBe('X8');
      expect(value).toMatch(/^https:\/\/data\.example\.org\/folklore\/(cbeg?s?d?|org\/\w+)$/);
    }
    const { findings: alone } = await check(join(copy, 'data', 'photographs.nt'));
    expect(alone.filter(({ constraint }) => constraint === 'Reference')).toEqual([]);
  });

  it('is read once, each dataset in the format that it has', async () => {
    const copy = await only(sample, 'nt');
    const [people, places] = [join(copy, 'data', 'people.nt'), join(copy, 'data', 'places.nt')];
    await writeFile(
      join(copy, 'data', 'people.ttl.gz'),
      gzipSync(await readFile(join(sample, 'data', 'people.ttl'))),
    );
    await rm(people);
    await copyFile(join(sample, 'data', 'places.jsonld'), places.replace(/nt$/, 'jsonld'));
    await writeFile(join(copy, 'data', '.DS_Store'), 'x');
    await writeFile(join(copy, 'data', 'README.md'), 'x');
    const [one, other] = [await check(copy), await check(await only(sample, 'nt'))];
    expect([one.records, one.quads]).toEqual([other.records, other.quads]);
    expect(found(one.findings)).toEqual(found(other.findings));
  });

  it('is refused where there is no dump, or run.json is none', async () => {
    const refused = async (path: string, reason: RegExp) =>
      expect(check(path)).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
        message: expect.stringMatching(reason),
      });
    const empty = await scratch();
    await refused(empty, /it is a folder, but no release: it has no folder data/);
    await mkdir(join(empty, 'data'));
    await refused(empty, /there is no dump in its folder data/);
    await copyFile(join(sample, 'data/people.nt'), join(empty, 'data/people.nt'));
    await writeFile(join(empty, 'run.json'), '{');
    await refused(empty, /run\.json cannot be read/);
    // What is not read is not said to conform. Nothing refers to the people of the database but other datasets.
    const whole = await only(sample, 'nt');
    await copyFile(join(sample, 'manifest.json'), join(whole, 'manifest.json'));
    await rm(join(whole, 'data/people.nt'));
    await refused(whole, /people\.\w+ cannot be read: it is not there, and manifest\.json lists it/);
    const none = await scratch();
    await mkdir(join(none, 'data'));
    for (const name of ['people.nt', 'places.nq', 'links.ttl', 'photographs.jsonld'])
      await writeFile(join(none, 'data', name), name.endsWith('jsonld') ? '[]' : '');
    await refused(none, /holds no statement/);
  });
});

describe('a single file', () => {
  const THING = `@prefix lore: <https://w3id.org/folklore-ld/ns#> . @base <${BASE}> .`;

  it('of another vocabulary is not checked, and its classes are named', async () => {
    const foaf = 'http://xmlns.com/foaf/0.1/';
    const people = Array.from({ length: 7 }, (_, at) => `<https://e.org/${at}> a <${foaf}Person> .`);
    const text = `${people.join('\n')} <https://e.org/8> a <${foaf}Group> ; <${foaf}member> [ a <${foaf}Person> ] .`;
    await expect(checkText('x.ttl', text)).rejects.toThrow(
      /it is RDF, but nothing in it is of a class that the shapes know; it holds 8 × \S+Person, 1 × \S+Group\.$/,
    );
  });

  it('of ours with one record of an unknown class has a violation', async () => {
    const text = await readFile(join(sample, 'data', 'people.nt'), 'utf8');
    const { findings } = await checkText('people.nt', `${text}<https://e.org/x> <https://e.org/p> "x" .\n`);
    expect(findings.filter(({ severity }) => severity === 'violation')).toMatchObject([
      { kind: 'record', id: 'https://e.org/x', constraint: 'Coverage', messageGA: expect.any(String) },
    ]);
  });

  it('with blank nodes has a violation for each', async () => {
    const { findings } = await checkText(
      'x.ttl',
      `${THING} <cbe/item/1> a lore:Item ; lore:listingOrder [ lore:listingOrder "1" ] .`,
    );
    expect(findings.filter(({ constraint }) => constraint === 'Term')).toHaveLength(2);
  });

  it('with scattered records counts them', async () => {
    const lines = (await readFile(join(sample, 'data', 'people.nt'), 'utf8')).split('\n').filter(Boolean);
    const mixed = [...lines.filter((_, at) => at % 2 === 0), ...lines.filter((_, at) => at % 2 === 1)];
    const { scattered, records } = await checkText('people.nt', `${mixed.join('\n')}\n`);
    const whole = await check(join(sample, 'data', 'people.nt'));
    expect(scattered).toEqual([{ file: 'people.nt', records: records - whole.records }]);
  });

  it('is left when the run is stopped', async () => {
    const dumps = await dumpsOf(join(sample, 'data', 'people.ttl'));
    const vocabulary = await compileVocabulary(dumps);
    await expect(validate(dumps, vocabulary, silent, AbortSignal.abort())).rejects.toMatchObject({
      code: 'INTERRUPTED',
      exitCode: 130,
    });
  });
});
