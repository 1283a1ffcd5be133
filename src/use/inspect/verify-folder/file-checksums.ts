import { join, relative, sep } from 'node:path';
import { compareBytes } from '../../../base/byte-order.js';
import { messageOf } from '../../../base/errors.js';
import { entriesBelow, entryPath } from '../../../base/files-below.js';
import type { AddProblem } from '../../../base/problems.js';
import { linesOf, textOf, unreadable, whyUnreadable } from '../../../model/rdf/formats/recognise-dump.js';
import { RUN_FILE } from '../../../release/description/checksums.js';
import {
  filesBesideDumps,
  isBelow,
  MANIFEST,
  type ManifestFile,
  type ReleaseManifest,
} from '../../../release/description/manifest.js';

const SUMS = 'SHA256SUMS';
/** Files that cannot be in the list: the list itself, and the times of the run. */
const UNLISTED: ReadonlySet<string> = new Set([SUMS, RUN_FILE]);
/** The remedy for most problems of a release. */
export const FETCH_AGAIN = 'Fetch the release again, or build it again.';
const LINE = /^([0-9a-f]{64}) [ *](.+)$/;
/** Characters: far beyond every path. */
const LONGEST_LINE = 1 << 16;
const UNKNOWN_FILE =
  'If it does not belong to the release, move it elsewhere; if it does, fetch the list again.';

/** The entries below the folder of a release, by path; only a file is ever opened. */
export type Below = ReadonlyMap<string, 'file' | 'link or device'>;

/** Size and checksum of a file. */
export interface Measured {
  readonly bytes: number;
  readonly sha256: string;
  /** Undefined when it cannot be unpacked. */
  readonly unpacked: number | undefined;
}

/** The checksums of SHA256SUMS by path; undefined when there is no such list. */
export type Sums = ReadonlyMap<string, string> | undefined;

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

/** Reads the list of checksums, and reports its bad lines. */
export async function readSums(release: string, below: Below, addProblem: AddProblem): Promise<Sums> {
  if (below.get(SUMS) !== 'file') {
    addProblem(SUMS, 'is not there');
    return undefined;
  }
  const listed = new Map<string, string>();
  const path = join(release, SUMS);
  try {
    let number = 0;
    for await (const line of linesOf(textOf({ path, isPacked: false }), LONGEST_LINE)) {
      number += 1;
      const [, sum, file] = LINE.exec(line) ?? [];
      if (line === '') continue;
      if (sum === undefined || file === undefined)
        addProblem(SUMS, `has a line that is no checksum: ${number}`);
      else if (!isBelow(file)) addProblem(SUMS, `lists a path outside the release in line ${number}`);
      else if (listed.has(file)) addProblem(SUMS, `lists ${file} twice`);
      else listed.set(file, sum);
    }
  } catch (thrown) {
    addProblem(SUMS, `cannot be read: ${whyUnreadable(path, thrown)}`);
  }
  return listed;
}

/**
 * Compares every file of a release with its checksum, and reports missing and unknown files.
 *
 * @param measured undefined for a file that cannot be read
 * @returns the files that match their checksums; without checksums, all files
 */
export function checkSums(
  below: Below,
  sums: Sums,
  measured: ReadonlyMap<string, Measured | undefined>,
  addProblem: AddProblem,
): ReadonlyMap<string, Measured> {
  for (const path of sums?.keys() ?? []) if (!below.has(path)) addProblem(path, 'is not there');
  const sound = new Map<string, Measured>();
  for (const [path, what] of below) {
    const listed = sums?.get(path);
    const found = measured.get(path);
    if (what !== 'file') addProblem(path, 'is no file, but a link or a device', 'Put the file itself there.');
    else if (sums !== undefined && listed === undefined) {
      if (!UNLISTED.has(path)) addProblem(path, `is not in ${SUMS}`, UNKNOWN_FILE);
    } else if (found !== undefined) {
      if (sums === undefined || listed === found.sha256) sound.set(path, found);
      else addProblem(path, 'does not match its checksum');
    }
  }
  return sound;
}

/**
 * Compares the list of files in manifest.json with the files: all of them, each once, their sizes and checksums.
 *
 * @param measured the files that match SHA256SUMS
 */
export function checkManifestFiles(
  manifest: ReleaseManifest,
  below: Below,
  sums: Sums,
  measured: ReadonlyMap<string, Measured>,
  addProblem: AddProblem,
): void {
  const { datasets } = manifest;
  const named = new Set<string>();
  for (const { name } of datasets) {
    if (named.has(name)) addProblem(MANIFEST, `lists the dataset ${name} twice`);
    named.add(name);
  }
  const listed = new Set<string>();
  for (const file of [...datasets.flatMap(({ files }) => files), ...filesBesideDumps(manifest)]) {
    if (listed.has(file.path)) addProblem(MANIFEST, `lists ${file.path} twice`);
    listed.add(file.path);
    if (!below.has(file.path) && sums?.has(file.path) !== true) addProblem(file.path, 'is not there');
    const found = measured.get(file.path);
    if (found !== undefined) checkFile(file, found, addProblem);
  }
  for (const path of measured.keys()) {
    const isUnlisted = !listed.has(path) && !UNLISTED.has(path) && path !== MANIFEST;
    if (isUnlisted) addProblem(MANIFEST, `does not list ${path}`);
  }
}

function checkFile(file: ManifestFile, found: Measured, addProblem: AddProblem): void {
  if (file.sha256 !== found.sha256)
    addProblem(MANIFEST, `gives another checksum for ${file.path} than ${SUMS}`);
  if (file.bytes !== found.bytes)
    addProblem(MANIFEST, `gives ${file.bytes} bytes for ${file.path}; counted: ${found.bytes}`);
  if (file.unpacked !== undefined && found.unpacked !== undefined && file.unpacked !== found.unpacked) {
    addProblem(
      MANIFEST,
      `gives ${file.unpacked} unpacked bytes for ${file.path}; counted: ${found.unpacked}`,
    );
  }
}
