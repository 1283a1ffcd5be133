import { describe, expect, it } from 'vitest';
import { EditedLinksTable, type LinkRow } from '../../../src/features/links/links-table.js';

/** Rows are added to a table of links, and removed from it, and all other bytes stay. */

const HEADER = 'kind,id,iri,relation,source,date';
const line = (id: number): string =>
  `place,${id},https://a.example.com/${id},owl:sameAs,"é\n${id}",2026-11-23`;
const tableOf = (text: string): EditedLinksTable => new EditedLinksTable('links.csv', Buffer.from(text));
const rowAt = (table: EditedLinksTable, at: number): LinkRow => table.rows[at] as LinkRow;

describe.each([
  ['LF', '\n', ''],
  ['CRLF', '\r\n', ''],
  ['LF and a byte order mark', '\n', '\uFEFF'],
  ['CRLF and a byte order mark', '\r\n', '\uFEFF'],
])('in a table with %s', (_, end, mark) => {
  const text = mark + [HEADER, line(1), '', line(2), line(3), ''].join(end);

  it('rows are removed', () => {
    const table = tableOf(text);
    expect(table.rows.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(table.with([], new Set([rowAt(table, 2)])).toString()).toBe(
      mark + [HEADER, line(1), '', line(2), ''].join(end),
    );
    // With the empty lines before them.
    expect(table.with([], new Set([rowAt(table, 0), rowAt(table, 1)])).toString()).toBe(
      mark + [HEADER, line(3), ''].join(end),
    );
  });

  it('rows are added, also where the last line has no end', () => {
    const added: LinkRow = {
      ...{ kind: 'place', id: '9', iri: 'https://a.example.com/9', relation: 'owl:sameAs' },
      ...{ source: 'by hand', date: '2026-11-23' },
    };
    const row = `place,9,https://a.example.com/9,owl:sameAs,by hand,2026-11-23${end}`;
    expect(tableOf(text).with([added]).toString()).toBe(text + row);
    expect(tableOf(text.slice(0, -end.length)).with([added]).toString()).toBe(text + row);
  });
});

it('a row of empty cells, as spreadsheets leave them, is no row, and stays', () => {
  const text = `${HEADER}\n${line(1)}\n,,,,,\n${line(2)}\n , ,,,,\n`;
  const table = tableOf(text);
  expect(table.rows.map(({ id }) => id)).toEqual(['1', '2']);
  expect(table.with([], new Set([rowAt(table, 1)])).toString()).toBe(
    `${HEADER}\n${line(1)}\n,,,,,\n , ,,,,\n`,
  );
});

it.each([
  ['in a cell', 'place,2,https://a.exam'],
  ['in the last cell', 'place,2,https://a.example.com/2,owl:sameAs,by hand,2026-11-2'],
])('a table that breaks off %s is refused', (_, row) => {
  expect(() => tableOf(`${HEADER}\n${line(1)}\n${row}`)).toThrow(/line 4/);
});

it('an id with leading zeros is that of the same record', () => {
  expect(() =>
    tableOf(`${HEADER}\n${line(1)}\n${line(1).replace(',1,', ',01,').replace('/1', '/2')}\n`),
  ).toThrow('place 01 has another address of the same host in line 3');
});
