/**
 * Reads comma-separated values strictly after the grammar of RFC 4180, section 2: no leniency, so that what passes
 * here passes everywhere.
 */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let at = 0;
  const quoted = (): string => {
    let value = '';
    for (at += 1; ; at += 1) {
      if (at >= text.length) throw new Error('a quote is never closed');
      if (text[at] !== '"') value += text[at];
      else if (text[at + 1] === '"') {
        value += '"';
        at += 1;
      } else break;
    }
    at += 1;
    return value;
  };
  const plain = (): string => {
    const from = at;
    while (at < text.length && !',\r\n'.includes(text.charAt(at))) {
      if (text[at] === '"') throw new Error(`a quote inside a plain cell at ${at}`);
      at += 1;
    }
    return text.slice(from, at);
  };
  while (at < text.length) {
    const row: string[] = [];
    for (;;) {
      row.push(text[at] === '"' ? quoted() : plain());
      if (text[at] !== ',') break;
      at += 1;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`a row does not end in CRLF at ${at}`);
    at += 2;
    rows.push(row);
  }
  return rows;
}

/** What the descriptions tell readers to do: a text that was marked as no formula loses its first apostrophe. */
export const unmarked = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, '');

/** The rows as objects by the names in the header, without marks; cells that say nothing are left out. */
export function readTable(text: string): Record<string, string>[] {
  const [header = [], ...rows] = readCsv(text);
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`${row.length} cells under ${header.length} names`);
    return Object.fromEntries(
      header.map((name, column) => [name, unmarked(row[column] ?? '')]).filter(([, value]) => value !== ''),
    ) as Record<string, string>;
  });
}
