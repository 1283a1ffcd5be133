import { workerData } from 'node:worker_threads';
import oxigraph from 'oxigraph';
import { messageOf } from '../../base/errors.js';
import { serveThread } from '../../base/thread-pool.js';
import { recognise, textOf } from '../../model/rdf/formats/recognise-dump.js';
import { csvRow } from '../../release/tables/csv.js';
import {
  type Cell,
  type EngineData,
  type EngineJob,
  type EngineOutput,
  handedOn,
  type LoadedFile,
  type ResultsJson,
  TABLE_TYPES,
} from './engine.js';

/** Characters that are loaded at a time. */
const PIECE = 8 << 20;

const store = new oxigraph.Store();
const { base, loaded } = workerData as EngineData;

serveThread<EngineJob, EngineOutput>(async (job) => {
  if ('load' in job) return { triples: await load(job.load) };
  try {
    const isCsv = job.format === TABLE_TYPES.csv;
    const format = isCsv ? TABLE_TYPES.json : job.format;
    const body = store.query(job.query, { base_iri: base, results_format: format }) as string;
    return { body: isCsv ? csvOf(body) : handedOn(body, job.format) };
  } catch (thrown) {
    if (isTrap(thrown)) return { trap: messageOf(thrown) };
    return { problem: shortened(messageOf(thrown)) };
  }
});

/** An answer in JSON as CSV (SPARQL 1.1 Query Results CSV). The CSV of the engine has no quotes around an address with a comma. */
function csvOf(json: string): string {
  const { head, results, boolean } = JSON.parse(json) as ResultsJson;
  if (results === undefined) return csvRow([String(boolean)]);
  const columns = head?.vars ?? [];
  const textOfCell = (term: Cell | undefined): string =>
    term?.type === 'bnode' ? `_:${term.value}` : (term?.value ?? '');
  const rows = results.bindings.map((row) => columns.map((column) => textOfCell(row[column])));
  return [columns, ...rows].map(csvRow).join('');
}

/** WebAssembly was ended by a trap or by the end of the stack. Its memory is in no defined state then. */
const isTrap = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown.name === 'RuntimeError' || thrown instanceof RangeError);

/** A message of the parser without the list of everything that it would have read. */
const shortened = (message: string): string =>
  message.replace(/^error at (\d+):(\d+): expected .*/s, 'line $1, column $2: this is not expected here');

/** Loads a file into the default graph: lines in pieces, other formats whole. */
async function load({ path, format }: LoadedFile): Promise<number> {
  const before = store.size;
  // Release files were validated; not checking them again saves half of the time.
  const add = (text: string): void => {
    store.load(text, { format, base_iri: base, lenient: true, no_transaction: true });
    Atomics.store(loaded, 0, store.size);
  };
  let text = '';
  for await (const piece of textOf(await recognise(path))) {
    text += piece;
    if (format !== 'application/n-triples' || text.length < PIECE) continue;
    const end = text.lastIndexOf('\n') + 1;
    add(text.slice(0, end));
    text = text.slice(end);
  }
  add(text);
  return store.size - before;
}
