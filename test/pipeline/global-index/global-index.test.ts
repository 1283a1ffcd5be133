import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoredHarvest } from '../../../src/harvest/store/stored-harvest.js';
import type { SourceProfile } from '../../../src/model/mapping/access.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import type { RecordRef } from '../../../src/model/records/record.js';
import { buildGlobalIndex, type IndexListener } from '../../../src/pipeline/global-index/global-index.js';
import { publishedSources } from '../../../src/use/inspect/explain/published-records.js';
import { type Bodies, storeOf } from './bodies.js';

/**
 * The publication filter over a harvest in which nothing stands in its place only (model 3.0, wire-format 3). `RUNS=10000 npx
 * vitest run test/pipeline/global-index/global-index` tries more harvests.
 */
const RUNS = Number(process.env.RUNS ?? 200);

const globalIndex = (bodies: Bodies, profile: SourceProfile = 'public') =>
  buildGlobalIndex(storeOf(bodies), GROUPS, profile, {});

const nameOf = ({ kind, id }: RecordRef): string => `${kind} ${id}`;

/** What a record says of itself in one place, and whether it can be read there. */
interface Place {
  readonly id: number;
  readonly says: 'open' | 'closed' | 'nothing' | 'something else';
  readonly isBroken: boolean;
}

interface Transcript extends Place {
  readonly item: number;
}

interface Page extends Place {
  readonly transcripts: readonly Transcript[];
}

interface Volume extends Place {
  readonly pages: readonly Page[];
  readonly items: readonly Place[];
}

/** The answers of a harvest with a privileged key, in the order of reading. */
type Harvest = readonly (readonly Volume[])[];

const place = {
  id: fc.integer({ min: 1, max: 3 }),
  says: fc.oneof(
    { weight: 12, arbitrary: fc.constant('open' as const) },
    fc.constantFrom('closed' as const, 'nothing' as const, 'something else' as const),
  ),
  isBroken: fc.oneof({ weight: 10, arbitrary: fc.constant(false) }, fc.constant(true)),
};
const some = <T>(one: fc.Arbitrary<T>, most: number) => fc.array(one, { maxLength: most });
const harvests: fc.Arbitrary<Harvest> = some(
  some(
    fc.record({
      ...place,
      pages: some(fc.record({ ...place, transcripts: some(fc.record({ ...place, item: place.id }), 2) }), 3),
      items: some(fc.record(place), 3),
    }),
    2,
  ),
  4,
);

const WORDS = {
  status: { open: 4, closed: 2, nothing: undefined, 'something else': 'soon' },
  sensitive: { open: false, closed: true, nothing: undefined, 'something else': 'soon' },
  approved: { open: true, closed: false, nothing: undefined, 'something else': 'soon' },
} as const;

/** A volume as the service sends it: an object where there should be a text or a list of numbers cannot be read. */
const asSent = ({ id, says, isBroken, pages, items }: Volume) => ({
  ...{ id, volumeNumber: '1', status: WORDS.status[says], ...(isBroken ? { volumeNumber: {} } : {}) },
  parts: [
    {
      id,
      items: items.map((item) => ({
        id: item.id,
        sensitive: WORDS.sensitive[item.says],
        pages: item.isBroken ? [{}] : [],
      })),
    },
  ],
  pages: pages.map((page) => ({
    id: page.id,
    sensitive: WORDS.sensitive[page.says],
    pageNumber: page.isBroken ? {} : '1',
    transcripts: page.transcripts.map((one) => ({
      ...{ id: one.id, itemID: one.item, approved: WORDS.approved[one.says] },
      text: one.isBroken ? {} : 'x',
    })),
  })),
});

const bodiesOf = (harvest: Harvest): Bodies =>
  Object.fromEntries(harvest.map((answer, at) => [`/cbes?VolumeID=${at + 1}`, answer.map(asSent)]));

/** One place in which a record stands, as the rules see it. */
interface Seen {
  readonly name: string;
  readonly isClosed: boolean;
  readonly isReadable: boolean;
  readonly isFirst: boolean;
  readonly within: readonly string[];
}

function* seenIn(harvest: Harvest): Generator<Seen> {
  const met = new Set<number>();
  for (const volume of harvest.flat()) {
    const isReadable = (...all: readonly Place[]): boolean =>
      [volume, ...all].every((one) => !one.isBroken && one.says !== 'something else');
    const isFirst = !met.has(volume.id);
    if (isReadable()) met.add(volume.id);
    const see = (kind: string, one: Place, around: readonly Place[], ...within: string[]): Seen => ({
      ...{ name: `cbes.${kind} ${one.id}`, within, isFirst },
      ...{ isClosed: one.says !== 'open', isReadable: isReadable(...around, one) },
    });
    const top = `cbes.volume ${volume.id}`;
    yield see('volume', volume, []);
    for (const item of volume.items) yield see('item', item, [], top);
    for (const page of volume.pages) yield see('page', page, [], top);
    for (const page of volume.pages) {
      for (const one of page.transcripts) {
        yield see('transcript', one, [page], top, `cbes.page ${page.id}`, `cbes.item ${one.item}`);
      }
    }
  }
}

/** What must stay in: what is closed anywhere, and what stands anywhere in what must stay in. */
function stayingIn(all: readonly Seen[]): Set<string> {
  const staying = new Set<string>();
  for (let before = -1; before < staying.size; ) {
    before = staying.size;
    for (const { name, isClosed, within } of all) {
      if (isClosed || within.some((outer) => staying.has(outer))) staying.add(name);
    }
  }
  return staying;
}

/** What must leave: what is in order wherever it stands, and stands only in what must leave and came before. */
function leavingOf(all: readonly Seen[]): Set<string> {
  const first = new Map<string, number>();
  for (const [at, { name, isFirst }] of all.entries()) {
    if (isFirst && !first.has(name)) first.set(name, at);
  }
  const leaving = new Set(first.keys());
  for (let before = Number.POSITIVE_INFINITY; before > leaving.size; ) {
    before = leaving.size;
    for (const [at, { name, isClosed, isReadable, within }] of all.entries()) {
      const isThere = (outer: string) => leaving.has(outer) && (first.get(outer) ?? at) < at;
      if (isClosed || !isReadable || !within.every(isThere)) leaving.delete(name);
    }
  }
  return leaving;
}

test('whatever stands wherever: what must stay in does, what must leave does, and each is counted once', async () => {
  let [withheldEver, leftEver] = [0, 0];
  await fc.assert(
    fc.asyncProperty(harvests, async (harvest) => {
      const seen = [...seenIn(harvest)];
      const thought = new Set<string>();
      const listener: IndexListener = {
        publishable: (one) => thought.add(nameOf(one)),
        withheld: (one) => expect(thought).not.toContain(nameOf(one)),
        unreadable: ({ within }) => {
          if (within !== undefined) expect(stayingIn(seen)).not.toContain(nameOf(within));
        },
      };
      const store = storeOf(bodiesOf(harvest));
      const result = await buildGlobalIndex(store, ['schools'], 'privileged', listener);
      // Copies of one record are compared as they were sent.
      const isRepeated = new Set(seen.map(({ name }) => name)).size < seen.length;
      const indexed = {
        ...store,
        ...(!isRepeated && { read: () => Promise.reject(new Error('An answer with an index was read.')) }),
      } as unknown as StoredHarvest;
      expect(await buildGlobalIndex(indexed, ['schools'], 'privileged', {})).toStrictEqual(result);
      const leaving: string[] = [];
      for await (const { one, provenance } of publishedSources(store, ['schools'], result)) {
        if (provenance === 'read' && one.kind !== 'cbes.part') leaving.push(nameOf(one));
      }
      expect(new Set(leaving).size).toBe(leaving.length);
      expect(leaving.sort()).toEqual([...thought].filter((name) => !name.startsWith('cbes.part')).sort());
      for (const name of stayingIn(seen)) {
        const [kind, id] = name.split(' ') as [RecordRef['kind'], string];
        const ref = { kind, id: Number(id) };
        expect([name, result.withheld.has(ref), result.unreadable.has(ref)]).toEqual([name, true, false]);
        withheldEver += 1;
      }
      expect(leaving).toEqual(expect.arrayContaining([...leavingOf(seen)]));
      leftEver += leavingOf(seen).size;
    }),
    { numRuns: RUNS },
  );
  // Not for want of cases.
  expect(Math.min(withheldEver, leftEver)).toBeGreaterThan(100);
});

test('a transcript stays in whichever comes first, its place or the one in what is not there', async () => {
  const page = (id: number, itemID: number) => ({
    ...{ id, pageNumber: '1' },
    transcripts: [{ id: 7, itemID, text: 'x', transcribers: [{ id: 9, name: 'Anaithnid' }] }],
  });
  const volume = (id: number, items: readonly number[], pages: readonly object[] = []) => ({
    ...{ id, volumeNumber: '1', pages },
    parts: [{ id, items: items.map((item) => ({ id: item, pages: [] })) }],
  });
  const home = volume(2, [2], [page(2, 2)]);
  // The item 3 is not there: the volume was met before without it.
  const elsewhere = volume(1, [1, 3], [page(1, 3)]);
  for (const others of [
    [home, elsewhere],
    [elsewhere, home],
  ]) {
    const answers = [volume(1, [1], [{ id: 1, pageNumber: '1' }]), ...others];
    const { withheld, shared } = await globalIndex(
      Object.fromEntries(answers.map((one, at) => [`/cbes?VolumeID=${at + 1}`, [one]])),
    );
    expect(withheld.has({ kind: 'cbes.transcript', id: 7 })).toBe(true);
    expect(shared.filter(({ kind }) => kind === 'cbes.transcriber')).toEqual([]);
  }
});

describe('what says that it must not leave and cannot be read', () => {
  const someone = { id: 1, names: [{ fullName: 'Duine' }] };

  test('is not described from others, whatever its kind', async () => {
    const volume = { id: 1, pages: [], parts: [{ id: 20, collectors: [someone], items: [] }] };
    const { shared, withheld, unreadable } = await globalIndex({
      '/cbe?VolumeID=1': [volume],
      '/cbed': [{ id: 1, names: 'x', dateCreated: 'x', sensitive: true }],
    });
    const ref = { kind: 'cbed.person', id: 1 } as const;
    expect(shared.filter(({ kind }) => kind === ref.kind)).toEqual([]);
    expect([withheld.has(ref), unreadable.has(ref)]).toEqual([true, false]);
  });

  test('but what merely cannot be read is', async () => {
    const volume = { id: 1, pages: [], parts: [{ id: 20, collectors: [someone], items: [] }] };
    const { shared } = await globalIndex({
      '/cbe?VolumeID=1': [volume],
      '/cbed': [{ id: 1, names: 'x', dateCreated: 'x' }],
    });
    expect(shared.filter(({ kind }) => kind === 'cbed.person').map(({ id }) => id)).toEqual([1]);
  });
});

test('what cannot be read in a record that stays in stays in with it, and is not merely not there', async () => {
  const torn = { id: 20, titlePages: 'x', items: [] };
  const volume = (status: number, ...parts: readonly object[]) => [{ id: 1, status, pages: [], parts }];
  const part = { kind: 'cbe.part', id: 20 } as const;
  for (const bodies of [
    { '/cbe?VolumeID=1': volume(2, torn) },
    { '/cbe?VolumeID=1': volume(4, torn), '/cbe?VolumeID=2': volume(2) },
    { '/cbe?VolumeID=1': volume(4), '/cbe?VolumeID=2': volume(2, torn) },
  ]) {
    const { withheld, unreadable } = await globalIndex(bodies, 'privileged');
    expect([withheld.has(part), unreadable.has(part)]).toEqual([true, false]);
  }
  const { withheld, unreadable } = await globalIndex({ '/cbe?VolumeID=1': volume(4, torn) }, 'privileged');
  expect([withheld.has(part), unreadable.has(part)]).toEqual([true, true]);
});

test('a word that must not leave is not in the glossary because a place mentions it', async () => {
  const glossary = [4, 5, 6].map((id) => ({ id, headword: `focal ${id}` }));
  const word = (id: number, more: object = {}) => ({ id, headword: `focal ${id}`, ...more });
  const result = await globalIndex({
    'places /glossary': [word(4), word(5, { approved: false })],
    'places /?PlaceID=1': { totalCount: 1, places: [{ id: 1, placenames: [], glossary }] },
  });
  expect(result.lists.get('glossary')).toEqual([4, 6]);
});

test('a list names what is at its top, its own entries first and then those that only records mention', async () => {
  const heading = { topicEN: 'livelihood', topicGA: 'slí bheatha' };
  const topic = (id: number, ...subTopics: readonly object[]) => ({
    id,
    titleEN: `${id}`,
    titleGA: `${id}`,
    subTopics,
  });
  const occupation = (id: string) => ({ id, nameEN: id, nameGA: id });
  const photograph = { id: 1, digitized: true, handbookTopic: { id: 'B005', ...heading } };
  const { lists } = await globalIndex({
    '/cbes/topics': [topic(20, topic(21)), topic(10, topic(11, topic(12)))],
    '/cbeg/topics/handbook': [
      { id: 'C', ...heading },
      { id: 'A010', ...heading },
    ],
    '/cbeg?CountyID=100013': [photograph],
    '/cbed/occupations': [occupation('FEIRM')],
    '/cbed': [{ id: 1, names: [{ fullName: 'N' }], occupations: [occupation('BTÍ'), occupation('FEIRM')] }],
  });
  expect(lists.get('cbes.topic')).toEqual([20, 10]);
  expect(lists.get('cbeg.topic')).toEqual(['C', 'A', 'B']);
  expect(lists.get('cbed.occupation')).toEqual(['FEIRM', 'BTÍ']);
});
