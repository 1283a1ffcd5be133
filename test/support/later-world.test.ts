import { describe, expect, it } from 'vitest';
import type { Kind } from '../../src/model/records/record.js';
import { person } from '../../src/model/schema/archive/person.js';
import { photograph } from '../../src/model/schema/archive/photograph.js';
import { country, county } from '../../src/model/schema/archive/places.js';
import { handbookTopic, occupation, schoolsTopic } from '../../src/model/schema/archive/reference-lists.js';
import { manuscriptVolume, schoolsVolume } from '../../src/model/schema/archive/volume.js';
import { place } from '../../src/model/schema/placenames/place.js';
import { category, glossary } from '../../src/model/schema/placenames/reference-lists.js';
import { reader } from '../../src/model/schema/reader.js';
import { makeSyntheticWorld } from '../../src/services/generated-world/world.js';
import type { World } from '../../src/services/server/world.js';
import { worldLaws } from './later/laws.js';
import { servedTo } from './later/served.js';
import { HAPPENINGS, type Happened, laterWorld, type Ref, worldOfSize } from './later-world.js';

const SEEDS = [1, 2];

/** Every list and collection of a world, and how its records are read. */
const READ = [
  [reader(county), (world: World) => world.archive.counties],
  [reader(country), (world: World) => world.archive.countries],
  [reader(occupation), (world: World) => world.archive.occupations],
  [reader(handbookTopic), (world: World) => world.archive.handbookTopics],
  [reader(schoolsTopic), (world: World) => world.archive.schoolsTopics],
  [reader(manuscriptVolume), (world: World) => world.archive.cbe.values()],
  [reader(schoolsVolume), (world: World) => world.archive.cbes.values()],
  [reader(photograph), (world: World) => world.archive.cbeg.values()],
  [reader(person), (world: World) => world.archive.cbed.values()],
  [reader(category), (world: World) => world.placenames.administrativeUnits],
  [reader(category), (world: World) => world.placenames.features],
  [reader(glossary), (world: World) => world.placenames.glossary],
  [reader(place), (world: World) => world.placenames.places.values()],
] as const;

function expectReadable(world: World): void {
  for (const [read, of] of READ) {
    for (const record of of(world)) {
      const sent: unknown = JSON.parse(JSON.stringify(record));
      const reading = read(sent);
      expect(reading).toMatchObject({ ok: true, rejects: [], unknown: [] });
      expect(reading.ok && JSON.parse(JSON.stringify(reading.record))).toEqual(sent);
    }
  }
}

const said = (world: World): string => JSON.stringify(READ.map(([, of]) => [...of(world)]));

describe('worldOfSize', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(said(worldOfSize(1))).toBe(said(worldOfSize(1)));
    expect(said(worldOfSize(1))).not.toBe(said(worldOfSize(2)));
  });

  it.each(SEEDS)(
    'is lawful and holds some of every kind, seen by the public or not (seed %i)',
    async (seed) => {
      const world = worldOfSize(seed);
      expectReadable(world);
      expect(worldLaws(world)).toEqual([]);
      const counts = countsOf([...(await servedTo(world, 'public')).seen.values()].map(({ ref }) => ref));
      for (const kind of KINDS)
        expect([kind, counts.get(kind)]).toEqual([kind, expect.toSatisfy((n) => n >= 4)]);
      const all = countsOf([...(await servedTo(world, 'internal')).seen.values()].map(({ ref }) => ref));
      for (const kind of HIDEABLE) expect(all.get(kind)).toBeGreaterThan(counts.get(kind) ?? 0);
    },
  );
});

const HIDEABLE: readonly Kind[] = [
  'cbe.volume',
  'cbe.part',
  'cbe.item',
  'cbe.page',
  'cbes.volume',
  'cbes.part',
  'cbes.item',
  'cbes.page',
  'cbes.transcript',
  'cbeg.photograph',
];
const LISTED: readonly Kind[] = ['cbed.occupation', 'cbeg.topic', 'cbes.topic', 'category', 'glossary'];
const KINDS: readonly Kind[] = [...HIDEABLE, ...LISTED, 'county', 'country', 'cbed.person', 'place'];

/** What can happen to which kinds: facts stay, lists only grow, and only some things can be hidden. */
const POSSIBLE: { readonly [H in keyof Happened]: readonly Kind[] } = {
  gained: [...HIDEABLE, ...LISTED, 'cbed.person', 'place'],
  changed: KINDS,
  merged: ['place'],
  unpublished: HIDEABLE,
  lost: [...HIDEABLE, 'cbed.person', 'place'],
};

function countsOf(refs: readonly Ref[]): Map<Kind, number> {
  const counts = new Map<Kind, number>();
  for (const { kind } of refs) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

describe('laterWorld', () => {
  it('gives the same for the same seed, another for another, and leaves the world it was given alone', () => {
    const world = worldOfSize(1);
    const before = said(world);
    const [one, again, other] = [laterWorld(world, 7), laterWorld(world, 7), laterWorld(world, 8)];
    expect(said(one.world)).toBe(said(again.world));
    expect(one.happened).toEqual(again.happened);
    expect(said(one.world)).not.toBe(said(other.world));
    expect(said(world)).toBe(before);
  });

  it('brings, over a few seeds, everything that can happen to each kind, and nothing else', () => {
    const met = new Map<string, Set<Kind>>();
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      for (const [as, refs] of Object.entries(laterWorld(worldOfSize(seed), seed).happened)) {
        const kinds = met.get(as) ?? new Set();
        for (const { kind } of refs) kinds.add(kind);
        met.set(as, kinds);
      }
    }
    for (const [as, kinds] of Object.entries(POSSIBLE)) {
      expect([as, [...(met.get(as) ?? [])].sort()]).toEqual([as, [...kinds].sort()]);
    }
  });

  const WORLDS = SEEDS.map(worldOfSize);

  it.each(HAPPENINGS.map((one) => [one.name, one] as const))(
    'what happens is noticed: %s',
    (_, happening) => {
      const noticed = Array.from({ length: 30 }, (_, seed) => seed).some((seed) => {
        const { happened } = laterWorld(WORLDS[seed % WORLDS.length] as World, seed, {
          happenings: [happening],
        });
        return happened[happening.as].some(({ kind }) => happening.name.startsWith(`${kind}:`));
      });
      expect(noticed).toBe(true);
    },
  );

  it.each(SEEDS)(
    'tells what the service answers to a public key, before and after (seed %i)',
    async (seed) => {
      const world = worldOfSize(seed);
      const later = laterWorld(world, seed + 100);
      expect(later.happened).toEqual(await noticedBetween(world, later.world));
    },
  );

  it('does so for volumes that are made when asked for, and from month to month', async () => {
    let world: World = makeSyntheticWorld({ scale: 0.0003, seed: 3, dirt: 0 });
    for (const [number, month] of ['2026-02', '2026-03', '2026-04'].entries()) {
      const at = `${month}-01T00:00:00Z`;
      const later = laterWorld(world, number, { at });
      expect(later.happened).toEqual(await noticedBetween(world, later.world));
      expectReadable(later.world);
      expect(worldLaws(later.world)).toEqual([]);
      world = later.world;
    }
  });

  it.each(SEEDS)('gives a lawful world (seed %i)', (seed) => {
    const { world } = laterWorld(worldOfSize(seed), seed, { share: 0.3 });
    expectReadable(world);
    expect(worldLaws(world)).toEqual([]);
  });

  it('dates what is new, and never numbers anything as something else was', async () => {
    const at = '2026-05-05T05:05:05Z';
    const world = worldOfSize(2);
    const later = laterWorld(world, 2, { at });
    const old = new Set((await servedTo(world, 'internal')).seen.keys());
    for (const { ref, body } of (await servedTo(later.world, 'internal')).seen.values()) {
      if (old.has(`${ref.kind} ${ref.id}`) || LISTED.includes(ref.kind)) continue;
      expect([ref, JSON.parse(body)]).toEqual([ref, expect.objectContaining({ dateCreated: at })]);
    }
    const ids = [...world.placenames.places.keys()];
    const fresh = Array.from({ length: 5 }, (_, seed) => laterWorld(world, seed).happened.gained)
      .flat()
      .filter(({ kind }) => kind === 'place');
    const highest = ids.at(-1) ?? 0;
    expect(fresh.some(({ id }) => Number(id) > highest)).toBe(true);
    expect(fresh.some(({ id }) => Number(id) < highest)).toBe(true);
  });

  it('changes some things without saying so, and says so of others', async () => {
    const world = worldOfSize(4);
    const later = laterWorld(world, 4);
    const [before, after] = [
      (await servedTo(world, 'public')).seen,
      (await servedTo(later.world, 'public')).seen,
    ];
    const modified = (seen: typeof before, { kind, id }: Ref): unknown =>
      JSON.parse(seen.get(`${kind} ${id}`)?.body ?? '{}').dateModified;
    for (const kind of ['cbe.item', 'cbeg.photograph', 'cbed.person', 'place'] as const) {
      const changed = later.happened.changed.filter((ref) => ref.kind === kind);
      const isSilent = (ref: Ref) => modified(before, ref) === modified(after, ref);
      expect([kind, changed.some(isSilent), changed.every(isSilent)]).toEqual([kind, true, false]);
    }
  });

  it('leaves everything as it was for no share, and does only what it is asked to', () => {
    const world = worldOfSize(3);
    expect(said(laterWorld(world, 3, { share: 0 }).world)).toBe(said(world));
    const { gained, merged, lost, unpublished } = laterWorld(world, 3, { only: ['merged'] }).happened;
    expect(merged.length).toBeGreaterThan(0);
    expect([gained, lost, unpublished]).toEqual([[], [], []]);
  });
});

/** What a public key notices, found out by asking. */
async function noticedBetween(before: World, after: World): Promise<Happened> {
  const [old, now] = [(await servedTo(before, 'public')).seen, (await servedTo(after, 'public')).seen];
  const there = (await servedTo(after, 'internal')).seen;
  const happened: Record<keyof Happened, Ref[]> = {
    gained: [],
    changed: [],
    merged: [],
    unpublished: [],
    lost: [],
  };
  for (const [key, { ref, body }] of old) {
    const later = now.get(key);
    if (later === undefined) happened[there.has(key) ? 'unpublished' : 'lost'].push(ref);
    else if (later.body !== body) {
      const [was, is] = [body, later.body].map((one) => JSON.parse(one).replacementID);
      happened[ref.kind === 'place' && is !== undefined && is !== was ? 'merged' : 'changed'].push(ref);
    }
  }
  for (const [key, { ref }] of now) if (!old.has(key)) happened.gained.push(ref);
  for (const refs of Object.values(happened)) {
    refs.sort((a, b) => (a.kind === b.kind ? (a.id < b.id ? -1 : 1) : a.kind < b.kind ? -1 : 1));
  }
  return happened;
}
