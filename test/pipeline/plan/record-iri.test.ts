import { expect, test } from 'vitest';
import { refOfIri } from '../../../src/pipeline/plan/record-iri.js';

const BASE = 'https://data.example.org/folklore/';

/** RFC 8259, section 6: whole numbers up to 2^53-1 are exact. */
test.each([
  ['cbeg/photograph/1201', { kind: 'cbeg.photograph', id: 1201 }],
  ['cbeg/photograph/9007199254740991', { kind: 'cbeg.photograph', id: 9_007_199_254_740_991 }],
  ['cbeg/photograph/9007199254740993', { kind: 'cbeg.photograph', id: '9007199254740993' }],
  ['elsewhere/1', undefined],
])('the record of the IRI %s', (path, ref) => {
  expect(refOfIri(`${BASE}${path}`, BASE)).toEqual(ref);
});
