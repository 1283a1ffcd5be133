import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { createGunzip } from 'node:zlib';
import { errorCode } from './errors.js';

/** A path is not a regular file or leads out of its folder, or the file is too long or breaks off. */
export class NotRead extends Error {}

const NOT_A_FILE = 'it is no file, but a folder, a pipe or a device';

/** Bytes of a chunk. */
const CHUNK = 1 << 18;

/**
 * Opens a regular file. Pipes and devices are refused without waiting for them.
 *
 * @throws NotRead; what the file system throws
 */
export async function openFile(path: string): Promise<FileHandle> {
  // Without O_NONBLOCK, opening a pipe waits for its writer.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new NotRead(NOT_A_FILE);
}

/**
 * Reads a file into memory.
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

/** Reads a file as text. */
export const textOfFile = async (path: string): Promise<string> => (await readWhole(path)).toString('utf8');

/**
 * Checks that a path below a folder leads to a regular file in that folder, through all links; the folder itself may be
 * a link.
 *
 * @returns the path
 * @throws NotRead; what the file system throws
 */
export async function pathBelow(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const [root, target] = await Promise.all([realpath(folder), realpath(path)]);
  const relativePath = relative(root, target);
  if (relativePath === '..' || relativePath.startsWith('../') || isAbsolute(relativePath))
    throw new NotRead('it is a link that leads out of the folder');
  if (!(await stat(target)).isFile()) throw new NotRead(NOT_A_FILE);
  return path;
}

/**
 * Reads a small file below a folder as text.
 *
 * @throws NotRead; what the file system throws
 */
export const textBelow = async (folder: string, name: string): Promise<string> =>
  textOfFile(await pathBelow(folder, name));

interface Reading {
  readonly isPacked: boolean;
  /** Maximum of bytes, unpacked; no limit unless given. */
  readonly most?: number | undefined;
  /** Gets each chunk as it is on the disk. */
  readonly onRead?: (chunk: Buffer) => void;
}

/**
 * The unpacked bytes of a file in chunks, read no faster than they are consumed.
 *
 * @throws NotRead; what the file system and zlib throw
 */
export async function* bytesOfFile(
  path: string,
  { isPacked, most = Number.POSITIVE_INFINITY, onRead }: Reading,
): AsyncGenerator<Buffer> {
  const file = (await openFile(path)).createReadStream({ highWaterMark: CHUNK });
  if (onRead !== undefined) file.on('data', (chunk) => onRead(chunk as Buffer));
  const bytes = isPacked ? file.pipe(createGunzip({ chunkSize: CHUNK })) : file;
  // `pipe` does not pass on errors.
  if (bytes !== file) file.on('error', (error) => bytes.destroy(error));
  let length = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most)
        throw new NotRead(`there is more in it than the ${most} bytes that manifest.json announces`);
      yield chunk;
    }
  } catch (thrown) {
    if (errorCode(thrown) === 'Z_BUF_ERROR') throw new NotRead('the gzip file breaks off');
    throw thrown;
  } finally {
    bytes.destroy();
    file.destroy();
  }
}

/** A text is not JSON. The message does not repeat the text. */
export class NoJson extends Error {
  /** Line of the error, from 1, if the parser reports it. */
  readonly line: number | undefined;

  constructor(line: number | undefined) {
    super(line === undefined ? 'it is no JSON' : `it is no JSON, from line ${line} on`);
    this.line = line;
  }
}

/**
 * Parses JSON of unknown origin.
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
