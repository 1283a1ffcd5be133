import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a loader went. */
export interface Loaded {
  /** Null when it was killed. */
  readonly code: number | null;
  /** Wall time, its start included. */
  readonly seconds: number;
  /** The last it stdout. */
  readonly log: string;
}

/** A program that loads. */
export interface Loader {
  readonly ended: Promise<Loaded>;
  /** Ends it, and all that it has begun, without warning. */
  kill(): void;
}

const LAST_WORDS = 2_000;

/** Begins a loader, with all that it will begin in a group of its own. */
export function begin(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  folder?: string,
): Loader {
  const start = performance.now();
  const child = spawn(command, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    detached: true,
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-LAST_WORDS);
    });
  }
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    seconds: (performance.now() - start) / 1000,
    log,
  }));
  return {
    ended,
    kill: () => {
      if (child.pid === undefined || child.exitCode !== null) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    },
  };
}
