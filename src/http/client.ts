import PQueue from 'p-queue';
import { Pool } from 'undici';
import { FolkloreError } from '../base/errors.js';
import type { Origin } from '../base/origin.js';
import { type Answer, type AttemptOptions, attempt } from './attempt.js';
import { requestInterrupted, unavailable, unusableKey, unusableUrl } from './client-errors.js';
import { TransientFault } from './network-fault.js';
import { keyFinder, keyRedactor } from './redact.js';
import { LONGEST_ASKED_WAIT_MS, pauseAfter, type RetryPolicy } from './retry-policy.js';

const SECOND_MS = 1000;

/** 64 MiB. */
const DEFAULT_MAX_ANSWER_BYTES = 64 << 20;

/** When the next request may be sent: evenly spread over the second, and not before a pause asked for ends. */
export class RateLimiter {
  readonly #intervalMs: number;
  readonly #monotonic: () => number;
  #next = Number.NEGATIVE_INFINITY;

  /**
   * @param perSecond most requests begun in a second; undefined: no limit
   * @param monotonic milliseconds by a clock that is never set
   */
  constructor(perSecond: number | undefined, monotonic: () => number) {
    this.#intervalMs = perSecond === undefined ? 0 : SECOND_MS / perSecond;
    this.#monotonic = monotonic;
  }

  /** Takes the next turn and says how many milliseconds there are until it comes; 0: now. */
  acquire(): number {
    const now = this.#monotonic();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#intervalMs;
    return Math.ceil(at - now);
  }

  /** No turn comes in the next so many milliseconds. */
  hold(ms: number): void {
    this.#next = Math.max(this.#next, this.#monotonic() + ms);
  }
}

/** How one service is asked. */
export interface ClientSettings extends RetryPolicy {
  readonly service: Origin['service'];
  /** Where the service is: scheme, host and port, for example `http://127.0.0.1:4010`. */
  readonly url: string;
  /** What every path of the service begins with, for example `/api/v0.6`. */
  readonly path: string;
  /** Sent in the header `X-Api-Key` and shown nowhere. */
  readonly key: string;
  /** Where the key comes from, for messages: the name of a variable or of a file. */
  readonly keyName: string;
  /** Who asks, with a way to reach them. */
  readonly userAgent: string;
  /** Most bytes of one answer, after unpacking. Default: 64 MiB. */
  readonly maxAnswerBytes?: number;
  /** Most requests under way at once. */
  readonly concurrency: number;
  /** Most requests begun in a second, evenly spread; absent: as fast as the answers come. */
  readonly perSecond?: number;
  /** Milliseconds by a clock that is never set, counted from anywhere: the pace goes by it. */
  readonly monotonic: () => number;
}

/** Asks one service politely and patiently. */
export interface Client {
  /**
   * Answers one request of the service.
   *
   * @param request path and query below the service's prefix, percent-encoded, without a key: for example
   *   `/cbe?VolumeID=101`, or `/?PlaceID=1` at the root
   * @param wants what is held already, and what the body must be
   * @throws FolkloreError `REQUEST_REFUSED` when the service says that the request is wrong, `KEY_REFUSED`
   *   when it does not accept the key (all later requests end likewise, without being sent), `ANSWER_TOO_LONG`,
   *   `SERVICE_UNAVAILABLE` after the last attempt or when asked to stay away for long, `INTERRUPTED` when
   *   told to stop
   */
  get(request: string, wants?: AttemptOptions): Promise<Answer>;
  /**
   * What the service says about itself at `/api`, outside the prefix (wire-format 2); no key is sent.
   *
   * @throws FolkloreError as {@link get} does
   */
  describe(): Promise<Answer>;
  /** Lets attempts under way finish, begins nothing else, closes the connections. */
  close(): Promise<void>;
}

/**
 * Makes the client of one service. Nothing is sent before the first `get`.
 *
 * @throws FolkloreError `CONFIG_INVALID` or `KEY_REFUSED` when the URL or the key cannot be used at all
 */
export function createClient(settings: ClientSettings): Client {
  return new ServiceClient(settings);
}

/** Where both services describe themselves (wire-format 2). */
const DESCRIPTION = '/api';

/** One request on its way. */
interface Asked {
  /** As it was asked for, for narration. */
  readonly request: string;
  /** The same with the prefix of the service. */
  readonly path: string;
  readonly key: string;
  readonly wants: AttemptOptions;
}

class ServiceClient implements Client {
  readonly #settings: ClientSettings;
  readonly #origin: string;
  readonly #pool: Pool;
  readonly #queue: PQueue;
  readonly #pace: RateLimiter;
  readonly #hideKey: (text: string) => string;
  readonly #holdsKey: (answer: Buffer | string) => boolean;
  readonly #closing = new AbortController();
  readonly #stop: AbortSignal;
  /** Why nothing more is asked, once that is so. */
  #ended: FolkloreError | undefined;

  constructor(settings: ClientSettings) {
    if (!URL.canParse(settings.url)) throw unusableUrl(settings);
    if (!/^[\x20-\x7e]*$/.test(settings.key)) throw unusableKey(settings);
    this.#settings = settings;
    this.#origin = new URL(settings.url).origin;
    this.#pool = new Pool(this.#origin, {
      connections: settings.concurrency,
      // One limit rules a whole attempt, set where it is made; connecting alone may not outlast it.
      connect: { timeout: settings.timeoutMs },
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#queue = new PQueue({ concurrency: settings.concurrency });
    this.#pace = new RateLimiter(settings.perSecond, settings.monotonic);
    this.#hideKey = keyRedactor(settings.key);
    this.#holdsKey = keyFinder(settings.key);
    const { signal } = settings;
    this.#stop =
      signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
  }

  get(request: string, wants: AttemptOptions = {}): Promise<Answer> {
    const { path: prefix, key } = this.#settings;
    const path = `${prefix.replace(/\/+$/, '')}${request}`;
    return this.#queue.add(() =>
      this.#persist({ request, path: path.startsWith('/') ? path : `/${path}`, key, wants }),
    );
  }

  describe(): Promise<Answer> {
    return this.#queue.add(() =>
      this.#persist({ request: DESCRIPTION, path: DESCRIPTION, key: '', wants: { body: 'object' } }),
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#queue.onIdle();
    if (!this.#pool.closed) await this.#pool.close();
  }

  /** Tries until there is an answer, a refusal, or no attempt left. */
  async #persist(asked: Asked): Promise<Answer> {
    const { request } = asked;
    const reasons: string[] = [];
    for (;;) {
      await this.#pause(this.#pace.acquire(), request);
      try {
        const answer = await this.#attempt(asked);
        const bytes = answer.status === 200 ? answer.body.length : 0;
        this.#settings.report({ event: 'fetched', service: this.#settings.service, request, bytes });
        return answer;
      } catch (thrown) {
        if (!(thrown instanceof TransientFault)) throw this.#remember(thrown);
        reasons.push(thrown.message);
        await this.#waitAfter(thrown, reasons, asked);
      }
    }
  }

  #attempt({ path, key, wants }: Asked): Promise<Answer> {
    const { service, keyName, userAgent, timeoutMs, maxAnswerBytes, now } = this.#settings;
    return attempt(this.#pool, {
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
      holdsKey: this.#holdsKey,
    });
  }

  /** A refused key is refused for every request: the service is not asked again. */
  #remember(thrown: unknown): unknown {
    if (thrown instanceof FolkloreError && thrown.code === 'KEY_REFUSED') this.#ended ??= thrown;
    return thrown;
  }

  async #waitAfter(fault: TransientFault, reasons: readonly string[], asked: Asked): Promise<void> {
    const { service, attempts } = this.#settings;
    const { request } = asked;
    const askedMs = fault.retryAfterMs ?? 0;
    const path = this.#hideKey(asked.path);
    const end = () => unavailable({ service, origin: this.#origin, path, reasons, cause: fault });
    // What the service asks for is asked of every request, not only of the one that was told.
    if (askedMs > LONGEST_ASKED_WAIT_MS) {
      this.#ended ??= end();
      throw this.#ended;
    }
    this.#pace.hold(askedMs);
    if (reasons.length >= attempts) throw end();
    const failed = { service, request, reason: fault.message, attempt: reasons.length };
    await this.#pause(pauseAfter(failed, fault, this.#settings), request);
  }

  /** @throws FolkloreError when there is nothing to go on for, before or after the pause */
  async #pause(ms: number, request: string): Promise<void> {
    this.#checkGoingOn(request);
    if (ms <= 0) return;
    try {
      await this.#settings.sleep(ms, this.#stop);
    } finally {
      this.#checkGoingOn(request);
    }
  }

  #checkGoingOn(request: string): void {
    if (this.#ended !== undefined) throw this.#ended;
    if (this.#stop.aborted) throw requestInterrupted(this.#settings.service, this.#hideKey(request));
  }
}
