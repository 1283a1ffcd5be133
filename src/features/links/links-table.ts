import {
  bytesOfTable,
  bytesOfTableIfThere,
  invalidTable,
  type PlacedRow,
  rowsOfTable,
  type TableForm,
} from '../../cli/config/operator-table.js';
import { mintIris, webAddress } from '../../model/rdf/iris.js';
import type { OperatorLink } from '../../model/rdf/links.js';
import { csvRow } from '../../release/tables/csv.js';

const COLUMNS = ['kind', 'id', 'iri', 'relation', 'source', 'date'] as const;

const LINKS: TableForm<(typeof COLUMNS)[number]> = {
  name: 'links',
  document: 'docs/links.md',
  columns: COLUMNS,
};

/** A row of the operator's own table of links (docs/links.md). */
export type LinkRow = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** The relation of each kind (model 2.4), and the form of its ids. */
const KINDS: Readonly<Record<string, { readonly relation: string; readonly id: RegExp }>> = {
  place: { relation: 'owl:sameAs', id: /^\d{1,15}$/ },
  abroad: { relation: 'owl:sameAs', id: /^\d{1,15}$/ },
  country: { relation: 'owl:sameAs', id: /^[A-Z]{2}(-[A-Z]{3})?$/ },
  person: { relation: 'schema:sameAs', id: /^\d{1,15}$/ },
};

/** The kinds of records that links are proposed and imported for. */
export type LinkedKind = 'place' | 'person';

/** The relation of a link of a kind. */
export const relationOf = (kind: LinkedKind): string => KINDS[kind]?.relation ?? '';

/** What keeps a row from being published; undefined when nothing does. */
function rowFault(row: LinkRow): string | undefined {
  const kind = Object.hasOwn(KINDS, row.kind) ? KINDS[row.kind] : undefined;
  if (kind === undefined) return `the kind "${row.kind}" is none of ${Object.keys(KINDS).join(', ')}`;
  if (!kind.id.test(row.id)) return `"${row.id}" is no id of the kind ${row.kind}`;
  if (row.relation !== kind.relation)
    return `the relation of the kind ${row.kind} is ${kind.relation}, not "${row.relation}"`;
  if (webAddress(row.iri) !== row.iri) return `"${row.iri}" is no http or https address in its plain form`;
  if (!isDay(row.date)) return `"${row.date}" is no day such as 2026-11-23`;
  if (row.source === '') return 'the source is missing: who made the link, or from what';
  return undefined;
}

/** Whether a text has the form of a day. */
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** A record, and a host: there is one address of it at most. `01` is the record `1`. */
const placeOf = ({ kind, id, iri }: LinkRow): string => `${kind} ${plainId(id)} ${new URL(iri).host}`;

/** An id of a table without leading zeros. */
export const plainId = (id: string): string => id.replace(/^0+(?=\d)/, '');

/** The links of a table that agree with each other: an address is of one record, a record has one address of a host. */
export class Links {
  readonly #addresses = new Map<string, { readonly row: LinkRow; readonly line: number | undefined }>();
  readonly #places = new Map<string, { readonly row: LinkRow; readonly line: number | undefined }>();

  /** Adds a row; returns what keeps it out, if anything does. */
  add(row: LinkRow, line?: number): string | undefined {
    const fault = this.conflict(row);
    if (fault !== undefined) return fault;
    this.#addresses.set(row.iri, { row, line });
    this.#places.set(placeOf(row), { row, line });
    return undefined;
  }

  /** What the table has already that a row contradicts, or repeats. */
  conflict(row: LinkRow): string | undefined {
    const before = this.#addresses.get(row.iri);
    if (before !== undefined) return `${row.iri} is also ${inLine(before.line)}: it is one thing, not two`;
    const other = this.#places.get(placeOf(row));
    if (other !== undefined)
      return `${row.kind} ${row.id} has another address of the same host ${inLine(other.line)}`;
    return undefined;
  }

  /** The row with the address of a record, if the table has it. */
  find({ kind, id, iri }: Pick<LinkRow, 'kind' | 'id' | 'iri'>): LinkRow | undefined {
    const row = this.#addresses.get(iri)?.row;
    return row?.kind === kind && plainId(row.id) === plainId(id) ? row : undefined;
  }
}

const inLine = (line: number | undefined): string =>
  line === undefined ? 'among the new rows' : `in line ${line}`;

/**
 * Reads the operator's own table of links (docs/links.md): CSV with the columns kind, id, iri, relation, source, date.
 *
 * @param base the data base IRI
 * @throws FolkloreError CONFIG_INVALID with the line of the first row that cannot be used
 */
export function readLinksTable(file: string, base: string): readonly OperatorLink[] {
  return checkedRows(file, bytesOfTable(LINKS, file)).rows.map(({ row, line }) => ({
    record: recordIriOf(row, base),
    iri: row.iri,
    line,
  }));
}

/** The table of links with its text, to which rows are added and from which they are removed. All other bytes stay. */
export class EditedLinksTable {
  readonly #bytes: Buffer;
  readonly #rows: readonly PlacedRow<LinkRow>[];
  readonly #columns: readonly string[];
  readonly links: Links;

  /**
   * @param content of the file; undefined where there is none yet
   * @throws FolkloreError CONFIG_INVALID, as {@link readLinksTable}
   */
  constructor(file: string, content: Buffer | undefined) {
    this.#bytes = content === undefined || content.length === 0 ? Buffer.from(csvRow(COLUMNS)) : content;
    const { rows, columns, links } = checkedRows(file, this.#bytes);
    this.#rows = rows;
    this.#columns = columns;
    this.links = links;
  }

  get rows(): readonly LinkRow[] {
    return this.#rows.map(({ row }) => row);
  }

  /** The links of the table without some of its rows. */
  linksWithout(removed: ReadonlySet<LinkRow>): Links {
    const links = new Links();
    for (const { row, line } of this.#rows) if (!removed.has(row)) links.add(row, line);
    return links;
  }

  /**
   * The bytes of the table with other rows.
   *
   * @param added in the order of the columns of the table; the line ends are those that the table has
   * @param removed rows of {@link rows}
   */
  with(added: readonly LinkRow[], removed: ReadonlySet<LinkRow> = new Set()): Buffer {
    const parts: Buffer[] = [];
    let from = 0;
    for (const { row, start, end } of this.#rows) {
      if (!removed.has(row)) continue;
      parts.push(this.#bytes.subarray(from, start));
      from = end;
    }
    parts.push(this.#bytes.subarray(from));
    const before = Buffer.concat(parts);
    if (added.length === 0) return before;
    const text = added.map((row) => csvRow(this.#columns.map((column) => cellOf(row, column)))).join('');
    const isUnix = !this.#bytes.includes('\r\n') && this.#bytes.includes('\n');
    const gap = before.at(-1) === NEW_LINE ? '' : isUnix ? '\n' : '\r\n';
    return Buffer.concat([before, Buffer.from(gap + (isUnix ? text.replaceAll('\r\n', '\n') : text))]);
  }
}

const NEW_LINE = 10;

const cellOf = (row: LinkRow, column: string): string =>
  (COLUMNS as readonly string[]).includes(column) ? row[column as keyof LinkRow] : '';

function checkedRows(file: string, bytes: Buffer) {
  const { rows, columns } = rowsOfTable(LINKS, file, bytes);
  const links = new Links();
  for (const { row, line } of rows) {
    const fault = rowFault(row) ?? links.add(row, line);
    if (fault !== undefined) throw invalidTable(LINKS, file, `line ${line}: ${fault}`);
  }
  return { rows, columns, links };
}

/** The bytes of a table of links; undefined where there is none yet. */
export const bytesIfThere = (file: string): Buffer | undefined => bytesOfTableIfThere(LINKS, file);

function recordIriOf({ kind, id }: LinkRow, base: string): string {
  const iri = mintIris(base);
  switch (kind) {
    case 'place':
      return iri.place(Number(id));
    case 'abroad':
      return iri.abroad(Number(id));
    case 'country':
      return iri.country(id);
    default:
      return iri.person(Number(id));
  }
}
