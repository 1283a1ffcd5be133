import { describe, expect, test } from 'vitest';
import type { SourceProfile } from '../../../src/model/mapping/access.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import type { DifferentRecord } from '../../../src/pipeline/global-index/different-records.js';
import { buildGlobalIndex } from '../../../src/pipeline/global-index/global-index.js';
import { publishedSources } from '../../../src/use/inspect/explain/published-records.js';
import { type Bodies, storeOf } from './bodies.js';

/**
 * Of several copies of a record with other content the one with the latest `dateModified` is published; of equal dates, or where
 * one states none, the one of the later run; then the first in the order of reading (model 7.3, docs/reliability.md).
 */

const [OLD, NEW, NEWER] = ['2026-10-01T08:00:00Z', '2026-11-01T08:00:00Z', '2026-11-20T08:00:00Z'];

/** What is published of a harvest: for each record the request of its copy; and what is rejected. */
async function published(
  bodies: Bodies,
  { profile = 'public' as SourceProfile, at = (_: string): number => 0 } = {},
) {
  const store = storeOf(bodies, at);
  const different: string[] = [];
  const counts = { duplicate: 0, withheld: [] as string[] };
  const nameOf = ({ one, first }: DifferentRecord) =>
    `${one.kind} ${one.id} of ${one.origin.request} for ${first.request}`;
  const index = await buildGlobalIndex(store, GROUPS, profile, {
    different: (record) => different.push(nameOf(record)),
    withheld: ({ kind, id }) => counts.withheld.push(`${kind} ${id}`),
  });
  const records: Record<string, string> = {};
  for await (const { one, provenance } of publishedSources(store, GROUPS, index)) {
    if (provenance !== 'read') continue;
    expect(records[`${one.kind} ${one.id}`], 'published once').toBeUndefined();
    records[`${one.kind} ${one.id}`] = one.origin.request;
  }
  return { records, different, withheld: counts.withheld };
}

const photograph = (dateModified: string | undefined, more: object = {}) => ({
  ...{ id: 5, digitized: true, referenceNumber: `of ${dateModified}`, dateModified, ...more },
});
const list = (county: number) => `/cbeg?CountyID=${county}`;

describe('of a photograph in several lists', () => {
  test.each([
    ['the later date, which is read last', [OLD, NEW], 2],
    ['the later date, which is read first', [NEW, OLD], 1],
    ['the later date, in the middle', [OLD, NEWER, NEW], 2],
    ['the first of equal dates', [NEW, NEW], 1],
    ['the first where one states no date', [NEW, undefined], 1],
    ['the first where none states a date', [undefined, undefined], 1],
    ['the later date of a zone', [`${NEW.slice(0, -1)}+02:00`, NEW], 2],
  ] as const)('%s counts', async (_, dates, winner) => {
    const answers = dates.map((date, at) => [list(at + 1), [photograph(date, { condition: at })]] as const);
    const { records, different } = await published(Object.fromEntries(answers));
    expect(records).toEqual({ 'cbeg.photograph 5': list(winner) });
    const others = dates.map((__, at) => at + 1).filter((at) => at !== winner);
    expect(different).toEqual(others.map((at) => `cbeg.photograph 5 of ${list(at)} for ${list(winner)}`));
  });

  test.each([
    ['equal dates', NEW, NEW],
    ['a date and none', NEW, undefined],
    ['none and a date', undefined, NEW],
  ])('the one of the later run counts, of %s', async (_, first, second) => {
    const bodies = { [list(1)]: [photograph(first, { condition: 1 })], [list(2)]: [photograph(second)] };
    const { records } = await published(bodies, { at: (request) => (request === list(2) ? 2 : 1) });
    expect(records).toEqual({ 'cbeg.photograph 5': list(2) });
    const earlier = await published(bodies, { at: (request) => (request === list(2) ? 1 : 2) });
    expect(earlier.records).toEqual({ 'cbeg.photograph 5': list(1) });
  });

  test('equal copies are one, and an older copy in two lists is rejected once', async () => {
    const [old, now] = [photograph(OLD), photograph(NEW)];
    const { records, different } = await published({
      ...{ [list(1)]: [old], [list(2)]: [old], [list(3)]: [now], [list(4)]: [now] },
    });
    expect(records).toEqual({ 'cbeg.photograph 5': list(3) });
    expect(different).toEqual([`cbeg.photograph 5 of ${list(1)} for ${list(3)}`]);
  });

  test('an older copy that withholds the record withholds it all the same', async () => {
    const seen = { status: 4, sensitive: false };
    const { records, withheld } = await published(
      {
        [list(1)]: [photograph(OLD, { ...seen, sensitive: true })],
        [list(2)]: [photograph(NEW, seen)],
      },
      { profile: 'privileged' },
    );
    expect([records, withheld]).toEqual([{}, ['cbeg.photograph 5']]);
  });
});

describe('of the records of volumes', () => {
  const item = (id: number, dateModified: string) => ({ id, dateModified, title: dateModified, pages: [] });
  const volume = (id: number, items: readonly object[], more: object = {}) => ({
    ...{ id, volumeNumber: '1', pages: [], parts: [{ id: id * 10, items }], ...more },
  });
  const [FIRST, SECOND] = ['/cbe?VolumeID=1', '/cbe?VolumeID=2'];

  test.each([
    ['the later date, which is read last', OLD, NEW, SECOND],
    ['the later date, which is read first', NEW, OLD, FIRST],
  ] as const)('an item in two volumes is that of %s', async (_, first, second, winner) => {
    const { records, different } = await published({
      [FIRST]: [volume(1, [item(7, first), item(8, OLD)])],
      [SECOND]: [volume(2, [item(7, second), item(9, OLD)])],
    });
    expect(records).toMatchObject({ 'cbe.item 7': winner, 'cbe.item 8': FIRST, 'cbe.item 9': SECOND });
    expect(records).toMatchObject({ 'cbe.volume 1': FIRST, 'cbe.part 20': SECOND });
    const other = winner === FIRST ? SECOND : FIRST;
    expect(different).toEqual([`cbe.item 7 of ${other} for ${winner}`]);
  });

  test('a volume that is sent twice is that of the later date, with its items; an item of the other one only is rejected', async () => {
    const { records, different } = await published({
      [FIRST]: [volume(1, [item(7, NEWER), item(8, OLD)], { dateModified: OLD })],
      [SECOND]: [volume(1, [item(7, OLD)], { dateModified: NEW })],
    });
    expect(records).toEqual({
      ...{ 'cbe.volume 1': SECOND, 'cbe.part 10': SECOND, 'cbe.item 7': SECOND },
    });
    expect(different.sort()).toEqual(
      ['volume 1', 'item 7', 'item 8'].map((name) => `cbe.${name} of ${FIRST} for ${SECOND}`).sort(),
    );
  });
});
