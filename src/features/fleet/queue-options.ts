import type { Option } from 'commander';
import { FolkloreError } from '../../base/errors.js';
import { option } from '../../cli/command.js';
import { type QueueAddress, queueAddressOf } from './queue-address.js';

export interface QueueOptions {
  readonly queue?: string;
}

export const queueOption = (): Option =>
  option(
    '--queue <address>',
    'Redis that hands shards to workers: redis://host:port, or rediss:// for TLS',
  ).env('FOLKLORE_LD_QUEUE');

/**
 * The queue, with user and password from the environment, where other users of the machine do not see them.
 *
 * @throws FolkloreError CONFIG_INVALID
 */
export const queueAddress = ({ queue = '' }: QueueOptions, environment: NodeJS.ProcessEnv): QueueAddress =>
  queueAddressOf(queue, {
    user: environment.FOLKLORE_LD_QUEUE_USER || undefined,
    password: environment.FOLKLORE_LD_QUEUE_PASSWORD || undefined,
  });

/**
 * Imports a module that needs the packages of the queue.
 *
 * @throws FolkloreError CONFIG_INVALID when they are not installed: they are not among the packages of the program
 */
export async function withQueuePackages<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (thrown) {
    if ((thrown as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw thrown;
    throw new FolkloreError('CONFIG_INVALID', '--queue needs two packages that are not installed.', {
      hint: 'Run `npm install bullmq@6 ioredis@6`, with -g if folklore-ld is installed so.',
      cause: thrown,
    });
  }
}
