import fc from 'fast-check';
import { DataFactory } from 'n3';
import { expect, test } from 'vitest';
import { RecordLines } from '../../src/output/sort/ntriples-block.js';
import { canonicalLines, ntriplesLine } from '../../src/rdf/formats/ntriples.js';

/** A hot path and its plain twin: lines put in order by their parts are in the order of their bytes. */

const { namedNode, literal, quad } = DataFactory;
const RECORD = 'https://e.org/item/1';

const SUBJECTS = fc
  .constantFrom('', '#a', '#a-b', '#b', '#ab', '#é', '#\u{1f600}', '#\ue000')
  .map((end) => namedNode(RECORD + end));
/** Some begin like others, and go on with signs before and behind `>`. */
const PREDICATES = fc
  .constantFrom(
    'urn:p',
    'urn:pq',
    'urn:p/q',
    'urn:p#q',
    'urn:p!',
    'urn:pé',
    'urn:p\u{1f600}',
    'urn:p\ue000',
    'urn:a',
  )
  .map((iri) => namedNode(iri));
const WORDS = fc.string({
  unit: fc.constantFrom('a', 'b', '"', '\\', '\n', ' ', '!', '~', 'é', '\u{1f600}', '\ue000', '\uffff'),
  maxLength: 4,
});
const OBJECTS = fc.oneof(
  WORDS.map((words) => literal(words)),
  fc.tuple(WORDS, fc.constantFrom('ga', 'g', 'en', 'en-ie')).map(([words, tag]) => literal(words, tag)),
  fc.tuple(WORDS, fc.constantFrom('urn:t', 'urn:tt')).map(([words, type]) => literal(words, namedNode(type))),
  fc.constantFrom('urn:x', 'urn:xy', 'urn:x#y').map((iri) => namedNode(iri)),
);
const QUADS = fc.array(
  fc.tuple(SUBJECTS, PREDICATES, OBJECTS).map((terms) => quad(...terms)),
  { maxLength: 90, size: 'max' },
);

test('lines of records are those of the plain twin, record after record', () => {
  const lines = new RecordLines();
  fc.assert(
    fc.property(fc.array(QUADS, { maxLength: 4 }), (records) => {
      for (const quads of records) {
        for (const one of quads) lines.add(one);
        const twin = canonicalLines(quads.map(ntriplesLine));
        expect(lines.take()).toEqual({ text: twin.map((line) => `${line}\n`).join(''), lines: twin.length });
      }
    }),
    { numRuns: 500 },
  );
  expect(lines.take()).toEqual({ text: '', lines: 0 });
});
