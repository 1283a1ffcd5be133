import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The compiled command line. */
export const CLI = fileURLToPath(new URL('../cli/main.js', import.meta.url));

/** A process that goes on until it is stopped. */
export interface Process {
  readonly child: ChildProcess;
  /** Its first line on standard output. */
  readonly ready: Record<string, unknown>;
  readonly startMs: number;
}

/** Starts a bench script whose first line on standard output is JSON; throws as {@link startProgram}. */
export const start = (script: string, ...args: readonly string[]): Promise<Process> =>
  startProgram(process.execPath, script, ...args);

/**
 * The same of any program.
 *
 * @throws Error when it ends before
 */
export async function startProgram(command: string, ...args: readonly string[]): Promise<Process> {
  const begin = performance.now();
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  if (line === undefined) throw new Error(`${args.join(' ')}: ended before it was ready`);
  return { child, ready: JSON.parse(line), startMs: performance.now() - begin };
}

export async function stop({ child }: Process): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

/** Peak resident memory of a process, in MiB (Linux); 0 when it is gone. */
export const peakMemory = (child: ChildProcess): number =>
  child.pid === undefined ? 0 : Math.round(kibOf(child.pid, 'VmHWM') / 1024);

/** Resident memory of a process now, in MiB (Linux). */
export const residentMemory = (child: ChildProcess): number =>
  child.pid === undefined ? 0 : Math.round(kibOf(child.pid, 'VmRSS') / 1024);

/** What a process takes now, in KiB, by the kernel; 0 after its end. */
function kibOf(pid: number, what: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Clock ticks a second in `/proc` (Linux; `getconf CLK_TCK`). */
const TICKS = 100;

/** Processor time of a process or of one of its threads so far, in seconds (Linux); 0 when it is gone. */
function processorTime(path: string): number {
  try {
    // After the name in brackets: fields 3 and on of proc(5); 14 and 15 are user and system time.
    const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return 0;
  }
}

/** A process and all that it has begun. */
function familyOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(familyOf)];
  } catch {
    return [pid];
  }
}

/** How often the memory of a process is looked at while it runs. */
const WATCH_MS = 50;

/** How a process went that ran to its end. */
export interface Ran {
  readonly code: number | null;
  /** Wall time, its start included. */
  readonly seconds: number;
  /** Peak memory of it and its child processes together; shared memory counts for each. */
  readonly peakMiB: number;
  /** Processor time of all its threads and child processes, and of its main thread; without the last {@link WATCH_MS}. */
  readonly processorSeconds: number;
  readonly mainThreadSeconds: number;
  /** What was written to standard output and standard error. */
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end.
 *
 * @param folder where it runs; here unless given
 */
export async function run(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  folder?: string,
): Promise<Ran> {
  const begin = performance.now();
  const child = spawn(command, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.stderr += text;
  });
  const watch = new FamilyWatch(child);
  // It rejects where there is no such program.
  const [code] = (await once(child, 'close').finally(() => watch.end())) as [number | null];
  const { peakMiB, processorSeconds, mainThreadSeconds } = watch.end();
  return {
    code,
    seconds: (performance.now() - begin) / 1000,
    peakMiB,
    processorSeconds,
    mainThreadSeconds,
    ...texts,
  };
}

/** Watches a process and its child processes. */
export class FamilyWatch {
  readonly #child: ChildProcess;
  readonly #timer: NodeJS.Timeout;
  #peakKib = 0;
  #processor = 0;
  #mainThread = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#timer = setInterval(() => this.#look(), WATCH_MS);
  }

  /** The figures until now. */
  end(): Pick<Ran, 'peakMiB' | 'processorSeconds' | 'mainThreadSeconds'> & { readonly residentMiB: number } {
    clearInterval(this.#timer);
    this.#look();
    return {
      peakMiB: Math.round(this.#peakKib / 1024),
      residentMiB: residentMemory(this.#child),
      processorSeconds: this.#processor,
      mainThreadSeconds: this.#mainThread,
    };
  }

  #look(): void {
    const pid = this.#child.pid ?? 0;
    const family = familyOf(pid);
    const together = family.reduce((sum, one) => sum + kibOf(one, 'VmRSS'), 0);
    const spent = family.reduce((sum, one) => sum + processorTime(`/proc/${one}/stat`), 0);
    // The kernel has seen the peak of a process alone, also between two looks.
    this.#peakKib = Math.max(this.#peakKib, together, kibOf(pid, 'VmHWM'));
    this.#processor = Math.max(this.#processor, spent);
    this.#mainThread = Math.max(this.#mainThread, processorTime(`/proc/${pid}/task/${pid}/stat`));
  }
}

/** Exit codes of a successful run: clean, or with records in quarantine. */
const DONE: ReadonlySet<number | null> = new Set([0, 5]);

/**
 * Runs the command line to its end.
 *
 * @throws Error when it fails, with the end of its standard error
 */
export async function measure(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const ran = await run(process.execPath, [CLI, ...args], environment);
  if (DONE.has(ran.code)) return ran;
  throw new Error(`${args[0]} ended with ${ran.code}:\n${ran.stderr.slice(-LAST_WORDS)}`);
}

const LAST_WORDS = 2_000;

/** Runs a bench script to its end, and parses the JSON that it prints. */
export async function measureScript<T>(
  script: string,
  args: readonly string[],
): Promise<Ran & { readonly result: T }> {
  const ran = await run(process.execPath, [
    fileURLToPath(new URL(`./${script}.js`, import.meta.url)),
    ...args,
  ]);
  if (ran.code !== 0) throw new Error(`${script} ${args[0]} ended with ${ran.code}:\n${ran.stderr}`);
  return { ...ran, result: JSON.parse(ran.stdout) as T };
}
