import { formatCount } from '../../base/text.js';
import { EDTF_LEVEL_1, webAddress, xsd } from '../../model/rdf/iris.js';
import { type DateQualifier, dateInWords } from '../browse/dates-in-words.js';
import { nameOfValue, type Word } from '../browse/interface-words.js';
import { addressOf, labelOf, type PageContext, type PageProps } from '../browse/layout.js';
import { MapOfIreland } from '../browse/map/map-of-ireland.js';
import { boxAround } from '../browse/map/map-view.js';
import { TableHead } from '../browse/page-parts.js';
import type { Site } from '../browse/site.js';
import type { Cell, Row } from '../query/engine.js';
import { prefixedName } from '../query/release-vocabulary.js';
import type { SparqlTable } from './answer.js';
import { circlesOf, rowsAtPoints } from './answer-points.js';
import { cellInWords, columnName } from './question-forms.js';

/** Rows of an answer that the page shows. The links above it have all. */
export const MOST_ROWS = 500;

interface TableProps extends PageProps {
  readonly table: SparqlTable;
  /** Whether it answers a question of the release: then its columns have names. */
  readonly isQuestion: boolean;
  /** Whether the page has asked for as many rows as it shows, and one more. */
  readonly isLimited: boolean;
}

/** An answer as a map, as bars, and as a table: on a narrow page each row is a block. */
export function AnswerTable({ context, table, isQuestion, isLimited }: TableProps) {
  const { words, site, language } = context;
  const nameOf = (column: string): string => (isQuestion ? columnName(column, language) : column);
  const { columns, rows, isTrue } = table;
  if (isTrue !== undefined) return <p role="status">{words(isTrue ? 'yes' : 'no')}</p>;
  if (rows.length === 0) return <p role="status">{words('noResults')}</p>;
  const shown = rows.slice(0, MOST_ROWS);
  const isCut = isLimited && rows.length > MOST_ROWS;
  const count = isCut ? MOST_ROWS : rows.length;
  const { base } = site.manifest;
  const labels = site.index.summaries(
    shown.flatMap((row) =>
      Object.values(row).flatMap(({ type, value }) =>
        type === 'uri' ? [value.startsWith(base) ? value.slice(base.length) : value] : [],
      ),
    ),
  );
  return (
    <>
      <p role="status">
        {formatCount(count)} {words(count === 1 ? 'row' : 'rows')}
      </p>
      {isCut && <p>{words('firstRows')}</p>}
      <Points context={context} table={{ ...table, rows: shown }} />
      <Bars table={{ ...table, rows: shown }} />
      <section class="answer-scroll" aria-labelledby="answer-heading" tabindex={0}>
        <table class="answer-rows">
          <TableHead columns={columns.map(nameOf)} />
          <tbody>
            {shown.map((row) => (
              <tr>
                {columns.map((column) => (
                  <td data-column={nameOf(column)}>
                    <CellValue
                      context={context}
                      row={row}
                      column={column}
                      labels={labels}
                      isQuestion={isQuestion}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {count > shown.length && (
        <p>
          {formatCount(count - shown.length)} {words('more')}
        </p>
      )}
    </>
  );
}

interface CellProps extends PageProps {
  readonly row: Row;
  readonly column: string;
  readonly labels: ReturnType<Site['index']['summaries']>;
  readonly isQuestion: boolean;
}

function CellValue({ context, row, column, labels, isQuestion }: CellProps) {
  const { site, language, words } = context;
  const cell = row[column];
  if (cell === undefined) return null;
  if (isDate(cell, column)) return <span>{dateOf(context, row, cell)}</span>;
  if (cell.datatype === xsd.boolean)
    return <span>{words(cell.value === 'true' ? 'isTrue' : 'isFalse')}</span>;
  if (cell.type !== 'uri') {
    const inWords = isQuestion ? cellInWords(cell.value, language) : cell.value;
    // A text of a record without a language can be of any.
    return <span lang={cell['xml:lang'] ?? (inWords === cell.value ? '' : undefined)}>{inWords}</span>;
  }
  const { base } = site.manifest;
  const isOurs = cell.value.startsWith(base);
  const path = isOurs ? cell.value.slice(base.length) : cell.value;
  const known = labels.get(path);
  if (known !== undefined) return <a href={addressOf(known.path)}>{labelOf(known, language)}</a>;
  const [record = '', fragment] = isOurs ? path.split('#') : [];
  const whole = fragment === undefined ? undefined : site.index.summary(record);
  if (whole !== undefined) {
    const own = nodeName(context, cell.value, fragment ?? '');
    const label = labelOf(whole, language);
    return <a href={`${addressOf(whole.path)}`}>{own === undefined ? label : `${label}: ${own}`}</a>;
  }
  const named = nameOfValue(prefixedName(cell.value, site.language.prefixes));
  if (named !== undefined) return <span>{named[language]}</span>;
  const address = webAddress(cell.value);
  if (address === undefined || isOurs) return <code>{path}</code>;
  return (
    <a href={address} rel="external noreferrer">
      {cell.value}
    </a>
  );
}

/** Nodes of records by the fragments of their IRIs (model 2.3). */
const NODE_WORDS: Readonly<Record<string, Word>> = {
  date: 'dateOfWork',
  'birth-date': 'birthDate',
  'death-date': 'deathDate',
};

/** What a node within a record is: its own name, as of a person that a work names, or the word for such nodes. */
function nodeName({ site, words }: PageContext, iri: string, fragment: string): string | undefined {
  if (Object.hasOwn(NODE_WORDS, fragment)) return words(NODE_WORDS[fragment] as Word);
  const names = new Set(['name', 'label', 'literalForm'].map(site.iriOf));
  return site.index
    .documents(iri)
    .flatMap(({ quads }) => quads)
    .find(
      ({ subject, predicate, object }) =>
        subject.value === iri && names.has(predicate.value) && object.termType === 'Literal',
    )?.object.value;
}

/** A date as text: a year, month, day or period (EDTF, level 1). */
const EDTF = /^(?:\d{4}(?:-\d\d){0,2}[~?%]?|\.\.)?\/?(?:\d{4}(?:-\d\d){0,2}[~?%]?|\.\.)?$/;

/** The years of a collection are a text without a datatype, in the column where other works have their dates. */
const isDate = ({ type, datatype, value }: Cell, column: string): boolean =>
  type !== 'uri' &&
  value !== '' &&
  EDTF.test(value) &&
  (datatype === EDTF_LEVEL_1 || column.toLowerCase() === 'edtf');

const QUALIFIER = /\/date-qualifier\/(approximate|inferred|questionable)$/;

function dateOf({ language }: PageContext, row: Row, { value }: Cell): string {
  const qualifier = Object.values(row).flatMap((cell) => QUALIFIER.exec(cell.value)?.[1] ?? [])[0];
  return dateInWords(value, qualifier as DateQualifier | undefined, language);
}

/** A map of the rows that have a point, no larger than they need. */
function Points({ context, table }: Pick<TableProps, 'context' | 'table'>) {
  const rows = rowsAtPoints(context.site, table);
  if (rows.length === 0) return null;
  const circles = circlesOf(context.site, table, rows, context.language);
  return <MapOfIreland title={context.words('mapOf')} circles={circles} box={boxAround(circles)} />;
}

/** Bars, when an answer is a column of names and one of counts. */
function Bars({ table: { columns, rows } }: { readonly table: SparqlTable }) {
  const [name, count] = columns;
  if (name === undefined || count === undefined || columns.length > 2 || rows.length < 2) return null;
  if (rows.some((row) => !/^\d+$/.test(row[count]?.value ?? ''))) return null;
  const most = Math.max(1, ...rows.map((row) => Number(row[count]?.value)));
  return (
    <div class="bar-list" aria-hidden="true">
      {rows.slice(0, 40).map((row) => (
        <svg viewBox="0 0 600 18" role="presentation">
          <rect width={String((Number(row[count]?.value) / most) * 380)} height="14" x="210" y="2" />
          <text x="200" y="13" text-anchor="end">
            {(row[name]?.value ?? '').slice(0, 30)}
          </text>
        </svg>
      ))}
    </div>
  );
}
