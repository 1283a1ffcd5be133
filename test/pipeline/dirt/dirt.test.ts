import { beforeAll, describe, expect, test } from 'vitest';
import { GROUPS, type Group } from '../../../src/model/records/datasets.js';
import { RECORD_OUTCOMES } from '../../../src/model/records/record-counts.js';
import { compare, type Differences, wayOf } from './compare.js';
import { OUTCOMES } from './outcomes.js';
import { type Released, released } from './released.js';

/** A small world whole, and larger or dirtier ones in part: between them every way is met. */
const WORLDS: readonly { seed: number; scale: number; dirt: number; groups: readonly Group[] }[] = [
  { seed: 1, scale: 0.0002, dirt: 0.2, groups: GROUPS },
  { seed: 2, scale: 0.0002, dirt: 0.5, groups: ['schools', 'places'] },
  { seed: 3, scale: 0.004, dirt: 0.8, groups: ['photographs', 'people', 'places'] },
  { seed: 4, scale: 0.0002, dirt: 0.5, groups: ['manuscripts', 'people', 'places'] },
];

const met = new Set<string>();

describe.each(WORLDS)('a generated world, seed $seed, scale $scale, dirt $dirt', (one) => {
  const { groups, ...options } = one;
  let clean: Released;
  let dirty: Released;
  let differences: Differences;

  beforeAll(async () => {
    clean = await released({ ...options, dirt: 0 }, groups);
    dirty = await released(options, groups);
    differences = compare(clean, dirty);
    for (const way of differences.ways) met.add(way);
  });

  test('is dirty, and its twin is not', () => {
    expect(clean.soiled).toEqual([]);
    expect(differences.ways.length).toBeGreaterThan(100);
  });

  test('would not pass for a clean one', () => {
    const { findings, quarantine, records, gone } = compare(clean, { ...dirty, soiled: [] });
    for (const found of [findings, quarantine, records, gone]) expect(found).not.toEqual([]);
  });

  test('has every fault found, and no clean record blamed', () => {
    expect(differences.findings).toEqual([]);
  });

  test('has in quarantine what the model keeps out, and nothing else', () => {
    expect(clean.quarantine).toEqual([]);
    expect(differences.quarantine).toEqual([]);
  });

  test('says what could not be read, and of which date what', () => {
    expect(differences.notes).toEqual([]);
  });

  test('says of what is clean, or was healed, what it says without dirt', () => {
    expect(differences.records).toEqual([]);
  });

  test('loses no record but those, and accounts for each', () => {
    expect(differences.gone).toEqual([]);
    for (const { kind, fetched, ...counts } of dirty.ledger.rows()) {
      expect(
        RECORD_OUTCOMES.reduce((sum, end) => sum + counts[end], 0),
        kind,
      ).toBe(fetched);
    }
  });
});

test('every way was met', () => {
  const ways = Object.entries(OUTCOMES).flatMap(([kind, outcomes]) =>
    Object.keys(outcomes).map((way) => wayOf(kind, way)),
  );
  expect([...new Set(ways)].filter((way) => !met.has(way))).toEqual([]);
});
