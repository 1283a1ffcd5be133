import { describe, expect, it } from 'vitest';
import { unpackManuscripts, unpackSchools, unpackTopics } from '../../src/model/records/nested-records.js';
import { KIND_NAMES, type Kind, type RecordRef } from '../../src/model/records/record.js';
import { person } from '../../src/model/schema/archive/person.js';
import { photograph } from '../../src/model/schema/archive/photograph.js';
import { country, county } from '../../src/model/schema/archive/places.js';
import { handbookTopic, occupation, schoolsTopic } from '../../src/model/schema/archive/reference-lists.js';
import { manuscriptVolume, schoolsVolume } from '../../src/model/schema/archive/volume.js';
import { place } from '../../src/model/schema/placenames/place.js';
import { category, glossary } from '../../src/model/schema/placenames/reference-lists.js';
import { reader } from '../../src/model/schema/reader.js';
import { makeSyntheticWorld } from '../../src/services/generated-world/world.js';
import { SAMPLE_KEYS, type ServiceKeys } from '../../src/services/server/keys.js';
import { startServices } from '../../src/services/server/serve.js';
import type { World } from '../../src/services/server/world.js';
import { harvestOf, releaseOf, reportIn } from '../build/consistency/sample-world.js';
import { removeFolder } from './files.js';
import { differences } from './later/happened.js';
import { draftOf } from './later/month.js';
import { type Happened, laterWorld, PATCHES, worldOfSize } from './later-world.js';

const SEEDS = [1, 2];
const ORIGIN = { service: 'archive', request: '', pointer: '' } as const;
const ARCHIVE = '/api/v0.6';
const PLACENAMES = '/api/v0.9';

type Seen = Map<
  string,
  {
    readonly ref: RecordRef;
    readonly record: {
      readonly dateCreated?: string;
      readonly dateModified?: string;
      readonly replacementID?: number;
    };
  }
>;

/** What the services answer to a key, record by record: lists by their endpoints, others by every id of the world. */
async function servedTo(world: World, key: keyof ServiceKeys): Promise<Seen> {
  const services = await startServices({ world });
  const seen: Seen = new Map();
  const ask = async (path: string): Promise<Record<string, unknown>[]> => {
    const url = path.startsWith(ARCHIVE) ? services.archive : services.placenames;
    const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': SAMPLE_KEYS[key] } });
    if (answer.status !== 404 && answer.status !== 200) throw new Error(`${answer.status} ${path}`);
    return answer.status === 404 ? [] : [(await answer.json()) as Record<string, unknown>].flat();
  };
  const see = (kind: string, id: unknown, record: unknown): void => {
    seen.set(`${kind} ${id}`, { ref: { kind, id } as RecordRef, record: record as object });
  };
  const read = <R>(how: (raw: unknown) => { ok: boolean; record?: R }, raw: unknown): R => {
    const { ok, record } = how(raw);
    if (!ok || record === undefined) throw new Error('unreadable');
    return record;
  };
  try {
    for (const id of world.archive.cbe.keys())
      for (const raw of await ask(`${ARCHIVE}/cbe?VolumeID=${id}`))
        for (const one of unpackManuscripts(read(reader(manuscriptVolume), raw), ORIGIN))
          see(one.kind, one.id, one.record);
    for (const id of world.archive.cbes.keys())
      for (const raw of await ask(`${ARCHIVE}/cbes?VolumeID=${id}`))
        for (const one of unpackSchools(read(reader(schoolsVolume), raw), ORIGIN))
          see(one.kind, one.id, one.record);
    for (const raw of await ask(`${ARCHIVE}/cbes/topics`))
      for (const one of unpackTopics(read(reader(schoolsTopic), raw), ORIGIN))
        see(one.kind, one.id, one.record);
    for (const id of world.archive.cbeg.keys())
      for (const one of await ask(`${ARCHIVE}/cbeg/${id}`)) see('cbeg.photograph', id, one);
    for (const id of world.placenames.places.keys())
      for (const one of await ask(`${PLACENAMES}/${id}`)) see('place', id, one);
    for (const [kind, path, idField] of [
      ['cbed.person', `${ARCHIVE}/cbed`, 'id'],
      ['cbed.occupation', `${ARCHIVE}/cbed/occupations`, 'id'],
      ['cbeg.topic', `${ARCHIVE}/cbeg/topics/handbook`, 'id'],
      ['county', `${ARCHIVE}/counties`, 'logainmID'],
      ['country', `${ARCHIVE}/countries`, 'isoCode'],
      ['category', `${PLACENAMES}/administrative-units`, 'id'],
      ['category', `${PLACENAMES}/features`, 'id'],
      ['glossary', `${PLACENAMES}/glossary`, 'id'],
    ] as const)
      for (const one of await ask(path)) see(kind, one[idField], one);
    return seen;
  } finally {
    await services.close();
  }
}

/** What a public key notices, found out by asking. */
const noticedBetween = async (before: World, after: World): Promise<Happened> =>
  differences(
    await servedTo(before, 'public'),
    await servedTo(after, 'public'),
    await servedTo(after, 'internal'),
  );

/** How the records of each list of a world are read. */
const READ = {
  ...{ counties: reader(county), countries: reader(country), occupations: reader(occupation) },
  ...{ handbookTopics: reader(handbookTopic), schoolsTopics: reader(schoolsTopic) },
  ...{ cbe: reader(manuscriptVolume), cbes: reader(schoolsVolume) },
  ...{ cbeg: reader(photograph), cbed: reader(person), places: reader(place) },
  ...{ administrativeUnits: reader(category), features: reader(category), glossary: reader(glossary) },
};

/** Every record is as the dictionaries want it, and one id has one name wherever it is repeated. */
function expectLawful(world: World): void {
  const names = new Map<string, string>();
  const NAMES =
    /^(?:names|name[EG][NA]|qualifiedName..|topic[EG].|subTopic..|title[EG].|headword|translation)$/;
  const visit = (value: unknown, space: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const one = value as Readonly<Record<string, unknown>>;
    const id = one.isoCode ?? one.logainmID ?? one.id;
    for (const [field, said] of Object.entries(one)) {
      visit(said, space);
      // One person of the schools may be written in many ways.
      if (!NAMES.test(field) || id === undefined || (space === 'cbes' && field === 'names')) continue;
      const key = `${space} ${field} ${id}`;
      const text = JSON.stringify(said);
      expect([key, names.get(key) ?? text]).toEqual([key, text]);
      names.set(key, text);
    }
  };
  for (const [list, records] of Object.entries(draftOf(world))) {
    const space =
      list in world.placenames
        ? 'placenames'
        : list === 'cbes' || list === 'schoolsTopics'
          ? 'cbes'
          : 'archive';
    for (const record of records) {
      const reading = READ[list as keyof typeof READ](record);
      expect(reading).toMatchObject({ ok: true, rejects: [], unknown: [] });
      expect(reading.ok && JSON.parse(JSON.stringify(reading.record))).toEqual(record);
      visit(record, space);
    }
  }
}

/** The report of a release of the world has no violation, and no warning about references between records. */
async function expectConsistent(world: World): Promise<void> {
  const harvest = await harvestOf(world, 'internal');
  const report = await reportIn(await releaseOf(harvest));
  await removeFolder(harvest.folder);
  const isBroken = ({ severity, shape }: (typeof report)[number]): boolean =>
    severity === 'violation' || shape === 'X9' || (severity === 'warning' && shape.startsWith('X'));
  expect(report.filter(isBroken)).toEqual([]);
}

const said = (world: World): string => JSON.stringify(draftOf(world));

const HIDEABLE = KIND_NAMES.filter((kind) =>
  /^(?:cbes?\.(?:volume|part|item|page)|cbes\.transcript|cbeg\.photograph)$/.test(kind),
);
const LISTED: readonly Kind[] = ['cbed.occupation', 'cbeg.topic', 'cbes.topic', 'category', 'glossary'];
const ALL: readonly Kind[] = [...HIDEABLE, ...LISTED, 'county', 'country', 'cbed.person', 'place'];

/** What can happen to which kinds: facts stay, lists only grow, and only some things can be hidden. */
const POSSIBLE: { readonly [H in keyof Happened]: readonly Kind[] } = {
  gained: [...HIDEABLE, ...LISTED, 'cbed.person', 'place'],
  changed: ALL,
  merged: ['place'],
  unpublished: HIDEABLE,
  lost: [...HIDEABLE, 'cbed.person', 'place'],
};

describe('worldOfSize', () => {
  it.each(SEEDS)(
    'holds some of every kind, seen by the public or not, and is lawful (seed %i)',
    async (seed) => {
      const world = worldOfSize(seed);
      expect(said(worldOfSize(seed))).toBe(said(world));
      expectLawful(world);
      await expectConsistent(world);
      const [open, all] = [await servedTo(world, 'public'), await servedTo(world, 'internal')];
      const count = (seen: Seen, kind: Kind) =>
        [...seen.values()].filter(({ ref }) => ref.kind === kind).length;
      for (const kind of ALL)
        expect([kind, count(open, kind)]).toEqual([kind, expect.toSatisfy((n) => n >= 4)]);
      for (const kind of HIDEABLE) expect(count(all, kind)).toBeGreaterThan(count(open, kind));
    },
  );
});

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

  it('brings, over a few seeds, everything that can happen to each kind, and nothing else', () => {
    const met: Partial<Record<string, Set<Kind>>> = {};
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8])
      for (const [as, refs] of Object.entries<readonly RecordRef[]>({
        ...laterWorld(worldOfSize(seed), seed).happened,
      }))
        met[as] = new Set([...(met[as] ?? []), ...refs.map(({ kind }) => kind)]);
    for (const [as, kinds] of Object.entries(POSSIBLE))
      expect([as, [...(met[as] ?? [])].sort()]).toEqual([as, [...kinds].sort()]);
  });

  const WORLDS = [1, 2, 3].map(worldOfSize);

  it.each(PATCHES.map((one) => [one.name, one] as const))('what happens is noticed: %s', (_, patch) => {
    const noticed = Array.from({ length: 30 }, (_, seed) => seed).some((seed) => {
      const { happened } = laterWorld(WORLDS[seed % WORLDS.length] as World, seed, { patches: [patch] });
      return happened[patch.as].some(({ kind }) => kind === patch.kind);
    });
    expect(noticed).toBe(true);
  });

  it.each(SEEDS)('gives a lawful world, and tells what the services answer (seed %i)', async (seed) => {
    const world = worldOfSize(seed);
    const { world: later, happened } = laterWorld(world, seed, { share: 0.3 });
    expectLawful(later);
    await expectConsistent(later);
    expect(happened).toEqual(await noticedBetween(world, later));
  });

  it('does so for volumes that are made when asked for, and from month to month', async () => {
    let world: World = makeSyntheticWorld({ scale: 0.0003, seed: 3, dirt: 0 });
    for (const [number, month] of ['2026-02', '2026-03', '2026-04'].entries()) {
      const later = laterWorld(world, number, { at: `${month}-01T00:00:00Z` });
      expect(later.happened).toEqual(await noticedBetween(world, later.world));
      expectLawful(later.world);
      world = later.world;
    }
  });

  it('dates what is new, and gives no id anew: it is between the known ones or above them', async () => {
    const at = '2026-05-05T05:05:05Z';
    const world = worldOfSize(2);
    const [before, after] = [
      await servedTo(world, 'internal'),
      await servedTo(laterWorld(world, 2, { at }).world, 'internal'),
    ];
    const known = new Set(said(world).match(/\w+/g));
    for (const [key, { ref, record }] of after) {
      if (before.has(key)) continue;
      expect([ref, known.has(`${ref.id}`)]).toEqual([ref, false]);
      expect([ref, record.dateCreated ?? at]).toEqual([ref, at]);
    }
    const highest = [...world.placenames.places.keys()].at(-1) ?? 0;
    const places = [1, 2, 3].flatMap((seed) =>
      laterWorld(world, seed).happened.gained.filter((one) => one.kind === 'place'),
    );
    expect(new Set(places.map(({ id }) => Number(id) > highest))).toEqual(new Set([true, false]));
  });

  it('changes some things without saying so, and says so of others', async () => {
    const world = worldOfSize(4);
    const later = laterWorld(world, 4);
    const [before, after] = [await servedTo(world, 'public'), await servedTo(later.world, 'public')];
    for (const kind of ['cbe.item', 'cbeg.photograph', 'cbed.person', 'place'] as const) {
      const changed = later.happened.changed
        .filter((ref) => ref.kind === kind)
        .map(({ id }) => `${kind} ${id}`);
      const isSilent = (key: string) =>
        before.get(key)?.record.dateModified === after.get(key)?.record.dateModified;
      expect([kind, changed.some(isSilent), changed.every(isSilent)]).toEqual([kind, true, false]);
    }
  });
});
