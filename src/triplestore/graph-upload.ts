import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { EXIT, FolkloreError } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { readWhole } from '../base/file-bytes.js';
import { gunzip } from '../base/gunzip.js';
import { mapInOrder } from '../base/map-in-order.js';
import { FORMATS } from '../rdf/formats/format.js';
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

/** N-Triples shrink to a twentieth with any level: the fastest is best. */
const [SHRINKS_TO, FASTEST] = [20, 1];

/** What is brought to a store in one request. */
export interface UploadBody {
  readonly body: Buffer;
  readonly isPacked: boolean;
  readonly mediaType: string;
  readonly triples: number;
}

/** Brings triples into graphs, one load at a time. */
export interface GraphUpload {
  /** Tells what is cut for it from what is cut otherwise; letters, digits and hyphens. */
  readonly variant: string;
  /** The loads of a file, in their order; throws FolkloreError FILE_UNREADABLE as `piecesOf` does. */
  bodiesOf(file: SourceFile): AsyncGenerator<UploadBody>;
  /** The loads of lines of N-Triples. */
  bodiesOfLines(lines: AsyncIterable<Buffer>): AsyncGenerator<UploadBody>;
  /**
   * Brings a load, as often as need be: twice is as well as once.
   *
   * @param done operations that write down that it has been brought
   * @throws FolkloreError as the client does
   */
  send(graph: string, load: UploadBody, done: readonly string[]): Promise<void>;
}

/** How much is brought at once; what is not given is as the kind of store likes it. */
export interface UploadLimits {
  /** Bytes, unpacked. */
  readonly bytes?: number | undefined;
  readonly lines?: number | undefined;
}

export function graphUploadFor(
  client: StoreClient,
  kind: StoreKind,
  protocol: Protocol,
  portions: UploadLimits = {},
): GraphUpload {
  if (protocol === 'update') {
    const { mostInUpdate: most } = kind;
    return new UpdateUpload(client, {
      bytes: portions.bytes ?? most.bytes,
      lines: portions.lines ?? most.lines,
    });
  }
  const limits = {
    bytes: portions.bytes ?? kind.mostInBody,
    lines: portions.lines ?? Number.MAX_SAFE_INTEGER,
  };
  return new GraphStoreUpload(client, limits, kind.gzip);
}

/** By the Graph Store Protocol: files that fit go as they are, packed or not; others in pieces. */
class GraphStoreUpload implements GraphUpload {
  readonly variant: string;
  readonly #client: StoreClient;
  readonly #limits: ChunkLimits;
  #gzip: 'try' | 'yes' | 'no';

  constructor(client: StoreClient, limits: ChunkLimits, gzipped: 'try' | 'no') {
    this.#client = client;
    this.#limits = limits;
    this.#gzip = gzipped;
    this.variant = `graph-store-${limits.bytes}-${limits.lines}`;
  }

  async *bodiesOf(file: SourceFile): AsyncGenerator<UploadBody> {
    const { unpacked, triples, isPacked, format } = file;
    const { mediaType } = FORMATS[format];
    if (unpacked <= this.#limits.bytes && triples !== undefined && triples <= this.#limits.lines) {
      yield { body: await wholeFile(file), isPacked, mediaType, triples };
      return;
    }
    yield* uploadBodies(chunksOf(file, this.#limits));
  }

  bodiesOfLines(lines: AsyncIterable<Buffer>): AsyncGenerator<UploadBody> {
    return uploadBodies(splitIntoChunks(lines, this.#limits));
  }

  async send(graph: string, load: UploadBody, done: readonly string[]): Promise<void> {
    await this.#send(graph, load);
    if (done.length > 0) await this.#client.update(joinOperations(done), 'writing down what has been loaded');
  }

  async #send(graph: string, { body, isPacked, mediaType }: UploadBody): Promise<void> {
    if (this.#gzip !== 'no') {
      const packed = isPacked ? body : await gzip(body, { level: FASTEST });
      const content = { body: packed, mediaType, gzip: true };
      if (this.#gzip === 'yes') return this.#client.postGraph(graph, content);
      // A store that cannot unpack says so in one way or another; one that is away is asked again below.
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
    const plain = isPacked ? await gunzip(body, body.length * SHRINKS_TO) : body;
    await this.#client.postGraph(graph, { body: plain, mediaType });
    // What is taken unpacked was refused for being packed.
    this.#gzip = 'no';
  }
}

/** Whether a refusal may be for how the body is packed. */
const isAboutBody = (thrown: unknown): boolean =>
  thrown instanceof StoreHttpError
    ? thrown.code === 'REQUEST_REFUSED'
    : thrown instanceof FolkloreError && thrown.code === 'SERVICE_UNAVAILABLE';

/** By updates: lines go in as they are. */
class UpdateUpload implements GraphUpload {
  readonly variant: string;
  readonly #client: StoreClient;
  readonly #limits: ChunkLimits;

  constructor(client: StoreClient, limits: ChunkLimits) {
    this.#client = client;
    this.#limits = limits;
    this.variant = `update-${limits.bytes}-${limits.lines}`;
  }

  bodiesOf(file: SourceFile): AsyncGenerator<UploadBody> {
    return uploadBodies(chunksOf(file, this.#limits));
  }

  bodiesOfLines(lines: AsyncIterable<Buffer>): AsyncGenerator<UploadBody> {
    return uploadBodies(splitIntoChunks(lines, this.#limits));
  }

  async send(graph: string, { body }: UploadBody, done: readonly string[]): Promise<void> {
    const lines = ntriplesInSparql(body.toString('utf8'));
    await this.#client.update(
      joinOperations([insertData(graph, lines), ...done]),
      `adding to the graph <${graph}>`,
    );
  }
}

async function* uploadBodies(pieces: AsyncIterable<NTriplesChunk>): AsyncGenerator<UploadBody> {
  for await (const { text, lines } of pieces) {
    yield { body: text, isPacked: false, mediaType: FORMATS.nt.mediaType, triples: lines };
  }
}

/** A file as it is on the disk. */
async function wholeFile({ path, sha256 }: SourceFile): Promise<Buffer> {
  const body = await readWhole(path).catch((thrown: unknown) => {
    throw toLoadError(path, thrown);
  });
  if (createHash('sha256').update(body).digest('hex') !== sha256) throw checksumMismatch(path);
  return body;
}

/** What graphs are built with. */
export interface GraphBuild {
  readonly client: StoreClient;
  readonly upload: GraphUpload;
  readonly journal: LoadJournal;
  /** Told how many triples more are there. */
  readonly onTriples: (triples: number) => void;
  readonly report: Report;
}

/**
 * Builds a graph beside the one that is there, from its files, and counts it.
 *
 * @returns how many triples it holds
 * @throws FolkloreError COUNT_MISMATCH when they are not those of the release
 */
export async function buildGraph(graph: GraphPlan, building: GraphBuild): Promise<number> {
  let filled = await fill(graph, building);
  if (filled.held !== filled.expected && filled.wasBegun) {
    // A store that was killed may have lost what it had said yes to.
    const message = `The graph of ${graph.name} had been begun, and lacks something now: it is built anew.`;
    building.report({ event: 'note', message });
    await clearStagingGraph(graph.stagingGraph, building);
    filled = await fill(graph, building);
  }
  if (filled.held === filled.expected) return filled.held;
  await clearStagingGraph(graph.stagingGraph, building);
  throw countMismatch(graph, filled.expected, filled.held);
}

/** Takes away what is built beside a graph, and what is written down of it. */
export async function clearStagingGraph(
  beside: string,
  { client, journal }: Pick<GraphBuild, 'client' | 'journal'>,
): Promise<void> {
  const operations = [`DROP SILENT GRAPH <${beside}>`, ...journal.clearSteps(beside)];
  await client.update(joinOperations(operations), `clearing the graph <${beside}>`);
}

/** What was to be in a graph, and what is. */
interface Filled {
  readonly expected: number;
  readonly held: number;
  /** Whether an earlier run had begun. */
  readonly wasBegun: boolean;
}

async function fill(graph: GraphPlan, building: GraphBuild): Promise<Filled> {
  const { upload: carrier, journal, onTriples } = building;
  const { stagingGraph: beside, triples } = graph;
  // What has been cut or sent in another manner is not gone on with.
  const work = `${graph.content.replace(/[^0-9a-z]/g, '-')}-${carrier.variant}`;
  const begun = journal.stepsDone(beside, work);
  if (begun === 0) await clearStagingGraph(beside, building);
  let [steps, sent] = [0, 0];
  for await (const load of readAhead(uploadBodiesOf(graph, carrier))) {
    steps += 1;
    sent += load.triples;
    if (steps > begun) await carrier.send(beside, load, journal.recordSteps(beside, work, steps));
    if (triples !== undefined) onTriples(load.triples);
  }
  return { expected: triples ?? sent, held: await journal.count(beside), wasBegun: begun > 0 };
}

async function* uploadBodiesOf(
  { files, triples }: GraphPlan,
  carrier: GraphUpload,
): AsyncGenerator<UploadBody> {
  if (triples === undefined) yield* carrier.bodiesOfLines(uniqueLines(files));
  else for (const file of files) yield* carrier.bodiesOf(file);
}

/** Reads the next one while this one is on its way. */
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

/** As many as are taken. */
function* turns(): Generator<undefined> {
  for (;;) yield undefined;
}

/** The store does not hold what it took. */
export const countMismatch = (graph: GraphPlan, expected: number, held: number): FolkloreError =>
  new FolkloreError(
    'COUNT_MISMATCH',
    `The graph of ${graph.name} should hold ${expected} triples, and the store counts ${held}.`,
    {
      hint:
        'What the store held before is still there. Does the store drop or alter triples, or does somebody else write ' +
        'to it? Load the whole release again.',
      exitCode: EXIT.mismatch,
    },
  );
