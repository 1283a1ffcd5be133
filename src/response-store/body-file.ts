import { createHash, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { messageOf } from '../base/errors.js';
import { gunzip, SMALL } from '../base/gunzip.js';
import type { FoundEntry } from './entry.js';
import { halves, type StoredRequest } from './request-order.js';
import { errorCode, onDisk, storeUnusable } from './store-errors.js';

/** Longest name of our own making; with `.json.gz` well below the 255 bytes every file system takes. */
const LONGEST_NAME = 120;

/** The length of the readable part of a request in its file name. */
const SHOWN_OF_HASHED = 60;

/** 128 bits: two requests do not get the same name. */
const HASH_DIGITS = 32;

/** Path segments of the services' tables, and ids: no letter case to fold, no dot, no underscore. */
const PLAIN_PATH = /^(?:\/|(?:\/[a-z0-9-]+)+)$/;

/** Our own parameter names, values in digits and capitals: no two differ in letter case only. */
const PLAIN_QUERY = /^(?:[A-Z][A-Za-z]*=[A-Z0-9.-]*)(?:&[A-Z][A-Za-z]*=[A-Z0-9.-]*)*$/;

/**
 * The file an answer is kept in, below the store's folder, with `/` between folders. It depends on the
 * request alone. Requests hold values that came from the services, so they are not trusted: whatever is not
 * plain is kept under a hash. Plain names never hold `_`, hashed ones always do, so the two cannot meet; and
 * no two names differ in letter case only, for disks that fold it.
 */
export function fileOf({ service, request }: StoredRequest): string {
  const [path, query] = halves(request);
  const folder = path === '/' ? '' : path;
  const plain = PLAIN_PATH.test(path) && (query === '' ? !request.includes('?') : PLAIN_QUERY.test(query));
  const name = query === '' ? folder : `${folder}/${query}`;
  if (plain && name !== '' && name.length <= LONGEST_NAME) return `${service}${name}.json.gz`;
  const kept = request
    .replaceAll(/[^A-Za-z0-9=&]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SHOWN_OF_HASHED);
  const hash = createHash('sha256').update(request).digest('hex').slice(0, HASH_DIGITS);
  return `${service}/${kept}_${hash}.json.gz`;
}

const gzip = promisify(gzipWithCallback);

/** zlib's own middle: JSON shrinks to a sixth; level 9 gains two more per cent for three times the time. */
const GZIP_LEVEL = 6;

/** Bytes that zlib hands over at once, at least; of a large body a quarter, which is more than it shrinks to. */
const LEAST_PACKED = 1 << 10;

/** Where RFC 1952 (2.3) keeps the operating system, and its value for "unknown". */
const GZIP_OS_BYTE = 9;
const GZIP_OS_UNKNOWN = 255;

/** What every file is called until it is whole. */
export const UNFINISHED = '.unfinished';

/** A body packed for the disk: the same bytes for the same body, whenever and wherever. */
export interface PackedBody {
  readonly entry: FoundEntry;
  readonly packed: Buffer;
}

/** Packs a body. zlib writes no time into the header; the system's name is taken out here. */
export async function packBody(asked: StoredRequest, body: Buffer, etag?: string): Promise<PackedBody> {
  const packed = await gzip(body, { level: GZIP_LEVEL, chunkSize: Math.max(body.length >> 2, LEAST_PACKED) });
  packed[GZIP_OS_BYTE] = GZIP_OS_UNKNOWN;
  const { service, request } = asked;
  const entry = { service, request, file: fileOf(asked), bytes: body.length, sha256: sha256(body) };
  return { packed, entry: etag === undefined ? entry : { ...entry, etag } };
}

/**
 * Puts a file in its place whole or not at all: written beside, brought to the disk, renamed.
 *
 * @throws what the file system throws
 */
export async function writeWhole(file: string, content: Buffer | string): Promise<void> {
  const beside = `${file}${UNFINISHED}`;
  try {
    const handle = await inFolder(file, () => open(beside, 'w'));
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (thrown) {
    // On a full disk the room is needed; whatever keeps it from being freed is not worth a message of its own.
    await rm(beside, { force: true }).catch(() => {});
    throw thrown;
  }
}

/** Does something to a file, whose folder is mostly there. */
async function inFolder<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
    await mkdir(dirname(file), { recursive: true });
    return act();
  }
}

/** File systems and mounts that know no second name for a file. */
const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'EXDEV',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  'ENOSYS',
]);

/**
 * Puts a finished file in a second place, without copying it where the disk can do that. Stored files are never
 * changed, only replaced, so the two places cannot disturb each other.
 *
 * @throws what the file system throws
 */
export async function shareFile(from: string, to: string): Promise<void> {
  try {
    await inFolder(to, () => link(from, to));
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST' && !NO_LINKS.has(errorCode(thrown))) throw thrown;
    await writeWhole(to, await readFile(from));
  }
}

/**
 * Reads a stored body back.
 *
 * @returns the parsed JSON
 * @throws FolkloreError `STORE_UNUSABLE`, naming the file, when it is not what was stored
 */
export const readStored = async (directory: string, entry: FoundEntry): Promise<unknown> =>
  (await openStored(directory, entry))();

/**
 * Reads a stored body and compares its checksum.
 *
 * @returns a function that parses it, and throws `STORE_UNUSABLE` where it is not JSON
 * @throws FolkloreError `STORE_UNUSABLE`, naming the file, when it is not what was stored
 */
export async function openStored(directory: string, entry: FoundEntry): Promise<() => unknown> {
  const file = join(directory, entry.file);
  const packed = await onDisk(`read ${file}`, () => readPacked(file, entry.bytes));
  const body = await gunzip(packed, entry.bytes).catch((thrown: unknown) => {
    throw damaged(file, messageOf(thrown), thrown);
  });
  if (sha256(body) !== entry.sha256) throw damaged(file, 'its checksum is not the one recorded');
  return () => {
    try {
      return JSON.parse(new TextDecoder().decode(body));
    } catch (thrown) {
      throw damaged(file, messageOf(thrown), thrown);
    }
  };
}

/** A small body is read at once: four times to another thread and back takes forty times as long. */
const readPacked = async (file: string, bytes: number): Promise<Buffer> =>
  bytes <= SMALL ? readFileSync(file) : readFile(file);

function damaged(file: string, reason: string, cause?: unknown): Error {
  return storeUnusable(
    `The stored answer ${file} is damaged: ${reason}.`,
    'Bring the store back from a copy, or delete it and run `folklore-ld harvest`.',
    cause,
  );
}

function sha256(body: Buffer): string {
  return hash('sha256', body, 'hex');
}
