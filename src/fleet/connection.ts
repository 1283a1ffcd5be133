import type { ConnectionOptions } from 'bullmq';
import { EXIT, FolkloreError } from '../base/errors.js';

/** Where the queue of a fleet is, and how to log in. */
export interface QueueAddress {
  /** `redis://host:port/database`, or `rediss://` for TLS; without user and password. */
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** The time after which a lost connection is tried again, in milliseconds. */
const RETRY_MS = 500;

/**
 * Connection settings for BullMQ. Commands fail at once while there is no connection; a worker waits for one.
 *
 * @throws FolkloreError CONFIG_INVALID when the address is none of Redis, or holds a password
 */
export function connectionOf({ url, user, password }: QueueAddress, isWorker: boolean): ConnectionOptions {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isRedis = parsed !== undefined && ['redis:', 'rediss:'].includes(parsed.protocol);
  if (!isRedis || parsed.hostname === '')
    throw invalid('expected an address such as redis://127.0.0.1:6379, or rediss:// for TLS');
  if (parsed.username !== '' || parsed.password !== '')
    throw invalid('it holds a user or a password, which other users of this machine could read');
  const database = Number(parsed.pathname.slice(1) || 0);
  if (!Number.isInteger(database)) throw invalid('its path is not the number of a database');
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: Number(parsed.port || 6379),
    db: database,
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
    ...(parsed.protocol === 'rediss:' ? { tls: {} } : {}),
    retryStrategy: () => RETRY_MS,
    maxRetriesPerRequest: isWorker ? null : 1,
    enableOfflineQueue: isWorker,
  };
}

const invalid = (why: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The address of the queue cannot be used: ${why}.`, {
    hint: 'Give --queue redis://host:port, and the password in FOLKLORE_LD_QUEUE_PASSWORD.',
    exitCode: EXIT.misuse,
  });
