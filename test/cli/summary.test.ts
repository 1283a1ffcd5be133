import { describe, expect, it } from 'vitest';
import { summarise } from '../../src/cli/summary.js';
import { type Counts, Ledger } from '../../src/export/ledger.js';
import { Notes } from '../../src/export/notes.js';
import type { Kind } from '../../src/export/unit.js';

const DUMP = { bytes: 1, sha256: '' };

function summary(notes = new Notes()): string {
  const ledger = new Ledger();
  const count = (kind: Kind, column: keyof Counts, times: number) => {
    for (let one = 0; one < times; one++) ledger.count(kind, column);
  };
  count('cbe.item', 'fetched', 12_345);
  count('cbe.item', 'published', 12_338);
  count('cbe.item', 'withheld', 5);
  count('cbe.item', 'rejected', 2);
  count('place', 'fetched', 40);
  count('place', 'published', 40);
  const dumps = ['ttl', 'jsonld'].map((extension) => ({
    ...DUMP,
    file: `places.${extension}`,
    records: 40,
    quads: 12_000,
  }));
  return summarise({ ledger, notes, dumps, directory: 'output/sample' });
}
const lineOf = (text: string, start: string): string[] =>
  text
    .split('\n')
    .find((line) => line.startsWith(start))
    ?.split(/ {2,}/) ?? [];

describe('the summary', () => {
  it('says of each kind, and of all, what became of its records', () => {
    expect(lineOf(summary(), '  ').slice(1)).toEqual(['fetched', 'published', 'withheld', 'rejected']);
    expect(lineOf(summary(), 'manuscripts: items').slice(1)).toEqual(['12,345', '12,338', '5', '2']);
    expect(lineOf(summary(), 'places').slice(1)).toEqual(['40', '40', '0', '0']);
    expect(lineOf(summary(), 'all').slice(1)).toEqual(['12,385', '12,378', '5', '2']);
  });

  it('says where to look, each dataset once, and nothing of kinds that were not met', () => {
    expect(summary()).toMatch(/output\/sample\/data\/places\.ttl +40 records +12,000 triples/);
    expect(summary().match(/places\.(ttl|jsonld)/g)).toHaveLength(1);
    expect(summary()).toMatch(/output\/sample\/report/);
    expect(summary()).not.toMatch(/photographs|NaN|undefined/);
  });

  it('is silent about trouble there was none of', () => {
    expect(summary()).not.toMatch(/violation|warning|Unknown|contradict/i);
  });

  it('tells violations, warnings, unknown fields and gender codes that contradict', () => {
    const notes = new Notes();
    const finding = { focus: 'x', constraint: 'x', shape: 'x', message: 'x' };
    for (const severity of ['violation', 'warning', 'warning', 'info'] as const)
      notes.finding({ ...finding, severity });
    notes.unknownFields('place', ['mood', 'shelf']);
    notes.unknownFields('place', ['mood']);
    notes.unknownCodes('cbe.item', ['ContentType=XYZ']);
    notes.genders(['cbed']);
    const text = summary(notes);
    expect(text).toMatch(/1 violation.*quarantine\.ndjson/);
    expect(text).toMatch(/2 warnings.*findings\.ndjson/);
    expect(text).toMatch(/mood.*places.*2/);
    expect(text).toMatch(/shelf.*places.*1/);
    expect(text).toMatch(/ContentType=XYZ.*items.*1/);
    expect(text).toMatch(/[Gg]ender.*cbed/);
  });

  it('is aligned: numbers to the right', () => {
    const [head = '', ...rows] = summary().split('\n\n')[0]?.split('\n') ?? [];
    for (const row of rows) expect(row.length).toBe(head.length);
  });
});
