import { beforeAll, describe, expect, it } from 'vitest';
import { CONDITIONAL_FIELDS, SILENCED, UNMAPPED } from '../../src/model/mapping/field-notes.js';
import { TurtleWriter } from '../../src/model/rdf/formats/turtle.js';
import { KINDS, kindOf } from '../../src/model/records/kinds.js';
import type { Kind } from '../../src/model/records/record.js';
import { jsonSchemas } from '../../src/model/schema/json-schema.js';
import { PRIVILEGED } from '../../src/model/schema/privileged.js';
import { fieldOf } from '../../src/pipeline/shards/source-field.js';
import { unmapped } from '../../src/use/inspect/explain/field-outcome.js';
import { page, placeOf, type Row, rowsOf } from './coverage-table.js';
import { walk } from './dictionary-fields.js';
import { type Evidence, lineOf, made, random, SENT, sample, surroundings } from './evidence.js';
import { MADE, UNLINKED } from './made-records.js';
import { sourceFieldsTable } from './source-fields-table.js';

/** Every property of every object is mapped, or listed with a reason. */

/** Random records of each kind: enough to see every field once, and few enough to wait for. */
const MANY = 12;

let sampled: readonly Evidence[];
let dump: ReadonlySet<string>;
let others: readonly Evidence[];
let rows: readonly Row[];
const spoke = new Set<string>();
const silent = new Set<string>();

beforeAll(async () => {
  const [around, unlinked] = [await surroundings(), await surroundings({})];
  ({ evidence: sampled, dump } = await sample());
  others = [
    ...MADE.map(([kind, record], index) => made(kind, `made ${index}`, record, around)),
    ...SENT.flatMap((kind) => random(kind, MANY, around)),
    ...UNLINKED.map(([kind, record], index) => made(kind, `unlinked ${index}`, record, unlinked)),
  ];
  rows = rowsOf(sampled, others, new TurtleWriter(around.language));
  for (const { kind, fields } of [...sampled, ...others]) {
    for (const { path, became, names } of fields) {
      (became.length + names.length > 0 ? spoke : silent).add(`${kind} ${fieldOf(path)}`);
    }
  }
});

const walked = (kind: Kind) => walk(kindOf({ kind }).schemas.sent.extend(kindOf({ kind }).schemas.around));
const isPrivileged = (field: string): boolean =>
  field.split('.').some((step) => (PRIVILEGED as readonly string[]).includes(step));

describe('every field of the dictionaries', () => {
  it('is met: no named object of them is left out of the kinds', () => {
    const met = new Set(
      SENT.flatMap((kind) => walked(kind).objects.map((names) => new Set(names.split(',')))),
    );
    const missed = Object.entries(jsonSchemas((name) => name)).filter(([, { properties = {} }]) => {
      const names = Object.keys(properties);
      return ![...met].some((object) => names.every((name) => object.has(name)));
    });
    expect(missed.map(([name]) => name)).toEqual([]);
    expect(rows.length).toBeGreaterThan(500);
  });

  it('leaves a triple in some record, or has a reason why it never does', () => {
    const nowhere = rows.filter((row) => row.reason === undefined && row.terms.length === 0 && !row.isName);
    expect(nowhere.map(({ kind, field }) => `${kind} ${field}`)).toEqual([]);
  });

  it('that leaves no triple in a record has a reason there, be it of the sample world or random', () => {
    const amiss = new Map<string, string>();
    for (const one of [...sampled, ...others]) {
      for (const { path, value, became, names, why } of one.fields) {
        if (became.length + names.length > 0 || why !== undefined) continue;
        amiss.set(`${one.kind} ${fieldOf(path)}`, `${placeOf(one, path)} = ${JSON.stringify(value)}`);
      }
    }
    expect([...amiss]).toEqual([]);
  });

  it('of the sample world is in the dumps with what it became', () => {
    const missing = sampled.flatMap((one) =>
      one.fields.flatMap(({ path, became }) =>
        became
          .filter((quad) => !dump.has(lineOf(quad)))
          .map((quad) => `${placeOf(one, path)}: ${lineOf(quad)}`),
      ),
    );
    expect(missing).toEqual([]);
    expect(sampled.length).toBeGreaterThan(300);
  });
});

describe('a reason', () => {
  const listed = [...Object.entries(UNMAPPED), ...Object.entries(CONDITIONAL_FIELDS)];

  it('is of a kind that exists', () => {
    const kinds = [...listed.map(([kind]) => kind), ...Object.keys(SILENCED)];
    expect(kinds.filter((kind) => !Object.hasOwn(KINDS, kind))).toEqual([]);
  });

  it('is of a field that exists', () => {
    const gone = listed.flatMap(([kind, reasons]) => {
      const { fields, holders } = walked(kind as Kind);
      return Object.keys(reasons)
        .filter((field) => ![...fields, ...holders].includes(field))
        .map((field) => `${kind} ${field}`);
    });
    expect(gone).toEqual([]);
  });

  it('for never leaving a triple is of a field that never does', () => {
    const mapped = SENT.flatMap((kind) =>
      walked(kind)
        .fields.filter(
          (field) => !isPrivileged(field) && unmapped(kind, field) && spoke.has(`${kind} ${field}`),
        )
        .map((field) => `${kind} ${field}`),
    );
    expect(mapped).toEqual([]);
  });

  it('for sometimes leaving none is of a field that does both', () => {
    const quiet = Object.entries(CONDITIONAL_FIELDS).flatMap(([kind, conditions]) =>
      Object.keys(conditions).map((field) => `${kind} ${field}`),
    );
    expect(quiet.filter((field) => !spoke.has(field))).toEqual([]);
    expect(quiet.filter((field) => !silent.has(field))).toEqual([]);
  });

  it('stands in one list only', () => {
    const twice = Object.entries(CONDITIONAL_FIELDS).flatMap(([kind, conditions]) =>
      Object.keys(conditions).filter((field) => unmapped(kind as Kind, field)),
    );
    expect(twice).toEqual([]);
  });
});

describe('vocabulary/source-fields.tsv', () => {
  it('is fresh; `npm run docs` makes it anew', async () => {
    const table = sourceFieldsTable([...sampled, ...others]);
    await expect(table).toMatchFileSnapshot('../../vocabulary/source-fields.tsv');
  });
});

describe('docs/coverage.md', () => {
  it('is fresh; `npm run docs` makes it anew', async () => {
    await expect(page(rows)).toMatchFileSnapshot('../../docs/coverage.md');
  });
});
