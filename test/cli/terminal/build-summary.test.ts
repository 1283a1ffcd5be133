import { describe, expect, it } from 'vitest';
import { profileText, summariseBuild } from '../../../src/cli/terminal/build-summary.js';
import { FORMATS, type Format } from '../../../src/model/rdf/formats/format.js';
import type { Kind } from '../../../src/model/records/record.js';
import { type KindRecordCounts, RecordCounts } from '../../../src/model/records/record-counts.js';
import type { BuildResult } from '../../../src/pipeline/publish/build.js';
import { RunNotes } from '../../../src/pipeline/publish/build-report.js';
import { FindingGroups } from '../../../src/release/report/digest.js';
import { validationJson } from '../../../src/release/report/validation-json.js';

function summary(
  notes = new RunNotes(),
  formats: readonly Format[] = ['ttl', 'nt', 'jsonld'],
  digest = new FindingGroups(),
  delta?: BuildResult['delta'],
): string {
  const ledger = new RecordCounts();
  const count = (kind: Kind, column: keyof KindRecordCounts, times: number) => {
    for (let one = 0; one < times; one++) ledger.count(kind, column);
  };
  count('cbe.item', 'fetched', 12_345);
  count('cbe.item', 'published', 12_338);
  count('cbe.item', 'withheld', 5);
  count('cbe.item', 'rejected', 2);
  count('place', 'fetched', 40);
  count('place', 'published', 40);
  const dumps = formats.map((format) => ({
    dataset: 'places',
    format,
    mediaType: FORMATS[format].mediaType,
    file: `places.${format}.gz`,
    compression: 'gzip' as const,
    ...{ bytes: 1, unpacked: 2, sha256: '', sha256Unpacked: '' },
    ...{ records: 40, quads: 12_000 },
  }));
  const validation = validationJson(digest, { counts: {}, shapesMet: new Map() });
  const result: BuildResult = {
    ledger,
    notes,
    validation,
    dumps,
    derived: [],
    inputs: '',
    delta,
    profile: undefined,
    shards: { mapped: 1, reused: 0 },
    harvested: undefined,
    directory: 'output/sample',
  };
  return summariseBuild(result, delta && '2026-11-01', ['Report as a page: output/sample/report/index.html']);
}
const lineOf = (text: string, start: string): string[] =>
  text
    .split('\n')
    .find((line) => line.startsWith(start))
    ?.split(/ {2,}/) ?? [];

describe('the summary', () => {
  it('has the counts of each kind, and of all', () => {
    const columns = ['fetched', 'published', 'withheld', 'rejected', 'unreadable'];
    expect(lineOf(summary(), '  ').slice(1)).toEqual(columns);
    expect(lineOf(summary(), 'manuscripts: items').slice(1)).toEqual(['12,345', '12,338', '5', '2', '0']);
    expect(lineOf(summary(), 'places').slice(1)).toEqual(['40', '40', '0', '0', '0']);
    expect(lineOf(summary(), 'all').slice(1)).toEqual(['12,385', '12,378', '5', '2', '0']);
  });

  it('ends with one line for each dataset, and only kinds with records', () => {
    expect(summary().match(/^places +40 records +12,000 triples$/gm)).toHaveLength(1);
    expect(summary()).toMatch(/^Release sample:\nplaces .*\n\n?.*output\/sample\/data.*$/m);
    expect(summary()).toContain('Turtle, N-Triples and JSON-LD of each dataset');
    const [quads, lines] = [summary(new RunNotes(), ['nq']), summary(new RunNotes(), ['nt', 'nq'])];
    expect(quads).toMatch(/^places +40 records/m);
    expect(quads).toMatch(/^N-Quads of each dataset/m);
    expect(lines).toMatch(/^N-Triples and N-Quads of each dataset/m);
    expect(summary()).toMatch(/output\/sample\/report/);
    expect(summary()).not.toMatch(/photographs|NaN|undefined|violation|warning|Unknown|contradict/i);
  });

  it('has the change of each dataset since the release before', () => {
    const changed = { added: 1234, removed: 2, changed: 1, suppressed: 3 };
    const deltaOf = (records: Record<keyof typeof changed, number>): BuildResult['delta'] => ({
      datasets: [
        {
          dataset: 'places',
          publication: 'placenames',
          records: { before: 1, after: 2, ...records },
          triples: { before: 0, after: 0, forgotten: 0, removed: 0, added: 0 },
        },
      ],
      ...{ records, first: [], suppressed: new Set(), files: [] },
    });
    const end = (records: Record<keyof typeof changed, number>): string =>
      summary(new RunNotes(), ['ttl'], new FindingGroups(), deltaOf(records));
    expect(end(changed)).toMatch(/^Release sample, and what has changed since 2026-11-01:$/m);
    expect(end(changed)).toMatch(
      /^places +40 records +12,000 triples +1,234 added, 2 removed, 1 changed, 3 suppressed$/m,
    );
    expect(end({ added: 0, removed: 0, changed: 7, suppressed: 0 })).toMatch(/ 12,000 triples +7 changed$/m);
    expect(end({ added: 0, removed: 0, changed: 0, suppressed: 0 })).toMatch(/ triples +no change$/m);
    for (const line of end(changed).split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  it('lists violations, warnings, unknown fields and contradicting gender codes', () => {
    const notes = new RunNotes();
    const finding = { focus: 'x', constraint: 'x', shape: 'x', message: 'x' };
    const digest = new FindingGroups();
    const subject = { kind: 'place', called: 'places', id: 7, outcome: 'published' } as const;
    for (const severity of ['violation', 'warning', 'warning', 'info'] as const)
      digest.add({ subject, finding: { ...finding, severity } });
    notes.unknownFields('place', ['mood', 'shelf']);
    notes.unknownFields('place', ['mood']);
    notes.unknownCodes('cbe.item', ['ContentType=XYZ']);
    notes.genders(['cbed']);
    const text = summary(notes, ['ttl'], digest);
    expect(text).toMatch(/1 violation, 2 warnings, 1 remark/);
    expect(text).toMatch(/output\/sample\/report/);
    expect(text).toMatch(/mood.*places.*2/);
    expect(text).toMatch(/shelf.*places.*1/);
    expect(text).toMatch(/ContentType=XYZ.*items.*1/);
    expect(text).toMatch(/[Gg]ender.*cbed/);
  });

  it('has one line for each text of a record, and no more lines than a screen', () => {
    const notes = new RunNotes();
    const evil = 'odd\u001b[2J\u009b31m\u202e\nAll is well.';
    notes.unknownCodes('place', [`links.type=${evil}`]);
    const before = summary().split('\n').length;
    notes.unknownFields('place', [evil, 'x'.repeat(10_000)]);
    for (let one = 0; one < 10_000; one++) notes.unknownFields('place', [`field-${one}`]);
    const lines = summary(notes).split('\n');
    expect(lines.length - before).toBeLessThan(30);
    for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}]|^All is well/u);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
    expect(lines).toContain('And 9,982 more unknown fields: see run.json.');
  });
});

it('ids of the slowest records cannot control the terminal or start a line', () => {
  const text = profileText({
    ...{ workers: 1, elapsed: 2, stages: new Map(), describing: new Map() },
    slowest: [{ kind: 'cbed.occupation', id: 'X\u001b[2J\u009b31m\u202e\nAll is well.', ms: 1 }],
  });
  expect(text).toContain('X\\u{1b}[2J');
  for (const line of text.split('\n')) expect(line).not.toMatch(/[\p{Cc}\p{Cf}]|^All is well/u);
});
