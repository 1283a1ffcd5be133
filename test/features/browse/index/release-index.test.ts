import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { ReleaseIndex } from '../../../../src/features/browse/index/release-index.js';
import { scratch } from '../../../support/files.js';

test('labels are found for as many paths as are asked for: more than SQLite has parameters', async () => {
  const file = join(await scratch(), 'index.sqlite');
  const made = new Database(file);
  made.exec(`CREATE TABLE resource (id INTEGER PRIMARY KEY, path TEXT UNIQUE, kind TEXT, label_en TEXT, label_ga TEXT);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
    INSERT INTO resource SELECT i, 'item/' || i, 'item', 'Item ' || i, NULL FROM n;`);
  made.close();
  const index = new ReleaseIndex(file, 'https://example.org/');
  const paths = Array.from({ length: 40_000 }, (_, at) => `item/${at + 1}`);
  const found = index.summaries([...paths, 'item/none']);
  index.close();
  expect([found.size, found.get('item/40000')?.label_en]).toEqual([40_000, 'Item 40000']);
});
