import { describe, expect, it } from 'vitest';
import { FindingGroups } from '../../../src/release/report/digest.js';
import type { ReportedFinding } from '../../../src/release/report/reported-finding.js';
import { findingsSummary } from '../../../src/release/report/summary.js';
import { type ReportFacts, validationJson } from '../../../src/release/report/validation-json.js';
import { PHOTOGRAPH, SHAPES, told } from './tellings.js';

const NOTHING: ReportFacts = { counts: {}, shapesMet: new Map() };
const digestOf = (findings: Iterable<ReportedFinding>): FindingGroups => {
  const digest = new FindingGroups();
  for (const one of findings) digest.add(one);
  return digest;
};
const shown = (findings: Iterable<ReportedFinding>, facts = NOTHING): string[] =>
  findingsSummary(validationJson(digestOf(findings), facts), 'out/report').split('\n');

describe('the report on a screen', () => {
  it('has number, message, expectation and record', () => {
    const one = told({ value: '"x"@ga' }, { field: 'ReferenceNumber' });
    expect(shown([one])).toEqual([
      '0 violations, 1 warning, 0 remarks, of 1 sort.',
      'warning × 1  photographs',
      '    The photograph has no reference number. Right would be: the reference number of the photograph.',
      '    - cbeg.photograph 7 “An Droichead” has “x” in ReferenceNumber (photographs, 7)',
      'All of them: out/report',
    ]);
  });

  it('has one line when there is no finding', () => {
    expect(shown([])).toEqual(['Every record conforms to its shapes.']);
  });

  it('names the shapes that matched nothing', () => {
    const shapesMet = new Map([
      [`${SHAPES}Photograph`, 3],
      [`${SHAPES}Item`, 0],
      [`${SHAPES}Cluster`, 0],
    ]);
    expect(shown([], { counts: {}, shapesMet })).toContain('Shapes that matched nothing: Cluster, Item.');
  });

  it('fits on one screen with ten thousand findings of a thousand sorts', () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      told({ shape: `${SHAPES}S${at % 1000}` }, { subject: { ...PHOTOGRAPH, id: at } }),
    );
    const shapesMet = new Map(Array.from({ length: 500 }, (_, at) => [`${SHAPES}N${at}`, 0] as const));
    const previous = { label: '2026-10-01', groups: [] };
    const lines = shown(many, { counts: {}, shapesMet, previous });
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(180);
    expect(lines[0]).toBe('0 violations, 10,000 warnings, 0 remarks, of 1,000 sorts.');
    expect(lines).toContain('And 994 other sorts.');
  });

  it('shows violations before warnings, and remarks only when there is nothing else', () => {
    const findings = [...Array(9).fill('info'), 'warning', 'violation'].map((severity) =>
      told({ severity, shape: `${SHAPES}${severity}` }),
    );
    const heads = shown(findings).filter((line) => line.includes(' × '));
    expect(heads.map((line) => line.split(' ')[0])).toEqual(['violation', 'warning']);
    expect(shown(findings.slice(0, 9)).filter((line) => line.includes(' × '))).toEqual([
      'remark × 9  photographs',
    ]);
  });

  it('lets no record move the cursor, turn the text or begin a line', () => {
    const hostile = 'a\u001B[2J\r\nb\u202Ec\u2028d\uD800';
    const subject = { ...PHOTOGRAPH, id: hostile, label: hostile };
    const lines = shown([
      told({ value: JSON.stringify(hostile), message: hostile }, { subject, field: hostile }),
    ]);
    expect(lines).toHaveLength(5);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });
});

describe('beside the run before', () => {
  const then = digestOf([told(), told(), told({ shape: `${SHAPES}Gone` })]).groups();
  const beside = (findings: Iterable<ReportedFinding>) =>
    shown(findings, { ...NOTHING, previous: { label: '2026-10-01', groups: then } });

  it('each sort has its number before, and a line sums up the changes', () => {
    const lines = beside([told(), told({ shape: `${SHAPES}New` })]);
    expect(lines).toContain('warning × 1 (2 before)  photographs');
    expect(lines).toContain('warning × 1 (new)  photographs');
    expect(lines).toContain(
      'In 2026-10-01: 0 violations, 3 warnings, 0 remarks; since then 1 sort new, 1 gone, 1 more or fewer.',
    );
  });

  it('has a line when nothing has changed', () => {
    const lines = beside([told(), told(), told({ shape: `${SHAPES}Gone` })]);
    expect(lines).toContain('As many of each sort as in 2026-10-01.');
    expect(lines.join('\n')).not.toContain('before)');
  });
});
