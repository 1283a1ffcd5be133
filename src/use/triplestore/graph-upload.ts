import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { EXIT, FolkloreError } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { readWhole } from '../../base/file-bytes.js';
import { gunzip } from '../../base/gunzip.js';
import { mapInOrder } from '../../base/map-in-order.js';
import { FORMATS } from '../../model/rdf/formats/format.js';
import type { StoreClient } from './client.js';
import { StoreHttpError } from './http-errors.js';
import type { LoadJournal } from './load-journal.js';
import { type GraphPlan, type SourceFile, toLoadError } from './load-plan.js';
import { insertData, joinOperations, ntriplesInSparql } from './sparql.js';
import type { Protocol, StoreKind } from './store-kinds.js';
import {
  type ChunkLimits,
  checksumMismatch,
  chunksOf,
  type NTriplesChunk,
  splitIntoChunks,
  uniqueLines,
} from './upload-chunks.js';

const gzip = promisify(gzipWithCallback);

/** Bytes of N-Triples per packed byte, at most; the fastest level packs as well as the best. */
const [MAX_RATIO, FASTEST] = [20, 1];

/** The content of one request. */
export interface UploadBody {
  readonly body: Buffer;
  readonly isPacked: boolean;
  readonly mediaType: string;
  readonly triples: number;
}

/** Limits of one request; the defaults are those of the kind of store. */
export interface UploadLimits {
  /** Bytes, unpacked. */
  readonly bytes?: number | undefined;
  readonly lines?: number | undefined;
}

/**
 * Adds triples to graphs. By the Graph Store Protocol a file within the limits is sent as it is, packed or not; larger
 * files, and all files by updates, are sent in chunks.
 */
export class GraphUpload {
  /** Identifies protocol and chunk size; letters, digits and hyphens. */
  readonly variant: string;
  readonly #client: StoreClient;
  readonly #protocol: Protocol;
  readonly #limits: ChunkLimits;
  #gzip: 'try' | 'yes' | 'no';

  constructor(client: StoreClient, kind: StoreKind, protocol: Protocol, limits: UploadLimits = {}) {
    const most =
      protocol === 'update' ? kind.mostInUpdate : { bytes: kind.mostInBody, lines: Number.MAX_SAFE_INTEGER };
    this.#client = client;
    this.#protocol = protocol;
    this.#limits = { bytes: limits.bytes ?? most.bytes, lines: limits.lines ?? most.lines };
    this.#gzip = kind.gzip;
    this.variant = `${protocol}-${this.#limits.bytes}-${this.#limits.lines}`;
  }

  /** The requests of a file, in order; throws FolkloreError FILE_UNREADABLE as `chunksOf` does. */
  async *bodiesOf(file: SourceFile): AsyncGenerator<UploadBody> {
    const { unpacked, triples, isPacked, format } = file;
    const { bytes, lines } = this.#limits;
    const isWhole = this.#protocol === 'graph-store' && unpacked <= bytes;
    if (isWhole && triples !== undefined && triples <= lines)
      yield { body: await wholeFile(file), isPacked, mediaType: FORMATS[format].mediaType, triples };
    else yield* uploadBodies(chunksOf(file, this.#limits));
  }

  /** The requests of lines of N-Triples. */
  bodiesOfLines(lines: AsyncIterable<Buffer>): AsyncGenerator<UploadBody> {
    return uploadBodies(splitIntoChunks(lines, this.#limits));
  }

  /**
   * Sends a request; idempotent.
   *
   * @param done operations that record the step in the journal
   * @throws FolkloreError as the client does
   */
  async send(graph: string, content: UploadBody, done: readonly string[]): Promise<void> {
    if (this.#protocol === 'update') {
      const lines = ntriplesInSparql(content.body.toString('utf8'));
      const operations = joinOperations([insertData(graph, lines), ...done]);
      await this.#client.update(operations, `adding to the graph <${graph}>`);
      return;
    }
    await this.#post(graph, content);
    if (done.length > 0) await this.#client.update(joinOperations(done), 'recording what has been loaded');
  }

  async #post(graph: string, { body, isPacked, mediaType }: UploadBody): Promise<void> {
    if (this.#gzip !== 'no') {
      const packed = isPacked ? body : await gzip(body, { level: FASTEST });
      const content = { body: packed, mediaType, gzip: true };
      if (this.#gzip === 'yes') return this.#client.postGraph(graph, content);
      // Stores that cannot unpack fail in different ways; an unavailable store is tried again below.
      const refusal = await this.#client.postGraph(graph, content, 1).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (refusal === undefined) {
        this.#gzip = 'yes';
        return;
      }
      if (!isAboutBody(refusal)) throw refusal;
    }
    const plain = isPacked ? await gunzip(body, body.length * MAX_RATIO) : body;
    await this.#client.postGraph(graph, { body: plain, mediaType });
    // The plain body was accepted, so the packing was refused.
    this.#gzip = 'no';
  }
}

/** Whether a refusal may be due to the packing of the body. */
const isAboutBody = (thrown: unknown): boolean =>
  thrown instanceof StoreHttpError
    ? thrown.code === 'REQUEST_REFUSED'
    : thrown instanceof FolkloreError && thrown.code === 'SERVICE_UNAVAILABLE';

async function* uploadBodies(chunks: AsyncIterable<NTriplesChunk>): AsyncGenerator<UploadBody> {
  for await (const { text, lines } of chunks) {
    yield { body: text, isPacked: false, mediaType: FORMATS.nt.mediaType, triples: lines };
  }
}

/** The bytes of a file, with its checksum verified. */
async function wholeFile({ path, sha256 }: SourceFile): Promise<Buffer> {
  const body = await readWhole(path).catch((thrown: unknown) => {
    throw toLoadError(path, thrown);
  });
  if (createHash('sha256').update(body).digest('hex') !== sha256) throw checksumMismatch(path);
  return body;
}

/** The means to build graphs. */
export interface GraphBuild {
  readonly client: StoreClient;
  readonly upload: GraphUpload;
  readonly journal: LoadJournal;
  /** Receives the number of triples added. */
  readonly onTriples: (triples: number) => void;
  readonly report: Report;
}

/**
 * Builds the staging graph of a graph from its files, and counts it.
 *
 * @returns its number of triples
 * @throws FolkloreError COUNT_MISMATCH when they are not those of the release
 */
export async function buildGraph(graph: GraphPlan, build: GraphBuild): Promise<number> {
  let filled = await fill(graph, build);
  if (filled.held !== filled.expected && filled.wasBegun) {
    // A store that was killed may have lost confirmed triples.
    const message = `Triples of an unfinished load of ${graph.name} are missing in the store. Its graph is loaded again.`;
    build.report({ event: 'note', message });
    await clearStagingGraph(graph.stagingGraph, build);
    filled = await fill(graph, build);
  }
  if (filled.held === filled.expected) return filled.held;
  await clearStagingGraph(graph.stagingGraph, build);
  throw countMismatch(graph, filled.expected, filled.held);
}

/** Deletes a staging graph and its steps in the journal. */
export async function clearStagingGraph(
  stagingGraph: string,
  { client, journal }: Pick<GraphBuild, 'client' | 'journal'>,
): Promise<void> {
  const operations = [`DROP SILENT GRAPH <${stagingGraph}>`, ...journal.clearSteps(stagingGraph)];
  await client.update(joinOperations(operations), `clearing the graph <${stagingGraph}>`);
}

/** The expected and the actual number of triples of a staging graph. */
interface Filled {
  readonly expected: number;
  readonly held: number;
  /** Whether an earlier run had begun it. */
  readonly wasBegun: boolean;
}

async function fill(graph: GraphPlan, build: GraphBuild): Promise<Filled> {
  const { upload, journal, onTriples } = build;
  const { stagingGraph, triples } = graph;
  // A load with other chunks or another protocol is not continued.
  const work = `${graph.content.replace(/[^0-9a-z]/g, '-')}-${upload.variant}`;
  const begun = journal.stepsDone(stagingGraph, work);
  if (begun === 0) await clearStagingGraph(stagingGraph, build);
  let [steps, sent] = [0, 0];
  for await (const body of readAhead(uploadBodiesOf(graph, upload))) {
    steps += 1;
    sent += body.triples;
    if (steps > begun) await upload.send(stagingGraph, body, journal.recordSteps(stagingGraph, work, steps));
    if (triples !== undefined) onTriples(body.triples);
  }
  return { expected: triples ?? sent, held: await journal.count(stagingGraph), wasBegun: begun > 0 };
}

async function* uploadBodiesOf(
  { files, triples }: GraphPlan,
  upload: GraphUpload,
): AsyncGenerator<UploadBody> {
  if (triples === undefined) yield* upload.bodiesOfLines(uniqueLines(files));
  else for (const file of files) yield* upload.bodiesOf(file);
}

/** Reads the next body while the current one is sent. */
async function* readAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for await (const [, next] of mapInOrder(turns(), 2, () => items.next())) {
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await items.return(undefined);
  }
}

/** An endless sequence. */
function* turns(): Generator<undefined> {
  for (;;) yield undefined;
}

/** The error for a staging graph with another number of triples than the release. */
export const countMismatch = (graph: GraphPlan, expected: number, held: number): FolkloreError =>
  new FolkloreError(
    'COUNT_MISMATCH',
    `The graph of ${graph.name} has ${held} triples in the store; expected: ${expected}.`,
    {
      hint:
        'The previous content of the store is unchanged. Does the store drop or alter triples, or does another program ' +
        'write to it? Load the whole release again.',
      exitCode: EXIT.mismatch,
    },
  );
