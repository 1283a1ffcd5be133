import { join } from 'node:path';
import { Parser } from 'n3';
import { describe, expect, test } from 'vitest';
import { DATA_BASE as BASE, mintIris } from '../../../src/model/rdf/iris.js';
import { type RecordRef, RecordSet } from '../../../src/model/records/record.js';
import type { CheckedRecord, IriNaming } from '../../../src/pipeline/consistency/check.js';
import { RecordChecks } from '../../../src/pipeline/consistency/checks.js';
import type { GlobalIndex } from '../../../src/pipeline/global-index/global-index.js';
import { iriOf } from '../../../src/pipeline/plan/record-iri.js';
import type { World } from '../../../src/services/server/world.js';
import { filesBelow, removeFolder, scratch } from '../../support/files.js';
import { storeOf } from '../store-of.js';
import {
  beyond,
  type Draft,
  harvestOf,
  itemOf,
  lostIn,
  releaseOf,
  reportIn,
  sampleWorld,
} from './sample-world.js';

/** Model 7.3, X15, and 3.0: nothing names what is withheld. */

const iri = mintIris(BASE);
const naming: IriNaming = {
  word: (term) => `https://example.org/word#${term}`,
  iri: (ref) => iriOf(ref, iri),
};

/** The checks of a run that withholds some records, and could not read others. */
function acrossWithout(withheld: readonly RecordRef[], lost: readonly RecordRef[] = []): RecordChecks {
  const setOf = (refs: readonly RecordRef[]) => {
    const units = new RecordSet();
    for (const ref of refs) units.add(ref);
    return units;
  };
  const globalIndex: GlobalIndex = {
    withheld: setOf([...withheld, ...lost]),
    unreadable: setOf(lost),
    personsProfile: 'full',
    occurrences: new Map(),
    ambiguousPeople: new Map(),
    sharedAddresses: new Map(),
    unnamedLocations: new Set<number>(),
    shared: [],
    places: new Map(),
    genders: { cbed: new Set(), cbes: new Set() },
    lists: new Map(),
    answers: [],
    contradictions: [],
  };
  return new RecordChecks({ base: BASE }, globalIndex, naming);
}

/** An occupation, of which all that matters is what is said of it. */
function filed(turtle: string): CheckedRecord {
  const origin = { service: 'archive', request: '/cbed/occupations', pointer: '/0' } as const;
  const one = { kind: 'cbed.occupation', id: 'IASC', record: { id: 'IASC' }, origin, within: [] } as const;
  const quads = new Parser({ baseIRI: BASE }).parse(turtle);
  return { one, mapped: { node: { id: `${BASE}cbed/occupation/IASC` }, quads } };
}

const person: RecordRef = { kind: 'cbed.person', id: 4112 };
const WORD = 'https://example.org/word#knows';

describe('a record that names one which is withheld', () => {
  const shapes = (checks: RecordChecks, turtle: string) =>
    checks.check(filed(turtle)).map(({ shape }) => shape);

  test('is rejected, and the finding does not name it either', () => {
    const turtle = `<cbed/occupation/IASC> <${WORD}> <cbed/person/4112>, <cbed/person/4112#name-1> .
      <cbed/occupation/IASC#role-4112> <${WORD}> <cbed/person/4112> .`;
    const found = acrossWithout([person]).check(filed(turtle));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      shape: 'X15',
      severity: 'violation',
      focus: `${BASE}cbed/occupation/IASC`,
      path: WORD,
    });
    expect(JSON.stringify(found)).not.toContain('4112');
  });

  test('is a violation for a fragment too, and in identity links', () => {
    const checks = acrossWithout([person]);
    const identity = filed(`<cbed/occupation/IASC> <${WORD}> <cbed/person/4112> .`).mapped;
    const plain = filed(`<cbed/occupation/IASC> <${WORD}> "x" .`);
    expect(checks.check({ one: plain.one, mapped: { ...plain.mapped, identity } })).toHaveLength(1);
    expect(shapes(checks, `<cbed/occupation/IASC> <${WORD}> <cbed/person/4112#birth-date> .`)).toEqual([
      'X15',
    ]);
  });

  test.each([
    ['an id that begins alike', '<cbed/person/41120>, <cbed/person/411>'],
    ['the same id of another kind', '<cbes/person/4112>, <place/4112>'],
    ['its address as a text', `"${BASE}cbed/person/4112"`],
    ['the same path below another base', '<https://e.org/folklore/cbed/person/4112>'],
  ])('is not one that has %s', (_, objects) => {
    expect(shapes(acrossWithout([person]), `<cbed/occupation/IASC> <${WORD}> ${objects} .`)).toEqual([]);
  });

  test('an unreadable record is only missing', () => {
    const checks = acrossWithout([], [person]);
    expect(shapes(checks, `<cbed/occupation/IASC> <${WORD}> <cbed/person/4112> .`)).toEqual([]);
  });
});

test('a record that names one which is withheld is kept back with its source, which names it too', async () => {
  const folder = await scratch();
  const names = [{ fullName: 'Secretname' }];
  const item = { id: 30, title: 'Bád', pages: [], collectors: [{ id: 4112, names }] };
  const bodies = {
    '/cbe/volumes': [],
    '/cbe?VolumeID=1': [{ id: 1, volumeNumber: '0001', pages: [], parts: [{ id: 20, items: [item] }] }],
    '/cbed/occupations': [],
    // The people database is not known to have such a mark.
    '/cbed': [{ id: 4112, names, sensitive: true }],
  };
  await storeOf(join(folder, 'store'), bodies);
  for (const onViolation of ['skip', 'keep'] as const) {
    const kinds = ['manuscripts', 'people'] as const;
    const release = await releaseOf(
      { folder, profile: 'public' },
      { kinds, onViolation, label: onViolation },
    );
    const rows = release.ledger.rows();
    expect(rows.find(({ kind }) => kind === 'cbe.item')).toMatchObject({ published: 0, rejected: 1 });
    expect(lostIn(release)).toEqual([]);
    expect((await reportIn(release)).map(({ shape, kind, id }) => [shape, kind, id])).toContainEqual([
      'X15',
      'cbe.item',
      30,
    ]);
    for (const [file, bytes] of await filesBelow(release.directory)) {
      // A checksum may have any digits.
      const text = String(bytes).replaceAll(/[0-9a-f]{32,}/g, '');
      expect(/Secretname|4112/.exec(text)?.[0], file).toBeUndefined();
    }
  }
});

/** Addresses of everything that the sample world keeps to itself, by the marks that its records have. */
function hidden({ archive }: World): string[] {
  const volumes = (['cbe', 'cbes'] as const).flatMap((collection) =>
    [...archive[collection].values()].flatMap(({ id, status, pages, parts }) => {
      const stays = status !== 4;
      const items = parts.flatMap((part) => part.items as { id: number; sensitive?: boolean }[]);
      const isIn = ({ sensitive }: { sensitive?: boolean | undefined }) => stays || sensitive === true;
      return [
        ...(stays ? [`volume/${id}`, ...parts.map((part) => `part/${part.id}`)] : []),
        ...pages.filter(isIn).map((page) => `page/${page.id}`),
        ...items.filter(isIn).map((item) => `item/${item.id}`),
      ].map((record) => `${collection}/${record}`);
    }),
  );
  const photographs = [...archive.cbeg.values()].filter((one) => one.status !== 4 || one.sensitive === true);
  const transcripts = [...archive.cbes.values()]
    .flatMap(({ pages }) => pages.flatMap((page) => page.transcripts))
    .filter(({ approved }) => approved !== true);
  return [
    ...volumes,
    ...photographs.map(({ id }) => `cbeg/photograph/${id}`),
    ...transcripts.map(({ id }) => `cbes/transcript/${id}`),
  ];
}

test('with a privileged key the release and its report are those of the public, and name nothing withheld', async () => {
  const alter = (draft: Draft<World>) => {
    // Its first page is sensitive, and another item's link says so.
    Object.assign(itemOf(draft, 7012), { pages: [516, 515], firstPageID: 516, lastPageID: 515 });
    itemOf(draft, 7011).linkedItems.push({ partID: 2102, pageID: 516, itemID: 7012, sequence: 'NEXT' });
    itemOf(draft, 7012).linkedItems.push({ partID: 2102, pageID: 514, itemID: 7011, sequence: 'PREV' });
    // And one to a volume that nobody has checked.
    itemOf(draft, 7013).linkedItems.push({ partID: 2105, pageID: 542, itemID: 7030 });
  };
  const world = await sampleWorld(alter);
  const [open, closed] = [await harvestOf(world, 'public'), await harvestOf(world, 'archive')];
  try {
    const plan = { kinds: ['manuscripts', 'schools', 'photographs', 'people'], formats: ['nt'] } as const;
    const [outside, inside] = [await releaseOf(open, plan), await releaseOf(closed, plan)];
    const [theirs, ours] = [await reportIn(outside), await reportIn(inside)];
    expect(ours.filter(({ shape }) => /^X(?!18)/.test(shape))).toEqual([]);
    expect(beyond(ours, theirs)).toEqual([]);
    expect(lostIn(inside)).toEqual([]);
    const secrets = hidden(world);
    expect(secrets).toEqual(
      expect.arrayContaining([
        'cbe/item/7003',
        'cbe/page/516',
        'cbe/item/7030',
        'cbeg/photograph/1213',
        'cbes/transcript/8006',
      ]),
    );
    for (const [file, bytes] of await filesBelow(inside.directory)) {
      const named = secrets.filter((secret) => new RegExp(`${secret}(?![0-9])`).test(String(bytes)));
      expect(named, file).toEqual([]);
    }
  } finally {
    await Promise.all([open, closed].map(({ folder }) => removeFolder(folder)));
  }
});
