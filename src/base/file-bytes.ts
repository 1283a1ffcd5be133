import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { createGunzip } from 'node:zlib';

/** A file that is not read: it is none, is elsewhere than it seems, or goes on too long. */
export class NotRead extends Error {}

const NO_FILE = 'it is no file, but a folder, a pipe or a device';

/** Bytes read and unpacked at once. */
const PIECE = 1 << 18;

/**
 * Opens a file. A pipe or a device is refused, and not waited for.
 *
 * @throws NotRead; what the file system throws
 */
export async function openFile(path: string): Promise<FileHandle> {
  // Otherwise a pipe would be waited for that nobody writes into.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new NotRead(NO_FILE);
}

/**
 * The bytes of a file that fits into memory, as they are on the disk.
 *
 * @throws NotRead; what the file system throws
 */
export async function readWhole(path: string): Promise<Buffer> {
  const handle = await openFile(path);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** The same as a text. */
export const textOfFile = async (path: string): Promise<string> => (await readWhole(path)).toString('utf8');

/**
 * Sees that a path in a folder leads to a file in that folder, whatever links are on the way; the folder itself may be
 * reached by one.
 *
 * @returns the path
 * @throws NotRead; what the file system throws
 */
export async function pathBelow(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const [root, target] = await Promise.all([realpath(folder), realpath(path)]);
  const way = relative(root, target);
  if (way === '..' || way.startsWith('../') || isAbsolute(way))
    throw new NotRead('it is a link that leads out of the folder');
  if (!(await stat(target)).isFile()) throw new NotRead(NO_FILE);
  return path;
}

/**
 * The text of a small file in a folder, which no link leads out of.
 *
 * @throws NotRead; what the file system throws
 */
export const textBelow = async (folder: string, name: string): Promise<string> =>
  textOfFile(await pathBelow(folder, name));

/** How a file is read. */
export interface Reading {
  readonly isPacked: boolean;
  /** Bytes that may be in it, unpacked; without, as many as there are. */
  readonly most?: number | undefined;
  /** Told what comes from the disk, as it is there. */
  readonly onRead?: (chunk: Buffer) => void;
}

/**
 * The bytes of a file, piece by piece, unpacked, read no faster than they are taken.
 *
 * @throws NotRead; what the file system and zlib throw
 */
export async function* bytesOfFile(
  path: string,
  { isPacked, most = Number.POSITIVE_INFINITY, onRead }: Reading,
): AsyncGenerator<Buffer> {
  const file = (await openFile(path)).createReadStream({ highWaterMark: PIECE });
  if (onRead !== undefined) file.on('data', (chunk) => onRead(chunk as Buffer));
  const bytes = isPacked ? file.pipe(createGunzip({ chunkSize: PIECE })) : file;
  // An error of the file is not one of what it is piped into.
  if (bytes !== file) file.on('error', (error) => bytes.destroy(error));
  let length = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most)
        throw new NotRead(`there is more in it than the ${most} bytes that manifest.json announces`);
      yield chunk;
    }
  } finally {
    bytes.destroy();
    file.destroy();
  }
}

/** A text is no JSON; nothing of what it says is repeated. */
export class NoJson extends Error {
  /** Where it ends being JSON, from 1, when the parser tells. */
  readonly line: number | undefined;

  constructor(line: number | undefined) {
    super(line === undefined ? 'it is no JSON' : `it is no JSON, from line ${line} on`);
    this.line = line;
  }
}

/**
 * Parses JSON that may be of anybody's.
 *
 * @throws NoJson
 */
export function parseForeignJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const [, position] = /at position (\d+)/.exec(String(thrown)) ?? [];
    throw new NoJson(position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length);
  }
}
