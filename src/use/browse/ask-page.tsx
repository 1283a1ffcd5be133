import { readFile } from 'node:fs/promises';
import { pathBelow } from '../../base/file-bytes.js';
import { webAddress } from '../../model/rdf/iris.js';
import { type QueryEngine, QueryProblem } from '../query/engine.js';
import { formOf } from '../query/sparql-protocol.js';
import { type Language, QUESTIONS_IN_IRISH } from './interface-words.js';
import { addressOf, Layout, labelOf, type PageContext } from './layout.js';
import { MapOfIreland } from './map-of-ireland.js';
import type { Site } from './site.js';

/** Rows of an answer that the page shows. The links below it have all. */
const MOST_ROWS = 500;

/** A question of the release. */
export interface ExampleQuestion {
  readonly number: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly query: string;
}

/** The questions of a release: `queries/q01-….rq`, each with its first line as title. */
export async function examplesOf(site: Site): Promise<ExampleQuestion[]> {
  const paths = [...site.files.keys()].filter((path) => /^queries\/q\d\d-[^/]*\.rq$/.test(path)).toSorted();
  return Promise.all(
    paths.map(async (path) => {
      const query = await readFile(await pathBelow(site.release, path), 'utf8');
      const number = path.slice('queries/'.length, 'queries/q01'.length);
      const english = /^#\s*(.*)/.exec(query)?.[1] ?? number;
      return { number, title: { en: english, ga: QUESTIONS_IN_IRISH[number] ?? english }, query };
    }),
  );
}

/** What a query was answered with, as the page shows it. */
export type Answer =
  | { readonly table: SparqlTable }
  | { readonly graph: string }
  | { readonly problem: string };

/** One value of SPARQL Query Results JSON Format. */
interface Cell {
  readonly type: 'uri' | 'literal' | 'bnode';
  readonly value: string;
  readonly 'xml:lang'?: string;
}

interface SparqlTable {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  /** Of ASK. */
  readonly isTrue?: boolean;
}

/** Puts a query to the engine; problems of the query are part of the answer. */
export async function answerOf(query: string, openEngine: () => Promise<QueryEngine>): Promise<Answer> {
  const form = formOf(query);
  if (form === undefined) return { problem: 'SELECT, ASK, CONSTRUCT, DESCRIBE' };
  try {
    const engine = await openEngine();
    if (form === 'graph') return { graph: await engine.query(query, 'ttl') };
    const { head, results, boolean } = JSON.parse(await engine.query(query, 'json')) as {
      readonly head?: { readonly vars?: readonly string[] };
      readonly results?: { readonly bindings: readonly Readonly<Record<string, Cell>>[] };
      readonly boolean?: boolean;
    };
    const table = { columns: head?.vars ?? [], rows: results?.bindings ?? [] };
    return { table: boolean === undefined ? table : { ...table, isTrue: boolean } };
  } catch (thrown) {
    if (thrown instanceof QueryProblem) return { problem: thrown.message };
    throw thrown;
  }
}

interface AskPageProps {
  readonly context: PageContext;
  readonly examples: readonly ExampleQuestion[];
  readonly query: string;
  readonly answer: Answer | undefined;
}

/** A query, its answer as table, map and bars, and the questions of the release to begin with. */
export function AskPage({ context, examples, query, answer }: AskPageProps) {
  const { words, language } = context;
  return (
    <Layout
      context={context}
      title={words('ask')}
      scripts={['/assets/yasqe.js', '/assets/ask.js']}
      styles={['/assets/yasqe.css']}
    >
      <h1>{words('ask')}</h1>
      <p>{words('askHint')}</p>
      <details open={query === ''}>
        <summary>{words('questions')}</summary>
        <ol class="questions">
          {examples.map(({ number, title }) => (
            <li>
              <a href={`/ask?example=${number}`}>{title[language]}</a>
            </li>
          ))}
        </ol>
      </details>
      <form action="/ask" method="get" class="ask">
        <label for="query">{words('queryLabel')}</label>
        <textarea id="query" name="query" rows={16} spellcheck={false}>
          {query}
        </textarea>
        <p>
          <button type="submit">{words('run')}</button>
        </p>
      </form>
      {answer !== undefined && <AnswerSection context={context} query={query} answer={answer} />}
    </Layout>
  );
}

function AnswerSection({
  context,
  query,
  answer,
}: {
  readonly context: PageContext;
  readonly query: string;
  readonly answer: Answer;
}) {
  const { words } = context;
  const download = (format: string): string => `/sparql?query=${encodeURIComponent(query)}&format=${format}`;
  const formats = 'graph' in answer ? ['ttl', 'nt'] : ['csv', 'tsv', 'json', 'xml'];
  return (
    <section class="answer" id="answer">
      <h2>{words('answer')}</h2>
      {'problem' in answer ? (
        <p role="alert">
          {words('cannotAnswer')} <code>{answer.problem}</code>
        </p>
      ) : (
        <>
          <p class="downloads">
            {formats.map((format) => (
              <a href={download(format)}>{format}</a>
            ))}
          </p>
          {'graph' in answer ? <pre>{answer.graph}</pre> : <Table context={context} table={answer.table} />}
        </>
      )}
    </section>
  );
}

function Table({ context, table }: { readonly context: PageContext; readonly table: SparqlTable }) {
  const { words, site } = context;
  const { columns, rows, isTrue } = table;
  if (isTrue !== undefined) return <p>{isTrue ? '✓' : '✗'}</p>;
  const shown = rows.slice(0, MOST_ROWS);
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
        {rows.length} {words('rows')}
      </p>
      <Points context={context} table={table} />
      <Bars table={table} />
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr>
              {columns.map((column) => (
                <td>
                  <CellValue context={context} cell={row[column]} labels={labels} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && (
        <p>
          {rows.length - shown.length} {words('more')}
        </p>
      )}
    </>
  );
}

function CellValue({
  context,
  cell,
  labels,
}: {
  readonly context: PageContext;
  readonly cell: Cell | undefined;
  readonly labels: ReturnType<Site['index']['summaries']>;
}) {
  if (cell === undefined) return null;
  if (cell.type !== 'uri') return <span lang={cell['xml:lang']}>{cell.value}</span>;
  const { base } = context.site.manifest;
  const path = cell.value.startsWith(base) ? cell.value.slice(base.length) : cell.value;
  const known = labels.get(path) ?? context.site.index.summary(path.split('#')[0] as string);
  if (known !== undefined)
    return (
      <a href={addressOf(known.path)}>{known.label_en === null ? path : labelOf(known, context.language)}</a>
    );
  const address = webAddress(cell.value);
  if (address === undefined || cell.value.startsWith(base)) return <code>{path}</code>;
  return (
    <a href={address} rel="external noreferrer">
      {cell.value}
    </a>
  );
}

/** A map, when rows have points: columns whose names begin with `lat` and `lon`. */
function Points({
  context,
  table: { columns, rows },
}: {
  readonly context: PageContext;
  readonly table: SparqlTable;
}) {
  const named = (start: string): string | undefined =>
    columns.find((column) => column.toLowerCase().startsWith(start));
  const [latitude, longitude] = [named('lat'), named('lon')];
  if (latitude === undefined || longitude === undefined) return null;
  const [first = ''] = columns;
  const label = named('name') ?? named('label') ?? first;
  const { base } = context.site.manifest;
  const circles = rows.slice(0, MOST_ROWS).flatMap((row) => {
    const at = { latitude: Number(row[latitude]?.value), longitude: Number(row[longitude]?.value) };
    if (!(Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180)) return [];
    const target = row[first]?.value ?? '';
    return [
      {
        ...at,
        weight: 2,
        label: row[label]?.value ?? target,
        href: target.startsWith(base) ? `/${target.slice(base.length)}` : '#answer',
      },
    ];
  });
  return circles.length === 0 ? null : <MapOfIreland title={context.words('mapOf')} circles={circles} />;
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
