import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLI } from './processes.js';
import type { Harvested } from './worlds.js';

/** A Redis server of this run. */
export interface Redis {
  /** @param database from 0 to 15 */
  address(database: number): string;
  stop(): Promise<void>;
}

/**
 * Starts `redis-server` on a free port.
 *
 * @throws Error when it is not installed
 */
export async function startRedis(): Promise<Redis> {
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  });
  await once(child, 'spawn');
  return { address: (database) => `redis://127.0.0.1:${port}/${database}`, stop: () => stopped(child) };
}

/** Workers need some time to connect, in milliseconds. */
const CONNECT_MS = 2000;

/**
 * Starts workers of a queue.
 *
 * @param where the options --queue and --spool
 */
export async function startWorkers(
  count: number,
  where: readonly string[],
  harvested: Harvested,
): Promise<readonly ChildProcess[]> {
  const workers = Array.from({ length: count }, () => begin(['work', ...where], harvested));
  await sleep(CONNECT_MS);
  return workers;
}

/** Starts the command line without its output. */
export const begin = (args: readonly string[], { environment }: Harvested): ChildProcess =>
  spawn(process.execPath, [CLI, ...args, '--log-format', 'json'], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });

/** Stops a process and waits for its end. */
export async function stopped(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  return port;
}
