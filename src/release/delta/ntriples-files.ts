import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, FolkloreError, messageOf } from '../../base/errors.js';
import { bytesOfFile, openFile, pathBelow } from '../../base/file-bytes.js';
import { FORMAT_NAMES, FORMATS } from '../../rdf/formats/format.js';
import { type ManifestDump, readManifestIfValid } from '../manifest.js';

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

/**
 * The content of a file, piece by piece, unpacked when its name says that it is packed, one character a byte. It is
 * read no faster than it is taken.
 *
 * @param onRead told how many bytes of the file have been read
 * @param most bytes that may be in it, unpacked
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* bytesOf(
  path: string,
  onRead?: (bytes: number) => void,
  most?: number,
): AsyncGenerator<string> {
  let read = 0;
  const count = (chunk: Buffer): void => {
    read += chunk.length;
  };
  try {
    for await (const piece of bytesOfFile(path, { isPacked: path.endsWith('.gz'), most, onRead: count })) {
      yield piece.toString('latin1');
      onRead?.(read);
    }
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    throw unreadable(path, messageOf(thrown), thrown);
  }
}

/** The N-Triples of one dataset of a release. */
export interface NtriplesFile {
  readonly dataset: string;
  readonly path: string;
  /** On disk. */
  readonly bytes: number;
  /** Bytes that are in it, unpacked, when the manifest says so. */
  readonly unpacked: number | undefined;
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
 *   taken for withdrawn), or twice; when one that manifest.json lists is not there, or of another size; when one is no
 *   file, or a link that leads out of the release
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
  const listed = await listedDumps(release);
  const found = await Promise.all(
    ours.map(async ({ name, dataset }) => {
      const path = join(folder, name);
      const bytes = await sizeBelow(release, `data/${name}`).catch((thrown: unknown) => {
        throw unreadable(path, messageOf(thrown), thrown);
      });
      return { dataset, path, bytes, unpacked: listed.get(`data/${name}`)?.unpacked };
    }),
  );
  checkSizes(release, found, listed);
  return found;
}

async function sizeBelow(release: string, name: string): Promise<number> {
  const handle = await openFile(await pathBelow(release, name));
  try {
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** What a damaged release lacks would be taken for withdrawn. */
function checkSizes(
  release: string,
  found: readonly NtriplesFile[],
  listed: ReadonlyMap<string, ManifestDump>,
): void {
  const bytesOf = new Map(found.map(({ path, bytes }) => [path, bytes]));
  for (const [name, { bytes }] of listed) {
    if (!NTRIPLES.test(name)) continue;
    const path = join(release, name);
    const held = bytesOf.get(path);
    if (held === undefined) throw unreadable(path, 'it is not there, and manifest.json lists it');
    if (held !== bytes) throw unreadable(path, `it is ${held} bytes long, and manifest.json says ${bytes}`);
  }
}

const NTRIPLES = /^data\/[^/]+\.nt(?:\.gz)?$/;

/** The dumps that the manifest of a release lists, by path; none of a release without a valid manifest. */
export async function listedDumps(release: string): Promise<ReadonlyMap<string, ManifestDump>> {
  const manifest = await readManifestIfValid(release);
  const files = manifest?.datasets.flatMap((dataset) => dataset.files) ?? [];
  return new Map(files.map((file) => [file.path, file]));
}
