import { spawn, spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Ended, endOf } from '../kill/ended.js';
import { CLI } from '../processes.js';

/** System calls that change a disk. */
const OF_DISKS = [
  ...['openat', 'mkdir', 'rename', 'link', 'symlink', 'unlink', 'unlinkat', 'rmdir', 'chmod'],
  ...['write', 'writev', 'pwrite64', 'pwritev', 'ftruncate', 'fsync', 'fdatasync'],
];

/** System calls that send to another process: a load changes nothing but a store. */
const OF_SOCKETS = ['write', 'writev', 'sendto', 'sendmsg'];

/** A moment at which a command is killed: before a system call is executed. */
export interface Moment {
  readonly call: string;
  /** The file or folder of the call; undefined where its name differs from run to run, and for sockets. */
  readonly path: string | undefined;
  /** The number of the call among those of its thread, from 1: of those with the path, or of all with the name. */
  readonly nth: number;
}

/** A command of the program, and what is in its environment. */
export interface Command {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Whether strace is here and may inject. */
export const mayInject = (): boolean =>
  spawnSync('strace', ['-f', '-qq', '-o', '/dev/null', '-e', 'inject=fsync:signal=KILL', 'true']).status ===
  0;

/** Runs a command to its end, under another program where one is given. */
export function runCommand({ args, environment }: Command, under: readonly string[] = []): Promise<Ended> {
  const [program = '', ...rest] = [...under, process.execPath, CLI, ...args, '--log-format', 'json'];
  const child = spawn(program, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // strace does not show what goes through a ring. With one thread for files the calls come in one order.
    env: { PATH: process.env.PATH ?? '', UV_USE_IO_URING: '0', UV_THREADPOOL_SIZE: '1', ...environment },
  });
  return endOf(child);
}

/**
 * Runs a command to its end, and finds every moment at which it can be killed.
 *
 * @param below the folder whose files count; undefined: sockets count
 * @param trace a file for what strace shows
 */
export async function momentsOf(
  command: Command,
  below: string | undefined,
  trace: string,
): Promise<{ readonly ended: Ended; readonly moments: readonly Moment[] }> {
  const names = below === undefined ? OF_SOCKETS : OF_DISKS;
  const ended = await runCommand(command, [
    ...['strace', '-f', '-qq', '--seccomp-bpf', '-y', '-s', '0', '-o', trace],
    ...['-e', 'signal=none', '-e', `trace=${names.join(',')}`],
  ]);
  const counts = new Map<string, number>();
  const count = (...key: readonly string[]): number => {
    const counted = (counts.get(key.join(' ')) ?? 0) + 1;
    counts.set(key.join(' '), counted);
    return counted;
  };
  const found = new Map<string, Moment>();
  for await (const line of createInterface({ input: createReadStream(trace) })) {
    const [, thread = '', call = '', args = ''] = /^(\d+)\s+(\w+)\((.*)$/.exec(line) ?? [];
    if (call === '') continue;
    const nthOfAll = count(thread, call);
    const path = below === undefined ? undefined : changedBy(call, args, below);
    if (below === undefined ? !/^\d+<(socket|TCP|UNIX)/.test(args) : path === undefined) continue;
    const isNamedAnew = path === undefined || NAMED_ANEW.test(path);
    const moment = isNamedAnew
      ? { call, path: undefined, nth: nthOfAll }
      : { call, path, nth: count(thread, call, path) };
    // strace counts each thread for itself: two threads that make the same call are one moment.
    found.set(`${call} ${moment.path} ${moment.nth}`, moment);
  }
  await rm(trace);
  return { ended, moments: [...found.values()] };
}

/** A name with a random part, or with the id of the process. */
const NAMED_ANEW = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}|\.\d+\.partial$/;

/** The path below a folder that a call changes. */
function changedBy(call: string, args: string, below: string): string | undefined {
  if (call === 'openat' && !args.includes('O_CREAT')) return undefined;
  const paths = [...args.matchAll(/\d+<([^>]*)>|"((?:[^"\\]|\\.)*)"/g)].map(
    ([, opened, named]) => opened ?? named ?? '',
  );
  return paths.map((path) => path.replace(/ \(deleted\)$/, '')).find((path) => path.startsWith(below));
}

/** Runs a command that is killed at a moment, if the moment comes. */
export const killedAt = ({ call, path, nth }: Moment, command: Command): Promise<Ended> =>
  runCommand(command, [
    // With --seccomp-bpf nothing is injected.
    ...['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'signal=none', '-e', `trace=${call}`],
    ...(path === undefined ? [] : ['-P', path]),
    ...['-e', `inject=${call}:signal=KILL:when=${nth}`],
  ]);
