import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SourceProfile } from '../../../src/model/mapping/access.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import { KIND_NAMES } from '../../../src/model/records/kinds.js';
import { type RecordRef, recordSetOf } from '../../../src/model/records/record.js';
import {
  type AccessFact,
  AccessFacts,
  decisions,
  type HarvestFacts,
  type Reason,
  type WhyWithheld,
  withheldRecords,
} from '../../../src/pipeline/global-index/access-control.js';
import { buildGlobalIndex, type IndexSettings } from '../../../src/pipeline/global-index/global-index.js';
import { type Bodies, storeOf } from './bodies.js';

/** The publication filter (model 3.0; archive service, "Privileged") as cases: what is sent, and what becomes of a record. */

const nameOf = ({ kind, id }: RecordRef): string => `${kind} ${id}`;

const reasonOf = (reason: Reason): string => {
  if ('container' in reason) return `${reason.rule} ${nameOf(reason.container)}`;
  return reason.rule === 'field' ? reason.gate : reason.rule;
};

const inWords = ({ reasons }: WhyWithheld): string => `withheld: ${reasons.map(reasonOf).join(', ')}`;

/** The outcomes of a harvest by record. */
async function outcomesOf(
  bodies: Bodies,
  profile: SourceProfile,
  settings: IndexSettings,
): Promise<Map<string, string[]>> {
  const outcomes = new Map<string, string[]>();
  const note = (name: string, outcome: string) =>
    outcomes.set(name, [...(outcomes.get(name) ?? []), outcome]);
  await buildGlobalIndex(
    storeOf(bodies),
    GROUPS,
    profile,
    {
      publishable: (ref) => note(nameOf(ref), 'publishable'),
      withheld: (ref, why) => note(nameOf(ref), inWords(why)),
      unreadable: ({ kind, id = '' }, counted) =>
        counted.includes(kind) && note(nameOf({ kind, id }), 'unreadable'),
    },
    settings,
  );
  return outcomes;
}

const page = (more: object = {}) => ({ id: 10, pageNumber: '1', sensitive: false, ...more });
const item = (more: object = {}) => ({ id: 20, pages: [10], sensitive: false, ...more });
const part = (id: number, ...items: readonly object[]) => ({ id, items });
const transcript = (more: object = {}) => ({ id: 40, itemID: 20, text: 'x', approved: true, ...more });
const volume = (more: object = {}) => ({
  ...{ id: 1, volumeNumber: '1', status: 4 },
  parts: [part(30, item())],
  pages: [page({ transcripts: [transcript()] })],
  ...more,
});
const photograph = (more: object = {}) => ({ id: 50, status: 4, sensitive: false, digitized: true, ...more });

const capital = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** Answers with one volume each. */
const volumes = (...all: readonly object[]): Bodies =>
  Object.fromEntries(all.map((one, at) => [`/cbes?VolumeID=${at + 1}`, [one]]));
/** The photographs of several counties. */
const counties = (...all: readonly (readonly object[])[]): Bodies =>
  Object.fromEntries(all.map((some, at) => [`/cbeg?CountyID=${100001 + at}`, some]));
const onPage = (...transcripts: readonly object[]) => ({ pages: [page({ transcripts })] });

type Case = readonly [what: string, bodies: Bodies, record: string, outcome: string];

/** The volume that all cases below change in one point. */
const RELEASED: readonly Case[] = ['volume 1', 'part 30', 'page 10', 'item 20', 'transcript 40'].map(
  (record) => [record, volumes(volume()), `cbes.${record}`, 'publishable'],
);

const IN_VOLUME_1 = 'withheld-container cbes.volume 1';

const PRIVILEGED: readonly Case[] = [
  ['a volume that is not ready', volumes(volume({ status: 3 })), 'cbes.volume 1', 'withheld: status'],
  ['a page in it', volumes(volume({ status: 3 })), 'cbes.page 10', `withheld: ${IN_VOLUME_1}`],
  ['a part of it', volumes(volume({ status: 3 })), 'cbes.part 30', `withheld: ${IN_VOLUME_1}`],
  [
    'a sensitive page',
    volumes(volume({ pages: [page({ sensitive: true })] })),
    'cbes.page 10',
    'withheld: sensitive',
  ],
  [
    'an item on a sensitive page',
    volumes(volume({ pages: [page({ sensitive: true })] })),
    'cbes.item 20',
    'publishable',
  ],
  [
    'a transcript on a sensitive page',
    volumes(volume({ pages: [page({ sensitive: true, transcripts: [transcript()] })] })),
    'cbes.transcript 40',
    'withheld: withheld-container cbes.page 10',
  ],
  [
    'a transcript of a sensitive item',
    volumes(volume({ parts: [part(30, item({ sensitive: true }))] })),
    'cbes.transcript 40',
    'withheld: withheld-container cbes.item 20',
  ],
  [
    'a transcript that is not approved',
    volumes(volume(onPage(transcript({ approved: false })))),
    'cbes.transcript 40',
    'withheld: approved',
  ],
  [
    'the page of that transcript',
    volumes(volume(onPage(transcript({ approved: false })))),
    'cbes.page 10',
    'publishable',
  ],
  [
    'a transcript of an item that no answer holds',
    volumes(volume(onPage(transcript({ itemID: 99 })))),
    'cbes.transcript 40',
    'withheld: absent-container cbes.item 99',
  ],
  [
    'an item in two parts, sensitive in one of them',
    volumes(volume({ parts: [part(30, item()), part(31, item({ sensitive: true }))] })),
    'cbes.item 20',
    'withheld: sensitive',
  ],
  [
    'a page that is sent twice, unreadable the second time',
    volumes(volume({ pages: [page(), page({ imageFileName: ['a', 'b'] })] })),
    'cbes.page 10',
    'withheld: unreadable-copy',
  ],
  [
    'an unreadable page',
    volumes(volume({ pages: [page({ imageFileName: ['a', 'b'] })] })),
    'cbes.page 10',
    'unreadable',
  ],
  [
    'the neighbour of an unreadable page',
    volumes(volume({ pages: [page({ imageFileName: ['a', 'b'] }), page({ id: 11 })] })),
    'cbes.page 11',
    'publishable',
  ],
  [
    'an unreadable page of a volume that is not ready',
    volumes(volume({ status: 3, pages: [page({ imageFileName: ['a', 'b'] })] })),
    'cbes.page 10',
    `withheld: ${IN_VOLUME_1}`,
  ],
  [
    'a photograph that is not ready',
    counties([photograph({ status: 1 })]),
    'cbeg.photograph 50',
    'withheld: status',
  ],
  [
    'a photograph that is not ready and sensitive',
    counties([photograph({ status: 1, sensitive: true })]),
    'cbeg.photograph 50',
    'withheld: status, sensitive',
  ],
  ['no status', counties([photograph({ status: undefined })]), 'cbeg.photograph 50', 'withheld: status'],
  [
    'a status without a value',
    counties([photograph({ status: null })]),
    'cbeg.photograph 50',
    'withheld: status',
  ],
];

/** With a public key no access field is sent. */
const PUBLIC: readonly Case[] = [
  ['no access field', counties([{ id: 50, digitized: true }]), 'cbeg.photograph 50', 'publishable'],
  [
    'a status without a value',
    counties([{ id: 50, digitized: true, status: null }]),
    'cbeg.photograph 50',
    'withheld: status',
  ],
  ['an unreadable photograph', counties([{ id: 50, digitized: 'x' }]), 'cbeg.photograph 50', 'unreadable'],
  [
    'a sensitive person, of whom the specification knows no access field',
    { '/cbed': [{ id: 60, names: [{ fullName: 'N' }], sensitive: true }] },
    'cbed.person 60',
    'withheld: unknown-field',
  ],
];

describe.each<[SourceProfile, readonly Case[]]>([
  ['privileged', [...RELEASED, ...PRIVILEGED]],
  ['public', PUBLIC],
])('with a %s key', (profile, cases) => {
  test.each(cases.map(([what, bodies, record, outcome]) => ({ what, bodies, record, outcome })))(
    '$what: $record, $outcome',
    async ({ bodies, record, outcome }) => {
      expect((await outcomesOf(bodies, profile, {})).get(record)).toEqual([outcome]);
    },
  );
});

/** What each kind with access fields is sent in, besides these fields. */
const HOLDERS: Readonly<Record<string, readonly [releasing: object, (fields: object) => Bodies]>> = {
  'cbes.volume 1': [{ status: 4 }, (fields) => volumes({ id: 1, volumeNumber: '1', ...fields })],
  'cbes.page 10': [
    { sensitive: false },
    (fields) => volumes(volume({ pages: [{ id: 10, pageNumber: '1', ...fields }] })),
  ],
  'cbes.item 20': [
    { sensitive: false },
    (fields) => volumes(volume({ parts: [part(30, { id: 20, pages: [10], ...fields })] })),
  ],
  'cbes.transcript 40': [
    { approved: true },
    (fields) => volumes(volume(onPage({ id: 40, itemID: 20, text: 'x', ...fields }))),
  ],
  'cbe.volume 1': [{ status: 4 }, (fields) => ({ '/cbe?VolumeID=1': [{ id: 1, ...fields }] })],
  'cbe.page 10': [
    { sensitive: false },
    (fields) => ({
      '/cbe?VolumeID=1': [{ id: 1, status: 4, pages: [{ id: 10, pageNumber: '1', ...fields }] }],
    }),
  ],
  'cbe.item 20': [
    { sensitive: false, extraInfoStatus: 'PUB' },
    (fields) => ({ '/cbe?VolumeID=1': [{ id: 1, status: 4, parts: [part(30, { id: 20, ...fields })] }] }),
  ],
  'cbe.part 30': [
    { extraInfoStatus: 'PUB' },
    (fields) => ({ '/cbe?VolumeID=1': [{ id: 1, status: 4, parts: [{ id: 30, ...fields }] }] }),
  ],
  'cbeg.photograph 50': [
    { status: 4, sensitive: false, extraInfoStatus: 'PUB', archivedDescriptionStatus: 'PUB' },
    (fields) => counties([{ id: 50, digitized: true, ...fields }]),
  ],
};

/** Spellings that are the releasing one only after trimming or folding of case. */
const ODD_NAMES: readonly ((name: string) => string)[] = [
  (name) => `${name} `,
  (name) => ` ${name}`,
  (name) => `${name}\u00a0`,
  (name) => `${name}\u200b`,
  (name) => name.toUpperCase(),
  (name) => `${name.slice(0, -1)}${name.slice(-1).toUpperCase()}`,
  (name) => name.replace(/[A-Z]|s(?=e)/g, '_$&'),
  (name) => name.replace('s', '\uff53'),
];
const oddValues = (value: unknown): unknown[] => {
  const text = String(value);
  const others =
    typeof value === 'number'
      ? ['04', '4.0']
      : [text.toUpperCase(), text.toLowerCase(), text.slice(0, 1) + text.slice(1).toUpperCase()];
  return [` ${text}`, `${text} `, `${text}\u00a0`, [value], [text], ...others].filter((odd) => odd !== text);
};

const ODD = Object.entries(HOLDERS).flatMap(([record, [releasing, send]]) =>
  Object.entries(releasing).flatMap(([field, value]) => {
    const { [field as keyof object]: _, ...others } = releasing as Record<string, unknown>;
    const all = [
      ...ODD_NAMES.map((odd) => odd(field))
        .filter((odd) => odd !== field && odd !== capital(field))
        .map((odd) => ({ [odd]: value })),
      ...ODD_NAMES.map((odd) => odd(field))
        .filter((odd) => odd !== field && odd !== capital(field))
        .map((odd) => ({ [odd]: value, [field]: value })),
      ...oddValues(value).map((odd) => ({ [field]: odd })),
    ];
    return all.map((odd) => ({ record, odd, field, send, others }));
  }),
);

describe('an access field in another spelling than the specification has withholds, and is counted', () => {
  test.each(ODD)('$record: $odd', async ({ record, odd, send, others }) => {
    const outcomes = await outcomesOf(send({ ...others, ...odd }), 'privileged', {});
    expect(outcomes.get(record)).toEqual(['unreadable']);
  });

  test.each(ODD.filter(({ record }) => record.startsWith('cbeg') || record === 'cbe.volume 1'))(
    'with a public key $record: $odd',
    async ({ record, odd, send }) => {
      const outcomes = await outcomesOf(send(odd), 'public', {});
      expect(outcomes.get(record)).toEqual(['unreadable']);
    },
  );

  test.each(Object.entries(HOLDERS))(
    '%s: spellings of the specification release',
    async (record, [fields, send]) => {
      const asTexts = Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [field, String(value)]),
      );
      const asPrinted = Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [capital(field), value]),
      );
      for (const spelling of [fields, asTexts, asPrinted]) {
        const outcomes = await outcomesOf(send(spelling), 'privileged', {});
        expect(outcomes.get(record)).toEqual(['publishable']);
      }
    },
  );

  const NO_FIELD: readonly (readonly [what: string, (odd: object) => Bodies, record: string])[] = [
    ['a person', (odd) => ({ '/cbed/5': { id: 5, names: [{ fullName: 'N' }], ...odd } }), 'cbed.person 5'],
    [
      'a place',
      (odd) => ({ 'places /?CategoryID=B': { totalCount: 1, places: [{ id: 7, ...odd }] } }),
      'place 7',
    ],
    [
      'the photographer of a photograph',
      (odd) => counties([{ ...photograph(), photographer: { id: 5, names: [{ fullName: 'N' }], ...odd } }]),
      'cbeg.photograph 50',
    ],
  ];
  test.each(NO_FIELD)('also in a kind that has no such field: %s', async (_, send, record) => {
    for (const odd of [{ 'sensitive ': false }, { Status_: 4 }, { APPROVED: true }]) {
      const outcomes = await outcomesOf(send(odd), 'privileged', {});
      expect(outcomes.get(record)).toEqual(['unreadable']);
    }
  });

  test('no other record refers to it', async () => {
    const index = await buildGlobalIndex(
      storeOf({ '/cbed/5': { id: 5, names: [{ fullName: 'N' }], 'sensitive ': true } }),
      GROUPS,
      'privileged',
      {},
    );
    expect(index.withheld.has({ kind: 'cbed.person', id: 5 })).toBe(true);
    expect(index.unreadable.has({ kind: 'cbed.person', id: 5 })).toBe(false);
  });

  test('the volume of such a page is published', async () => {
    const bodies = volumes(
      volume({ pages: [{ id: 10, pageNumber: '1', 'sensitive ': false }, page({ id: 11 })] }),
    );
    const outcomes = await outcomesOf(bodies, 'privileged', {});
    expect(outcomes.get('cbes.volume 1')).toEqual(['publishable']);
    expect(outcomes.get('cbes.page 11')).toEqual(['publishable']);
  });
});

/** Two answers of which one withholds the record: in either order, because the newest is not known. */
const ONE_OF_TWO: readonly (readonly [string, readonly [object, object], string, string])[] = [
  ['an item of a volume', [volume(), volume({ parts: [], status: 3 })], 'cbes.item 20', IN_VOLUME_1],
  [
    'a transcript of an item that another volume has as sensitive',
    [volume(), volume({ id: 2, parts: [part(31, item({ sensitive: true }))], pages: [] })],
    'cbes.transcript 40',
    'withheld-container cbes.item 20',
  ],
];

test.each(ONE_OF_TWO)('%s, in either order', async (_, [one, other], record, reason) => {
  for (const bodies of [volumes(one, other), volumes(other, one)]) {
    const outcome = (await outcomesOf(bodies, 'privileged', {})).get(record);
    expect(outcome).toEqual([expect.stringContaining(reason)]);
  }
});

test.each([
  [[photograph()], [photograph({ sensitive: true })]],
  [[photograph({ sensitive: true })], [photograph()]],
])('a photograph that is sensitive in the list of one county only', async (...lists) => {
  const outcomes = await outcomesOf(counties(...lists), 'privileged', {});
  expect(outcomes.get('cbeg.photograph 50')).toEqual(['withheld: sensitive']);
});

test('with roles only each person of what is published is withheld, once', async () => {
  const informant = (id: number) => ({ informants: [{ id, names: [{ fullName: 'N' }] }] });
  const open = part(30, item(informant(70)), item({ id: 21, ...informant(70) }));
  const closed = part(31, item({ id: 22, sensitive: true, ...informant(71) }));
  const bodies = volumes(volume({ parts: [open, closed] }));
  const outcomes = await outcomesOf(bodies, 'privileged', { personsProfile: 'roles-only' });
  expect(outcomes.get('cbes.person 70')).toEqual(['withheld: roles-only']);
  expect(outcomes.has('cbes.person 71')).toBe(false);
});

test('a public key that is sent a privileged field is none', async () => {
  await expect(outcomesOf(counties([photograph()]), 'public', {})).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
  });
});

describe('records that cannot be read', () => {
  const unreadable = (id: unknown, more: object = {}) => ({ id, digitized: 'x', ...more });
  /** How many records of a kind a harvest has, by outcome. */
  const countsOf = async (kind: string, bodies: Bodies): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    const count = (one: string, outcome: string) => {
      if (one === kind) counts[outcome] = (counts[outcome] ?? 0) + 1;
    };
    await buildGlobalIndex(storeOf(bodies), GROUPS, 'public', {
      publishable: (ref) => count(ref.kind, 'publishable'),
      withheld: (ref) => count(ref.kind, 'withheld'),
      unreadable: (_, kinds) => {
        for (const one of kinds) count(one, 'unreadable');
      },
    });
    return counts;
  };
  /** As `parseJson` has numbers that are greater than 2^53. */
  const LARGE = ['9007199254740992', '9007199254740993', '9007199254740994', '9007199254740993.0', '1e999'];

  test.each<[string, readonly unknown[]]>([
    ['ids above 2^53', LARGE],
    ['negative ids, fractions, words', [-1, -2, 1.5, 2.5, 'x', 'y']],
    ['ids without a value', [null, '', ' ', [], {}, true]],
    ['one id', [7, 7, 7]],
  ])('are counted one by one in an answer: %s', async (_, ids) => {
    const list = ids.map((id) => unreadable(id));
    expect(await countsOf('cbeg.photograph', counties(list))).toEqual({ unreadable: ids.length });
  });

  test('are counted once where several lists have them', async () => {
    const list = [...LARGE, 7, 7, 'x'].map((id) => unreadable(id));
    const bodies = counties(list, list.slice(1), list.slice(0, 1), list.toReversed());
    expect(await countsOf('cbeg.photograph', bodies)).toEqual({
      unreadable: list.length,
    });
  });

  test('are counted one by one in a volume', async () => {
    const ids = [10, 10, '9007199254740993', '9007199254740994', null];
    const pages = ids.map((id) => ({ id, imageFileName: ['1.jpg', '2.jpg'] }));
    const bodies = volumes({ id: 1, pages: [...pages, { id: 11, pageNumber: '1' }] });
    expect(await countsOf('cbes.page', bodies)).toEqual({ unreadable: 5, publishable: 1 });
    const torn = volumes({ id: 1, status: 'x', parts: 'x', pages: [...pages, { id: 11, pageNumber: '1' }] });
    expect(await countsOf('cbes.page', torn)).toEqual({ unreadable: 6 });
  });

  test('are counted in a volume that cannot be read, a bare record in place of a list, too', async () => {
    const torn = volumes({ id: 1, status: 'x', pages: { id: 10, pageNumber: '1' }, parts: [null, part(30)] });
    expect(await countsOf('cbes.page', torn)).toEqual({ unreadable: 1 });
    expect(await countsOf('cbes.part', torn)).toEqual({ unreadable: 1 });
  });

  test('withhold the record that a bare one in them marks, with facts from the store, too', async () => {
    const marked = { id: 10, pageNumber: '1', sensitive: true };
    const store = storeOf(
      volumes(volume({ parts: [], pages: [page()] }), { id: 2, status: 'x', pages: marked }),
    );
    for (const _ of ['read', 'stored']) {
      const { withheld, unreadable } = await buildGlobalIndex(store, ['schools'], 'privileged', {});
      const ref = { kind: 'cbes.page', id: 10 } as const;
      expect([withheld.has(ref), unreadable.has(ref)]).toEqual([true, false]);
    }
  });

  test.each([['1.0'], [' 1 '], ['01'], [1], [[1]]])(
    'withhold the readable record with the number that %j spells, if they are marked',
    async (id) => {
      const bodies = counties([{ id: 1, digitized: true }], [unreadable(id, { sensitive: true })]);
      expect(await countsOf('cbeg.photograph', bodies)).toEqual({ withheld: 1 });
    },
  );
});

describe('facts, the records that they withhold, and decisions', () => {
  const ref = (id: number): RecordRef => ({ kind: 'cbe.page', id });
  const fact = (id: number, within: readonly number[], ...reasons: readonly Reason[]): AccessFact => ({
    ...ref(id),
    as: 'read',
    within: within.map(ref),
    reasons,
  });
  const CLOSED: Reason = { rule: 'unknown-field' };
  const harvestOf = (...facts: readonly AccessFact[]): HarvestFacts => ({
    ...{ read: recordSetOf(facts), unread: recordSetOf([]), unreadable: [], facts },
  });
  const idsOf = (harvest: HarvestFacts) =>
    [...withheldRecords(harvest).all()].map(({ id }) => Number(id)).sort();

  test.each<[string, HarvestFacts, readonly number[]]>([
    ['nothing is withheld', harvestOf(fact(1, []), fact(2, [1])), []],
    [
      'what a withheld record contains, at any depth',
      harvestOf(fact(1, [], CLOSED), fact(2, [1]), fact(3, [2])),
      [1, 2, 3],
    ],
    ['whatever the order', harvestOf(fact(3, [2]), fact(2, [1]), fact(1, [], CLOSED)), [1, 2, 3]],
    ['not what contains it', harvestOf(fact(1, []), fact(2, [1], CLOSED)), [2]],
    ['one of two occurrences is enough', harvestOf(fact(1, []), fact(1, [], CLOSED)), [1]],
    ['one of two containers is enough', harvestOf(fact(1, []), fact(2, [], CLOSED), fact(3, [1, 2])), [2, 3]],
    ['records that contain each other', harvestOf(fact(1, [2]), fact(2, [1])), []],
  ])('%s', (_, harvest, withheld) => {
    expect(idsOf(harvest)).toEqual(withheld);
    const found = [...decisions(harvest, withheldRecords(harvest))];
    const of = (outcome: string) =>
      found.flatMap((one) => (one.outcome === outcome && 'ref' in one ? [Number(one.ref.id)] : []));
    expect(of('withheld').sort()).toEqual(withheld);
    const all = [...harvest.read.all()].map(({ id }) => Number(id));
    expect(of('publishable')).toEqual(all.filter((id) => !withheld.includes(id)));
  });

  test('a fact is kept as it was added, whatever the ids', () => {
    const refs = fc.record({
      kind: fc.constantFrom(...KIND_NAMES),
      id: fc.oneof(fc.nat(), fc.integer(), fc.maxSafeInteger(), fc.double(), fc.string()),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(refs, fc.array(refs, { minLength: 1, maxLength: 3 }))), (rows) => {
        const facts = new AccessFacts('public');
        for (const [person, within] of rows) for (const one of within) facts.addRecorded(person, one);
        const kept = [...facts.facts].map(({ kind, id, within }) => [{ kind, id }, ...within]);
        expect(kept).toEqual(rows.flatMap(([person, within]) => within.map((one) => [person, one])));
      }),
    );
  });
});
