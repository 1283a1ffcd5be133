import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { programAt } from '../../../base/programs.js';
import { NO_PROXIES } from '../../../harvest/client/proxies.js';
import { RequestSender } from '../../../harvest/client/request-sender.js';

/** A server that answers. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process has ended, with its last words. */
  readonly ended: Promise<string>;
  /** Ends the process, at once where it does not end by itself. */
  stop(): Promise<void>;
}

/** How often and how long a server is waited for: five minutes, as one that was killed reads its log first. */
const MOST_TRIES = 3000;
const BETWEEN_TRIES = 100;
/** Milliseconds in which a server ends by itself. */
const LONGEST_STOP = 60_000;
/** Characters of its output that a message repeats. */
const LAST_WORDS = 500;

/** Starts a program that ends with this process in whatever way this process ends (util-linux; prctl(2), PR_SET_PDEATHSIG). */
const TOGETHER = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;

/**
 * Starts a server and waits until it answers. The server ends with this process. Where setpriv is missing, it outlives a process
 * that is killed with SIGKILL.
 *
 * @param address is answered with 200 when the server is ready
 * @throws Error with the last words of the server when it ends before
 */
export async function startServer(
  server: readonly [string, ...string[]],
  folder: string,
  address: string,
  signal?: AbortSignal,
): Promise<ServerProcess> {
  const [program, ...args] =
    (await programAt(TOGETHER[0])) === undefined ? server : ([...TOGETHER, ...server] as const);
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-LAST_WORDS);
    });
  let hasEnded = false;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, by) => resolve(`${words.trim()} (ended with ${code ?? by})`));
  }).then((last) => {
    hasEnded = true;
    return last;
  });
  const stopNow = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', stopNow);
  void ended.then(() => process.off('exit', stopNow));
  const stop = (): Promise<void> => stopped(child, ended);
  for (let tries = 0; tries < MOST_TRIES && !hasEnded; tries += 1, await sleep(BETWEEN_TRIES)) {
    if (signal?.aborted === true) {
      await stop();
      throw signal.reason;
    }
    if (await answers(address)) return { pid: child.pid ?? 0, ended, stop };
  }
  if (!hasEnded) await stop();
  throw new Error(await ended);
}

/** Whether an address is answered with 200. */
async function answers(address: string): Promise<boolean> {
  const { origin, pathname, search } = new URL(address);
  const sender = new RequestSender(NO_PROXIES, { timeoutMs: LONGEST_STOP });
  try {
    const answer = await sender.request({ origin, path: `${pathname}${search}`, method: 'GET' });
    await answer.body.dump();
    return answer.statusCode === 200;
  } catch {
    return false;
  } finally {
    await sender.destroy();
  }
}

async function stopped(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP);
  await ended;
  clearTimeout(late);
}
