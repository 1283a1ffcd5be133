import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The compiled command line. */
export const CLI = new URL('../cli/main.js', import.meta.url).pathname;

/** A process that goes on until it is stopped. */
export interface Process {
  readonly child: ChildProcess;
  /** Its first line on standard output. */
  readonly ready: Record<string, unknown>;
  readonly startMs: number;
}

/** Starts a process whose first line on standard output is JSON that says it is ready. */
export async function start(script: string, ...args: readonly string[]): Promise<Process> {
  const begin = performance.now();
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, ready: JSON.parse(line), startMs: performance.now() - begin };
}

export async function stop({ child }: Process): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'close');
}

/** Peak resident memory of a process, in MiB (Linux); 0 when it is gone. */
export function peakMemory(child: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** How often the memory of a process is looked at while it runs. */
const WATCH_MS = 50;

/** Runs the command line to its end: its exit code, wall time and peak memory. */
export async function measure(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly seconds: number; readonly peakMiB: number }> {
  const begin = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, ...environment },
  });
  let peakMiB = 0;
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, peakMemory(child));
  }, WATCH_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  return { code, seconds: (performance.now() - begin) / 1000, peakMiB };
}
