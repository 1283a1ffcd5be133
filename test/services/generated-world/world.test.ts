import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { reader } from '../../../src/model/schema/reader.js';
import { schoolsLayout } from '../../../src/services/generated-world/archive/schools.js';
import { planVolumes } from '../../../src/services/generated-world/archive/volumes.js';
import { dayNumber, dayOfNumber, isoDayOfNumber } from '../../../src/services/generated-world/calendar.js';
import { placeCountsOf } from '../../../src/services/generated-world/placenames/place-plans.js';
import { worldSizesOf } from '../../../src/services/generated-world/sizes.js';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import { publicArchive } from '../../../src/services/server/archive/visibility.js';
import type { World } from '../../../src/services/server/world.js';
import { KINDS } from './kinds.js';

/** As it would be sent. */
const wire = (record: unknown): unknown => JSON.parse(JSON.stringify(record));

describe('every record of a generated world is valid by its schema', () => {
  it.each([
    [1, 0],
    [1, 0.5],
    [20_261_121, 0],
    [2 ** 40 + 7, 0.5],
  ])('seed %i, dirt %d', (seed, dirt) => {
    const world = makeSyntheticWorld({ scale: 0.002, seed, dirt });
    for (const [kind, schema, records] of KINDS) {
      const read = reader(schema);
      let count = 0;
      for (const record of records(world)) {
        const sent = wire(record);
        const reading = read(sent);
        expect(reading, `${kind} ${record.id}`).toMatchObject({ ok: true, unknown: [] });
        if (reading.ok) expect(isDeepStrictEqual(reading.record, sent), `${kind} ${record.id}`).toBe(true);
        count += 1;
      }
      expect(count, kind).toBeGreaterThan(0);
    }
  });

  it('lists are in the order of their keys, and nothing has the id of another of its kind', () => {
    const world = makeSyntheticWorld({ scale: 0.002, seed: 3 });
    const { archive, placenames } = world;
    const keys: (number | string)[][] = [
      [...archive.cbe.keys()],
      [...archive.cbes.keys()],
      [...archive.cbeg.keys()],
      [...archive.cbed.keys()],
      [...placenames.places.keys()],
      archive.counties.map((one) => one.logainmID),
      archive.countries.map((one) => one.isoCode),
      archive.occupations.map((one) => one.id),
      archive.handbookTopics.map((one) => one.id),
      archive.schoolsTopics.map((one) => one.id),
      placenames.administrativeUnits.map((one) => one.id),
      placenames.features.map((one) => one.id),
      placenames.glossary.map((one) => one.id),
    ];
    for (const list of keys) {
      expect(list.length).toBeGreaterThan(0);
      for (const [index, key] of list.entries())
        if (index > 0) expect(key > (list[index - 1] ?? '')).toBe(true);
    }
    for (const volumes of [archive.cbe, archive.cbes]) {
      const all = [...volumes.values()];
      const parts = all.flatMap((volume) => volume.parts as { id: number; items: { id: number }[] }[]);
      const ids = [
        all.flatMap((volume) => volume.pages.map((page) => page.id)),
        parts.map((part) => part.id),
        parts.flatMap((part) => part.items.map((item) => item.id)),
      ];
      for (const list of ids) expect(new Set(list).size).toBe(list.length);
    }
    const transcripts = [...archive.cbes.values()].flatMap(({ pages }) =>
      pages.flatMap((page) => page.transcripts),
    );
    expect(new Set(transcripts.map((one) => one.id)).size).toBe(transcripts.length);
  });
});

/** A hash of every record of a world, requested in ascending or descending order. */
function hashesOf(world: World, descending: boolean): Map<string, string> {
  const hashes = new Map<string, string>();
  const { archive, placenames } = world;
  const { cbe, cbes, cbeg, cbed } = archive;
  const maps = Object.entries({ cbe, cbes, cbeg, cbed, places: placenames.places });
  for (const [name, records] of descending ? maps.reverse() : maps) {
    const ids = [...records.keys()];
    for (const id of descending ? ids.reverse() : ids) {
      const text = JSON.stringify(records.get(id));
      hashes.set(`${name} ${id}`, createHash('sha256').update(text).digest('hex'));
    }
  }
  return new Map([...hashes].sort());
}

describe('a generated world is the same whenever it is made', () => {
  it('the same seed gives the same bytes in any order of requests; another seed gives others', () => {
    const [one, same, other] = [5, 5, 6].map((seed) => makeSyntheticWorld({ scale: 0.004, seed, dirt: 0.1 }));
    if (one === undefined || same === undefined || other === undefined) throw new Error('three worlds');
    // The public view requests volumes, too, some of them twice.
    for (const volume of publicArchive(same.archive).cbes.values()) expect(volume.status).toBeUndefined();
    const hashes = hashesOf(one, false);
    expect(hashesOf(same, true)).toEqual(hashes);
    const others = hashesOf(other, false);
    const alike = [...hashes].filter(([key, hash]) => others.get(key) === hash);
    expect(alike).toEqual([]);
  });

  it('dirt changes dirty records and no other', () => {
    const clean = hashesOf(makeSyntheticWorld({ scale: 0.002, seed: 9, dirt: 0 }), false);
    const dirty = hashesOf(makeSyntheticWorld({ scale: 0.002, seed: 9, dirt: 0.05 }), false);
    expect([...dirty.keys()]).toEqual([...clean.keys()]);
    const photographs = [...clean].filter(([key]) => key.startsWith('cbeg'));
    const changed = photographs.filter(([key, hash]) => dirty.get(key) !== hash);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length / photographs.length).toBeLessThan(0.2);
  });

  it.each([
    { scale: 0, seed: 1 },
    { scale: Number.NaN, seed: 1 },
    { scale: 1, seed: 0.5 },
    { scale: 1, seed: -1 },
    { scale: 0.01, seed: 1, dirt: 1.5 },
  ])('%o is refused', (options) => {
    expect(() => makeSyntheticWorld(options)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });
});

describe('the calendar of generated worlds', () => {
  it('numbers days from 1970-01-01', () => {
    for (let number = dayNumber({ year: 1799, month: 12, day: 31 }); number < 30_000; number += 13) {
      expect(isoDayOfNumber(number)).toBe(new Date(number * 86_400_000).toISOString().slice(0, 10));
      expect(dayNumber(dayOfNumber(number))).toBe(number);
    }
  });
});

describe('wire-format 5, sizes: scale 1.0 is the real archive', () => {
  const sizes = worldSizesOf(1);

  it('volumes, photographs, people and places', () => {
    expect(sizes).toMatchObject({
      schools: { published: 1_128, parts: 4_484 },
      manuscripts: { published: 337 },
      photographs: 80_000,
      people: 30_000,
      places: 126_000,
    });
    expect(36 + Object.values(placeCountsOf(sizes.places)).reduce((sum, count) => sum + count, 0)).toBe(
      126_000,
    );
    expect(makeSyntheticWorld({ scale: 0.001, seed: 1 }).placenames.glossary).toHaveLength(211);
  });

  it.each([1, 2, 3])('pages and items of the schools collection, as planned by seed %i', (seed) => {
    const frames = planVolumes(seed, schoolsLayout(sizes.schools)).filter((frame) => frame.status === 4);
    const sum = (of: (frame: (typeof frames)[number]) => number) =>
      frames.reduce((total, frame) => total + of(frame), 0);
    expect(frames).toHaveLength(1_128);
    expect(sum((frame) => frame.parts.length)).toBe(4_484);
    expect(Math.abs(sum((frame) => frame.pages) - 740_000)).toBeLessThan(740_000 * 0.02);
    expect(Math.abs(sum((frame) => frame.items) - 250_000)).toBeLessThan(250_000 * 0.02);
    expect(new Set(frames.map((frame) => frame.volumeNumber)).size).toBe(1_128);
    expect(frames.some((frame) => /^\d{4}[A-C]$/.test(frame.volumeNumber))).toBe(true);
  });

  it('the smallest world has one of everything', () => {
    const { archive, placenames } = makeSyntheticWorld({ scale: 0.000_1, seed: 4 });
    for (const volumes of [archive.cbe, archive.cbes]) {
      expect([...volumes.values()].map((volume) => volume.status === 4)).toEqual([true, false]);
    }
    expect([...archive.cbeg.values()].some((one) => one.status === 4 && one.sensitive !== true)).toBe(true);
    expect(archive.cbed.size).toBeGreaterThan(0);
    const categories = [...placenames.administrativeUnits, ...placenames.features];
    expect(categories.filter((category) => (category.count ?? 0) === 0)).toEqual([]);
  });
});
