import { joinLines, listEntries, parseJson } from '../../../model/rdf/formats/json-list.js';
import { unreadable } from '../../../model/rdf/formats/recognise-dump.js';

/** A text to read line by line, in flat memory. */
interface Text {
  readonly path: string;
  readonly lines: AsyncGenerator<string>;
  /** Receives the IRI of the record of each row or feature. */
  readonly onRecord: (iri: string) => void;
}

/**
 * Reads a text by the ending of its name; other texts are read to their end.
 *
 * @returns the number of rows, features or lines; undefined where they are not counted
 * @throws FolkloreError FILE_UNREADABLE with the line
 */
export async function readText(name: string, text: Text): Promise<number | undefined> {
  const [, read] = READERS.find(([ending]) => ending.test(name.replace(/\.gz$/, ''))) ?? [];
  if (read !== undefined) return read(text);
  for await (const _ of text.lines);
  return undefined;
}

const READERS: readonly (readonly [ending: RegExp, read: (text: Text) => Promise<number | undefined>])[] = [
  [/\.csv$/, readTable],
  [/\.ndjson$/, readJsonLines],
  [/\.rdfp$/, readPatch],
  [/\.(?:geojson|lpf\.json)$/, readFeatures],
  [/\.(?:json|jsonld)$/, ({ path, lines }) => readJson(path, [], lines)],
];

/** A table (RFC 4180) with a header: every row has the same number of cells. Open quotes continue a row. */
async function readTable({ path, lines, onRecord }: Text): Promise<number> {
  let [line, rows, cells] = [0, 0, 0];
  let columns: number | undefined;
  let isQuoted = false;
  for await (const text of lines) {
    line += 1;
    if (!isQuoted) {
      cells = 1;
      if (line > 1) onRecord(firstCell(text));
    }
    for (const sign of text.match(/[",]/g) ?? []) {
      if (sign === '"') isQuoted = !isQuoted;
      else if (!isQuoted) cells += 1;
    }
    if (isQuoted) continue;
    rows += 1;
    columns ??= cells;
    if (cells !== columns)
      throw unreadable(path, `line ${line}: a row of ${cells} cells, where the header has ${columns}`);
  }
  if (isQuoted) throw unreadable(path, 'it breaks off inside quotes');
  return Math.max(rows - 1, 0);
}

const firstCell = (row: string): string =>
  row.startsWith('"') ? row.slice(1, row.indexOf('"', 1)) : (row.split(',', 1)[0] ?? '');

/** One document a line. */
async function readJsonLines({ path, lines }: Text): Promise<number> {
  let count = 0;
  for await (const text of lines) {
    count += 1;
    parseJson(path, text, count);
  }
  return count;
}

/** RDF Patch: the rows of statements are counted. */
async function readPatch({ lines }: Text): Promise<number> {
  let rows = 0;
  for await (const text of lines) if (/^[AD] /.test(text)) rows += 1;
  return rows;
}

/** A collection of features, one a line, as this program writes it; other JSON is read whole. */
async function readFeatures({ path, lines, onRecord }: Text): Promise<number | undefined> {
  const first = String((await lines.next()).value ?? '');
  if (!first.endsWith('[')) return readJson(path, [first], lines);
  parseJson(path, `${first}]}`, 1);
  let count = 0;
  for await (const { entry } of listEntries(path, lines, 1)) {
    count += 1;
    const { id, '@id': iri = id } = (entry ?? {}) as { readonly id?: unknown; readonly '@id'?: unknown };
    if (typeof iri === 'string') onRecord(iri);
  }
  return count;
}

async function readJson(
  path: string,
  begun: readonly string[],
  lines: AsyncIterable<string>,
): Promise<undefined> {
  parseJson(path, await joinLines(begun, lines), 1);
}
