import { FolkloreError, messageOf } from '../../base/errors.js';
import { withoutMark } from '../../base/text.js';
import { csvRow, readCsv } from '../../release/tables/csv.js';
import { type LinkRow, plainId } from './links-table.js';
import { plainIri } from './outside-thing.js';

/** The columns of the file of proposals (docs/links.md). A person fills in the first. */
const COLUMNS = [
  'decision',
  'score',
  'kind',
  'id',
  'name_en',
  'name_ga',
  'is_a',
  'county',
  'iri',
  'names_there',
  'is_a_there',
  'basis',
  'matched_name',
  'matched_column',
  'matched_there',
  'match',
  'kind_match',
  'metres',
  'source',
  'record',
  'decided_by',
  'decided_on',
] as const;

/** A proposed link: a row of the file of proposals. */
export type Proposal = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** What a person can decide. */
const DECISIONS = ['accept', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

export const isDecision = (text: string): text is Decision => (DECISIONS as readonly string[]).includes(text);

/** Identifies a proposal: a record and an address. */
export const keyOf = ({ kind, id, iri }: Pick<LinkRow, 'kind' | 'id' | 'iri'>): string =>
  `${kind} ${plainId(id)} ${iri}`;

/** Records in the order of their ids; the proposals of a record from the best on. */
const inOrder = (proposals: Iterable<Proposal>): Proposal[] =>
  [...proposals].sort(
    (a, b) =>
      compare(a.kind, b.kind) ||
      Number(a.id) - Number(b.id) ||
      Number(b.score) - Number(a.score) ||
      compare(a.iri, b.iri),
  );

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The file of proposals. */
export const proposalsCsv = (proposals: Iterable<Proposal>): string =>
  csvRow(COLUMNS) +
  inOrder(proposals)
    .map((proposal) => csvRow(COLUMNS.map((column) => proposal[column])))
    .join('');

/** A row of a file of proposals, and its line. */
interface ReadProposal {
  readonly proposal: Proposal;
  readonly row: number;
}

/**
 * Reads a file of proposals, as this program wrote it or a spreadsheet has saved it: columns in any order, other columns are
 * passed over.
 *
 * @param needed columns that must be there
 * @throws FolkloreError FILE_UNREADABLE with the row that cannot be used
 */
export async function readProposals(
  file: string,
  text: string,
  needed: readonly (typeof COLUMNS)[number][] = COLUMNS,
): Promise<ReadProposal[]> {
  const read: ReadProposal[] = [];
  let header: readonly string[] | undefined;
  let row = 0;
  const keys = new Map<string, number>();
  for (const cells of await rowsOf(file, text)) {
    row += 1;
    // By this line Excel names the delimiter.
    if (row === 1 && cells.length <= 2 && /^sep=.?$/i.test(cells[0] ?? '')) continue;
    if (header === undefined) {
      header = cells.map((cell) => cell.trim());
      const missing = needed.filter((column) => header?.includes(column) !== true);
      if (missing.length === 0) continue;
      const isOther = cells.length === 1 && /[;\t]/.test(cells[0] ?? '');
      throw invalid(
        file,
        `its first row lacks ${missing.join(', ')}`,
        isOther ? 'Save it as CSV with commas between the cells.' : undefined,
      );
    }
    if (cells.every((cell) => cell === '')) continue;
    const known = header;
    const cell = (column: string): string => (cells[known.indexOf(column)] ?? '').trim();
    const proposal = Object.fromEntries(COLUMNS.map((column) => [column, cell(column)])) as Proposal;
    const fault = faultOf(proposal);
    if (fault !== undefined) throw invalid(file, `row ${row}: ${fault}`);
    const before = keys.get(keyOf(proposal));
    if (before !== undefined) throw invalid(file, `row ${row} proposes the same as row ${before}`);
    keys.set(keyOf(proposal), row);
    read.push({ row, proposal: { ...proposal, decision: proposal.decision.toLowerCase() } });
  }
  return read;
}

async function rowsOf(file: string, text: string): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = [];
  async function* one(): AsyncGenerator<string> {
    yield withoutMark(text);
  }
  try {
    for await (const cells of readCsv(one())) rows.push(cells);
  } catch (thrown) {
    throw invalid(file, messageOf(thrown).replace(/\.$/, ''));
  }
  return rows;
}

function faultOf({ decision, kind, id, iri }: Proposal): string | undefined {
  if (decision !== '' && !isDecision(decision.toLowerCase()))
    return `the decision "${decision}" is none of ${DECISIONS.join(', ')}, or nothing`;
  if (kind !== 'place' && kind !== 'person') return `the kind "${kind}" is neither place nor person`;
  if (!/^\d{1,15}$/.test(id)) return `"${id}" is no id`;
  return plainIri(iri) === undefined ? `"${iri}" is no http or https address in its plain form` : undefined;
}

export const invalid = (file: string, what: string, hint?: string): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `The proposals ${file} cannot be used: ${what}.`, {
    hint: hint ?? 'docs/links.md describes the columns. Correct the row; nothing was changed.',
  });
