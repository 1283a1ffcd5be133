import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { mintIris, webAddress } from '../../model/rdf/iris.js';
import type { OperatorLink } from '../../model/rdf/links.js';

const COLUMNS = ['kind', 'id', 'iri', 'relation', 'source', 'date'] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** The relation of each kind (model 2.4), and the form of its ids. */
const KINDS: Readonly<Record<string, { readonly relation: string; readonly id: RegExp }>> = {
  place: { relation: 'owl:sameAs', id: /^\d{1,15}$/ },
  abroad: { relation: 'owl:sameAs', id: /^\d{1,15}$/ },
  country: { relation: 'owl:sameAs', id: /^[A-Z]{2}(-[A-Z]{3})?$/ },
  person: { relation: 'schema:sameAs', id: /^\d{1,15}$/ },
};

/**
 * Reads the operator's own table of links (docs/links.md): CSV with the columns kind, id, iri, relation, source, date.
 *
 * @param base the data base IRI
 * @throws FolkloreError CONFIG_INVALID with the line of the first row that cannot be used
 */
export function readLinksTable(file: string, base: string): readonly OperatorLink[] {
  const invalid = (what: string): FolkloreError =>
    new FolkloreError('CONFIG_INVALID', `The table of links ${file} cannot be used: ${what}.`, {
      hint: 'docs/links.md describes the columns. Correct the row, or remove it.',
      exitCode: EXIT.misuse,
    });
  const links: OperatorLink[] = [];
  const subjects = new Map<string, number>();
  const hosts = new Map<string, number>();
  for (const { row, line } of rowsOf(file, invalid)) {
    const at = `line ${line}`;
    const kind = KINDS[row.kind];
    if (kind === undefined)
      throw invalid(`${at}: the kind "${row.kind}" is none of ${Object.keys(KINDS).join(', ')}`);
    if (!kind.id.test(row.id)) throw invalid(`${at}: "${row.id}" is no id of the kind ${row.kind}`);
    if (row.relation !== kind.relation)
      throw invalid(`${at}: the relation of the kind ${row.kind} is ${kind.relation}, not "${row.relation}"`);
    if (webAddress(row.iri) !== row.iri)
      throw invalid(`${at}: "${row.iri}" is no http or https address in its plain form`);
    if (!/^\d{4}-\d\d-\d\d$/.test(row.date))
      throw invalid(`${at}: "${row.date}" is no day such as 2026-11-23`);
    if (row.source === '') throw invalid(`${at}: the source is missing: who made the link, or from what`);
    const record = recordOf(row, base);
    const before = subjects.get(row.iri);
    if (before !== undefined)
      throw invalid(`${at}: ${row.iri} is also in line ${before}: it is one thing, not two`);
    subjects.set(row.iri, line);
    const host = `${record} ${new URL(row.iri).host}`;
    const other = hosts.get(host);
    if (other !== undefined)
      throw invalid(`${at}: ${row.kind} ${row.id} has another address of the same host in line ${other}`);
    hosts.set(host, line);
    links.push({ record, iri: row.iri, line });
  }
  return links;
}

function rowsOf(
  file: string,
  invalid: (what: string) => FolkloreError,
): readonly { readonly row: Row; readonly line: number }[] {
  try {
    const rows = parse(readFileSync(file, 'utf8'), {
      ...{ bom: true, trim: true, skip_empty_lines: true, info: true },
      columns: (header: readonly string[]) => {
        const missing = COLUMNS.filter((column) => !header.includes(column));
        if (missing.length > 0) throw new Error(`its first row lacks ${missing.join(', ')}`);
        return [...header];
      },
    }) as unknown as readonly { readonly record: Row; readonly info: { readonly lines: number } }[];
    return rows.map(({ record, info }) => ({ row: record, line: info.lines }));
  } catch (thrown) {
    throw invalid(messageOf(thrown).replace(/\.$/, ''));
  }
}

function recordOf({ kind, id }: Row, base: string): string {
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
