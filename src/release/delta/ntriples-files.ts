import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { EXIT, FolkloreError, messageOf } from '../../base/errors.js';
import { FORMAT_NAMES, FORMATS } from '../../rdf/formats/format.js';

const REBUILD =
  'Both releases need the sorted N-Triples that this program writes. If the file is damaged, fetch it again and see ' +
  'that its checksum is right; if it comes from elsewhere, or there is none, build the release with --formats nt.';

/** The error for a release that cannot be compared: which file, and what to do. */
export const unreadable = (path: string, why: string, cause?: unknown, hint = REBUILD): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${path} cannot be compared: ${why}.`, {
    hint,
    exitCode: EXIT.misuse,
    cause,
  });

/*
 * Releases are read as bytes, one character a byte: such texts are compared as fast as memory is, and in the order
 * that the files are in. What leaves this room, or is asked of others, is made text again.
 */

const BEYOND_ASCII = /[\x80-\xff]/;
const DECODER = new TextDecoder('utf-8', { fatal: true });

/** The UTF-8 bytes of a text, one character a byte. */
export const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/**
 * The text that bytes are.
 *
 * @throws TypeError when they are no UTF-8
 */
export const asText = (bytes: string): string =>
  BEYOND_ASCII.test(bytes) ? DECODER.decode(Buffer.from(bytes, 'latin1')) : bytes;

/** Bytes handed on at once: enough that a record seldom lies across two pieces. */
const PIECE = 1 << 18;

/**
 * The content of a file, piece by piece, unpacked when its name says that it is packed, one character a byte. It is
 * read no faster than it is taken.
 *
 * @param onRead told how many bytes of the file have been read
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* bytesOf(path: string, onRead?: (bytes: number) => void): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: PIECE });
  const bytes = path.endsWith('.gz') ? file.pipe(createGunzip({ chunkSize: PIECE })) : file;
  // An error of the file is not one of what it is piped into.
  if (bytes !== file) file.on('error', (error) => bytes.destroy(error));
  try {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      yield piece.toString('latin1');
      onRead?.(file.bytesRead);
    }
  } catch (thrown) {
    throw unreadable(path, messageOf(thrown), thrown);
  } finally {
    file.destroy();
  }
}

/** The N-Triples of one dataset of a release. */
export interface NtriplesFile {
  readonly dataset: string;
  readonly path: string;
  /** On disk. */
  readonly bytes: number;
}

/** The N-Triples of two releases. */
export interface Releases {
  readonly before: readonly NtriplesFile[];
  readonly after: readonly NtriplesFile[];
}

/** All datasets of both, by name. */
export const datasetsOf = ({ before, after }: Releases): string[] =>
  [...new Set([...before, ...after].map(({ dataset }) => dataset))].sort();

const NAME = new RegExp(`^([A-Za-z0-9][A-Za-z0-9_-]*)\\.(${FORMAT_NAMES.join('|')})(?:\\.gz)?$`);

/**
 * Finds the N-Triples of every dataset of a release, by name.
 *
 * @throws FolkloreError FILE_UNREADABLE when there are none, when a dataset comes in other formats only (it would be
 *   taken for withdrawn), or twice; when one that manifest.json lists is not there, or of another size
 */
export async function ntriplesOf(release: string): Promise<NtriplesFile[]> {
  const folder = join(release, 'data');
  const names = await readdir(folder).catch((thrown: unknown) => {
    throw unreadable(release, `it is no release: it has no folder data (${messageOf(thrown)})`, thrown);
  });
  const dumps = names.sort().flatMap((name) => {
    const [, dataset, format] = NAME.exec(name) ?? [];
    return dataset === undefined ? [] : [{ name, dataset, format }];
  });
  const ours = dumps.filter(({ format }) => format === 'nt');
  const known = new Set(ours.map(({ dataset }) => dataset));
  const bare = dumps.find(({ dataset }) => !known.has(dataset));
  if (bare !== undefined)
    throw unreadable(join(folder, bare.name), `it is not there as ${FORMATS.nt.called} too`);
  if (ours.length === 0) throw unreadable(release, `there is no ${FORMATS.nt.called} in its folder data`);
  if (known.size < ours.length) throw unreadable(folder, 'a dataset is there twice, packed and unpacked');
  const found = await Promise.all(
    ours.map(async ({ name, dataset }) => {
      const path = join(folder, name);
      return { dataset, path, bytes: (await stat(path)).size };
    }),
  );
  checkSizes(release, found, await sizesIn(release));
  return found;
}

/** What a damaged release lacks would be taken for withdrawn. */
function checkSizes(
  release: string,
  found: readonly NtriplesFile[],
  sizes: ReadonlyMap<string, unknown>,
): void {
  const bytesOf = new Map(found.map(({ path, bytes }) => [path, bytes]));
  for (const [name, bytes] of sizes) {
    const path = join(release, name);
    const held = bytesOf.get(path);
    if (held === undefined) throw unreadable(path, 'it is not there, and manifest.json lists it');
    if (held !== bytes)
      throw unreadable(path, `it is ${held} bytes long, and manifest.json says ${String(bytes)}`);
  }
}

/** The sizes of the N-Triples that a manifest lists; none of a release that has no manifest yet, or a damaged one. */
async function sizesIn(release: string): Promise<ReadonlyMap<string, unknown>> {
  const sizes = new Map<string, unknown>();
  const manifest = await readFile(join(release, 'manifest.json'), 'utf8').then(parsed, () => undefined);
  for (const dataset of listIn(manifest, 'datasets')) {
    for (const file of listIn(dataset, 'files')) {
      const [path, bytes] = [fieldOf(file, 'path'), fieldOf(file, 'bytes')];
      if (typeof path === 'string' && NTRIPLES.test(path)) sizes.set(path, bytes);
    }
  }
  return sizes;
}

const NTRIPLES = /^data\/[^/]+\.nt(?:\.gz)?$/;

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
