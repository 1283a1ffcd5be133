import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../../src/base/events.js';
import { explanationJson, explanationText } from '../../../../src/cli/terminal/explanation.js';
import { openForHarvest } from '../../../../src/harvest/store/harvest-store.js';
import { DATA_BASE, SAMPLE_LINKS } from '../../../../src/model/rdf/iris.js';
import { GROUPS } from '../../../../src/model/records/datasets.js';
import type { BuildPlan } from '../../../../src/pipeline/plan/build-plan.js';
import { explain } from '../../../../src/use/inspect/explain/explain.js';
import { kindsNamed } from '../../../../src/use/inspect/explain/kind-names.js';
import { makeFolder, removeFolder, scratch } from '../../../support/files.js';
import { harvestSample } from '../../../support/sample-release.js';

/** One record four ways, and field by field; of the sample world and of records that are odd. */

let folder: string;

const planOf = (store: string, profile: BuildPlan['profile'] = 'public'): BuildPlan => ({
  kinds: GROUPS,
  store,
  out: folder,
  label: 'sample',
  base: DATA_BASE,
  gender: 'irish',
  profile,
  onViolation: 'skip',
  latestYear: 2026,
  links: SAMPLE_LINKS,
});
const open = (kind: string, id: string | number) =>
  explain(planOf(join(folder, 'public/store')), kindsNamed(kind), String(id), silent);
const privileged = (kind: string, id: string | number, changes: Partial<BuildPlan> = {}) =>
  explain(
    { ...planOf(join(folder, 'internal/store'), 'privileged'), ...changes },
    kindsNamed(kind),
    String(id),
    silent,
  );

beforeAll(async () => {
  folder = await makeFolder();
  for (const key of ['public', 'internal'] as const) await harvestSample(join(folder, key), undefined, key);
});

afterAll(() => removeFolder(folder));

describe('a record that leaves', () => {
  test('is shown four ways, in reading order, and field by field', async () => {
    const text = explanationText(await open('cbe.item', 7002));
    const sections = [...text.matchAll(/^── (.*)$/gm)].map(([, title]) => title);
    expect(text).toMatch(/^cbe.item 7002: published\n/);
    expect(sections).toEqual([
      'Source: archive /cbe?VolumeID=3101#/0/parts/0/items/1',
      'Node, in manuscripts',
      'Turtle: data/manuscripts.ttl',
      'Findings',
      'Fields',
    ]);
    expect(text).toContain('"title": "Scéal an Iascaire a Dhíol a Scáth (ar lean)"');
    expect(text).toContain('"dateQualifier": "inferred"');
    expect(text).toContain('cbe-item:7002 a lore:Item, schema:ArchiveComponent ;');
    expect(text).toMatch(/^collectors\[0\]\.id +lore:collector person:4101$/m);
    expect(text).toMatch(/^collectors\[0\]: names, ainmID, viafID +– on the person's own record/m);
    expect(text).toMatch(/^date\.isoDate +– the numbers state it and take precedence$/m);
    expect(text).toMatch(/^partID \(around it\) +schema:isPartOf cbe-part:2101$/m);
    expect(text).not.toContain('✗');
  });

  test('is one JSON document for programs', async () => {
    const { fields, ...rest } = JSON.parse(explanationJson(await open('cbe.item', 7002)));
    expect(rest).toMatchObject({ kind: 'cbe.item', id: 7002, outcome: 'published', findings: [] });
    expect(rest.sent.id).toBe(7002);
    expect(rest.triples[0].turtle).toContain('lore:collector person:4101');
    expect(fields).toContainEqual({
      field: 'pages[0]',
      value: 503,
      names: [],
      became: ['cbe-item:7002 lore:onPage cbe-page:503'],
    });
    expect(fields).toContainEqual({
      field: 'linkedItems[0].partID',
      value: 2101,
      names: [],
      became: [],
      why: 'follows from the linked item',
    });
  });

  test('is known by a plain word where only one record has the id', async () => {
    expect((await open('photograph', 1201)).ref).toEqual({ kind: 'cbeg.photograph', id: 1201 });
    expect((await open('Item', 7101)).ref.kind).toBe('cbes.item');
    expect((await open('country', 'gb-nir')).ref.id).toBe('GB-NIR');
  });

  test.each([
    ['cbe.volume', 3101, /"pages": "… 17, each a record of its own"/],
    ['acceptability', 2, /Source: placenames .*#\/\d+\/placenames\/\d+\/acceptability/],
    ['cbes.person', 5001, /Source, first from archive .*"occurrences": \[/s],
    ['county', 100013, /Node, in locations.*"asWKT": "POINT \(-7\.95 54\.92\)"/s],
    ['collection', 'cbe', /known before any answer is read/],
  ])('%s %s is found wherever it was sent', async (kind, id, says) => {
    const text = explanationText(await open(kind, id));
    expect(text).toMatch(says);
    expect(text).not.toContain('✗');
  });

  test('shows what was privileged in it as such', async () => {
    const text = explanationText(await privileged('photograph', 1201));
    expect(text).toMatch(/^status, sensitive|^status +– privileged/m);
    expect(text).not.toContain('✗');
  });
});

describe('a record that is withheld', () => {
  test('is shown as withheld, with the rule, and without its content', async () => {
    const text = explanationText(await privileged('photograph', 1213));
    expect(text).toMatch(/: withheld: it is not published, and its content is not shown\n/);
    expect(text).toMatch(/^- `status` is 1; only 4 is published\.$/m);
    expect(text).toContain('archive /cbeg');
    expect(text).not.toMatch(/@prefix|Turtle:|"id"/);
    expect(text).not.toContain('B005.01.00099');
  });

  test('within another record names the other one', async () => {
    const { store } = await storeOf({
      '/cbe?VolumeID=1': [
        { id: 1, status: 2, pages: [{ id: 10, pageNumber: 'Secretword', sensitive: false }] },
      ],
    });
    const explained = await explain(planOf(store, 'privileged'), kindsNamed('page'), '10', silent);
    expect(explained).toMatchObject({
      outcome: 'withheld',
      reasons: ['it is in cbe.volume 1, which is withheld'],
    });
    expect(explanationJson(explained)).not.toContain('Secretword');
  });

  test('by another answer, or with a record that is absent, names the rule and that record', async () => {
    const page = (itemID: number, more: object) => ({
      ...{ id: 10, pageNumber: '1', ...more },
      transcripts: [{ id: 40, itemID, text: 'Secretword', approved: true }],
    });
    const volume = (...pages: readonly object[]) => [{ id: 1, status: 4, pages }];
    const { store } = await storeOf({
      '/cbes?VolumeID=1': volume(page(99, { sensitive: false })),
      '/cbes?VolumeID=2': volume(page(99, { sensitive: true })),
    });
    const reasonsOf = async (kind: string, id: string) => {
      const explained = await explain(planOf(store, 'privileged'), kindsNamed(kind), id, silent);
      expect(explanationJson(explained)).not.toContain('Secretword');
      return 'reasons' in explained ? explained.reasons : [];
    };
    expect(await reasonsOf('page', '10')).toEqual([
      'where it is sent again, `sensitive` is true; only false is published',
    ]);
    expect(await reasonsOf('transcript', '40')).toContainEqual(
      expect.stringMatching(/^it is in cbes\.item 99, which is absent/),
    );
  });

  test('is every person of the schools collection, when nothing but roles is to be known', async () => {
    const person = await privileged('cbes.person', 5001, { personsProfile: 'roles-only' });
    expect(person).toMatchObject({ outcome: 'withheld', reasons: [expect.stringContaining('roles-only')] });
    const item = explanationText(await privileged('cbes.item', 7101, { personsProfile: 'roles-only' }));
    expect(item).not.toContain('fullName');
    expect(item).not.toContain('✗');
  });
});

describe('a record that is rejected', () => {
  test('because it cannot be read: the reasons, and where it lies', async () => {
    const { store } = await storeOf({ '/cbed': [{ id: 2, names: 7 }] });
    const text = explanationText(await explain(planOf(store), kindsNamed('cbed.person'), '2', silent));
    expect(text).toMatch(/^cbed.person 2: rejected: it cannot be read\n/);
    expect(text).toMatch(/^- \/names.*\n/m);
    expect(text).toContain('archive /cbed#/0');
  });

  test('because of what it says: with the findings, and that it is in no dump', async () => {
    const { store } = await storeOf({ '/cbed/occupations': [{ id: '..', nameEN: 'climber' }] });
    const explained = await explain(planOf(store), kindsNamed('occupation'), '..', silent);
    const text = explanationText(explained);
    expect(explained.outcome).toBe('rejected');
    expect(text).toMatch(
      /^cbed.occupation \.\.: rejected: it goes to quarantine, and what follows is in no dump\n/,
    );
    expect(text).toMatch(/^violation: Not lawful RDF: .*dot segment/m);
  });

  const LONG_DEAD = { id: 2, names: [{ fullName: 'Máire' }], occupations: [{ id: '..' }] };

  test.each([
    ['trim', 'published'],
    ['skip', 'rejected'],
  ] as const)('only where a release of the same policy rejects it: %s, %s', async (onViolation, outcome) => {
    const { store } = await storeOf({ '/cbed': [LONG_DEAD] });
    const plan = { ...planOf(store), onViolation };
    const explained = await explain(plan, kindsNamed('cbed.person'), '2', silent);
    expect(explained.outcome).toBe(outcome);
    const text = explanationText(explained);
    if (onViolation === 'skip') return;
    expect(text).toMatch(/^cbed.person 2: published, without what violates a rule\n/);
    expect(text).toMatch(/── Left out\n\nviolation: .*dot segment/);
    expect(text).toMatch(/── Turtle: data\/people.ttl\n(?:(?!──)[\s\S])*Máire/);
    expect(text).not.toMatch(/occupation\/\.\./);
    expect(JSON.parse(explanationJson(explained))).toMatchObject({
      outcome,
      leftOut: [{ constraint: 'Term' }],
    });
  });

  test('whatever it holds steers no terminal and begins no line, and is still the same', async () => {
    const evil = '\u001b[2J\u009b31m\u202e';
    const sent = { id: 'X', nameEN: `a${evil}b`, [`odd${evil}\n── Findings`]: evil };
    const { store } = await storeOf({ '/cbed/occupations': [sent] });
    const explained = await explain(planOf(store), kindsNamed('occupation'), 'X', silent);
    for (const text of [explanationText(explained), explanationJson(explained)]) {
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      expect(text.match(/^── Findings/gm)?.length ?? 1).toBe(1);
    }
    expect(JSON.parse(explanationJson(explained))).toMatchObject({ sent });
  });

  test('a field that no dictionary knows is named', async () => {
    const { store } = await storeOf({ '/cbed/occupations': [{ id: 'X', nameEN: 'x', colour: 'red' }] });
    const text = explanationText(await explain(planOf(store), kindsNamed('occupation'), 'X', silent));
    expect(text).toMatch(/^colour +– no schema has this field$/m);
  });
});

test('an id that records of several kinds have: they are named', async () => {
  await expect(open('person', '4101')).rejects.toMatchObject({
    code: 'RECORD_UNKNOWN',
    exitCode: 2,
    message: expect.stringContaining('cbes.person 4101, cbed.person 4101'),
  });
});

/** A store with these answers and nothing else. */
async function storeOf(bodies: Readonly<Record<string, unknown>>): Promise<{ store: string }> {
  const store = join(await scratch(), 'store');
  const harvest = await openForHarvest(store, { pid: process.pid });
  for (const [request, body] of Object.entries(bodies)) {
    await harvest.put('archive', request, Buffer.from(JSON.stringify(body)));
  }
  await harvest.finish();
  return { store };
}
