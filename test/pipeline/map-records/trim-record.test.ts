import { expect, test } from 'vitest';
import type { PublishableRecord } from '../../../src/model/records/record.js';
import { sourceRecord } from '../../../src/model/records/record.js';
import type { Finding } from '../../../src/model/shacl/finding.js';
import { type CheckedMapping, trimRecord } from '../../../src/pipeline/map-records/trim-record.js';

const FEATURED = 'https://data.example.org/folklore/ontology#featured';

/** A place with values of `featured`, and a violation for each that has slashes: as the term check finds them. */
function checked(featured: readonly string[]): CheckedMapping {
  const record = { id: 1, featured, placenames: [], glossary: [], categories: [], includedIn: [] };
  const origin = { service: 'placenames', request: '/?CountyID=1', pointer: '/0' } as const;
  return {
    one: sourceRecord('place', 1, record as never, origin) as PublishableRecord,
    mapped: { node: { id: 'https://data.example.org/folklore/place/1' }, quads: [] } as never,
    findings: featured.filter((value) => value.includes('/')).map(violation),
  };
}

const violation = (value: string): Finding => ({
  ...{ severity: 'violation', focus: 'https://data.example.org/folklore/place/1', path: FEATURED, value },
  ...{ constraint: 'Term', shape: 'gate', message: 'Not lawful RDF.' },
});

const trim = (featured: readonly string[]) =>
  trimRecord(
    checked(featured),
    async ({ record }) => checked((record as unknown as { readonly featured: readonly string[] }).featured),
    () => ['featured[]'],
  );

test.each([
  ['one value', ['01/02/2021']],
  ['two values', ['01/02/2021', '02/02/2021']],
  ['a value twice', ['01/02/2021', '01/02/2021']],
  ['two values and one that is right', ['01/02/2021', '2021-02-03', '02/02/2021']],
])('of a record with %s that break one constraint, each one is left out and told', async (_, featured) => {
  const trimmed = await trim(featured);
  if (trimmed === undefined) throw new Error('the record is rejected');
  const wrong = featured.filter((value) => value.includes('/'));
  const record: object = trimmed.one.record;
  expect(record).toMatchObject({ featured: featured.filter((value) => !wrong.includes(value)) });
  expect(trimmed.leftOut.map(({ path, value }) => [path, value]).sort()).toEqual(
    wrong.map((value) => [FEATURED, JSON.stringify(value)]).sort(),
  );
});
