import v8 from 'node:v8';
import { workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors.js';
import { serveThread } from '../../base/thread-pool.js';
import { recognise, textOf } from '../../model/rdf/formats/recognise-dump.js';
import { csvRow } from '../../release/tables/csv.js';
import { handedOn, TABLE_TYPES } from './engine.js';
import {
  type EngineData,
  type EngineJob,
  type EngineOutput,
  type LoadedFile,
  PIECE,
} from './process-of-engine.js';

/** Bytes of a page of WebAssembly, and pages of a MiB. */
const PAGE = 1 << 16;
const PAGES_OF_MIB = (1 << 20) / PAGE;

/** A memory of WebAssembly. The types of Node.js do not have this part of the language. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
declare const WebAssembly: {
  readonly Memory: new (of: { readonly initial: number }) => WasmMemory;
  Instance: new (...given: readonly unknown[]) => { readonly exports: { readonly memory: WasmMemory } };
};

/** The memory of the engine, which its package keeps to itself. */
let memory: WasmMemory | undefined;
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...given: readonly unknown[]) {
    super(...given);
    memory ??= this.exports.memory;
  }
};
const { default: oxigraph } = await import('oxigraph');
const store = new oxigraph.Store();
const { base, loaded } = workerData as EngineData;

/** What is left to be read of the last answer. */
let answer = '';

serveThread<EngineJob, EngineOutput>(async (job) => {
  if ('load' in job) return { triples: await load(job.load) };
  if ('memory' in job) return { limit: limitMemory(job.memory) };
  if ('from' in job) {
    const piece = answer.slice(job.from, job.from + PIECE);
    if (job.from + PIECE >= answer.length) answer = '';
    return { piece };
  }
  try {
    const isCsv = job.format === TABLE_TYPES.csv;
    const format = isCsv ? TABLE_TYPES.tsv : job.format;
    const body = store.query(job.query, { base_iri: base, results_format: format }) as string;
    const given = isCsv ? csvOf(body) : handedOn(body, job.format);
    if (given.length > job.most) return { length: undefined };
    answer = given;
    return { length: answer.length };
  } catch (thrown) {
    if (isTrap(thrown)) return { trap: messageOf(thrown) };
    return { problem: shortened(messageOf(thrown)) };
  }
});

/**
 * Lets the memory of the engine grow by some MiB more than it has now. What needs more is ended by a trap.
 *
 * @returns the most bytes that the engine may have
 * @throws Error when V8 does not keep the limit
 */
function limitMemory(more: number): number {
  const most = Math.ceil((memory?.buffer.byteLength ?? 0) / PAGE) + more * PAGES_OF_MIB;
  v8.setFlagsFromString(`--wasm-max-mem-pages=${most}`);
  try {
    new WebAssembly.Memory({ initial: 0 }).grow(most + 1);
  } catch {
    return most * PAGE;
  }
  throw new Error('this version of Node.js has no limit for the memory of a question (--wasm-max-mem-pages)');
}

/**
 * An answer in TSV as CSV (SPARQL 1.1 Query Results CSV and TSV Formats): the CSV of the engine has no quotes around an address
 * with a comma.
 */
function csvOf(tsv: string): string {
  const [head = '', ...rows] = tsv.replace(/\n$/, '').split('\n');
  if (/^(true|false)$/.test(head)) return csvRow([head]);
  const cells = (line: string): string[] => (head === '' ? [] : line.split('\t'));
  return [cells(head).map((name) => name.slice(1)), ...rows.map((row) => cells(row).map(textOfTerm))]
    .map(csvRow)
    .join('');
}

const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f' };

/** The text of a term in the syntax of Turtle: of an IRI without brackets, of a literal without quotes, escapes, language and type. */
function textOfTerm(term: string): string {
  if (term.startsWith('<')) return term.slice(1, -1);
  if (!term.startsWith('"')) return term;
  const quoted = term.slice(1, term.lastIndexOf('"'));
  return quoted.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g, (_, short, long, sign) =>
    sign === undefined ? String.fromCodePoint(Number.parseInt(short ?? long, 16)) : (ESCAPED[sign] ?? sign),
  );
}

/** WebAssembly was ended by a trap or by the end of the stack. Its memory is in no defined state then. */
const isTrap = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown.name === 'RuntimeError' || thrown instanceof RangeError);

/** A message of the parser without the list of everything that it would have read. */
const shortened = (message: string): string =>
  message.replace(/^error at (\d+):(\d+): expected .*/s, 'line $1, column $2: this is not expected here');

/** Loads a file into the default graph: lines in pieces, other formats whole. Returns the triples that are loaded so far. */
async function load({ path, format }: LoadedFile): Promise<number> {
  // Release files were validated; not checking them again saves half of the time. The bulk loader takes twice the memory, and no less
  // time.
  const add = (text: string): void => store.load(text, { format, base_iri: base, lenient: true });
  let text = '';
  for await (const piece of textOf(await recognise(path))) {
    text += piece;
    if (format !== 'application/n-triples' || text.length < PIECE) continue;
    const lines = text.slice(0, text.lastIndexOf('\n') + 1);
    add(lines);
    // The store counts its triples one by one: its size is asked for once a file.
    Atomics.add(loaded, 0, lines.match(/\n/g)?.length ?? 0);
    text = text.slice(lines.length);
  }
  add(text);
  const triples = store.size;
  Atomics.store(loaded, 0, triples);
  return triples;
}
