import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { Stopwatch } from '../../base/stopwatch.js';
import type { QueueAddress } from './queue-address.js';

/** A job has no data: its id is the name of the shard and of its output, both of them files of the spool. */
export type QueueJob = Readonly<Record<string, never>>;

/** The time after which a lost connection is opened again, in milliseconds. */
const RECONNECT_MS = 500;
/** The time after which a connection without an answer counts as lost, in milliseconds. */
const NO_ANSWER_MS = 15_000;
const OPEN_MS = 5000;
const OPEN_POLL_MS = 20;
const ATTEMPTS = 3;
const KEYS_A_SCAN = 1000;
/** The pause before the second attempt, in milliseconds. Each further pause is twice as long. */
const BACKOFF_MS = 1000;

/** The name of the queue of a build, from the digest of its plan. */
export const queueName = (digest: string): string => `folklore-ld-${digest}`;

/** A connection to Redis that can be closed at any time. */
interface QueueConnection {
  readonly redis: Redis;
  /** Ends the connection, and attempts to open it again. */
  close(): void;
}

/**
 * Connects to Redis, and connects again when the connection is lost.
 *
 * @param isWorker whether commands wait for a lost connection; otherwise they fail at once
 * @param onError called with each error of the connection
 */
export function connect(
  { host, port, database, isTls, user, password }: QueueAddress,
  isWorker: boolean,
  onError: (thrown: Error) => void = () => {},
): QueueConnection {
  let isClosed = false;
  const redis = new Redis({
    host,
    port,
    db: database,
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
    ...(isTls ? { tls: {} } : {}),
    // BullMQ makes another connection with the same settings for a worker.
    retryStrategy: () => (isClosed ? null : RECONNECT_MS),
    socketTimeout: NO_ANSWER_MS,
    maxRetriesPerRequest: isWorker ? null : 1,
    enableOfflineQueue: isWorker,
  });
  redis.on('error', onError);
  return {
    redis,
    close: () => {
      isClosed = true;
      redis.disconnect();
    },
  };
}

/**
 * Removes all keys of a queue. Several processes can do it at once, which `obliterate` of BullMQ cannot: it refuses a queue
 * whose keys another process has just removed.
 *
 * @param name of digits, letters and hyphens
 */
export async function removeKeys(redis: Redis, name: string): Promise<void> {
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', `bull:${name}:*`, 'COUNT', KEYS_A_SCAN);
    if (keys.length > 0) await redis.unlink(keys);
    cursor = next;
  } while (cursor !== '0');
}

/** The queue of a build, as its planner and `work --status` use it. Its commands fail at once without a connection. */
export class PlannerQueue {
  readonly #url: string;
  readonly #connection: QueueConnection;
  readonly #queue: Queue<QueueJob>;
  #problem: unknown = new Error(`no answer within ${OPEN_MS / 1000} seconds`);
  #isOpen = false;

  constructor(address: QueueAddress, digest: string) {
    this.#url = address.url;
    this.#connection = connect(address, false, (thrown) => {
      this.#problem = thrown;
    });
    this.#queue = new Queue(queueName(digest), {
      connection: this.#connection.redis,
      defaultJobOptions: {
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: BACKOFF_MS },
        removeOnComplete: true,
      },
    });
    this.#queue.on('error', () => {});
    this.#queue.waitUntilReady().then(
      () => {
        this.#isOpen = true;
      },
      (thrown) => {
        this.#problem = thrown;
      },
    );
  }

  /**
   * Waits for the first connection.
   *
   * @throws FolkloreError QUEUE_UNAVAILABLE after 5 seconds
   */
  async open(): Promise<void> {
    const watch = new Stopwatch();
    while (!this.#isOpen && watch.elapsed < OPEN_MS) await sleep(OPEN_POLL_MS);
    if (!this.#isOpen) throw this.unavailable();
  }

  /** Adds a job; one of the same id that is there stays as it is. */
  add(id: string): Promise<unknown> {
    return this.#ask(() => this.#queue.add('map', {}, { jobId: id }));
  }

  /** The state of each job: `unknown` when it is not there, because it is done or was lost. */
  states(ids: readonly string[]): Promise<readonly string[]> {
    return this.#ask(() => Promise.all(ids.map((id) => this.#queue.getJobState(id))));
  }

  /** Why a job has failed, in the words of the worker or of BullMQ. */
  failureOf(id: string): Promise<string> {
    return this.#ask(async () => (await this.#queue.getJob(id))?.failedReason ?? '');
  }

  /** Removes a job. @returns whether no worker had begun it */
  remove(id: string): Promise<boolean> {
    return this.#ask(async () => (await this.#queue.remove(id)) === 1);
  }

  /** Removes the queue with all jobs, also those that a worker has begun. */
  clear(): Promise<void> {
    return this.#ask(() => removeKeys(this.#connection.redis, this.#queue.name));
  }

  counts(): Promise<Readonly<Record<string, number>>> {
    return this.#ask(() => this.#queue.getJobCounts());
  }

  async close(): Promise<void> {
    this.#connection.close();
    await this.#queue.close().catch(() => {});
  }

  unavailable(): FolkloreError {
    // Messages of Redis hold no password.
    return new FolkloreError(
      'QUEUE_UNAVAILABLE',
      `The queue ${this.#url} cannot be reached: ${messageOf(this.#problem)}.`,
      {
        hint: 'Is Redis running there, and is FOLKLORE_LD_QUEUE_PASSWORD right? Finished shards are kept in the spool. `--workers local+queue` needs no Redis to finish.',
      },
    );
  }

  /** @throws FolkloreError QUEUE_UNAVAILABLE */
  async #ask<T>(action: () => Promise<T>): Promise<T> {
    // BullMQ waits for the first connection without an end.
    if (!this.#isOpen) throw this.unavailable();
    try {
      return await action();
    } catch (thrown) {
      this.#problem = thrown;
      throw this.unavailable();
    }
  }
}
