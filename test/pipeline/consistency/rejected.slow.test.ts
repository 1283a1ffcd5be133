import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATA_BASE as BASE } from '../../../src/model/rdf/iris.js';
import { parseMaxRejected } from '../../../src/pipeline/plan/violation-policy.js';
import type { BuildResult } from '../../../src/pipeline/publish/build.js';
import { readTurtle } from '../../support/dumps.js';
import { filesBelow, removeFolder } from '../../support/files.js';
import {
  findingsIn,
  type Harvest,
  harvestOf,
  type Line,
  lostIn,
  placeOf,
  releaseOf,
  reportIn,
  sampleWorld,
  schoolsItemOf,
  there,
} from './sample-world.js';

/** What becomes of records that break their own promise, and of those that refer to them (model 7.1, 7.3). */

const LORE = 'https://w3id.org/folklore-ld/ns#';

let broken: Harvest;

beforeAll(async () => {
  const world = await sampleWorld((draft) => {
    // A place must have a name; nobody can be 3 and 70; a control character is no RDF.
    placeOf(draft, 9000050).placenames = [];
    const { informants } = schoolsItemOf(draft, 7101);
    informants.push({ ...there(informants[0]), age: { age: 3 } });
    const page = there(draft.archive.cbe.get(3101)?.pages.find(({ id }) => id === 504));
    // It looks like a text as N-Triples writes it, and is none: nothing may stumble over that.
    page.imageFileName = '"CBE\\q\u0001"';
  });
  broken = await harvestOf(world);
});
afterAll(() => removeFolder(broken.folder));

const aboutOthers = (lines: readonly Line[]) =>
  lines
    .filter(({ shape }) => /^X(1|8)$/.test(shape))
    .map(({ severity, shape, kind, id, outcome, value = '' }) =>
      [severity, shape, kind, id, value.replace(BASE, ''), outcome].join(' '),
    )
    .sort();

const violating = (lines: readonly Line[]) => [
  ...new Set(
    lines
      .filter(({ severity }) => severity === 'violation')
      .map(({ kind, id, outcome }) => `${kind} ${id} ${outcome}`),
  ),
];

const quarantined = (release: BuildResult) =>
  release.ledger
    .rows()
    .filter(({ rejected }) => rejected > 0)
    .map(({ kind, rejected }) => [kind, rejected]);

describe('skip: a rejected record', () => {
  let release: BuildResult;
  let lines: Line[];

  beforeAll(async () => {
    release = await releaseOf(broken, { onViolation: 'skip' });
    lines = await reportIn(release);
  });

  test('has the violation; references to it are remarks', () => {
    expect(violating(lines).sort()).toEqual([
      'cbe.page 504 rejected',
      'cbes.item 7101 rejected',
      'place 9000050 rejected',
    ]);
    expect(aboutOthers(lines)).toEqual([
      // On page 504 is the whole of 7002 but its first page.
      'info X1 cbe.item 7002 cbe/page/504 published',
      'info X1 cbe.item 7002 cbe/page/504 published',
      'info X8 cbes.person 4101 cbes/item/7101 published',
      'info X8 cbes.person 5003 cbes/item/7101 published',
      'info X8 cbes.transcript 8002 cbes/item/7101 published',
      'info X8 cbes.transcript 8003 cbes/item/7101 published',
      'info X8 place 9000051 place/9000050 published',
      'info X8 place 9000052 place/9000050 published',
      'info X8 place 9000053 place/9000050 published',
    ]);
  });

  test('is an omission, with its address and nothing else', async () => {
    const turtle = ['cbe/page/504', 'cbes/item/7101', 'place/9000050'].map(
      (record) =>
        `<${BASE}${record}> a <${LORE}OmittedRecord> ;
          <${LORE}omissionReason> <https://w3id.org/folklore-ld/code/omission/rejected> .`,
    );
    const omissions = await readTurtle(release.directory, 'omissions');
    expect(isomorphic(omissions, new Parser().parse(turtle.join('\n')))).toBe(true);
    for (const dataset of ['manuscripts', 'schools', 'places']) {
      const subjects = (await readTurtle(release.directory, dataset)).map(({ subject }) => subject.value);
      for (const record of ['cbe/page/504', 'cbes/item/7101', 'place/9000050'])
        expect(subjects.filter((iri) => iri.replace(/#.*/, '') === `${BASE}${record}`)).toEqual([]);
    }
  });

  test('is counted', () => {
    expect(lostIn(release)).toEqual([]);
    expect(quarantined(release)).toEqual([
      ['cbe.page', 1],
      ['cbes.item', 1],
      ['place', 1],
    ]);
  });
});

describe('trim', () => {
  test('publishes a record without the part that violates a shape or is no lawful RDF; without a name it is rejected', async () => {
    const release = await releaseOf(broken, { onViolation: 'trim', label: 'trim' });
    const lines = await reportIn(release);
    expect(violating(lines).sort()).toEqual([
      'cbe.page 504 published without it',
      'cbes.item 7101 published without it',
      'place 9000050 rejected',
    ]);
    const [term, left, ...more] = lines.filter(({ outcome }) => outcome === 'published without it');
    expect(more).toEqual([]);
    expect(term).toMatchObject({ shape: 'gate' });
    expect(left).toMatchObject({ shape: expect.stringContaining('Contribution'), value: '"Age 3"' });
    const quads = await readTurtle(release.directory, 'schools');
    const ages = quads.filter(
      ({ subject, predicate }) =>
        subject.value.startsWith(`${BASE}cbes/item/7101#`) && predicate.value === `${LORE}age`,
    );
    expect(ages.map(({ object }) => object.value)).not.toContain('3');
    const trimmed = release.ledger.rows().filter((row) => row.trimmed !== undefined);
    expect(trimmed.map(({ kind, trimmed }) => [kind, trimmed])).toEqual([
      // An image with its size and address.
      ['cbe.page', 5],
      ['cbes.item', 1],
    ]);
  });
});

describe('keep', () => {
  test('publishes and reports it, and no reference is broken; bad RDF is left out all the same', async () => {
    const release = await releaseOf(broken, { onViolation: 'keep', label: 'keep' });
    const lines = await reportIn(release);
    expect(violating(lines).sort()).toEqual([
      'cbe.page 504 rejected',
      'cbes.item 7101 published',
      'place 9000050 published',
    ]);
    expect(aboutOthers(lines)).toEqual([
      'info X1 cbe.item 7002 cbe/page/504 published',
      'info X1 cbe.item 7002 cbe/page/504 published',
    ]);
    expect(lostIn(release)).toEqual([]);
    expect(quarantined(release)).toEqual([['cbe.page', 1]]);
    const places = (await readTurtle(release.directory, 'places')).map(({ subject }) => subject.value);
    expect(places).toContain(`${BASE}place/9000050`);
  });
});

describe('a gate', () => {
  /** Of the places alone: one is rejected. */
  const places = { kinds: ['places'] } as const;

  /** That a run is refused, what for, and what it leaves behind. */
  async function refused(label: string, changes: Parameters<typeof releaseOf>[1]): Promise<string> {
    const run = releaseOf(broken, { ...places, label, ...changes });
    await expect(run).rejects.toMatchObject({ code: 'GATE_FAILED', exitCode: 4 });
    const out = join(broken.folder, 'out');
    await expect(access(join(out, label))).rejects.toThrow();
    const kept = join(out, `${label}.failed`, 'report');
    expect(violating(await findingsIn(kept))).toEqual(['place 9000050 rejected']);
    const failed = join(out, `${label}.failed`);
    expect([...(await filesBelow(failed)).keys()].filter((file) => !file.startsWith('report/'))).toEqual([]);
    return run.then(
      () => '',
      (thrown) => `${thrown.message} ${thrown.hint}`,
    );
  }

  test('halt ends the run with the first violation, and leaves the report beside, until a run passes', async () => {
    const mapped = await refused('halt', { onViolation: 'halt' });
    expect(mapped).toContain('place 9000050');
    expect(mapped).toContain(join('halt.failed', 'report'));
    await releaseOf(broken, { ...places, label: 'halt' });
    await expect(access(join(broken.folder, 'out', 'halt.failed'))).rejects.toThrow();
  });

  test('so many records, or such a share of all that was fetched, may be rejected and no more', async () => {
    expect(await refused('none', { maxRejected: { records: 0 } })).toContain('at most 0 may be');
    const one = await releaseOf(broken, { ...places, label: 'one', maxRejected: { records: 1 } });
    expect(one.ledger.quarantined).toBe(1);
    // One of 71 places and what they share.
    const fetched = one.ledger.total('fetched');
    expect(1 / fetched).toBeGreaterThan(0.007);
    expect(await refused('less', { maxRejected: { share: 0.007 } })).toContain('at most 0.7 % may be');
    const exactly = await releaseOf(broken, { ...places, label: 'all', maxRejected: { share: 1 / fetched } });
    expect(exactly.ledger.quarantined).toBe(1);
  });
});

test.each([
  ['100', { records: 100 }],
  ['0', { records: 0 }],
  [' 2% ', { share: 0.02 }],
  ['2.5 %', { share: 0.025 }],
  ['100%', { share: 1 }],
  ['0%', { share: 0 }],
  ...['', '%', '-1', '1e3', '2.5', '101%', '1,5%', '0x10', '10 records', '99999999999'].map(
    (text) => [text, undefined] as const,
  ),
] as const)('at most %j', (text, most) => {
  expect(parseMaxRejected(text)).toEqual(most);
});
