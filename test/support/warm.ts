import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CLI, type Ended, expectNoWarning } from './cli.js';

/** One process for all; it ends with its parent. */
let warm: ChildProcess | undefined;
/** The run that is under way: there is one at a time. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line to its end as `run` does, for tests of what a command says, leaves behind and ends with: in a
 * process that stays, as starting a new one takes longer than many of them. Where the process itself is
 * what is tested, that it is killed, limited, of another user, in another locale, or ends at all, use `run` or `start`.
 *
 * @throws Error when the process dies, when Node warned of something in it, or when the run leaves listeners behind
 */
export function runWarm(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd?: string,
): Promise<Ended> {
  const ended = turn.then(() => ask({ cli: CLI, args, environment, cwd }));
  turn = ended.catch(() => {});
  return ended;
}

interface Order {
  readonly cli: string;
  readonly args: readonly string[];
  readonly environment: Record<string, string>;
  readonly cwd: string | undefined;
}

async function ask(order: Order): Promise<Ended> {
  if (warm === undefined || !warm.connected) {
    warm = fork(fileURLToPath(new URL('warm-process.mjs', import.meta.url)), { execArgv: [] });
    warm.unref();
    warm.channel?.unref();
  }
  const child = warm;
  const over = new AbortController();
  child.ref();
  child.channel?.ref();
  try {
    const said = once(child, 'message', { signal: over.signal });
    const died = once(child, 'exit', { signal: over.signal }).then(([code, signal]) => {
      throw new Error(`the warm process ended by itself, with ${code ?? signal}`);
    });
    child.send({ ...order, environment: { PATH: process.env.PATH ?? '', ...order.environment } });
    const [{ left, ...ended }] = await Promise.race([said, died]);
    expectNoWarning(ended.stderr);
    if (left.length > 0) throw new Error(`the run leaves listeners behind: ${left.join(', ')}`);
    return ended;
  } finally {
    over.abort();
    child.unref();
    child.channel?.unref();
  }
}
