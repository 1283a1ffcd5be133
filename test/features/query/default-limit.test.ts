import oxigraph from 'oxigraph';
import { describe, expect, test } from 'vitest';
import { withDefaultLimit } from '../../../src/features/query/default-limit.js';

/** A LIMIT for queries without one, tried with an engine: four solutions of each pattern. */

const store = new oxigraph.Store();
store.load(
  ['a', 'b', 'c', 'd'].map((name) => `<http://x/${name}> <http://x/limit> "LIMIT 1 }" .`).join('\n'),
  { format: 'application/n-triples' },
);
const counted = (query: string): number => (store.query(query) as unknown[]).length;

describe('a query gets a limit', () => {
  test.each([
    ['a plain one', 'SELECT * { ?s ?p ?o }', 2],
    ['one that ends in a remark', 'SELECT * { ?s ?p ?o } # LIMIT 9', 2],
    ['one whose limit is that of a part', 'SELECT * { { SELECT * { ?s ?p ?o } LIMIT 3 } }', 2],
    [
      'one with a string, a prefix and variables of that name',
      'PREFIX limit: <http://x/> SELECT ?limit { ?limit limit:limit "LIMIT 1 }" }',
      2,
    ],
    ['one with an order and an offset', 'SELECT * { ?s ?p ?o } ORDER BY ?s OFFSET 1', 2],
    ['one with a group and a condition', 'SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING (COUNT(*) > 0)', 2],
    ['one with values at its end', 'SELECT * { ?s ?p ?o } VALUES ?p { <http://x/limit> }', 2],
    [
      'one with values in its pattern',
      'SELECT * { VALUES ?s { <http://x/a> <http://x/b> <http://x/c> } ?s ?p ?o }',
      2,
    ],
    ['one with a prefix that is called so', 'PREFIX values: <http://x/> SELECT * { ?s values:limit ?o }', 2],
    ['a graph', 'CONSTRUCT { ?s ?p ?s } WHERE { ?s ?p ?o }', 2],
    ['a short graph', 'CONSTRUCT WHERE { ?s ?p ?o }', 2],
    ['a description', 'DESCRIBE ?s WHERE { ?s ?p ?o }', 2],
  ])('%s', (_, query, expected) => {
    expect(counted(query)).toBeGreaterThan(expected);
    expect(counted(withDefaultLimit(query, 2) ?? query)).toBe(expected);
  });
});

test.each([
  ['with its own', 'SELECT * { ?s ?p ?o } limit 3'],
  ['with its own before an offset', 'SELECT * { ?s ?p ?o } LIMIT 3 OFFSET 1'],
  ['for yes or no', 'ASK { ?s ?p ?o }'],
  ['of one thing', 'DESCRIBE <http://x/a>'],
  ['that is none', 'CLEAR ALL'],
])('a query %s gets none', (_, query) => {
  expect(withDefaultLimit(query, 2)).toBeUndefined();
});
