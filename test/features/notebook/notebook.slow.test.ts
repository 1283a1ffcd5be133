import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { pythonWith } from '../../support/python.js';
import { harvestSample, type MakeRelease } from '../../support/sample-release.js';

/** The notebook of a release, run as its readers run it, and the types of columns with which pandas reads the tables. */

const execute = promisify(execFile);
const PYTHON = await pythonWith('pandas');
const NBFORMAT = await pythonWith('nbformat');
const PARQUET = await pythonWith('pandas', 'pyarrow');

const source = z.array(z.string());
const id = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
/** nbformat 4.5, for a notebook without results. */
const FORMAT = z.strictObject({
  cells: z.array(
    z.discriminatedUnion('cell_type', [
      z.strictObject({ cell_type: z.literal('markdown'), id, metadata: z.strictObject({}), source }),
      z.strictObject({
        cell_type: z.literal('code'),
        execution_count: z.null(),
        id,
        metadata: z.strictObject({}),
        outputs: z.tuple([]),
        source,
      }),
    ]),
  ),
  metadata: z.strictObject({
    kernelspec: z.strictObject({ display_name: z.string(), language: z.literal('python'), name: z.string() }),
    language_info: z.strictObject({ name: z.literal('python') }),
  }),
  nbformat: z.literal(4),
  nbformat_minor: z.literal(5),
});

let folder: string;
let release: MakeRelease;
let directory: string;
let path: string;
let text: string;
let database: Database.Database;
const ask = (sql: string) => database.prepare(sql).all() as Record<string, string | number>[];

beforeAll(async () => {
  folder = await makeFolder();
  release = await harvestSample(folder);
  ({ directory } = await release('one', { settings: { sqlite: true } }));
  path = join(directory, 'notebook/three-questions.ipynb');
  text = await readFile(path, 'utf8');
  database = new Database(join(directory, 'derived/release.sqlite'));
});
afterAll(async () => {
  database.close();
  await removeFolder(folder);
});

const codeOf = (content: string): string =>
  FORMAT.parse(JSON.parse(content))
    .cells.flatMap((cell) => (cell.cell_type === 'code' ? [cell.source.join('')] : []))
    .join('\n\n');

test('it is a notebook of nbformat 4.5, without results, and each cell has an id of its own', () => {
  const { cells } = FORMAT.parse(JSON.parse(text));
  expect(new Set(cells.map((cell) => cell.id)).size).toBe(cells.length);
  expect(cells.filter((cell) => cell.source.join('').startsWith('## '))).toHaveLength(3);
  expect(text).not.toContain('{{');
});

test.skipIf(NBFORMAT === undefined)('nbformat accepts it (Python package nbformat)', async () => {
  await execute(NBFORMAT as string, [
    '-c',
    'import nbformat, sys; nbformat.validate(nbformat.read(sys.argv[1], nbformat.NO_CONVERT))',
    path,
  ]);
});

/** Runs the cells in the folder of the notebook, and returns their answers. */
async function answersOf(python: string, folderOfRelease: string) {
  const cells = codeOf(await readFile(join(folderOfRelease, 'notebook/three-questions.ipynb'), 'utf8'));
  const code = `${cells}
print("ANSWERS" + json.dumps({
    "county": COUNTY,
    "women": women_told[["iri", "name", "person"]].values.tolist(),
    "topics": topics_by_county.stack().reset_index().values.tolist(),
    "years": [[int(year), collection, int(n)] for year, collection, n in items_by_year.stack().reset_index().values.tolist()],
    "undated": undated,
}))`;
  const { stdout } = await execute(python, ['-c', code], {
    cwd: join(folderOfRelease, 'notebook'),
    env: { ...process.env, MPLBACKEND: 'Agg', PYTHONIOENCODING: 'utf-8' },
  });
  const [, answers = ''] = /^ANSWERS(.*)$/m.exec(stdout) ?? [];
  return {
    counted: /told by women with (\d+) records/.exec(stdout)?.[1],
    ...(JSON.parse(answers) as Answers),
  };
}

interface Answers {
  county: string;
  women: [string, string, string][];
  topics: [string, string, string, number][];
  years: [number, string, number][];
  undated: number;
}

/** What women told in Donegal from 1937 to 1939. */
const womenOfDonegal = () =>
  ask(`SELECT DISTINCT p.item, p.name, p.person FROM item_people p JOIN items_by_county c ON c.item = p.item
    JOIN items i ON i.iri = p.item WHERE c.name_en = 'Donegal' AND p.role = 'informant' AND p.gender = 'Female'
    AND coalesce(i.effective_from_year, i.effective_to_year) <= 1939
    AND coalesce(i.effective_to_year, i.effective_from_year) >= 1937`);

/** Its answers are those of the database, which is made of the same rows. */
async function expectAnswers(python: string, folderOfRelease: string): Promise<void> {
  const answers = await answersOf(python, folderOfRelease);
  expect(answers.county).toBe('Donegal');
  const women = womenOfDonegal();
  expect(answers.women.length).toBeGreaterThan(2);
  expect([...answers.women].sort()).toEqual(
    women.map(({ item, name, person }) => [item, name, person]).sort(),
  );
  expect(Number(answers.counted)).toBe(new Set(women.map(({ person }) => person)).size);

  const topics =
    ask(`SELECT t.label_en AS label, t.topic, c.name_en AS county, count(*) AS n FROM item_topics t
    JOIN items_by_county c ON c.item = t.item GROUP BY 1, 2, 3`);
  expect(answers.topics.filter(([, , , n]) => n > 0).sort()).toEqual(
    topics.map(({ label, topic, county, n }) => [label, topic, county, n]).sort(),
  );

  const years = ask(`SELECT effective_from_year AS year, collection, count(*) AS n FROM items
    WHERE omission IS NULL AND effective_from_year IS NOT NULL GROUP BY 1, 2`);
  expect(answers.years.filter(([, , n]) => n > 0).sort()).toEqual(
    years.map(({ year, collection, n }) => [year, collection, n]).sort(),
  );
  expect(answers.undated).toBe(
    ask('SELECT count(*) AS n FROM items WHERE omission IS NULL AND effective_from_year IS NULL')[0]?.n,
  );
}

describe.skipIf(PYTHON === undefined)('pandas (Debian: python3-pandas)', () => {
  test('answers the three questions as the database does', async () => {
    await expectAnswers(PYTHON as string, directory);
  }, 60_000);

  test('counts women by their records, also those of one name', async () => {
    const other = join(folder, 'one-name');
    await cp(directory, other, { recursive: true });
    const named = new Set(womenOfDonegal().flatMap(({ name }) => (name === null ? [] : String(name))));
    for (const table of ['people', 'schools-people']) {
      const file = join(other, `derived/${table}.csv`);
      let content = await readFile(file, 'utf8');
      for (const name of named) content = content.replaceAll(name, 'Máire');
      await writeFile(file, content);
    }
    const people = new Set(womenOfDonegal().map(({ person }) => person));
    expect(people.size).toBeGreaterThan(1);
    const { counted, women } = await answersOf(PYTHON as string, other);
    expect(Number(counted)).toBe(people.size);
    expect(new Set(women.map(([, name]) => name)).size).toBe(1);
  }, 60_000);

  test('reads every table by pandas.json: years and counts are whole numbers, empty cells are none', async () => {
    const code = `
import json, pandas
how = json.load(open("derived/pandas.json"))
tables = {file: pandas.read_csv("derived/" + file, **how[file]) for file in how}
items = tables["items.csv"]
print(json.dumps({
    "files": sorted(tables),
    "floats": sorted({column for table in tables.values() for column in table if table[column].dtype.kind == "f"}),
    "year": str(items["effective_from_year"].dtype),
    "years": [str(year) for year in items["effective_from_year"]],
    "digitized": str(tables["photographs.csv"]["digitized"].dtype),
}))`;
    const { stdout } = await execute(PYTHON as string, ['-c', code], { cwd: directory });
    const read = JSON.parse(stdout) as Record<string, unknown>;
    const tables = [...(await filesBelow(join(directory, 'derived'))).keys()].filter((file) =>
      file.endsWith('.csv'),
    );
    expect(read).toMatchObject({
      files: tables.sort(),
      floats: ['latitude', 'longitude'],
      year: 'Int64',
      digitized: 'boolean',
    });
    expect(read.years).toEqual(
      ask('SELECT effective_from_year AS year FROM items ORDER BY rowid').map(({ year }) =>
        year === null ? '<NA>' : String(year),
      ),
    );
  });
});

test.skipIf(PARQUET === undefined)(
  'the answers are the same from Parquet (Python packages pandas and pyarrow)',
  async () => {
    const { directory: other } = await release('parquet', { settings: { parquet: true } });
    await expectAnswers(PARQUET as string, other);
  },
  60_000,
);
