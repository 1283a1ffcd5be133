import { readFileSync } from 'node:fs';
import { link, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync, gzip as gzipWithCallback } from 'node:zlib';
import { replaceFile } from '../../base/durable.js';
import { errorCode, messageOf } from '../../base/errors.js';
import { gunzip, SMALL } from '../../base/gunzip.js';
import { parseJson } from '../../base/json.js';
import { sha256 } from '../../base/sha256.js';
import { type FoundEntry, fileOf } from './entry.js';
import type { StoredRequest } from './request-order.js';
import { onDisk, storeUnusable } from './store-errors.js';

const gzip = promisify(gzipWithCallback);

/** zlib's default. Level 9 saves 2 % and takes three times as long. */
const GZIP_LEVEL = 6;

/** The least size of a chunk of zlib. A quarter of the body is more than it is packed to, so that there is one chunk. */
const LEAST_PACKED = 1 << 10;

/** Bytes that take about as long to pack as to hand to another thread. */
const SMALL_BODY = 1 << 13;

/** The byte of the operating system in a gzip header (RFC 1952, 2.3), and its value for "unknown". */
const GZIP_OS_BYTE = 9;
const GZIP_OS_UNKNOWN = 255;

/** A packed body; equal bodies have equal bytes. */
export interface PackedBody {
  readonly entry: FoundEntry;
  readonly packed: Buffer;
}

/** Packs a body. zlib writes no time into the header; the operating system is removed here. */
export async function packBody(stored: StoredRequest, body: Buffer, etag?: string): Promise<PackedBody> {
  const options = { level: GZIP_LEVEL, chunkSize: Math.max(body.length >> 2, LEAST_PACKED) };
  const packed = body.length <= SMALL_BODY ? gzipSync(body, options) : await gzip(body, options);
  packed[GZIP_OS_BYTE] = GZIP_OS_UNKNOWN;
  const { service, request } = stored;
  const entry = { service, request, file: fileOf(stored), bytes: body.length, sha256: sha256(body) };
  return { packed, entry: etag === undefined ? entry : { ...entry, etag } };
}

/**
 * Writes a stored file, and its folder if that is missing.
 *
 * @param content as of {@link replaceFile}
 * @param isBatched whether the caller syncs the folder
 * @throws the error of the file system
 */
export const writeWhole = (
  file: string,
  content: Parameters<typeof replaceFile>[1],
  isBatched = false,
): Promise<void> => inFolder(file, () => replaceFile(file, content, { isBatched }));

/** Runs a function on a file, a second time with its folder created if that was missing. */
async function inFolder<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
    await mkdir(dirname(file), { recursive: true });
    return act();
  }
}

/** Errors of file systems without hard links. */
const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'EXDEV',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  'ENOSYS',
]);

/**
 * Links a file, or copies it where links are not possible. The caller syncs the folder. Stored files are never changed, only
 * replaced, so that both names are independent.
 *
 * @throws the error of the file system
 */
export async function shareFile(from: string, to: string): Promise<void> {
  try {
    await inFolder(to, () => link(from, to));
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST' && !NO_LINKS.has(errorCode(thrown))) throw thrown;
    await writeWhole(to, await readFile(from), true);
  }
}

/**
 * Reads a stored body.
 *
 * @returns the parsed JSON
 * @throws FolkloreError `STORE_UNUSABLE`, naming the file, when it is missing or damaged
 */
export const readStored = async (directory: string, entry: FoundEntry): Promise<unknown> =>
  (await openStored(directory, entry))();

/**
 * Reads a stored body and verifies its checksum.
 *
 * @returns a function that parses it, and throws `STORE_UNUSABLE` when it is not JSON
 * @throws FolkloreError `STORE_UNUSABLE`, naming the file, when it is missing or damaged
 */
export async function openStored(directory: string, entry: FoundEntry): Promise<() => unknown> {
  const file = join(directory, entry.file);
  const packed = await onDisk(`read ${file}`, () => readPacked(file, entry.bytes));
  const body = await gunzip(packed, entry.bytes).catch((thrown: unknown) => {
    throw damaged(file, messageOf(thrown), thrown);
  });
  if (sha256(body) !== entry.sha256) throw damaged(file, 'its checksum differs from the manifest');
  return () => {
    try {
      return parseJson(body);
    } catch (thrown) {
      throw damaged(file, messageOf(thrown), thrown);
    }
  };
}

/** Reads small files synchronously: asynchronous reading takes forty times as long. */
const readPacked = async (file: string, bytes: number): Promise<Buffer> =>
  bytes <= SMALL ? readFileSync(file) : readFile(file);

function damaged(file: string, reason: string, cause?: unknown): Error {
  return storeUnusable(
    `The stored answer ${file} is damaged: ${reason}.`,
    'Run `folklore-ld harvest`: it requests this answer again.',
    cause,
  );
}
