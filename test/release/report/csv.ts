import { expect } from 'vitest';

/** Rows of a table as RFC 4180 reads it, by the rules of its grammar. */
export function rowsOf(text: string): Record<string, string>[] {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const rows: string[][] = [[]];
  while (field.lastIndex < text.length) {
    const [match, quoted, plain = '', end] = field.exec(text) ?? [];
    if (match === undefined) throw new Error('no RFC 4180');
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  const [head = [], ...body] = rows.slice(0, -1);
  return body.map((cells) => {
    expect(cells).toHaveLength(head.length);
    return Object.fromEntries(cells.map((cell, at) => [head[at] ?? '', cell]));
  });
}
