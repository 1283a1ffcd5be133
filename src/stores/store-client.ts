import { STATUS_CODES } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import { FolkloreError } from '../base/errors.js';
import { backoffMs } from '../client/backoff.js';
import { headerOf, readBody } from '../client/body.js';
import { Fault } from '../client/fault.js';
import { networkFault } from '../client/network-fault.js';
import { LONGEST_ASKED_WAIT_MS, type Patience } from '../client/patience.js';
import { keyHider } from '../client/redact.js';
import { retryAfterMs } from '../client/retry-after.js';
import { Authorisation } from './authorisation.js';
import { type Credentials, secretsOf } from './credentials.js';
import { type ResultRow, rowsOf, truthOf } from './results.js';
import { noEndpoint, notLetIn, refused, stopped, unreachable } from './store-refusal.js';

/** Where a store listens: whole URLs. What it does not have is undefined. */
export interface Endpoints {
  readonly query: string;
  readonly update: string | undefined;
  /** SPARQL 1.1 Graph Store HTTP Protocol, graphs named by `?graph=` (section 4.2). */
  readonly graphStore: string | undefined;
}

/** How one store is asked. */
export interface StoreClientSettings extends Endpoints, Patience {
  readonly credentials: Credentials;
  readonly userAgent: string;
}

/** What is put into a graph. */
export interface GraphBody {
  readonly body: Buffer;
  /** `application/n-triples`, `text/turtle`. */
  readonly mediaType: string;
  /** Whether the body is packed by gzip. */
  readonly gzip?: boolean;
}

/** One request, whoever it goes to. */
interface Asked {
  /** As it is told: no credentials in it. */
  readonly called: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** How often it is tried, when not as often as everything else. */
  readonly attempts?: number | undefined;
}

/** What a store said. */
interface Said {
  readonly status: number;
  readonly body: Buffer;
}

const JSON_RESULTS = 'application/sparql-results+json';
/** Statuses that may be another one next time, besides those from 500 up. */
const PASSING = new Set([408, 425, 429]);
/** Not implemented, and what is no HTTP of ours, are no better next time. */
const LASTING = new Set([501, 505]);
/** A nonce may age between learning it and using it, once. */
const MOST_ANSWERS = 2;
/** What a store says is shown as far as it fits into a paragraph. */
const MOST_SHOWN = 400;

/**
 * What Virtuoso says with status 500 that will be the same next time, by SQLSTATE: of syntax, data, rights and
 * transactions that are too large (40005). A deadlock (40001) passes.
 */
const LASTING_IN_VIRTUOSO = /^\s*Virtuoso (?:22|37|42|40005|RDF)\w* /;

/** Asks one SPARQL 1.1 store, patiently. Nothing is sent before the first call. */
export class StoreClient {
  readonly #settings: StoreClientSettings;
  readonly #agent: Agent;
  readonly #authorisation: Authorisation;
  readonly #hide: (text: string) => string;

  constructor(settings: StoreClientSettings) {
    this.#settings = settings;
    // One limit rules a whole attempt, set where it is made.
    this.#agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: settings.timeoutMs } });
    this.#authorisation = new Authorisation(settings.credentials);
    const hiders = secretsOf(settings.credentials).map(keyHider);
    this.#hide = (text) => hiders.reduce((shown, hide) => hide(shown), text);
  }

  /**
   * The rows of a SELECT.
   *
   * @throws FolkloreError `REQUEST_REFUSED` (also when the store cuts its answers), `KEY_REFUSED`,
   *   `SERVICE_UNAVAILABLE` after the last attempt, `INTERRUPTED`
   */
  query(sparql: string): Promise<ResultRow[]> {
    return this.#ask(sparql, rowsOf);
  }

  /** Whether what an ASK asks for is so; throws as `query` does. */
  ask(sparql: string): Promise<boolean> {
    return this.#ask(sparql, truthOf);
  }

  /**
   * Runs an update (SPARQL 1.1 Protocol, section 2.2.2), which must be one that can be run twice: when the answer is
   * lost it is sent again.
   *
   * @param called what it does, for messages
   * @throws FolkloreError as `query` does
   */
  async update(sparql: string, called = 'an update'): Promise<void> {
    const { update } = this.#settings;
    if (update === undefined) throw noEndpoint('updates');
    await this.#persist({
      called,
      method: 'POST',
      url: new URL(update),
      headers: { 'content-type': 'application/sparql-update' },
      body: Buffer.from(sparql, 'utf8'),
    });
  }

  /** Puts triples in the place of a graph (Graph Store HTTP Protocol, section 5.3); throws as `query` does. */
  async putGraph(graph: string, content: GraphBody): Promise<void> {
    await this.#persist(await this.#graphRequest('PUT', graph, content));
  }

  /**
   * Adds triples to a graph (section 5.5); throws as `query` does.
   *
   * @param attempts how often it is tried, when not as often as everything else
   */
  async postGraph(graph: string, content: GraphBody, attempts?: number): Promise<void> {
    await this.#persist({ ...(await this.#graphRequest('POST', graph, content)), attempts });
  }

  /** Deletes a graph (section 5.4), if it is there; throws as `query` does. */
  async deleteGraph(graph: string): Promise<void> {
    await this.#persist(await this.#graphRequest('DELETE', graph), [404]);
  }

  /** Whether a named graph holds anything; throws as `query` does. */
  hasGraph(graph: string): Promise<boolean> {
    return this.ask(`ASK { GRAPH <${graph}> { ?s ?p ?o } }`);
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    if (!this.#agent.closed) await this.#agent.close();
  }

  async #ask<T>(sparql: string, read: (body: Buffer) => T): Promise<T> {
    const asked: Asked = {
      called: 'a query',
      method: 'POST',
      url: new URL(this.#settings.query),
      headers: { accept: JSON_RESULTS, 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(new URLSearchParams({ query: sparql }).toString(), 'utf8'),
    };
    return this.#persist(asked, [], ({ body }) => read(body));
  }

  async #graphRequest(method: 'POST' | 'PUT' | 'DELETE', graph: string, content?: GraphBody): Promise<Asked> {
    const { graphStore } = this.#settings;
    if (graphStore === undefined) throw noEndpoint('graphs (Graph Store Protocol)');
    const url = new URL(graphStore);
    url.searchParams.set('graph', graph);
    // A body that is refused for want of a password is sent for nothing, and cuts the connection.
    if (content !== undefined && !this.#authorisation.isKnownTo(endpointOf(url))) await this.#introduce(url);
    return {
      called: `${method} of the graph <${graph}>`,
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

  /** Asks for nothing, to learn how an endpoint wants to be told who asks. */
  async #introduce(url: URL): Promise<void> {
    const { statusCode, headers, body } = await this.#agent
      .request({
        origin: url.origin,
        method: 'GET',
        path: `${url.pathname}${url.search}`,
        headers: { 'user-agent': this.#settings.userAgent, accept: 'application/n-triples' },
        signal: AbortSignal.timeout(this.#settings.timeoutMs),
      })
      .catch(() => ({ statusCode: 0, headers: {} as Record<string, string>, body: undefined }));
    // A graph that anybody may read is not read: the connection is given up instead.
    body?.on('error', () => {}).destroy();
    if (statusCode === 401)
      this.#authorisation.learn(endpointOf(url), headers['www-authenticate'], undefined);
  }

  /**
   * Tries until there is an answer, a refusal, or no attempt left.
   *
   * @param alsoWell statuses that are an answer, too
   */
  async #persist(asked: Asked, alsoWell?: readonly number[]): Promise<Said>;
  async #persist<T>(asked: Asked, alsoWell: readonly number[], read: (said: Said) => T): Promise<T>;
  async #persist<T>(
    asked: Asked,
    alsoWell: readonly number[] = [],
    read?: (said: Said) => T,
  ): Promise<T | Said> {
    const { report } = this.#settings;
    const attempts = asked.attempts ?? this.#settings.attempts;
    const reasons: string[] = [];
    for (;;) {
      this.#checkGoingOn(asked);
      try {
        const said = await this.#attempt(asked, alsoWell);
        return read === undefined ? said : read(said);
      } catch (thrown) {
        if (thrown instanceof FolkloreError) throw thrown;
        const fault = thrown instanceof Fault ? thrown : networkFault(thrown, this.#settings.timeoutMs);
        const reason = this.#hide(fault.message);
        reasons.push(reason);
        const askedMs = fault.retryAfterMs ?? 0;
        if (reasons.length >= attempts || askedMs > LONGEST_ASKED_WAIT_MS) {
          throw unreachable(`${asked.called} at ${endpointOf(asked.url)}`, reasons, fault);
        }
        const attempt = reasons.length;
        const waitMs = Math.max(askedMs, backoffMs(attempt, this.#settings.random));
        report({ event: 'retrying', service: 'store', request: asked.called, reason, attempt, waitMs });
        await this.#pause(waitMs);
      }
    }
  }

  /** Sends a request and, where the store wants to know who asks, once more. */
  async #attempt(asked: Asked, alsoWell: readonly number[]): Promise<Said> {
    const { url } = asked;
    const endpoint = endpointOf(url);
    for (let answers = 0; ; answers += 1) {
      const uri = `${url.pathname}${url.search}`;
      const authorization = this.#authorisation.headerFor(endpoint, asked.method, uri);
      const response = await this.#agent.request({
        origin: url.origin,
        method: asked.method,
        path: uri,
        headers: {
          'user-agent': this.#settings.userAgent,
          ...asked.headers,
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: asked.body ?? null,
        signal: AbortSignal.timeout(this.#settings.timeoutMs),
      });
      const { statusCode: status } = response;
      if (status === 401 && answers < MOST_ANSWERS) {
        await response.body.dump();
        const header = response.headers['www-authenticate'];
        if (this.#authorisation.learn(endpoint, header, authorization)) continue;
        throw notLetIn(asked.called, statusOf(response), status);
      }
      if ((status >= 200 && status < 300) || alsoWell.includes(status)) {
        checkWhole(response);
        return { status, body: await readBody(response) };
      }
      throw await this.#otherwise(asked, response);
    }
  }

  /** What a status means that is no success. */
  async #otherwise(asked: Asked, response: Dispatcher.ResponseData): Promise<Error> {
    const { statusCode: status } = response;
    const body = await readBody(response).catch(() => Buffer.alloc(0));
    if (status === 401 || status === 403) return notLetIn(asked.called, statusOf(response), status);
    const text = body.toString('utf8');
    const passes = PASSING.has(status) || (status >= 500 && !LASTING.has(status));
    if (passes && !LASTING_IN_VIRTUOSO.test(text)) {
      const shown = status === 500 ? `: ${shownOf(text)}` : '';
      const waitMs = retryAfterMs(headerOf(response, 'retry-after'), this.#settings.now());
      return new Fault(`${statusOf(response)}${shown}`, waitMs);
    }
    return refused(asked.called, statusOf(response), this.#hide(shownOf(text)), status);
  }

  async #pause(ms: number): Promise<void> {
    // Being woken by the signal is told by whoever goes on.
    await this.#settings.sleep(ms, this.#settings.signal).catch(() => {});
  }

  #checkGoingOn(asked: Asked): void {
    if (this.#settings.signal?.aborted === true) throw stopped(asked.called);
  }
}

/** Whom a password is for: a URL without its query. */
const endpointOf = (url: URL): string => `${url.origin}${url.pathname}`;

const statusOf = ({ statusCode }: Dispatcher.ResponseData): string =>
  `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim();

/** What a store says of a failure, as one line of plain letters. */
function shownOf(text: string): string {
  const plain = text
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/\.$/, '');
  return plain.length > MOST_SHOWN ? `${plain.slice(0, MOST_SHOWN)}…` : plain;
}

/** Virtuoso cuts its answers, and says so in headers alone: then a number would be too low. */
function checkWhole(response: Dispatcher.ResponseData): void {
  const most = headerOf(response, 'x-sparql-maxrows');
  const state = headerOf(response, 'x-sql-state');
  if (most === undefined && state !== 'S1TAT') return;
  throw refused(
    'a query',
    'part of an answer',
    most === undefined ? 'it took too long' : `only ${most} rows`,
    200,
  );
}
