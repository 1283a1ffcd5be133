import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schoolsLayout } from '../../../src/features/generated-world/archive/schools.js';
import { planVolumes } from '../../../src/features/generated-world/archive/volumes.js';
import { placeCountsOf } from '../../../src/features/generated-world/placenames/place-plans.js';
import { worldSizesOf } from '../../../src/features/generated-world/sizes.js';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { reader } from '../../../src/model/schema/reader.js';
import { publicArchive } from '../../../src/services/server/archive/visibility.js';
import type { World } from '../../../src/services/server/world.js';
import { KINDS } from './kinds.js';

/** As it would be sent. */
const wire = (record: unknown): unknown => JSON.parse(JSON.stringify(record));

it('every record of a generated world is valid by its schema', () => {
  const world = makeSyntheticWorld({ scale: 0.002, seed: 2 ** 40 + 7, dirt: 0.5 });
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
    const [one, same, other] = [5, 5, 6].map((seed) => makeSyntheticWorld({ scale: 0.002, seed, dirt: 0.1 }));
    if (one === undefined || same === undefined || other === undefined) throw new Error('three worlds');
    // The public view requests volumes, too, some of them twice.
    for (const volume of publicArchive(same.archive).cbes.values()) expect(volume.status).toBeUndefined();
    const hashes = hashesOf(one, false);
    expect(hashesOf(same, true)).toEqual(hashes);
    const others = hashesOf(other, false);
    const alike = [...hashes].filter(([key, hash]) => others.get(key) === hash);
    expect(alike).toEqual([]);
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

  it('pages and items of the schools collection, as planned', () => {
    const frames = planVolumes(1, schoolsLayout(sizes.schools)).filter((frame) => frame.status === 4);
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

/** The fields of some dictionaries, and of every dictionary within them, that no record fills. */
function unmetFields(
  kinds: Iterable<readonly [schema: z.core.$ZodType, records: Iterable<unknown>]>,
): string[] {
  const unmet = new Map<z.core.$ZodType, Set<string>>();
  const walk = (within: z.core.$ZodType, value: unknown): void => {
    if (within instanceof z.ZodOptional) walk(within.unwrap(), value);
    else if (within instanceof z.ZodArray) for (const one of value as unknown[]) walk(within.element, one);
    else if (within instanceof z.ZodObject) {
      const fields = unmet.get(within) ?? new Set(Object.keys(within.shape));
      unmet.set(within, fields);
      for (const [key, entry] of Object.entries(value as object)) {
        if (entry === undefined || (Array.isArray(entry) && entry.length === 0)) continue;
        fields.delete(key);
        walk(within.shape[key], entry);
      }
    }
  };
  for (const [schema, records] of kinds) for (const record of records) walk(schema, record);
  return [...unmet.values()].flatMap((fields) => [...fields]);
}

describe('wire-format 3 and 4: distributions', () => {
  const world = makeSyntheticWorld({ scale: 0.016, seed: 11, dirt: 0 });
  const { archive, placenames } = world;
  const schools = [...archive.cbes.values()];
  const manuscripts = [...archive.cbe.values()];
  const stories = schools.flatMap((volume) => volume.parts.flatMap((part) => part.items));
  const items = manuscripts.flatMap((volume) => volume.parts.flatMap((part) => part.items));
  const photographs = [...archive.cbeg.values()];
  const people = [...archive.cbed.values()];
  const places = [...placenames.places.values()];
  const share = <T>(list: readonly T[], test: (one: T) => boolean) => list.filter(test).length / list.length;

  it('every field of every dictionary is filled somewhere', () => {
    expect(unmetFields(KINDS.map(([, schema, records]) => [schema, records(world)]))).toEqual([]);
  });

  it('transcripts are of an item on their page; the hierarchy of places is transitive', () => {
    for (const { pages, parts } of schools) {
      const pagesOf = new Map(parts.flatMap((part) => part.items).map((item) => [item.id, item.pages]));
      for (const { id, transcripts } of pages)
        for (const { itemID } of transcripts) expect(pagesOf.get(itemID)).toContain(id);
    }
    for (const { includedIn, categories } of places) {
      const parents = includedIn.map(({ id }) => id);
      const above = parents.flatMap((id) => placenames.places.get(id)?.includedIn ?? [{ id: -1 }]);
      expect(parents).toEqual(expect.arrayContaining(above.map(({ id }) => id)));
      if (!categories.some(({ id }) => id === 'CUIGE')) expect(parents.length).toBeGreaterThan(0);
    }
  });

  it('dates of every form, with every marker and without', () => {
    const dates = [...items, ...photographs].flatMap((one) => (one.date === undefined ? [] : [one.date]));
    const forms = new Set(
      dates.map((one) =>
        [
          one.year === undefined ? '' : 'Y',
          one.month === undefined ? '' : 'M',
          one.day === undefined ? '' : 'D',
          one.isoDate === undefined ? '' : 'i',
          one.periodStartYear === undefined ? '' : 's',
          one.periodEndYear === undefined ? '' : 'e',
          one.periodEndDay === undefined || one.periodStartDay !== undefined ? '' : 'x',
          one.isoDuration === undefined ? '' : 'd',
        ].join(''),
      ),
    );
    for (const form of ['Yi', 'YMi', 'YMDi', 'Y', 'M', 'MD', 'se', 'sex', 'sed', 's', 'e']) {
      expect([...forms]).toContain(form);
    }
    const markers = [undefined, 'APPROX', 'INFER', 'QUESTION'];
    expect(new Set(dates.map((one) => one.accuracy))).toEqual(new Set(markers));
  });

  it('what a public key never sees, at small rates', () => {
    const transcripts = schools.flatMap((volume) => volume.pages.flatMap((page) => page.transcripts));
    const pages = [...schools, ...manuscripts].flatMap((volume) => volume.pages);
    const rates = [
      share(stories, (item) => item.sensitive === true),
      share(items, (item) => item.sensitive === true),
      share(pages, (page) => page.sensitive === true),
      share(photographs, (one) => one.sensitive === true),
      share(photographs, (one) => one.status !== 4),
      share(transcripts, (one) => one.approved === false),
      share(items, (item) => item.extraInfoStatus === 'EDIT'),
      share([...schools, ...manuscripts], (volume) => volume.status !== 4),
    ];
    for (const rate of rates) {
      expect(rate).toBeGreaterThan(0);
      expect(rate).toBeLessThan(0.15);
    }
  });

  it('wire-format 1: what texts may hold, and ids above 2^31', () => {
    const text = JSON.stringify([schools, items, places]);
    for (const hazard of [
      '&amp;',
      '<i>',
      '\\r\\n',
      '\u2028',
      '\u00a0',
      'a\u0301',
      'ḃ',
      'ċ',
      ' ⁊ ',
      '\ue0f1',
      ' "',
    ]) {
      expect(text.includes(hazard), JSON.stringify(hazard)).toBe(true);
    }
    const high = (ids: Iterable<number>) => [...ids].some((id) => id > 2 ** 31);
    expect(high(people.map((one) => one.id))).toBe(true);
    expect(high(placenames.places.keys())).toBe(true);
    expect(high(photographs.map((one) => one.id))).toBe(true);
    expect(high(stories.map((one) => one.id))).toBe(true);
    expect(high(stories.flatMap((one) => one.informants.map((who) => who.id)))).toBe(true);
  });
});
