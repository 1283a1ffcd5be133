import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import { build } from '../../../src/pipeline/publish/build.js';
import { startServices } from '../../../src/services/server/serve.js';
import { features } from '../../support/build-features.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../../support/harvests.js';
import { PLAN } from '../../support/sample-release.js';
import { rowsOf } from './csv.js';

/** Wrongs that consist in a missing value: their rows have none. */
const NOTHING_THERE =
  /is missing|has no |neither|is in no record|lies in itself|No name of the person|number of records/;

/** Words of RDF and JSON that an archivist need not know, and addresses inside our data. */
const JARGON =
  /\b(?:shapes?|triples?|IRIs?|nodes?|literals?|predicates?|datatype|undefined|null|zod)\b|\/\d+\/|#|\^|\\/;

/** Rows of a world with many faults, as a spreadsheet program reads them. */
describe('editors.csv of a generated world, a third of it dirty', () => {
  let rows: Record<string, string>[];
  let screen: string;
  let folder: string;

  beforeAll(async () => {
    folder = await makeFolder();
    const store = join(folder, 'store');
    const services = await startServices({
      world: makeSyntheticWorld({ seed: 5, scale: 0.0004, dirt: 0.33 }),
    });
    const clients = clientsOf(services);
    try {
      await harvestInto(store, clients, { groups: GROUPS });
    } finally {
      await closeAll(clients);
      await services.close();
    }
    const { directory, validation } = await build(
      { ...PLAN, store, out: join(folder, 'out'), label: 'r', formats: ['nt'] },
      () => ({}),
      silent,
      { features },
    );
    rows = rowsOf(await readFile(join(directory, 'report', 'editors.csv'), 'utf8'));
    screen = JSON.stringify(
      validation.groups.map(({ message, expected, examples }) => [
        message,
        expected,
        examples.map(({ focus: _, ...shown }) => shown),
      ]),
    );
  });

  afterAll(() => removeFolder(folder));

  test('has a label, a place, a field, a wrong and a right in every row, in both languages', () => {
    expect(rows.length).toBeGreaterThan(100);
    const needed = ['collection', 'label', 'where', 'field', 'wrong_en', 'right_en', 'wrong_ga', 'right_ga'];
    for (const column of needed)
      expect(
        rows.filter((row) => row[column] === ''),
        column,
      ).toEqual([]);
  });

  test('has the value as it was sent, unless nothing was sent', () => {
    expect(rows.filter(({ value, wrong_en = '' }) => value === '' && !NOTHING_THERE.test(wrong_en))).toEqual(
      [],
    );
  });

  test('has no word of RDF, no JSON pointer and no address inside our data', () => {
    const told = rows.flatMap(({ where = '', field = '', wrong_en = '', right_en = '' }) => [
      ...(/^https:/.test(where) ? [] : [where]),
      ...[field, wrong_en, right_en],
    ]);
    expect(told.filter((text) => JARGON.test(text))).toEqual([]);
    expect(rows.filter(({ value = '' }) => value.startsWith(PLAN.base))).toEqual([]);
    expect(screen).not.toMatch(/Invalid input|"none"|data\.example\.org/);
  });

  test('has one row for each record, field and value', () => {
    const keys = rows.map(({ collection, record, field, value }) =>
      [collection, record, field, value].join(' '),
    );
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test('has no violation of a record that lost nothing', () => {
    expect(
      rows.filter(({ severity, outcome }) => severity === 'violation' && outcome === 'published'),
    ).toEqual([]);
  });
});
