import { counted, escapeControls } from '../../base/text.js';
import { fittedTable } from '../../cli/terminal/table.js';
import { TurtleWriter } from '../../model/rdf/formats/turtle.js';
import { rdfs } from '../../model/rdf/iris.js';
import type { Cell, QueryEngine, ResultsJson, Row } from './engine.js';

/** How a table shows IRIs. */
interface TableSettings {
  readonly base: string;
  readonly prefixes: ReadonlyMap<string, string>;
  /** Names of resources by their IRIs. */
  readonly labels: ReadonlyMap<string, string>;
  /** Columns of the terminal. */
  readonly width: number;
}

/** The answer of a SELECT or ASK as a table for a terminal: prefixed names, with the label of the resource beside them. */
export function resultTable({ boolean, head, results }: ResultsJson, settings: TableSettings): string {
  if (boolean !== undefined) return boolean ? 'yes' : 'no';
  const columns = head?.vars ?? [];
  const writer = new TurtleWriter(settings);
  const rows = (results?.bindings ?? []).map((row) => {
    const texts = new Set(
      Object.values(row).flatMap(({ type, value }) => (type === 'literal' ? [value] : [])),
    );
    return columns.map((column) => oneLine(textOf(row[column], writer, settings.labels, texts)));
  });
  return `${fittedTable(columns, rows, settings.width)}\n\n${counted(rows.length, 'row')}`;
}

/** @param texts of the row: a label that stands there is not repeated */
function textOf(
  cell: Cell | undefined,
  writer: TurtleWriter,
  labels: ReadonlyMap<string, string>,
  texts: ReadonlySet<string>,
): string {
  if (cell === undefined) return '';
  if (cell.type !== 'uri') return cell.value;
  const short = writer.iri(cell.value).replace(/^<|>$/g, '');
  const label = labels.get(cell.value);
  const isSaid = label === undefined || texts.has(label) || short.endsWith(`:${label}`);
  return isSaid ? short : `${short} (${label})`;
}

const oneLine = (text: string): string => escapeControls(text).replace(/\s+/g, ' ');

/** IRIs whose labels are asked for, at most: those of the first rows. */
const MOST_LABELS = 1000;

/** The labels of the IRIs in an answer, in English where there is a choice. */
export async function labelsIn(
  { results }: ResultsJson,
  engine: Pick<QueryEngine, 'query'>,
): Promise<ReadonlyMap<string, string>> {
  const iris = new Set(
    (results?.bindings ?? []).flatMap((row: Row) =>
      Object.values(row).flatMap(({ type, value }) => (type === 'uri' && LAWFUL.test(value) ? [value] : [])),
    ),
  );
  const some = [...iris].slice(0, MOST_LABELS).map((iri) => `<${iri}>`);
  if (some.length === 0) return new Map();
  const query = `SELECT ?iri ?label WHERE { VALUES ?iri { ${some.join(' ')} } ?iri ${LABEL} ?label }`;
  const answer = JSON.parse(await engine.query(query, 'json')) as ResultsJson;
  const labels = new Map<string, string>();
  const inOrder = (answer.results?.bindings ?? []).toSorted((a, b) => rankOf(a.label) - rankOf(b.label));
  for (const { iri, label } of inOrder)
    if (iri !== undefined && label !== undefined && !labels.has(iri.value))
      labels.set(iri.value, label.value);
  return labels;
}

const LABEL = `<${rdfs.label}>|<http://www.w3.org/2004/02/skos/core#prefLabel>|<https://schema.org/name>`;
/** An IRI that can stand in a query. */
const LAWFUL = /^[^\s<>"{}|\\^`]+$/;

/** The order of the languages of labels; others come last. */
const RANKS: Readonly<Record<string, number>> = { en: 0, '': 1, ga: 2 };
const rankOf = (label: Cell | undefined): number => RANKS[label?.['xml:lang'] ?? ''] ?? 3;
