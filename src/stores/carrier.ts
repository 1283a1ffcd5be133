import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { FolkloreError } from '../base/errors.js';
import { gunzip } from '../base/gunzip.js';
import { FORMATS } from '../sinks/format.js';
import { type SourceFile, unread } from './loadable.js';
import { cut, notWhole, type Piece, type PieceLimits, piecesOf } from './pieces.js';
import { inOrder, insertData, ntriplesInSparql } from './sparql-text.js';
import type { StoreClient } from './store-client.js';
import type { Protocol, StoreKind } from './store-kinds.js';
import { StoreRefusal } from './store-refusal.js';

const gzip = promisify(gzipWithCallback);

/** N-Triples shrink to a twentieth with any level: the fastest is best. */
const [SHRINKS_TO, FASTEST] = [20, 1];

/** What is brought to a store in one request. */
export interface Load {
  readonly body: Buffer;
  readonly isPacked: boolean;
  readonly mediaType: string;
  readonly triples: number;
}

/** Brings triples into graphs, one load at a time. */
export interface Carrier {
  /** Tells what is cut for it from what is cut otherwise; letters, digits and hyphens. */
  readonly manner: string;
  /** The loads of a file, in their order; throws FolkloreError FILE_UNREADABLE as `piecesOf` does. */
  loadsOf(file: SourceFile): AsyncGenerator<Load>;
  /** The loads of lines of N-Triples. */
  loadsOfLines(lines: AsyncIterable<Buffer>): AsyncGenerator<Load>;
  /**
   * Brings a load, as often as need be: twice is as well as once.
   *
   * @param done operations that write down that it has been brought
   * @throws FolkloreError as the client does
   */
  carry(graph: string, load: Load, done: readonly string[]): Promise<void>;
}

/** How much is brought at once; what is not given is as the kind of store likes it. */
export interface Portions {
  /** Bytes, unpacked. */
  readonly bytes?: number | undefined;
  readonly lines?: number | undefined;
}

export function carrierFor(
  client: StoreClient,
  kind: StoreKind,
  protocol: Protocol,
  portions: Portions = {},
): Carrier {
  if (protocol === 'update') {
    const { mostInUpdate: most } = kind;
    return new UpdateCarrier(client, {
      bytes: portions.bytes ?? most.bytes,
      lines: portions.lines ?? most.lines,
    });
  }
  const limits = {
    bytes: portions.bytes ?? kind.mostInBody,
    lines: portions.lines ?? Number.MAX_SAFE_INTEGER,
  };
  return new GraphStoreCarrier(client, limits, kind.gzip);
}

/** By the Graph Store Protocol: files that fit go as they are, packed or not; others in pieces. */
class GraphStoreCarrier implements Carrier {
  readonly manner: string;
  readonly #client: StoreClient;
  readonly #limits: PieceLimits;
  #gzip: 'try' | 'yes' | 'no';

  constructor(client: StoreClient, limits: PieceLimits, gzipped: 'try' | 'no') {
    this.#client = client;
    this.#limits = limits;
    this.#gzip = gzipped;
    this.manner = `graph-store-${limits.bytes}-${limits.lines}`;
  }

  async *loadsOf(file: SourceFile): AsyncGenerator<Load> {
    const { unpacked, triples, isPacked, format } = file;
    const { mediaType } = FORMATS[format];
    if (unpacked <= this.#limits.bytes && triples !== undefined && triples <= this.#limits.lines) {
      yield { body: await wholeFile(file), isPacked, mediaType, triples };
      return;
    }
    yield* asLoads(piecesOf(file, this.#limits));
  }

  loadsOfLines(lines: AsyncIterable<Buffer>): AsyncGenerator<Load> {
    return asLoads(cut(lines, this.#limits));
  }

  async carry(graph: string, load: Load, done: readonly string[]): Promise<void> {
    await this.#send(graph, load);
    if (done.length > 0) await this.#client.update(inOrder(done), 'writing down what has been loaded');
  }

  async #send(graph: string, { body, isPacked, mediaType }: Load): Promise<void> {
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
  thrown instanceof StoreRefusal
    ? thrown.code === 'REQUEST_REFUSED'
    : thrown instanceof FolkloreError && thrown.code === 'SERVICE_UNAVAILABLE';

/** By updates: lines go in as they are. */
class UpdateCarrier implements Carrier {
  readonly manner: string;
  readonly #client: StoreClient;
  readonly #limits: PieceLimits;

  constructor(client: StoreClient, limits: PieceLimits) {
    this.#client = client;
    this.#limits = limits;
    this.manner = `update-${limits.bytes}-${limits.lines}`;
  }

  loadsOf(file: SourceFile): AsyncGenerator<Load> {
    return asLoads(piecesOf(file, this.#limits));
  }

  loadsOfLines(lines: AsyncIterable<Buffer>): AsyncGenerator<Load> {
    return asLoads(cut(lines, this.#limits));
  }

  async carry(graph: string, { body }: Load, done: readonly string[]): Promise<void> {
    const lines = ntriplesInSparql(body.toString('utf8'));
    await this.#client.update(inOrder([insertData(graph, lines), ...done]), `adding to the graph <${graph}>`);
  }
}

async function* asLoads(pieces: AsyncIterable<Piece>): AsyncGenerator<Load> {
  for await (const { text, lines } of pieces) {
    yield { body: text, isPacked: false, mediaType: FORMATS.nt.mediaType, triples: lines };
  }
}

/** A file as it is on the disk. */
async function wholeFile({ path, sha256 }: SourceFile): Promise<Buffer> {
  const body = await readFile(path).catch((thrown: unknown) => {
    throw unread(path, thrown);
  });
  if (createHash('sha256').update(body).digest('hex') !== sha256) throw notWhole(path);
  return body;
}
