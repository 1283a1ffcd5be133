import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FindingGroups } from '../../../src/release/report/digest.js';
import { compare, reportOf } from '../../../src/release/report/validation-json.js';
import { scratch } from '../../support/files.js';
import { MISSING, PHOTOGRAPH, SHAPES, told, written } from './tellings.js';

/** `report/validation.json`: what whoever reads it may rely on. */

const count = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;
const object = <P extends object>(properties: P, ...optional: readonly (keyof P)[]) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name as keyof P)),
  additionalProperties: false,
});
const TOTALS = object({ violation: count, warning: count, info: count });
const CAUSE = {
  severity: { enum: ['violation', 'warning', 'info'] },
  shape: text,
  path: { type: 'string', format: 'iri' },
  constraint: text,
};
const EXAMPLE = object(
  {
    kind: text,
    id: { type: ['integer', 'string'] },
    ...{ label: text, where: text, focus: text, value: text, field: text, message: text },
    outcome: { enum: ['published', 'rejected', 'unreadable'] },
  },
  ...(['id', 'label', 'where', 'value', 'field', 'message'] as const),
);
const GROUP = object(
  {
    ...CAUSE,
    ...{ message: text, messageGA: text, name: text, expected: text, expectedGA: text },
    count: { type: 'integer', minimum: 1 },
    kinds: { type: 'object', minProperties: 1, additionalProperties: { type: 'integer', minimum: 1 } },
    examples: { type: 'array', minItems: 1, maxItems: 3, items: EXAMPLE },
  },
  ...(['path', 'messageGA', 'name', 'expected', 'expectedGA'] as const),
);
const KIND = object({
  fetched: count,
  published: count,
  withheld: count,
  rejected: count,
  unreadable: count,
});
const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...object(
    {
      format: { const: 'folklore-ld-validation' },
      version: { const: 1 },
      conforms: { type: 'boolean' },
      totals: TOTALS,
      counts: { type: 'object', additionalProperties: KIND },
      groups: { type: 'array', items: GROUP },
      shapesThatMetNothing: { type: 'array', items: text },
      comparedWith: text,
      totalsBefore: TOTALS,
      changes: { type: 'array', items: object({ ...CAUSE, before: count, now: count }, 'path') },
    },
    ...(['comparedWith', 'totalsBefore', 'changes'] as const),
  ),
};
const URI = 'https://example.org/schema/validation';

beforeAll(() => registerSchema(SCHEMA as Parameters<typeof registerSchema>[0], URI));
afterAll(() => unregisterSchema(URI));

const isLawful = async (json: string): Promise<boolean> => (await validate(URI, JSON.parse(json))).valid;

describe('validation.json', () => {
  const counts = { place: { fetched: 3, published: 1, withheld: 1, rejected: 1, unreadable: 0 } };

  it('has one form for all findings', async () => {
    const { origin, label, id, ...bare } = PHOTOGRAPH;
    const findings = [
      told(),
      told({ value: '"\u0000\uD83D"' }),
      told({ focus: '', shape: 'X17' }, { subject: bare }),
    ];
    const before = await written(findings);
    expect(await isLawful(before.text('validation.json'))).toBe(true);
    const previous = { label: '2026-10-01', groups: before.report.groups };
    const shapesMet = new Map([[`${SHAPES}Item`, 0]]);
    const after = await written([told()], { counts, shapesMet, previous });
    expect(await isLawful(after.text('validation.json'))).toBe(true);
    expect(after.report).toMatchObject({ conforms: false, counts, comparedWith: '2026-10-01' });
    expect(after.report.totalsBefore).toEqual({ violation: 0, warning: 3, info: 0 });
    expect(after.report.shapesThatMetNothing).toEqual([`${SHAPES}Item`]);
  });

  it('conforms when there is no result at all (SHACL, section 3.6.1.1), a mere remark included', async () => {
    expect((await written([])).report.conforms).toBe(true);
    expect((await written([told({ severity: 'info' })])).report.conforms).toBe(false);
  });
});

it('findings.ndjson has each finding whole, with its record, its place in the source and its field', async () => {
  const long = JSON.stringify('x'.repeat(10_000));
  const { text: textOf } = await written([told({ value: long }, { field: 'ReferenceNumber' }), told()]);
  const lines = textOf('findings.ndjson').trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    kind: 'cbeg.photograph',
    id: 7,
    value: long,
    field: 'ReferenceNumber',
    origin: PHOTOGRAPH.origin,
    source: 'archive /cbeg?CountyID=100013#/3',
    expected: 'at least 1 value',
  });
});

const groupsOf = (...findings: readonly ReturnType<typeof told>[]) => {
  const digest = new FindingGroups();
  for (const one of findings) digest.add(one);
  return digest.groups();
};
const gone = told({ shape: `${SHAPES}Gone` });
const fresh = told({ shape: `${SHAPES}New` });
const { severity, shape, path, constraint } = MISSING;
const MISSING_CAUSE = { severity, shape, path, constraint };

describe('two reports', () => {
  it('differ by causes that are new, gone, more or fewer; those that are gone come last', () => {
    expect(compare(groupsOf(gone, told()), groupsOf(told(), told(), fresh))).toEqual([
      { ...MISSING_CAUSE, before: 1, now: 2 },
      { ...MISSING_CAUSE, shape: `${SHAPES}New`, before: 0, now: 1 },
      { ...MISSING_CAUSE, shape: `${SHAPES}Gone`, before: 1, now: 0 },
    ]);
  });

  it('do not differ when only messages are worded anew, into more groups or fewer', () => {
    const before = groupsOf(told(), told({ message: 'One.' }));
    expect(compare(before, groupsOf(told({ message: 'Two.' }), told({ message: 'Two.' })))).toEqual([]);
  });

  it('of the same findings in another order do not differ', () => {
    expect(compare(groupsOf(told(), gone, fresh), groupsOf(fresh, told(), gone))).toEqual([]);
  });
});

describe('the report of an earlier release', () => {
  const release = async (text: string): Promise<string> => {
    const folder = await scratch();
    await mkdir(join(folder, 'report'));
    await writeFile(join(folder, 'report', 'validation.json'), text);
    return folder;
  };

  it('is read as it was written', async () => {
    const { report, text } = await written([told()]);
    expect(await reportOf(await release(text('validation.json')))).toEqual(report);
  });

  it.each([
    ['no JSON', '{'],
    ['something else', '[]'],
    ['nothing', 'null'],
    ['of a version to come', '{"format":"folklore-ld-validation","version":2,"groups":[],"counts":{}}'],
    ['without counts', '{"format":"folklore-ld-validation","version":1,"groups":[]}'],
    [
      'of groups that are none',
      '{"format":"folklore-ld-validation","version":1,"groups":[null],"counts":{}}',
    ],
  ])('that is %s counts as none', async (_, text) => {
    expect(await reportOf(await release(text))).toBeUndefined();
  });

  it('that is not there counts as none', async () => {
    expect(await reportOf(await scratch())).toBeUndefined();
  });
});
