import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { bytesOfFile, openFile, pathBelow } from '../../base/file-bytes.js';
import { FORMAT_NAMES, FORMATS } from '../../model/rdf/formats/format.js';
import { type ManifestDump, readManifestIfValid } from '../description/manifest.js';

/*
 * Releases are read as bytes, one character a byte: such texts are compared as fast as memory, and in the order of the
 * files. They become text again before anything leaves this folder.
 */

const BEYOND_ASCII = /[\x80-\xff]/;
const DECODER = new TextDecoder('utf-8', { fatal: true });

/** The UTF-8 bytes of a text, one character a byte. */
export const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/**
 * The text of UTF-8 bytes, one character a byte.
 *
 * @throws TypeError when they are no UTF-8
 */
export const asText = (bytes: string): string =>
  BEYOND_ASCII.test(bytes) ? DECODER.decode(Buffer.from(bytes, 'latin1')) : bytes;

const REBUILD =
  'Both releases need the sorted N-Triples that this program writes. If the file is damaged, fetch it again and see ' +
  'that its checksum is right; if it comes from elsewhere, or there is none, build the release with --formats nt.';

/** The error for a release that cannot be compared. */
export const unreadable = (path: string, why: string, cause?: unknown, hint = REBUILD): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${path} cannot be compared: ${why}.`, {
    hint,
    cause,
  });

/**
 * The content of a file in pieces, unpacked when its name ends in .gz.
 *
 * @param onRead given the bytes read from the disk so far
 * @param most bytes that may be in it, unpacked
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* piecesOf(
  path: string,
  onRead?: (bytes: number) => void,
  most?: number,
): AsyncGenerator<Buffer> {
  let read = 0;
  const count = (chunk: Buffer): void => {
    read += chunk.length;
  };
  try {
    for await (const piece of bytesOfFile(path, { isPacked: path.endsWith('.gz'), most, onRead: count })) {
      yield piece;
      onRead?.(read);
    }
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    throw unreadable(path, messageOf(thrown), thrown);
  }
}

/** The content of a file as {@link piecesOf} yields it, one character a byte. */
export async function* bytesOf(path: string): AsyncGenerator<string> {
  for await (const piece of piecesOf(path)) yield piece.toString('latin1');
}

/** The N-Triples of one dataset of a release. */
export interface NtriplesFile {
  readonly dataset: string;
  readonly path: string;
  /** On disk. */
  readonly bytes: number;
  /** Unpacked, by the manifest; undefined without one. */
  readonly unpacked: number | undefined;
}

const NAME = new RegExp(`^([A-Za-z0-9][A-Za-z0-9_-]*)\\.(${FORMAT_NAMES.join('|')})(?:\\.gz)?$`);
const NTRIPLES = /^data\/[^/]+\.nt(?:\.gz)?$/;

/**
 * Finds the N-Triples of every dataset of a release, by name.
 *
 * @throws FolkloreError FILE_UNREADABLE when there are none, when a dataset has other formats only (it would be taken for
 *   withdrawn) or two files; when a file that the manifest lists is missing or of another size; when one is no file, or a
 *   link that leads out of the release
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
  const datasets = new Set(ours.map(({ dataset }) => dataset));
  const bare = dumps.find(({ dataset }) => !datasets.has(dataset));
  if (bare !== undefined)
    throw unreadable(join(folder, bare.name), `it is not there as ${FORMATS.nt.called} too`);
  if (ours.length === 0) throw unreadable(release, `there is no ${FORMATS.nt.called} in its folder data`);
  if (datasets.size < ours.length) throw unreadable(folder, 'a dataset is there twice, packed and unpacked');
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
  // Records of a file that is missing or too short would be taken for withdrawn.
  for (const [name, { bytes }] of listed) {
    if (!NTRIPLES.test(name)) continue;
    const path = join(release, name);
    const held = found.find((file) => file.path === path)?.bytes;
    if (held === undefined) throw unreadable(path, 'it is not there, and manifest.json lists it');
    if (held !== bytes) throw unreadable(path, `it is ${held} bytes long, and manifest.json says ${bytes}`);
  }
  return found;
}

/** The dumps that the manifest of a release lists, by path; none of a release without a valid manifest. */
export async function listedDumps(release: string): Promise<ReadonlyMap<string, ManifestDump>> {
  const manifest = await readManifestIfValid(release);
  const files = manifest?.datasets.flatMap((dataset) => dataset.files) ?? [];
  return new Map(files.map((file) => [file.path, file]));
}

async function sizeBelow(release: string, name: string): Promise<number> {
  const handle = await openFile(await pathBelow(release, name));
  try {
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
