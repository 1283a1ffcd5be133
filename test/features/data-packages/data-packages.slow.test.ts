import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { registerSchema, validate } from '@hyperjump/json-schema/draft-04';
import jsonld from 'jsonld';
import { Parser, type Quad } from 'n3';
import { beforeAll, describe, expect, test } from 'vitest';
import { croissant } from '../../../src/features/data-packages/croissant.js';
import { dataPackage, withTables } from '../../../src/features/data-packages/data-package.js';
import { writePlainTable } from '../../../src/release/tables/derived-file.js';
import { smallRelease } from '../../release/description/small-release.js';
import { readCsv } from '../../release/tables/read-csv.js';
import { anchorJson, anchorPath } from '../../support/anchors.js';
import { exportedSample } from '../../support/exported-sample.js';
import { scratch } from '../../support/files.js';
import { pythonWith } from '../../support/python.js';

/** The tables of the sample, as data scientists find them described. */

interface Field {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly type: string;
  readonly format?: string;
  readonly constraints?: { readonly required?: boolean };
}

interface Resource {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly bytes: number;
  readonly hash: string;
  readonly licenses: readonly { readonly name: string; readonly path: string }[];
  readonly schema: {
    readonly fields: readonly Field[];
    readonly primaryKey?: string;
    readonly foreignKeys?: readonly {
      readonly fields: string;
      readonly reference: { readonly resource: string; readonly fields: string };
    }[];
  };
}

interface Package {
  readonly licenses: readonly { readonly name: string }[];
  readonly resources: readonly Resource[];
}

interface Croissant extends Record<string, unknown> {
  readonly distribution: readonly Record<string, string>[];
  readonly recordSet: readonly {
    readonly '@id': string;
    readonly key?: { readonly '@id': string };
    readonly field: readonly {
      readonly '@id': string;
      readonly name: string;
      readonly dataType: string;
      readonly isArray?: boolean;
      readonly source: {
        readonly fileObject: { readonly '@id': string };
        readonly extract: { readonly column: string };
        readonly transform?: { readonly separator: string };
      };
      readonly references?: { readonly '@id': string };
    }[];
  }[];
}

let derived: string;
let described: Package;
let forLearning: Croissant;
const rows = new Map<string, readonly string[][]>();
beforeAll(async () => {
  const { release } = await exportedSample();
  derived = join(release, 'derived');
  const read = async (file: string) => JSON.parse(await readFile(join(derived, file), 'utf8'));
  [described, forLearning] = [await read('datapackage.json'), await read('croissant.json')];
  for (const file of await readdir(derived))
    if (file.endsWith('.csv')) rows.set(file, readCsv(await readFile(join(derived, file), 'utf8')));
});

const BY_NC = 'https://creativecommons.org/licenses/by-nc/4.0/';
const BY = 'https://creativecommons.org/licenses/by/4.0/';

/** The cells of a column without the empty ones. */
function cellsOf(file: string, column: string): string[] {
  const [head = [], ...body] = rows.get(file) ?? [];
  return body.flatMap((row) => row[head.indexOf(column)] || []);
}

const sha256Of = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(derived, file)))
    .digest('hex');

describe('datapackage.json (Data Package 1, Tabular Data Package, Table Schema)', () => {
  test('has each table with its columns, length, checksum and licence', async () => {
    expect(described.resources.map(({ path }) => path).toSorted()).toEqual([...rows.keys()].toSorted());
    for (const { path, name, bytes, hash, licenses, schema } of described.resources) {
      expect(schema.fields.map((field) => field.name)).toEqual(rows.get(path)?.[0]);
      expect(hash).toBe(`sha256:${await sha256Of(path)}`);
      expect(bytes).toBe((await readFile(join(derived, path))).length);
      expect(name).toMatch(/^[-a-z0-9._/]+$/);
      expect(licenses.map((one) => one.path)).toEqual([['places', 'categories'].includes(name) ? BY : BY_NC]);
    }
    expect(described.licenses.map(({ name }) => name)).toEqual(['CC-BY-NC-4.0', 'CC-BY-4.0']);
  });

  test('gives each column the type of its cells', () => {
    const forms: Readonly<Record<string, (cell: string) => boolean>> = {
      integer: (cell) => /^-?\d+$/.test(cell),
      number: (cell) => /^-?\d+(\.\d+)?$/.test(cell),
      boolean: (cell) => cell === 'true' || cell === 'false',
      datetime: (cell) => !Number.isNaN(Date.parse(cell)),
      string: () => true,
    };
    const found = new Set<string>();
    for (const { path, schema } of described.resources)
      for (const { name, type, format } of schema.fields)
        for (const cell of cellsOf(path, name)) {
          found.add(type);
          expect(forms[type]?.(cell), `${path} ${name} ${cell}`).toBe(true);
          if (format === 'uri') expect(URL.canParse(cell), cell).toBe(true);
        }
    expect([...found].toSorted()).toEqual(Object.keys(forms).toSorted());
    const items = described.resources.find(({ name }) => name === 'items');
    const typeOf = (column: string) => items?.schema.fields.find(({ name }) => name === column)?.type;
    expect([typeOf('page_count'), typeOf('effective_from_year'), typeOf('edtf')]).toEqual([
      ...['integer', 'integer', 'string'],
    ]);
  });

  test('says of each list how its values are separated', () => {
    const separated = described.resources.flatMap(({ name, schema }) =>
      schema.fields.flatMap((field) => (field.description === undefined ? [] : [`${name}.${field.name}`])),
    );
    const arrays = forLearning.recordSet.flatMap(({ field }) =>
      field.flatMap((one) => (one.isArray === true ? [one['@id'].replace('/', '.')] : [])),
    );
    expect(separated).toEqual(arrays);
    expect(separated).toContain('items.effective_counties');
    const items = described.resources.find(({ name }) => name === 'items');
    expect(items?.schema.fields.find(({ name }) => name === 'topics')?.description).toBe(
      'A list; the values are separated by |.',
    );
  });

  test('has keys that hold, and required columns that are full', () => {
    let references = 0;
    for (const { path, schema } of described.resources) {
      const [, ...body] = rows.get(path) ?? [];
      for (const { name, constraints } of schema.fields)
        if (constraints?.required === true) expect(cellsOf(path, name)).toHaveLength(body.length);
      if (schema.primaryKey !== undefined)
        expect(new Set(cellsOf(path, schema.primaryKey)).size, path).toBe(body.length);
      for (const { fields, reference } of schema.foreignKeys ?? []) {
        const keys = new Set(cellsOf(`${reference.resource}.csv`, reference.fields));
        references += cellsOf(path, fields).filter((cell) => keys.has(cell)).length;
        expect(cellsOf(path, fields).filter((cell) => !keys.has(cell))).toEqual([]);
      }
    }
    expect(references).toBeGreaterThan(100);
    const roles = described.resources.find(({ name }) => name === 'roles');
    expect(roles?.schema).not.toHaveProperty('primaryKey');
    expect(roles?.schema.foreignKeys).toContainEqual({
      fields: 'person',
      reference: { resource: 'people', fields: 'iri' },
    });
  });

  const PROFILE = 'frictionless/tabular-data-package.json';
  test.skipIf(anchorPath(PROFILE) === undefined)('keeps to the profile of its specification', async () => {
    const id = 'https://specs.frictionlessdata.io/schemas/tabular-data-package.json';
    registerSchema(anchorJson(PROFILE) as never, id, 'http://json-schema.org/draft-04/schema#');
    expect(await validate(id, JSON.parse(JSON.stringify(described)))).toMatchObject({ valid: true });
    const [first, ...others] = described.resources;
    const { schema: _, ...without } = first as Resource;
    expect(await validate(id, { ...described, resources: [without, ...others] } as never)).toMatchObject({
      valid: false,
    });
  });
});

const CROISSANT = 'http://mlcommons.org/croissant/';
const SPECIFICATION = anchorPath('croissant/spec-1.1.md');
const VOCABULARY = anchorPath('croissant/croissant.ttl');

describe('croissant.json (Croissant 1.1)', () => {
  /** The statements, as a reader has them that may fetch nothing. */
  async function statements(): Promise<Quad[]> {
    const options = {
      ...{ format: 'application/n-quads', base: 'https://release.example/derived/croissant.json' },
      documentLoader: async (url: string): Promise<never> => {
        throw new Error(`it asks for ${url}`);
      },
    };
    const text = await jsonld.toRDF(forLearning as jsonld.JsonLdDocument, options as object);
    return new Parser({ format: 'N-Quads' }).parse(String(text));
  }

  test('has what is required of a data set, and a checksum of each file', async () => {
    for (const name of ['@context', 'description', 'name', 'url', 'creator', 'datePublished', 'license'])
      expect(forLearning, name).toHaveProperty(name);
    expect(forLearning).toMatchObject({ '@type': 'sc:Dataset', conformsTo: `${CROISSANT}1.1` });
    expect(forLearning.license).toEqual([BY_NC, BY]);
    expect(forLearning.distribution.map((file) => file['@id'])).toEqual(
      described.resources.map(({ path }) => path),
    );
    for (const file of forLearning.distribution) {
      // A relative address leads to the file beside the description.
      expect(file.contentUrl).toBe(file['@id']);
      expect(file.sha256).toBe(await sha256Of(file.contentUrl ?? ''));
    }
  });

  test('has a field for each column, with its source, and keys and references to fields that are there', () => {
    const fields = new Set(forLearning.recordSet.flatMap(({ field }) => field.map((one) => one['@id'])));
    for (const { '@id': id, key, field } of forLearning.recordSet) {
      expect(field.map(({ source }) => source.extract.column)).toEqual(rows.get(`${id}.csv`)?.[0]);
      if (key !== undefined) expect(fields).toContain(key['@id']);
      for (const { source, references, isArray } of field) {
        expect(source.fileObject['@id']).toBe(`${id}.csv`);
        expect(source.transform?.separator).toBe(isArray === true ? '|' : undefined);
        if (references !== undefined) expect(fields).toContain(references['@id']);
      }
    }
    const typeOf = (wanted: string) =>
      forLearning.recordSet
        .flatMap(({ field }) => field)
        .flatMap((one) => (one['@id'] === wanted ? [one.dataType, one.isArray ?? false] : []));
    expect(typeOf('items/topics')).toEqual(['sc:URL', true]);
    expect(typeOf('items/effective_from_year')).toEqual(['sc:Integer', false]);
    expect(typeOf('places/latitude')).toEqual(['sc:Float', false]);
    expect(typeOf('photographs/digitized')).toEqual(['sc:Boolean', false]);
  });

  test.skipIf(SPECIFICATION === undefined)('has the context of the specification', async () => {
    const text = await readFile(SPECIFICATION ?? '', 'utf8');
    const [, context = ''] =
      /## Appendix 1: JSON-LD context\s+```json\s+"@context": ([\s\S]*?)```/.exec(text) ?? [];
    expect(forLearning['@context']).toEqual(JSON.parse(context.replace(/,(\s*\})/g, '$1')));
  });

  test.skipIf(SPECIFICATION === undefined || VOCABULARY === undefined)(
    'uses no class and no property that neither Croissant nor schema.org has',
    async () => {
      const specification = await readFile(SPECIFICATION ?? '', 'utf8');
      const vocabulary = new Parser().parse(await readFile(VOCABULARY ?? '', 'utf8'));
      const ofCroissant = new Set(vocabulary.map(({ subject }) => subject.value));
      const used = (await statements()).flatMap(({ predicate, object }) =>
        predicate.value.endsWith('#type') || predicate.value.endsWith('/dataType')
          ? [predicate.value, object.value]
          : [predicate.value],
      );
      const unknown = [...new Set(used)].filter((iri) => {
        const name = iri.slice(iri.lastIndexOf('/') + 1);
        if (iri.startsWith(CROISSANT))
          return !ofCroissant.has(iri) && !specification.includes(`<td>${name}</td>`);
        return !iri.endsWith('#type') && !specification.includes(`schema.org/${name}"`);
      });
      // The specification does not name these; schema.org has them (schema.org/DataDownload, schema.org/Dataset).
      expect(unknown.filter((iri) => !/^http:\/\/schema.org\/(URL|identifier)$/.test(iri))).toEqual([
        'http://purl.org/dc/terms/conformsTo',
      ]);
    },
  );
});

test('both have the titles and the tables of the descriptions in CSV on the Web', async () => {
  const { tables } = JSON.parse(await readFile(join(derived, 'csv-metadata.json'), 'utf8'));
  for (const { url, tableSchema } of tables) {
    const { fields } = described.resources.find(({ path }) => path === url)?.schema ?? { fields: [] };
    expect(fields.map(({ title }) => title)).toEqual(
      tableSchema.columns.map((column: { titles: { en: string } }) => column.titles.en),
    );
  }
  expect(tables.length).toBeGreaterThan(8);
});

test('a table of a feature is in both, and a release of one publication has one licence', async () => {
  const written = await writePlainTable(
    await scratch(),
    { name: 'counts', publication: 'placenames', columns: ['county', 'places'] },
    [
      ['Kerry', 12],
      ['Cork', 7],
    ],
    { en: 'Places by county', ga: 'Áiteanna de réir contae' },
  );
  const release = withTables(
    smallRelease({ datasets: [{ name: 'places', publication: 'placenames' }], derived: [written] }),
  );
  const { resources, licenses } = dataPackage(release) as Package;
  expect(licenses.map(({ name }) => name)).toEqual(['CC-BY-4.0']);
  expect(resources).toMatchObject([
    {
      ...{ name: 'counts', title: 'Places by county' },
      schema: {
        fields: [
          { name: 'county', type: 'string' },
          { name: 'places', type: 'integer' },
        ],
      },
    },
  ]);
  const { recordSet, license } = croissant(release) as Croissant;
  expect(license).toEqual([BY]);
  expect(recordSet.map((set) => set['@id'])).toEqual(['counts']);
  expect(recordSet[0]).not.toHaveProperty('key');
});

const PYTHON = await pythonWith('pandas');
test.skipIf(PYTHON === undefined)(
  'pandas reads each table by datapackage.json (Python package pandas)',
  async () => {
    const code = `
import json, pandas
package = json.load(open("datapackage.json"))
types = {"integer": "Int64", "number": "float64", "boolean": "boolean", "string": "string", "datetime": "string"}
tables = {}
for resource in package["resources"]:
    fields = resource["schema"]["fields"]
    tables[resource["name"]] = pandas.read_csv(
        resource["path"],
        dtype={field["name"]: types[field["type"]] for field in fields},
        keep_default_na=False, na_values=resource["schema"]["missingValues"])
print(json.dumps({
    "rows": {name: len(table) for name, table in tables.items()},
    "year": str(tables["items"]["effective_from_year"].dtype),
}))`;
    const { stdout } = await promisify(execFile)(PYTHON as string, ['-c', code], { cwd: derived });
    expect(JSON.parse(stdout)).toEqual({
      rows: Object.fromEntries([...rows].map(([file, all]) => [file.replace('.csv', ''), all.length - 1])),
      year: 'Int64',
    });
  },
);
