import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { isAlive } from '../../../base/is-alive.js';

/** Where SQLite keeps a number for its user: bytes of the header that mean nothing to it (SQLite file format, 1.3.14). */
const SUM_AT = 60;
const SUM_BYTES = 4;
const HEADER = 100;
/** Bytes that are read at a time. */
const PIECE = 1 << 20;

/** Writes the CRC-32 of a closed SQLite file into its header. */
export async function sealIndex(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const sum = Buffer.alloc(SUM_BYTES);
    sum.writeUInt32BE(await sumOf(handle));
    await handle.write(sum, 0, SUM_BYTES, SUM_AT);
  } finally {
    await handle.close();
  }
}

/** Whether a file is an index as {@link sealIndex} left it. */
export async function isWholeIndex(file: string): Promise<boolean> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, 'r');
  } catch {
    return false;
  }
  try {
    const stored = Buffer.alloc(SUM_BYTES);
    const { size } = await handle.stat();
    if (size < HEADER) return false;
    await handle.read(stored, 0, SUM_BYTES, SUM_AT);
    return stored.readUInt32BE() === (await sumOf(handle));
  } catch {
    // A folder, or a disk that cannot read it.
    return false;
  } finally {
    await handle.close();
  }
}

/** The CRC-32 of a file, as if its sum were zero. */
async function sumOf(handle: Awaited<ReturnType<typeof open>>): Promise<number> {
  const piece = Buffer.alloc(PIECE);
  let sum = 0;
  for (let at = 0; ; ) {
    const { bytesRead } = await handle.read(piece, 0, PIECE, at);
    if (bytesRead === 0) return sum;
    if (at === 0) piece.fill(0, SUM_AT, SUM_AT + SUM_BYTES);
    sum = crc32(piece.subarray(0, bytesRead), sum);
    at += bytesRead;
  }
}

/** Makes a folder, and says why it cannot be written; undefined when it can. */
export async function folderProblem(folder: string): Promise<unknown> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return undefined;
  } catch (problem) {
    return problem;
  }
}

/** Makes a folder in the temporary folder, and removes those of processes that have ended: their names have the process. */
export async function temporaryFolder(pid: number): Promise<string> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const [, owner] = /^folklore-ld-browse-(\d+)-/.exec(name) ?? [];
    if (owner === undefined || Number(owner) === pid || isAlive(Number(owner))) continue;
    // That of another user stays.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
  return mkdtemp(join(tmpdir(), `folklore-ld-browse-${pid}-`));
}

/** Removes what processes that were killed have left. */
export async function removeLeftovers(file: string, own: number): Promise<void> {
  for (const name of await readdir(dirname(file))) {
    const [, pid] = name.startsWith(basename(file)) ? (/\.(\d+)\.partial/.exec(name) ?? []) : [];
    if (pid === undefined || (Number(pid) !== own && isAlive(Number(pid)))) continue;
    await rm(join(dirname(file), name), { recursive: true, force: true });
  }
}
