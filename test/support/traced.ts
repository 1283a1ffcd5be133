import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { CLI, NODE } from './cli.js';
import { makeFolder, removeFolder } from './files.js';

/** Whether strace is here and may trace. */
export const hasStrace = spawnSync('strace', ['-qq', '-e', 'trace=fsync', 'true']).status === 0;

/** A system call that succeeded. Lines of the trace are its clock. */
export interface Call {
  readonly name: string;
  /** Paths of its arguments, and of its file descriptors. */
  readonly paths: readonly string[];
  /** Whether it makes a file that was not there. */
  readonly makes: boolean;
  /** The bytes of a write, as strace shows them. */
  readonly text: string;
  readonly begun: number;
  readonly ended: number;
}

const CALLS = [
  ...['open', 'openat', 'mkdir', 'mkdirat', 'unlink', 'unlinkat', 'rmdir'],
  ...['write', 'writev', 'pwrite64', 'pwritev', 'ftruncate', 'fsync', 'fdatasync'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlink', 'symlinkat'],
];

/**
 * Runs the command line under strace.
 *
 * @param shown bytes of each write that are kept
 * @returns its exit code, and its calls on files below a folder, in the order in which they ended
 */
export async function traced(
  args: readonly string[],
  below: string,
  shown = 0,
): Promise<{ readonly code: number | null; readonly calls: readonly Call[] }> {
  const folder = await makeFolder();
  const file = join(folder, 'trace');
  const options = ['-f', '-qq', '-y', '-s', String(shown), '-e', `trace=${CALLS.join(',')}`, '-o', file];
  const child = spawn('strace', [...options, ...NODE, CLI, ...args], {
    // Without it some versions of libuv would write through a ring that no trace shows.
    env: { PATH: process.env.PATH ?? '', UV_USE_IO_URING: '0', TMPDIR: below },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const calls = await callsIn(file, below);
  await removeFolder(folder);
  return { code, calls };
}

async function callsIn(file: string, below: string): Promise<Call[]> {
  const calls: Call[] = [];
  const pending = new Map<string, { readonly text: string; readonly begun: number }>();
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file) })) {
    line += 1;
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(text) ?? [];
    const [, half] = /^(.*) <unfinished \.\.\.>$/.exec(rest) ?? [];
    if (half !== undefined) {
      pending.set(thread, { text: half, begun: line });
      continue;
    }
    const [, end] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? [];
    const { text: start, begun } = (end === undefined ? undefined : pending.get(thread)) ?? {
      text: '',
      begun: line,
    };
    const call = callOf(end === undefined ? rest : start + end);
    if (call?.paths.some((path) => path.startsWith(below))) calls.push({ ...call, begun, ended: line });
  }
  return calls;
}

function callOf(text: string): Omit<Call, 'begun' | 'ended'> | undefined {
  const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\)\s*=\s*(.*)$/.exec(text) ?? [];
  if (!CALLS.includes(name) || result.startsWith('-1')) return undefined;
  const isWrite = /write|truncate|sync/.test(name);
  const [first = ''] = /\d+<([^>]*)>/.exec(args)?.slice(1) ?? [];
  const quoted = [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path = '']) => path);
  return {
    name: name.replace(/at2?$/, ''),
    paths: isWrite ? [first] : quoted,
    makes: /^(open|openat)$/.test(name) ? args.includes('O_CREAT') : name.startsWith('mkdir'),
    text: isWrite ? (quoted[0] ?? '') : '',
    begun: 0,
    ended: 0,
  } as Omit<Call, 'begun' | 'ended'>;
}

/** What is known of a file or a folder: when it got its name, was last changed, and was last synced. */
interface Known {
  named: number;
  changed: number;
  synced: number;
}

/** The state of the disk after each call: what a power cut would leave out. */
export class Disk {
  #known = new Map<string, Known>();

  take(call: Call): void {
    const [from = '', to = ''] = call.paths;
    switch (call.name) {
      case 'fsync':
      case 'fdatasync':
        // What is written meanwhile is not part of it.
        this.#of(from).synced = call.begun;
        break;
      case 'rename':
        for (const [path, known] of [...this.#known]) {
          if (path !== from && !path.startsWith(`${from}/`)) continue;
          this.#known.delete(path);
          this.#known.set(to + path.slice(from.length), known);
        }
        this.#change(dirname(from), call.ended);
        this.#name(to, call.ended);
        break;
      case 'link':
        this.#known.set(to, { ...this.#of(from) });
        this.#name(to, call.ended);
        break;
      case 'symlink':
        this.#name(to, call.ended);
        break;
      case 'unlink':
      case 'rmdir':
        // It may be back after a power cut, which harms nothing.
        this.#known.delete(from);
        break;
      case 'mkdir':
      case 'open':
        if (!call.makes || this.#known.has(from)) break;
        this.#change(from, call.ended);
        this.#name(from, call.ended);
        break;
      default:
        this.#change(from, call.ended);
    }
  }

  /** Whether a power cut now would leave out a change of this file or folder. */
  isUnsafe(path: string): boolean {
    const known = this.#known.get(path);
    return known !== undefined && known.changed > known.synced;
  }

  /** Whether a power cut now would leave out a file: its bytes, its name, or that of a folder that it is in. */
  isLost(path: string): boolean {
    if (this.isUnsafe(path)) return true;
    for (let at = path; at !== dirname(at); at = dirname(at))
      if ((this.#known.get(at)?.named ?? 0) > (this.#known.get(dirname(at))?.synced ?? 0)) return true;
    return false;
  }

  /** Files and folders in and below a folder of which a power cut now would leave out a change. */
  unsafeIn(folder: string): string[] {
    return [...this.#known.keys()]
      .filter((path) => (path === folder || path.startsWith(`${folder}/`)) && this.isUnsafe(path))
      .sort();
  }

  #of(path: string): Known {
    const known = this.#known.get(path) ?? { named: 0, changed: 0, synced: 0 };
    this.#known.set(path, known);
    return known;
  }

  #name(path: string, at: number): void {
    this.#of(path).named = at;
    this.#change(dirname(path), at);
  }

  #change(path: string, at: number): void {
    this.#of(path).changed = at;
  }
}
