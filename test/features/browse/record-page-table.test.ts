import { expect, test } from 'vitest';
import { RECORD_PAGE } from '../../../src/features/browse/record/property-table.js';
import { readContext } from '../../../src/model/rdf/context.js';

test('record-page.yaml: each property is a term of the context, once', () => {
  const { terms } = readContext();
  const shown = RECORD_PAGE.map(({ term }) => term);
  expect(shown.filter((term) => !terms.has(term))).toEqual([]);
  expect(new Set(shown.map((term) => terms.get(term)?.iri)).size).toBe(shown.length);
  expect(RECORD_PAGE.filter(({ en, ga }) => (en === undefined) !== (ga === undefined))).toEqual([]);
});
