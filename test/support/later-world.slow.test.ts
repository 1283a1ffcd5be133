import { describe, expect, it } from 'vitest';
import { worldInMonth } from '../../src/features/generated-world/later/later-world.js';
import { draftOf } from '../../src/features/generated-world/later/month.js';
import { makeSyntheticWorld } from '../../src/features/generated-world/world.js';
import type { Kind, RecordRef } from '../../src/model/records/record.js';
import { reader } from '../../src/model/schema/reader.js';
import type { World } from '../../src/services/server/world.js';
import { KINDS } from '../features/generated-world/kinds.js';
import { happenedBetween } from './later/happened.js';
import { laterWorld, worldOfSize } from './later-world.js';

/** What tests of harvests, deltas and news rely on. */

const said = (world: World): string => JSON.stringify(draftOf(world));

const VOLUMES: readonly Kind[] = ['cbe', 'cbes'].flatMap((collection) =>
  ['volume', 'part', 'item', 'page'].map((piece) => `${collection}.${piece}` as Kind),
);
const HIDEABLE: readonly Kind[] = [...VOLUMES.filter((kind) => !/part$/.test(kind)), 'cbeg.photograph'];

describe('laterWorld', () => {
  it('gives the same for the same seed, another for another, and leaves the world it was given alone', () => {
    const world = worldOfSize(1);
    const before = said(world);
    const [one, again, other] = [laterWorld(world, 7), laterWorld(world, 7), laterWorld(world, 8)];
    expect(said(one.world)).toBe(said(again.world));
    expect(one.happened).toEqual(again.happened);
    expect(said(one.world)).not.toBe(said(other.world));
    expect(said(laterWorld(world, 3, { share: 0 }).world)).toBe(before);
    expect(said(world)).toBe(before);
  });

  it('gives records that the dictionaries accept, and tells which appear and disappear', () => {
    const met: Partial<Record<string, Set<Kind>>> = {};
    for (const seed of [1, 2, 3]) {
      const world = worldOfSize(seed);
      const later = laterWorld(world, seed, { share: 0.3 });
      for (const [kind, schema, records] of KINDS) {
        const read = reader(schema);
        for (const record of records(later.world))
          expect(read(JSON.parse(JSON.stringify(record))), kind).toMatchObject({ ok: true, rejects: [] });
      }
      for (const [as, refs] of Object.entries<readonly RecordRef[]>({ ...later.happened }))
        met[as] = new Set([...(met[as] ?? []), ...refs.map(({ kind }) => kind)]);
      const { placenames: before } = world;
      const { placenames: after } = later.world;
      const lost = [...before.places.keys()].filter((id) => !after.places.has(id));
      expect(later.happened.lost.filter(({ kind }) => kind === 'place').map(({ id }) => id)).toEqual(lost);
    }
    const has = (as: string, ...kinds: Kind[]) =>
      expect([...(met[as] ?? [])], as).toEqual(expect.arrayContaining(kinds));
    has('gained', ...VOLUMES, 'cbeg.photograph', 'cbed.person', 'place', 'glossary');
    has('changed', ...VOLUMES, 'cbeg.photograph', 'cbed.person', 'place', 'county', 'country');
    has('merged', 'place');
    has('unpublished', ...HIDEABLE);
    has('lost', ...VOLUMES, 'cbed.person', 'place');
  });
});

it('a served world in its third month is the same each time, and has lost, changed and gained records since the second', () => {
  const first = makeSyntheticWorld({ scale: 0.0005, seed: 4, dirt: 0 });
  const [second, third, again] = [2, 3, 3].map((month) => worldInMonth(first, 4, month)) as [
    World,
    World,
    World,
  ];
  expect(draftOf(again)).toEqual(draftOf(third));
  const { gained, changed, lost } = happenedBetween(second, third);
  for (const list of [gained, changed, lost]) expect(list.length).toBeGreaterThan(0);
  expect(draftOf(worldInMonth(first, 4, 1))).toEqual(draftOf(first));
});
