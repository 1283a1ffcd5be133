import type { RetryPolicy } from '../http/retry-policy.js';
import { type ConnectionSettings, StoreConnection, type StoreRequest, withRetries } from './connection.js';
import { missingEndpoint } from './http-errors.js';
import { parseBooleanResult, parseCountResult, parseResultRows, type ResultRow } from './sparql.js';

/** Where a store listens: whole URLs. What it does not have is undefined. */
export interface Endpoints {
  readonly query: string;
  readonly update: string | undefined;
  /** SPARQL 1.1 Graph Store HTTP Protocol, graphs named by `?graph=` (section 4.2). */
  readonly graphStore: string | undefined;
}

/** How one store is asked. */
export interface StoreClientSettings extends Endpoints, RetryPolicy, ConnectionSettings {}

/** What is put into a graph. */
export interface GraphBody {
  readonly body: Buffer;
  /** `application/n-triples`, `text/turtle`. */
  readonly mediaType: string;
  /** Whether the body is packed by gzip. */
  readonly gzip?: boolean;
}

const JSON_RESULTS = 'application/sparql-results+json';

/** Asks one SPARQL 1.1 store, patiently. Nothing is sent before the first call. */
export class StoreClient {
  readonly #settings: StoreClientSettings;
  readonly #connection: StoreConnection;

  constructor(settings: StoreClientSettings) {
    this.#settings = settings;
    this.#connection = new StoreConnection(settings);
  }

  /**
   * The rows of a SELECT.
   *
   * @throws FolkloreError `REQUEST_REFUSED` (also when the store cuts its answers), `KEY_REFUSED`,
   *   `SERVICE_UNAVAILABLE` after the last attempt, `INTERRUPTED`
   */
  query(sparql: string): Promise<ResultRow[]> {
    return this.#ask(sparql, parseResultRows);
  }

  /**
   * The one number that a SELECT counts; throws as `query` does.
   *
   * @param variable what it is called
   */
  count(sparql: string, variable: string): Promise<number> {
    return this.#ask(sparql, (body) => parseCountResult(body, variable));
  }

  /** Whether what an ASK asks for is so; throws as `query` does. */
  ask(sparql: string): Promise<boolean> {
    return this.#ask(sparql, parseBooleanResult);
  }

  /**
   * Runs an update (SPARQL 1.1 Protocol, section 2.2.2), which must be one that can be run twice: when the answer is
   * lost it is sent again.
   *
   * @param called what it does, for messages
   * @param attempts how often it is tried, when not as often as everything else
   * @throws FolkloreError as `query` does
   */
  async update(sparql: string, called = 'an update', attempts?: number): Promise<void> {
    const { update } = this.#settings;
    if (update === undefined) throw missingEndpoint('updates');
    const request: StoreRequest = {
      description: called,
      method: 'POST',
      url: new URL(update),
      headers: { 'content-type': 'application/sparql-update' },
      body: Buffer.from(sparql, 'utf8'),
    };
    await this.#send(request, [], attempts);
  }

  /** Puts triples in the place of a graph (Graph Store HTTP Protocol, section 5.3); throws as `query` does. */
  async putGraph(graph: string, content: GraphBody): Promise<void> {
    await this.#send(await this.#graphRequest('PUT', graph, content));
  }

  /**
   * Adds triples to a graph (section 5.5); throws as `query` does.
   *
   * @param attempts how often it is tried, when not as often as everything else
   */
  async postGraph(graph: string, content: GraphBody, attempts?: number): Promise<void> {
    await this.#send(await this.#graphRequest('POST', graph, content), [], attempts);
  }

  /** Deletes a graph (section 5.4), if it is there; throws as `query` does. */
  async deleteGraph(graph: string): Promise<void> {
    await this.#send(await this.#graphRequest('DELETE', graph), [404]);
  }

  /** Whether a named graph holds anything; throws as `query` does. */
  hasGraph(graph: string): Promise<boolean> {
    return this.ask(`ASK { GRAPH <${graph}> { ?s ?p ?o } }`);
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
    // What is cut off is asked for again; what is whole and cannot be read is not.
    return this.#persist(request, async () => read(await this.#connection.attempt(request, [])));
  }

  async #graphRequest(
    method: 'POST' | 'PUT' | 'DELETE',
    graph: string,
    content?: GraphBody,
  ): Promise<StoreRequest> {
    const { graphStore } = this.#settings;
    if (graphStore === undefined) throw missingEndpoint('graphs (Graph Store Protocol)');
    const url = new URL(graphStore);
    url.searchParams.set('graph', graph);
    if (content !== undefined) await this.#connection.introduce(url);
    return {
      description: `${method} of the graph <${graph}>`,
      method,
      url,
      headers:
        content === undefined
          ? {}
          : {
              'content-type': content.mediaType,
              ...(content.gzip === true ? { 'content-encoding': 'gzip' } : {}),
            },
      ...(content === undefined ? {} : { body: content.body }),
    };
  }

  #send(request: StoreRequest, alsoWell: readonly number[] = [], attempts?: number): Promise<Buffer> {
    return this.#persist(request, () => this.#connection.attempt(request, alsoWell), attempts);
  }

  #persist<T>(request: StoreRequest, attempt: () => Promise<T>, attempts?: number): Promise<T> {
    const patience = attempts === undefined ? this.#settings : { ...this.#settings, attempts };
    return withRetries(request, patience, attempt, this.#connection.hide);
  }
}
