import type { RetryPolicy } from '../../harvest/client/retry-policy.js';
import { FORMATS } from '../../model/rdf/formats/format.js';
import { type ConnectionSettings, StoreConnection, type StoreRequest, withRetries } from './connection.js';
import { firstLine, missingEndpoint } from './http-errors.js';
import { parseCountResult, parseResultRows, type ResultRow } from './sparql.js';

/** The URLs of a store; undefined where it has none. */
export interface Endpoints {
  readonly query: string;
  readonly update: string | undefined;
  /** SPARQL 1.1 Graph Store HTTP Protocol, graphs named by `?graph=` (section 4.2). */
  readonly graphStore: string | undefined;
}

/** Settings of a client. */
export interface StoreClientSettings extends Endpoints, RetryPolicy, ConnectionSettings {}

/** Triples to add to a graph, in N-Triples. */
interface GraphBody {
  readonly body: Buffer;
  /** Whether the body is packed by gzip. */
  readonly gzip?: boolean;
}

/** Bytes of the response to a write that are kept for messages. */
const MOST_KEPT = 4096;
const JSON_RESULTS = 'application/sparql-results+json';

/** A client of one SPARQL 1.1 store, with retries. Nothing is sent before the first call. */
export class StoreClient {
  readonly #settings: StoreClientSettings;
  readonly #connection: StoreConnection;

  constructor(settings: StoreClientSettings, connection = new StoreConnection(settings)) {
    this.#settings = settings;
    this.#connection = connection;
  }

  /** A client of the same store, by the same connections, that tries each request once. */
  get withoutRetries(): StoreClient {
    return new StoreClient({ ...this.#settings, patienceMs: 0 }, this.#connection);
  }

  /** A client of the same store that tries each request once, and also after an interruption. */
  get forOneLook(): StoreClient {
    return new StoreClient({ ...this.#settings, patienceMs: 0, signal: undefined }, this.#connection);
  }

  /** What the store said of the last write that it answered with success, as one line; mostly nothing. */
  get lastSaid(): string {
    return this.#connection.lastSaid;
  }

  /**
   * The rows of a SELECT.
   *
   * @throws FolkloreError `REQUEST_REFUSED` (also when the store cuts its answers), `KEY_REFUSED`,
   *   `SERVICE_UNAVAILABLE` when the patience is over, `INTERRUPTED`
   */
  query(sparql: string): Promise<ResultRow[]> {
    return this.#ask(sparql, parseResultRows);
  }

  /**
   * The number that a SELECT counts; throws as `query` does.
   *
   * @param variable the variable of the number
   */
  count(sparql: string, variable: string): Promise<number> {
    return this.#ask(sparql, (body) => parseCountResult(body, variable));
  }

  /**
   * Runs an update (SPARQL 1.1 Protocol, section 2.2.2). It must be idempotent: after a lost response it is sent again.
   *
   * @param description for messages
   * @throws FolkloreError as `query` does
   */
  async update(sparql: string, description = 'an update'): Promise<void> {
    const { update } = this.#settings;
    if (update === undefined) throw missingEndpoint('updates');
    const request: StoreRequest = {
      description,
      method: 'POST',
      url: new URL(update),
      headers: { 'content-type': 'application/sparql-update' },
      body: Buffer.from(sparql, 'utf8'),
    };
    await this.#send(request);
  }

  /**
   * Adds triples to a graph (section 5.5); throws as `query` does.
   *
   */
  async postGraph(graph: string, content: GraphBody): Promise<void> {
    const { graphStore } = this.#settings;
    if (graphStore === undefined) throw missingEndpoint('graphs (Graph Store Protocol)');
    const url = new URL(graphStore);
    url.searchParams.set('graph', graph);
    await this.#connection.introduce(url);
    const { body, gzip } = content;
    const request: StoreRequest = {
      description: `POST of the graph <${graph}>`,
      method: 'POST',
      url,
      headers: {
        'content-type': FORMATS.nt.mediaType,
        ...(gzip === true ? { 'content-encoding': 'gzip' } : {}),
      },
      body,
    };
    await this.#send(request);
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #ask<T>(sparql: string, read: (body: Buffer) => T): Promise<T> {
    const request: StoreRequest = {
      description: 'a query',
      method: 'POST',
      url: new URL(this.#settings.query),
      headers: { accept: JSON_RESULTS, 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(new URLSearchParams({ query: sparql }).toString(), 'utf8'),
    };
    // A truncated response is repeated; a complete one that cannot be read is not.
    return this.#persist(request, async () => read(await this.#connection.attempt(request)));
  }

  async #send(request: StoreRequest): Promise<void> {
    const body = await this.#persist(request, () => this.#connection.attempt(request));
    const said = this.#connection.hide(body.toString('utf8', 0, MOST_KEPT));
    this.#connection.lastSaid = firstLine(said);
  }

  #persist<T>(request: StoreRequest, attempt: () => Promise<T>): Promise<T> {
    return withRetries(request, this.#settings, attempt, this.#connection.hide);
  }
}
