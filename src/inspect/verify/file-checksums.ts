import { createReadStream } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { compareBytes } from '../../base/byte-order.js';
import { messageOf } from '../../base/errors.js';
import { entriesBelow, entryPath } from '../../base/files-below.js';
import { linesOf, textOf, unreadable } from '../../rdf/formats/dump-file.js';
import { measureFile, RUN_FILE } from '../../release/checksums.js';
import {
  filesBesideDumps,
  isBelow,
  MANIFEST,
  type ManifestFile,
  type ReleaseManifest,
} from '../../release/manifest.js';
import { type Tell, whyUnreadable } from './problem.js';

export const SUMS = 'SHA256SUMS';
/** Files that cannot be in the list: the list, and what tells of the run with a clock. */
export const UNLISTED: ReadonlySet<string> = new Set([SUMS, RUN_FILE]);
const LINE = /^([0-9a-f]{64}) [ *](.+)$/;
/** Far beyond every path. */
const LONGEST_LINE = 1 << 16;
/** Bytes that are unpacked at once. */
const PIECE = 1 << 18;
const STRANGER = 'If it does not belong to the release, move it elsewhere; if it does, fetch the list again.';

/** What is below the folder of a release, by its path: only what is a file is ever opened. */
export type Below = ReadonlyMap<string, 'file' | 'link or device'>;

/** What SHA256SUMS lists; undefined when there is no such list. */
export type Sums = ReadonlyMap<string, string> | undefined;

/** A file as it is. */
export interface Measured {
  readonly bytes: number;
  readonly sha256: string;
  /** Bytes of what is in it; undefined when it cannot be unpacked. */
  readonly unpacked: number | undefined;
}

/**
 * Lists what is below a folder, in the order of the paths. Links are not followed.
 *
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function filesBelow(folder: string): Promise<Below> {
  const entries = await entriesBelow(folder).catch((thrown: unknown) => {
    throw unreadable(folder, messageOf(thrown), thrown);
  });
  const found = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const path = relative(folder, entryPath(entry)).split(sep).join('/');
      return [path, entry.isFile() ? 'file' : 'link or device'] as const;
    });
  return new Map(found.sort(([a], [b]) => compareBytes(a, b)));
}

/** Reads the list of checksums, and tells of lines that are none. */
export async function readSums(release: string, below: Below, tell: Tell): Promise<Sums> {
  if (below.get(SUMS) !== 'file') {
    tell(SUMS, 'is not there');
    return undefined;
  }
  const listed = new Map<string, string>();
  const path = join(release, SUMS);
  try {
    let number = 0;
    for await (const line of linesOf(textOf({ path, format: 'nt', isPacked: false }), LONGEST_LINE)) {
      number += 1;
      const [, sum, file] = LINE.exec(line) ?? [];
      if (line === '') continue;
      if (sum === undefined || file === undefined) tell(SUMS, `has a line that is no checksum: ${number}`);
      else if (!isBelow(file)) tell(SUMS, `lists what is not below the release, in line ${number}`);
      else if (listed.has(file)) tell(SUMS, `lists ${file} twice`);
      else listed.set(file, sum);
    }
  } catch (thrown) {
    tell(SUMS, `cannot be read: ${whyUnreadable(path, thrown)}`);
  }
  return listed;
}

/**
 * Compares every file of a release with its checksum, and looks for what is missing and what does not belong there.
 *
 * @returns what every file is like that is as its checksum says; without checksums, every file
 */
export async function checkFiles(
  release: string,
  below: Below,
  sums: Sums,
  tell: Tell,
  onFile: (path: string) => void,
): Promise<ReadonlyMap<string, Measured>> {
  for (const path of sums?.keys() ?? []) if (!below.has(path)) tell(path, 'is not there');
  const whole = new Map<string, Measured>();
  for (const [path, what] of below) {
    onFile(path);
    if (what !== 'file') {
      tell(path, 'is no file, but a link or a device', 'Put the file itself there.');
      continue;
    }
    const listed = sums?.get(path);
    if (sums !== undefined && listed === undefined) {
      if (!UNLISTED.has(path)) tell(path, `is not in ${SUMS}`, STRANGER);
      continue;
    }
    try {
      const measured = await measure(join(release, path));
      if (sums === undefined || listed === measured.sha256) whole.set(path, measured);
      else tell(path, 'is not what its checksum says');
    } catch (thrown) {
      tell(path, `cannot be read: ${messageOf(thrown)}`);
    }
  }
  return whole;
}

async function measure(path: string): Promise<Measured> {
  const { bytes, sha256 } = await measureFile(path);
  const unpacked = path.endsWith('.gz') ? await unpackedBytes(path) : bytes;
  return { bytes, sha256, unpacked };
}

/** What is packed in a file that breaks off is told by whoever reads it. */
async function unpackedBytes(path: string): Promise<number | undefined> {
  let bytes = 0;
  const count = async (pieces: AsyncIterable<Buffer>): Promise<void> => {
    for await (const piece of pieces) bytes += piece.length;
  };
  return pipeline(createReadStream(path), createGunzip({ chunkSize: PIECE }), count).then(
    () => bytes,
    () => undefined,
  );
}

/**
 * Compares what manifest.json says of files with the files: all of them, each once, their sizes and checksums.
 *
 * @param measured those that are as SHA256SUMS says
 */
export function checkManifestFiles(
  manifest: ReleaseManifest,
  below: Below,
  sums: Sums,
  measured: ReadonlyMap<string, Measured>,
  tell: Tell,
): void {
  const { datasets } = manifest;
  const named = new Set<string>();
  for (const { name } of datasets) {
    if (named.has(name)) tell(MANIFEST, `lists the dataset ${name} twice`);
    named.add(name);
  }
  const listed = new Set<string>();
  for (const file of [...datasets.flatMap(({ files }) => files), ...filesBesideDumps(manifest)]) {
    if (listed.has(file.path)) tell(MANIFEST, `lists ${file.path} twice`);
    listed.add(file.path);
    if (!below.has(file.path) && sums?.has(file.path) !== true) tell(file.path, 'is not there');
    const found = measured.get(file.path);
    if (found !== undefined) checkFile(file, found, tell);
  }
  for (const path of measured.keys()) {
    const isUnlisted = !listed.has(path) && !UNLISTED.has(path) && path !== MANIFEST;
    if (isUnlisted) tell(MANIFEST, `does not list ${path}`);
  }
}

function checkFile(file: ManifestFile, found: Measured, tell: Tell): void {
  if (file.sha256 !== found.sha256)
    tell(MANIFEST, `has another checksum of ${file.path} than the file and ${SUMS}`);
  if (file.bytes !== found.bytes)
    tell(MANIFEST, `says ${file.bytes} bytes of ${file.path}; there are ${found.bytes}`);
  if (file.unpacked !== undefined && found.unpacked !== undefined && file.unpacked !== found.unpacked) {
    tell(MANIFEST, `says ${file.unpacked} bytes unpacked of ${file.path}; there are ${found.unpacked}`);
  }
}
