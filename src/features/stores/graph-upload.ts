import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { FolkloreError } from '../../base/errors.js';
import type { StoreClient } from './client.js';
import { StoreHttpError } from './http-errors.js';
import { type ChunkLimits, chunksOf, ntriplesOf, type SourceFile } from './source-files.js';
import { insertData, ntriplesInSparql } from './sparql.js';
import type { Protocol, StoreKind } from './store-kinds.js';

const gzip = promisify(gzipWithCallback);

/** The fastest level packs N-Triples as well as the best. */
const FASTEST = 1;

/** Adds triples to graphs, in requests of a size that the store accepts. */
export class GraphUpload {
  readonly #client: StoreClient;
  readonly #protocol: Protocol;
  readonly #limits: ChunkLimits;
  #gzip: 'try' | 'yes' | 'no';

  /** @param portion bytes of a request, unpacked; the default is that of the kind of store */
  constructor(client: StoreClient, kind: StoreKind, protocol: Protocol, portion: number | undefined) {
    const { mostInBody, mostInUpdate } = kind;
    const most =
      protocol === 'update' ? mostInUpdate : { bytes: mostInBody, lines: Number.POSITIVE_INFINITY };
    this.#client = client;
    this.#protocol = protocol;
    this.#limits = { ...most, bytes: portion ?? most.bytes };
    this.#gzip = kind.gzip;
  }

  /**
   * Adds the triples of a file to a graph. The next chunk is read while one is sent.
   *
   * @param onTriples receives the number of triples of each request
   * @throws FolkloreError FILE_UNREADABLE; all errors of the client
   */
  async add(graph: string, file: SourceFile, onTriples: (triples: number) => void): Promise<void> {
    const chunks = chunksOf(ntriplesOf(file), this.#limits);
    try {
      for (let chunk = await chunks.next(); chunk.done !== true; ) {
        const following = chunks.next();
        // Its error is thrown when it is awaited; until then it must not count as unhandled.
        following.catch(() => {});
        await this.#send(graph, `${chunk.value.join('\n')}\n`);
        onTriples(chunk.value.length);
        chunk = await following;
      }
    } finally {
      await chunks.return(undefined);
    }
  }

  async #send(graph: string, lines: string): Promise<void> {
    if (this.#protocol === 'update') {
      const operation = insertData(graph, ntriplesInSparql(lines));
      await this.#client.update(operation, `adding to the graph <${graph}>`);
      return;
    }
    const body = Buffer.from(lines, 'utf8');
    if (this.#gzip !== 'no') {
      const content = { body: await gzip(body, { level: FASTEST }), gzip: true };
      if (this.#gzip === 'yes') return this.#client.postGraph(graph, content);
      // Stores that cannot unpack fail in different ways; an unavailable store is tried again below.
      const refusal = await this.#client.withoutRetries.postGraph(graph, content).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (refusal === undefined) {
        this.#gzip = 'yes';
        return;
      }
      if (!isAboutBody(refusal)) throw refusal;
    }
    await this.#client.postGraph(graph, { body });
    // The plain body was accepted, so the packing was refused.
    this.#gzip = 'no';
  }
}

/** Whether a refusal may be due to the packing of the body. */
const isAboutBody = (thrown: unknown): boolean =>
  thrown instanceof StoreHttpError
    ? thrown.code === 'REQUEST_REFUSED'
    : thrown instanceof FolkloreError && thrown.code === 'SERVICE_UNAVAILABLE';
