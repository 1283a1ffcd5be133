import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUERIES } from '../../../src/pipeline/consistency/checks.js';
import { BuildDatabase } from '../../../src/pipeline/rows/build-database.js';
import { RowBuffer } from '../../../src/pipeline/rows/row-buffer.js';

/** A whole archive has a million rows of pages: a query that reads a table once for each row of another does not end. */

/** Rows of each table, enough for SQLite to look for a row by an index. */
const ROWS = 300;

let database: BuildDatabase;

beforeAll(() => {
  database = BuildDatabase.inMemory();
  const rows = new RowBuffer();
  for (let id = 1; id <= ROWS; id += 1) {
    const collection = id % 2 === 0 ? 'cbe' : 'cbes';
    rows.add('part', collection, id, id);
    rows.add('page', collection, id, id, id);
    rows.add('item', collection, id, id, id, id, '/cbe');
    rows.add('item_page', collection, id, id);
    rows.add('item_link', id, id + 1, 1, id, id);
    rows.add('place', id, id % 9 === 0 ? id + 1 : null, id, '/places', '/0');
    rows.add('place_within', id, id + 1);
    rows.add('cluster_member', id, id + 1);
    rows.add('born_here', id, id);
    rows.add('person', id, id, id, 0, '/cbed/people', '/0');
    rows.add('topic', `A${id}`, 'A', 'Settlement', '/cbeg', '/0');
  }
  database.append(rows.take());
  database.createIndexes();
});
afterAll(() => database.close());

test.each(QUERIES.map((query) => [/'(X\d+)' AS rule/.exec(query)?.[1] ?? 'compared while mapped', query]))(
  '%s looks up the rows of another table by an index',
  (_, query) => {
    const plan = database.all<'id' | 'parent' | 'detail'>(`EXPLAIN QUERY PLAN ${query}`);
    const rowOf = new Map(plan.map((row) => [row.id, row]));
    /** In a subquery that is run for each row of the query around it. */
    const isCorrelated = (row: (typeof plan)[number] | undefined): boolean => {
      if (row === undefined) return false;
      const detail = String(row.detail);
      return / SUBQUERY /.test(detail)
        ? detail.startsWith('CORRELATED')
        : isCorrelated(rowOf.get(row.parent));
    };
    const again = plan.filter(isCorrelated).map(({ detail }) => String(detail));
    expect(again.filter((detail) => /^SCAN (?!CONSTANT)|AUTOMATIC/.test(detail))).toEqual([]);
  },
);
