import { beforeAll, describe, expect, test } from 'vitest';
import { GROUPS, type Group } from '../../../src/model/records/datasets.js';
import { compare } from './dirt/compare.js';
import { namesOf } from './dirt/kinds.js';
import { outcomeOf, ROWS } from './dirt/outcomes.js';
import { type Released, released } from './dirt/released.js';

/** A small world whole, and others in part: between them every row of dirt.yaml is met. */
const WORLDS: readonly { seed: number; scale: number; dirt: number; groups: readonly Group[] }[] = [
  { seed: 4, scale: 0.0002, dirt: 0.5, groups: GROUPS },
  { seed: 2, scale: 0.0002, dirt: 0.5, groups: ['schools', 'places'] },
  { seed: 3, scale: 0.004, dirt: 0.8, groups: ['photographs', 'people', 'places'] },
];

const met = new Set<string>();

describe.each(WORLDS)('a generated world, seed $seed, scale $scale, dirt $dirt', ({ groups, ...options }) => {
  let clean: Released;
  let dirty: Released;
  beforeAll(async () => {
    clean = await released({ ...options, dirt: 0 }, groups);
    dirty = await released(options, groups);
  });

  test('differs from its clean twin by its dirt as dirt.yaml says, and by nothing else', () => {
    expect(clean.soiled).toEqual([]);
    expect(clean.quarantine).toEqual([]);
    const differences = compare(clean, dirty, (row) => met.add(row));
    expect(differences).toEqual({ findings: [], quarantine: [], records: [], gone: [] });
  });

  test('would not pass for a clean one', () => {
    const differences = compare(clean, { ...dirty, soiled: [] }, () => {});
    for (const lines of Object.values(differences)) expect(lines).not.toEqual([]);
  });

  test('counts what it keeps out', () => {
    for (const outcome of ['rejected', 'unreadable'] as const) {
      const kept = dirty.quarantine.filter((one) => one.outcome === outcome).length;
      expect(dirty.ledger.total(outcome), outcome).toBe(kept);
    }
    const withheld = dirty.soiled.filter(({ kind, way }) => outcomeOf(kind, way).becomes === 'withheld');
    const newly = withheld.filter((one) => clean.records.has(namesOf(one).key)).length;
    expect(dirty.ledger.total('withheld')).toBe(clean.ledger.total('withheld') + newly);
  });
});

test('every row was met, and whatever is perhaps found was found once', () => {
  const rows = ROWS.flatMap((row) => {
    const [kind = '', way = ''] = row.split(': ');
    const perhaps = outcomeOf(kind, kind === 'a date' ? `date: ${way}` : way).findings.filter(
      (one) => one.perhaps,
    );
    return [row, ...perhaps.map(({ finding }) => `${row}, perhaps ${finding}`)];
  });
  expect(rows.filter((row) => !met.has(row))).toEqual([]);
});
