import { setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import { FolkloreError } from '../../base/errors.js';
import { isNothing } from '../../base/json.js';
import type { Origin } from '../../base/origin.js';
import { isUrl } from '../../base/text.js';
import { RELEASE_PATHS } from '../../model/endpoints/service.js';
import { type Answer, type AttemptOptions, attempt } from './attempt.js';
import {
  AnswerUnreadable,
  isForbidden,
  isRefused,
  noKnownPath,
  requestInterrupted,
  SERVICE_NAMES,
  unavailable,
  unusableKey,
  unusableUrl,
} from './client-errors.js';
import { TransientFault } from './network-fault.js';
import type { Proxies } from './proxies.js';
import { keyFinder, keyRedactor } from './redact.js';
import { RequestSender } from './request-sender.js';
import { Patience, type RetryPolicy } from './retry-policy.js';

const SECOND_MS = 1000;

/** 64 MiB. */
const DEFAULT_MAX_ANSWER_BYTES = 64 << 20;

/** Spreads requests evenly over each second, and delays them during a pause. */
class RateLimiter {
  readonly #intervalMs: number;
  readonly #monotonic: () => number;
  #next = Number.NEGATIVE_INFINITY;

  /**
   * @param perSecond most requests begun in a second; undefined: no limit
   * @param monotonic milliseconds of a monotonic clock
   */
  constructor(perSecond: number | undefined, monotonic: () => number) {
    this.#intervalMs = perSecond === undefined ? 0 : SECOND_MS / perSecond;
    this.#monotonic = monotonic;
  }

  /** Reserves the next turn. Returns the milliseconds until then; 0: now. */
  acquire(): number {
    const now = this.#monotonic();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#intervalMs;
    return Math.ceil(at - now);
  }

  /** Delays all turns until a number of milliseconds from now. */
  hold(ms: number): void {
    this.#next = Math.max(this.#next, this.#monotonic() + ms);
  }
}

/** Settings of the client of one service. */
export interface ClientSettings extends RetryPolicy {
  readonly service: Origin['service'];
  /** Scheme, host and port: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The prefix of every path: `/api/v0.6`. Default: the first of {@link RELEASE_PATHS} at which the service has lists. */
  readonly path?: string | undefined;
  /** Sent in the header `X-Api-Key` and never shown. */
  readonly key: string;
  /** The name of the variable or file with the key, for messages. */
  readonly keyName: string;
  /** The header User-Agent, with a contact. */
  readonly userAgent: string;
  readonly proxies: Proxies;
  /** Most bytes of one answer, after unpacking. Default: 64 MiB. */
  readonly maxAnswerBytes?: number;
  /** The greatest number of running requests. */
  readonly concurrency: number;
  /** Most requests begun in a second, evenly spread; absent: no limit. */
  readonly perSecond?: number;
  /** When aborted, running attempts end at once; `signal` alone lets them finish. */
  readonly cutOff?: AbortSignal;
}

/** A small list that both services have, below the prefix of every release (archive-service 4, place-names-service 4). */
export const SMALL_LIST = '/counties';

/** The path of both services' description (wire-format 2). */
const DESCRIPTION = '/api';

/** A request with its key and path. */
interface PendingRequest {
  /** Without the prefix, for the log. */
  readonly request: string;
  /** With the prefix of the service. */
  readonly path: string;
  readonly key: string;
  readonly wants: AttemptOptions;
}

/** The client of one service: limits the rate of requests, and repeats failed ones. Nothing is sent before the first `get`. */
export class Client {
  readonly #settings: ClientSettings;
  readonly #origin: string;
  readonly #sender: RequestSender;
  readonly #queue: PQueue;
  readonly #rate: RateLimiter;
  readonly #hideKey: (text: string) => string;
  readonly #containsKey: (answer: Buffer | string) => boolean;
  readonly #closing = new AbortController();
  readonly #stop: AbortSignal;
  #prefix: Promise<string> | undefined;
  /** The error of all further requests, once there is one. */
  #ended: FolkloreError | undefined;

  /** @throws FolkloreError `CONFIG_INVALID` for an invalid URL, `KEY_REFUSED` for a key that a header cannot contain */
  constructor(settings: ClientSettings) {
    if (!isUrl(settings.url)) throw unusableUrl(settings);
    if (!/^[\x20-\x7e]*$/.test(settings.key)) throw unusableKey(settings);
    this.#settings = settings;
    this.#origin = new URL(settings.url).origin;
    const { proxies, timeoutMs, concurrency } = settings;
    this.#sender = new RequestSender(proxies, { timeoutMs, connections: concurrency });
    this.#queue = new PQueue({ concurrency: settings.concurrency });
    this.#rate = new RateLimiter(settings.perSecond, settings.monotonic);
    this.#hideKey = keyRedactor(settings.key);
    this.#containsKey = keyFinder(settings.key);
    const { signal, cutOff } = settings;
    cutOff?.addEventListener('abort', () => void this.#sender.destroy(), { signal: this.#closing.signal });
    this.#stop =
      signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
    // Each request listens: Node would warn of more than ten.
    setMaxListeners(0, this.#stop);
  }

  /**
   * Sends one request.
   *
   * @param request path and query below the prefix of the service, percent-encoded, without a key: for example
   *   `/cbe?VolumeID=101`, or `/?PlaceID=1` at the root
   * @throws FolkloreError `REQUEST_REFUSED` for a 4xx, `KEY_REFUSED` for 401 and 403 (later requests fail without being
   *   sent), `ANSWER_TOO_LONG`, `ANSWER_UNREADABLE`, `SERVICE_UNAVAILABLE` when the patience is over, or shorter than Retry-After,
   *   `INTERRUPTED` when the signal is aborted
   */
  async get(request: string, wants: AttemptOptions = {}): Promise<Answer> {
    const { path, service } = this.#settings;
    if (path !== undefined) return this.#getAt(path, request, wants);
    if (this.#prefix !== undefined) return this.#getAt(await this.#prefix, request, wants);
    // The first request shows whether the first path is right. The others wait for its answer.
    const [specified] = RELEASE_PATHS[service];
    const first = this.#first(this.#pendingAt(specified, request, wants));
    this.#prefix = first.then(({ prefix = specified }) => prefix);
    // Those who wait for the path get the error; there may be none.
    this.#prefix.catch(() => {});
    const { prefix = specified, answer } = await first;
    return answer ?? this.#getAt(prefix, request, wants);
  }

  /** Sends the first request, at the first path. If the service has nothing there, its path is found. */
  async #first(pending: PendingRequest): Promise<{ readonly prefix?: string; readonly answer?: Answer }> {
    const [specified, ...others] = RELEASE_PATHS[this.#settings.service];
    let answer: Answer;
    try {
      answer = await this.#queue.add(() => this.#send(pending));
    } catch (thrown) {
      if (isRefused(thrown)) return { prefix: await this.#findPrefix() };
      const isElsewhere =
        thrown instanceof TransientFault
          ? thrown.isForeign
          : isForbidden(thrown) || thrown instanceof AnswerUnreadable;
      const prefix = isElsewhere ? await this.#listedAt(others) : undefined;
      if (prefix !== undefined) return { prefix };
      return { answer: await this.#queue.add(() => this.#persist(pending, thrown)) };
    }
    if (answer.status === 404) {
      const prefix = await this.#findPrefix();
      return prefix === specified ? { answer } : { prefix };
    }
    // Without parameters it is a whole list. Others may well be empty.
    const isWhole = pending.wants.body === 'list' && !pending.request.includes('?');
    const isEmpty = isWhole && answer.status === 200 && isNothing(answer.json);
    const prefix = isEmpty ? await this.#listedAt([specified, ...others]) : undefined;
    return prefix === undefined || prefix === specified ? { answer } : { prefix };
  }

  /** The first of these paths at which the service has counties, asked once each. */
  #listedAt(paths: readonly string[]): Promise<string | undefined> {
    return this.#firstOf(paths, async (pending) => {
      const answer = await this.#send(pending).catch(() => this.#checkNotEnded(pending.request));
      return answer?.status === 200 && !isNothing(answer.json);
    });
  }

  /** The first of these paths at which a request for the list of counties succeeds. Another one than the specified path is reported. */
  async #firstOf(
    paths: readonly string[],
    isFound: (pending: PendingRequest) => Promise<boolean>,
  ): Promise<string | undefined> {
    const { service, report } = this.#settings;
    const [specified] = RELEASE_PATHS[service];
    for (const path of paths) {
      if (!(await this.#queue.add(() => isFound(this.#pendingAt(path, SMALL_LIST, { body: 'list' })))))
        continue;
      if (path !== specified) {
        const message = `${SERVICE_NAMES[service]} has nothing at ${specified}: its path is ${path}.`;
        report({ event: 'note', message });
      }
      return path;
    }
    return undefined;
  }

  /**
   * The prefix of every path: the setting, or the first known one at which the service has the list of counties.
   *
   * @throws FolkloreError `REQUEST_REFUSED` when the service has nothing at any of them; as {@link get} does
   */
  prefix(): Promise<string> {
    const { path } = this.#settings;
    this.#prefix ??= path === undefined ? this.#findPrefix() : Promise.resolve(path);
    return this.#prefix;
  }

  #getAt(prefix: string, request: string, wants: AttemptOptions): Promise<Answer> {
    return this.#queue.add(() => this.#persist(this.#pendingAt(prefix, request, wants)));
  }

  #pendingAt(prefix: string, request: string, wants: AttemptOptions): PendingRequest {
    const { key } = this.#settings;
    const path = `${prefix.replace(/\/+$/, '')}${request}`;
    return { request, path: path.startsWith('/') ? path : `/${path}`, key, wants };
  }

  async #findPrefix(): Promise<string> {
    const { service } = this.#settings;
    const paths = RELEASE_PATHS[service];
    const path = await this.#firstOf(paths, async (pending) => {
      const answer = await this.#persist(pending).catch((thrown: unknown) => {
        if (!isRefused(thrown)) throw thrown;
      });
      return answer?.status === 200;
    });
    if (path === undefined) throw noKnownPath({ service, origin: this.#origin, paths });
    return path;
  }

  /**
   * Requests the description of the service at `/api`, outside the prefix (wire-format 2), without a key.
   *
   * @throws FolkloreError as {@link get} does
   */
  describe(): Promise<Answer> {
    return this.#queue.add(() =>
      this.#persist({ request: DESCRIPTION, path: DESCRIPTION, key: '', wants: { body: 'object' } }),
    );
  }

  /** Waits for running attempts, begins no other, and closes the connections. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#queue.onIdle();
    await this.#sender.close();
  }

  /**
   * Tries until there is an answer, a permanent error, or no patience left.
   *
   * @param before the error of an attempt before
   */
  async #persist(pending: PendingRequest, before?: unknown): Promise<Answer> {
    const patience = new Patience(this.#settings);
    for (let fault = before; ; ) {
      if (fault !== undefined) {
        if (!(fault instanceof TransientFault)) throw this.#remember(fault);
        await this.#waitAfter(fault, patience, pending);
      }
      try {
        return await this.#send(pending);
      } catch (thrown) {
        fault = thrown;
      }
    }
  }

  /** One attempt, when the rate allows it. */
  async #send(pending: PendingRequest): Promise<Answer> {
    const { request } = pending;
    await this.#pause(this.#rate.acquire(), request);
    const answer = await this.#attempt(pending);
    const bytes = answer.status === 200 ? answer.body.length : 0;
    this.#settings.report({ event: 'fetched', service: this.#settings.service, request, bytes });
    return answer;
  }

  #attempt({ path, key, wants }: PendingRequest): Promise<Answer> {
    const { service, keyName, userAgent, timeoutMs, maxAnswerBytes, now } = this.#settings;
    return attempt(this.#sender, {
      service,
      origin: this.#origin,
      path,
      key,
      keyName,
      userAgent,
      wants,
      timeoutMs,
      maxAnswerBytes: maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES,
      now,
      hideKey: this.#hideKey,
      containsKey: this.#containsKey,
    });
  }

  /** A refused key fails all further requests. */
  #remember(thrown: unknown): unknown {
    if (thrown instanceof FolkloreError && thrown.code === 'KEY_REFUSED') this.#ended ??= thrown;
    return thrown;
  }

  async #waitAfter(fault: TransientFault, patience: Patience, pending: PendingRequest): Promise<void> {
    const { service, cutOff } = this.#settings;
    const { request } = pending;
    // The attempt failed because of the abort.
    if (cutOff?.aborted === true) this.#checkNotEnded(request);
    const waitMs = patience.pauseAfter({ service, request }, fault.message, fault.retryAfterMs);
    if (waitMs === undefined) {
      const path = this.#hideKey(pending.path);
      const { account } = patience;
      const end = unavailable({ service, origin: this.#origin, path, account, cause: fault });
      // Retry-After applies to all requests.
      if (fault.retryAfterMs !== undefined) this.#ended ??= end;
      throw end;
    }
    this.#rate.hold(fault.retryAfterMs ?? 0);
    await this.#pause(waitMs, request);
  }

  /** @throws FolkloreError before or after the pause when the client has ended */
  async #pause(ms: number, request: string): Promise<void> {
    this.#checkNotEnded(request);
    if (ms <= 0) return;
    try {
      await this.#settings.sleep(ms, this.#stop);
    } finally {
      this.#checkNotEnded(request);
    }
  }

  #checkNotEnded(request: string): void {
    if (this.#ended !== undefined) throw this.#ended;
    if (this.#stop.aborted) throw requestInterrupted(this.#settings.service, this.#hideKey(request));
  }
}
