import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bilingual, referenceTable } from '../../src/base/reference-data.js';
import { KINDS } from '../../src/model/records/kinds.js';
import type { Kind } from '../../src/model/records/record.js';
import { RULES } from '../../src/pipeline/consistency/rules.js';
import { COMPLETENESS_FIELDS } from '../../src/pipeline/map-records/completeness.js';
import { REMEDIES } from '../../src/release/report/finding-words.js';
import { FEATURE_TYPES } from '../../src/release/tables/feature-types.js';

const ROOT = new URL('../../', import.meta.url);

const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}${name}`);

describe('a table that does not fit', () => {
  const schema = z.record(z.string(), bilingual);

  test.each([
    ['a text in one language only', 'well:\n  en: a well\n', 'well > ga: '],
    ['a column that is not known', 'well: { en: a well, ga: tobar, de: Brunnen }\n', 'de'],
    ['no YAML', 'well: [\n', 'line 2'],
  ])('%s: the error names file and entry', (_, text, fault) => {
    const folder = mkdtempSync(join(tmpdir(), 'reference-data-'));
    const name = relative(fileURLToPath(new URL('reference-data/', ROOT)), folder);
    try {
      writeFileSync(`${folder}/wells.yaml`, text);
      expect(() => referenceTable(`${name}/wells`, schema)).toThrow(
        expect.objectContaining({
          code: 'FILE_UNREADABLE',
          message: expect.stringMatching(new RegExp(`/wells.yaml cannot be used: .*${fault}`, 's')),
        }),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** The names of the shapes, and those of their constraints that have a message of their own. */
const SHAPES = new Set(
  filesIn('shapes/', '.ttl').flatMap((file) =>
    [...read(file).matchAll(/lore-shape:(\w+)/g)].map(([, name = '']) => name),
  ),
);

test('remedies.yaml: a key begins with a shape, a rule, a problem of dates or a step of the build', () => {
  const steps = ['dateProblem', 'reading', 'identity', 'gate'];
  const unknown = Object.keys(REMEDIES).filter((key) => {
    const [shape = ''] = key.split(' ');
    return !SHAPES.has(shape) && !(shape in RULES) && !steps.includes(shape);
  });
  expect(unknown).toEqual([]);
});

test('remedies.yaml: each rule of consistency-rules.yaml has a remedy', () => {
  expect(Object.keys(RULES).filter((rule) => REMEDIES[rule] === undefined)).toEqual([]);
});

test('consistency-rules.yaml: docs/model.md has each rule', () => {
  const model = read('docs/model.md');
  expect(Object.keys(RULES).filter((rule) => !new RegExp(`\\b${rule}\\b`).test(model))).toEqual([]);
});

test('completeness.yaml: each field is one of the kind', () => {
  const shapeOf = (kind: Kind) => (KINDS[kind].schema as unknown as z.ZodObject).shape;
  const unknown = Object.entries(COMPLETENESS_FIELDS).flatMap(([kind, rows]) =>
    rows.flatMap(({ of = [] }) =>
      of.filter((field) => !(field in shapeOf(kind as Kind))).map((field) => `${kind} ${field}`),
    ),
  );
  expect(unknown).toEqual([]);
  const uncounted = Object.values(COMPLETENESS_FIELDS).flatMap((rows) =>
    rows.filter(({ of, by }) => (of === undefined) === (by === undefined)),
  );
  expect(uncounted).toEqual([]);
});

test('feature-types.yaml: types of the thesaurus have its form of number', () => {
  // The Art & Architecture Thesaurus numbers its concepts 300000000 and above.
  const others = [...FEATURE_TYPES].filter(([, { aat }]) => aat !== undefined && !/^300\d{6}$/.test(aat));
  expect(others).toEqual([]);
  expect(FEATURE_TYPES.get('CON')).toEqual({ fclass: 'A', level: 6, label: 'county', aat: '300000771' });
});
