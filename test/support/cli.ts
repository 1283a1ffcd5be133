import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The compiled command line, as users run it. */
export const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/**
 * Node.js for commands that end after a second or two: without the optimising compiler they take a quarter less of the
 * processor.
 */
export const NODE = [process.execPath, '--no-opt'] as const;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A line of what Node itself says on standard error: of a leak, of an experiment, of what it will not do for much longer. */
const WARNING = /^\(node:\d+\).*/m;

/**
 * Sees that a run made Node warn of nothing, for every runner of the command line in the tests.
 *
 * @throws Error with the warning
 */
export function expectNoWarning(stderr: string): void {
  const [warning] = WARNING.exec(stderr) ?? [];
  if (warning !== undefined) throw new Error(`the command made Node warn: ${warning}`);
}

/** Runs the command line to its end. The environment is only what is given, so that no test leans on ours. */
export function run(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd?: string,
): Promise<Ended> {
  return ending(start(args, environment, cwd));
}

/**
 * Installs the command line for a shell to call by its name.
 *
 * @param folder where the folder is made that goes into PATH
 * @returns that folder
 */
export async function installInto(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const [program, cli] = [process.execPath, CLI].map((path) => `'${path.replaceAll("'", "'\\''")}'`);
  await writeFile(join(bin, 'folklore-ld'), `#!/bin/sh\nexec ${program} ${cli} "$@"\n`, { mode: 0o755 });
  return bin;
}

export function start(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd?: string,
): ChildProcess {
  return spawn(NODE[0], [...NODE.slice(1), CLI, ...args], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/**
 * What a process ends with.
 *
 * @throws Error when Node warned of something in it
 */
export function ending(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      try {
        expectNoWarning(stderr);
        resolve({ code, stdout, stderr });
      } catch (thrown) {
        reject(thrown);
      }
    });
  });
}

export interface Served {
  readonly archive: string;
  readonly placenames: string;
  readonly keys: { readonly public: string; readonly archive: string; readonly internal: string };
  stop(): Promise<void>;
}

/** `folklore-ld serve --port 0`: resolves when the first line says that both services are ready. */
export async function serve(...more: readonly string[]): Promise<Served> {
  const child = start(['serve', '--port', '0', ...more]);
  let narration = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    narration += text;
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('serve has no standard output');
  for await (const line of createInterface({ input: stdout })) {
    const ready = JSON.parse(line) as Omit<Served, 'stop'>;
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    return {
      ...ready,
      stop: async () => {
        child.kill('SIGTERM');
        await closed;
        expectNoWarning(narration);
      },
    };
  }
  throw new Error('serve ended before it was ready');
}
