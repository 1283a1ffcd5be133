import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NumberIndex, NumberTable } from '../../../src/build/consistency/number-table.js';

/** What a build remembers of its records must be what plain arrays would remember. */

/** Ids as the services have them, above 2^31 too (wire-format 1), and what is not known. */
const id = fc.oneof(
  fc.nat(12),
  fc.constantFrom(2 ** 31, 2 ** 31 + 1, 9_934_567_890, Number.MAX_SAFE_INTEGER),
);
const cell = fc.oneof(id, fc.constant(Number.NaN), fc.constant(-1));
const rows = fc.array(fc.tuple(id, cell, cell), { maxLength: 60 });

const tableOf = (of: readonly (readonly number[])[]): NumberTable => {
  const table = new NumberTable(3);
  for (const row of of) table.add(...row);
  return table;
};

describe('a table of numbers', () => {
  test('keeps every cell', () => {
    fc.assert(
      fc.property(rows, (of) => {
        const table = tableOf(of);
        expect(table.size).toBe(of.length);
        expect(of.map((row, r) => row.map((_, column) => table.at(r, column)))).toEqual(of);
      }),
    );
  });

  test('keeps them when it grows, again and again', () => {
    const of = Array.from({ length: 5000 }, (_, row) => [row * 7, -row, row / 2]);
    const table = tableOf(of);
    expect(table.size).toBe(5000);
    expect(of.every((row, r) => row.every((value, column) => table.at(r, column) === value))).toBe(true);
  });

  test('puts its rows in order, equal ones as they came', () => {
    fc.assert(
      fc.property(rows, (of) => {
        const expected = of.map((_, row) => row).sort((a, b) => (of[a]?.[0] ?? 0) - (of[b]?.[0] ?? 0));
        expect([...tableOf(of).sortedBy(0)]).toEqual(expected);
      }),
    );
  });
});

describe('an index of it', () => {
  test('finds the same rows as a scan', () => {
    fc.assert(
      fc.property(rows, id, (of, value) => {
        const index = new NumberIndex(tableOf(of), 0);
        const expected = of.flatMap(([first], row) => (first === value ? [row] : []));
        expect(index.rows(value)).toEqual(expected);
        expect(index.row(value)).toBe(expected[0]);
      }),
    );
  });

  test('finds nothing by NaN', () => {
    const index = new NumberIndex(tableOf([[1, 0, 0]]), 0);
    expect(index.row(Number.NaN)).toBeUndefined();
    expect(index.rows(Number.NaN)).toEqual([]);
  });
});
