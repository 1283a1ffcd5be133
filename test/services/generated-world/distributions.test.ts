import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import { KINDS } from './kinds.js';

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
  const world = makeSyntheticWorld({ scale: 0.02, seed: 11, dirt: 0 });
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

  it('one schools item in seven has neither collector nor informant', () => {
    const alone = share(stories, (item) => item.collectors.length + item.informants.length === 0);
    expect(alone).toBeGreaterThan(1 / 7 - 0.015);
    expect(alone).toBeLessThan(1 / 7 + 0.015);
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

  it('without dirt, dates agree with themselves and with the calendar', () => {
    const numbers = (...parts: (number | undefined)[]) =>
      parts
        .filter((part) => part !== undefined)
        .map((part) => String(part).padStart(2, '0'))
        .join('-');
    for (const one of [...items, ...photographs].flatMap((record) => record.date ?? [])) {
      if (one.isoDate !== undefined && one.year !== undefined) {
        expect(one.isoDate).toBe(numbers(one.year, one.month, one.day));
      }
      if (one.isoStartDate !== undefined) {
        expect(one.isoStartDate).toBe(numbers(one.periodStartYear, one.periodStartMonth, one.periodStartDay));
      }
      if (one.isoEndDate !== undefined) {
        expect(one.isoEndDate).toBe(numbers(one.periodEndYear, one.periodEndMonth, one.periodEndDay));
        expect(one.isoEndDate >= (one.isoStartDate ?? '')).toBe(true);
      }
      for (const iso of [one.isoDate, one.isoStartDate, one.isoEndDate]) {
        if (iso?.length === 10) expect(new Date(`${iso}T00:00:00Z`).toISOString().slice(0, 10)).toBe(iso);
      }
    }
  });

  it('ages and relationships of every form, codes of every kind', () => {
    const informants = stories.flatMap((item) => item.informants);
    const ages = informants.map(({ age }) =>
      [age?.qualifier ?? '', age?.rangeMax === undefined ? '' : 'range'].join(' '),
    );
    expect(new Set(ages)).toEqual(new Set([' ', ' range', 'APPROX ', 'OVER ', 'APPROX range']));
    expect(new Set(informants.map((one) => one.collectorRelationship))).toEqual(
      new Set(['GRPAR', 'PAR', 'REL', 'UNK', 'UNREL', undefined]),
    );
    expect(new Set(informants.map((one) => one.gender))).toEqual(new Set(['b', 'f', undefined]));
    expect(new Set(schools.map((one) => one.type))).toEqual(
      new Set(['bound-volume', 'copybook-package', 'volume']),
    );
    expect(new Set(items.map((one) => one.contentType))).toEqual(
      new Set(['SEAN', 'CÍN-LAE', 'CEIST', 'COMH', undefined]),
    );
    expect(new Set(items.flatMap((one) => one.contentModes))).toEqual(new Set(['LÁMH', 'CLÓ', 'LÍN']));
    expect(new Set(items.flatMap((one) => one.linkedItems.map((link) => link.sequence)))).toEqual(
      new Set(['PREV', 'NEXT', undefined]),
    );
    expect(new Set(photographs.map((one) => one.copyright))).toEqual(
      new Set(['CBE', 'OTH', 'NOT', 'UNK', undefined]),
    );
    expect(new Set(photographs.map((one) => one.condition))).toEqual(new Set([0, 1, 2, 3, undefined]));
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

  it('places: names in both languages or one, main or not, several points, extrapolated ones shared', () => {
    const languages = places.map((one) =>
      [...new Set(one.placenames.map((name) => name.language))].sort().join(),
    );
    for (const known of ['en,ga', 'ga', 'en', '', 'en,ga,la']) expect(languages).toContain(known);
    expect(places.some((one) => one.placenames.every((name) => !name.main))).toBe(true);
    expect(places.some((one) => (one.geography?.coordinates.length ?? 0) > 1)).toBe(true);
    const extrapolated = places.filter((one) => one.geography?.accurate === false);
    const points = new Set(extrapolated.map((one) => JSON.stringify(one.geography?.coordinates)));
    expect(points.size).toBeLessThan(extrapolated.length / 2);
    expect(places.filter((one) => one.replacementID !== undefined).length).toBeGreaterThan(0);
    expect(places.filter((one) => one.cluster !== undefined).length).toBeGreaterThan(1);
    expect(places.some((one) => one.bornHere.some((born) => /<\w+>/.test(born.title ?? '')))).toBe(true);
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
    for (const id of placenames.places.keys())
      expect(id >= 9_000_000 || (id >= 100_000 && id <= 100_031)).toBe(true);
    for (const id of archive.cbed.keys()) expect(id).toBeGreaterThan(9_000_000);
  });

  it('dirt shows: placeholders, contradictions, impossible days, unknown codes, digits and HTML in words', () => {
    const dirty = makeSyntheticWorld({ scale: 0.01, seed: 11, dirt: 0.5 });
    const text = JSON.stringify([
      [...dirty.archive.cbes.values()],
      [...dirty.archive.cbe.values()],
      [...dirty.archive.cbeg.values()],
      [...dirty.archive.cbed.values()],
      [...dirty.placenames.places.values()],
    ]);
    for (const dirt of [
      '(name not given)',
      '"fullName":"-"',
      'ZZZ',
      'CIRCA',
      '<b>',
      '-02-30',
      '"month":13',
      '"xx"',
    ]) {
      expect(text.includes(dirt), dirt).toBe(true);
    }
    const dates = [...dirty.archive.cbeg.values()].flatMap((one) => one.date ?? []);
    expect(dates.some((one) => (one.periodStartYear ?? 0) > (one.periodEndYear ?? 9_999))).toBe(true);
    expect(dates.some((one) => one.year !== undefined && one.periodStartYear !== undefined)).toBe(true);
    expect(dates.some((one) => /^\d{4}$/.test(one.isoDate ?? '') && Number(one.isoDate) !== one.year)).toBe(
      true,
    );
    expect(text).toMatch(/"title":"\d+"/);
  });
});
