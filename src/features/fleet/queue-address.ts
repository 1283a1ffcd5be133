import { FolkloreError } from '../../base/errors.js';
import { isUrl } from '../../base/text.js';

/** Where the queue of a fleet is, and how to log in. */
export interface QueueAddress {
  /** For messages: without user and password. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly database: number;
  readonly isTls: boolean;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Reads the address of a queue.
 *
 * @param url `redis://host:port/database`, or `rediss://` for TLS
 * @throws FolkloreError CONFIG_INVALID when it is no address of Redis, or has a user, a password or parameters
 */
export function queueAddressOf(url: string, login: Pick<QueueAddress, 'user' | 'password'>): QueueAddress {
  const parsed = isUrl(url) ? new URL(url) : undefined;
  const isRedis = parsed !== undefined && ['redis:', 'rediss:'].includes(parsed.protocol);
  if (!isRedis || parsed.hostname === '')
    throw invalid('expected redis://host:port, or rediss://host:port for TLS');
  if (parsed.username !== '' || parsed.password !== '')
    throw invalid('it holds a user or a password, which other users of this machine could read');
  // A client of Redis would take a password from there, and ours would not.
  if (parsed.search !== '' || parsed.hash !== '') throw invalid('it has parameters after the database');
  const database = Number(parsed.pathname.slice(1) || 0);
  if (!Number.isInteger(database)) throw invalid('its path is not the number of a database');
  return {
    url: `${parsed.protocol}//${parsed.host}${parsed.pathname}`,
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: Number(parsed.port || 6379),
    database,
    isTls: parsed.protocol === 'rediss:',
    ...login,
  };
}

const invalid = (why: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The address of the queue cannot be used: ${why}.`, {
    hint: 'Give --queue redis://host:port. User and password come from FOLKLORE_LD_QUEUE_USER and FOLKLORE_LD_QUEUE_PASSWORD.',
  });
