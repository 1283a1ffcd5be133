import { type Below, type Measured, SUMS, type Sums, UNLISTED } from './checked-files.js';
import type { Tell } from './problem.js';
import { MANIFEST, type ManifestFile, type ReleaseManifest } from './release-manifest.js';

/**
 * Compares what manifest.json says of files with the files: all of them, each once, their sizes and checksums.
 *
 * @param measured those that are as SHA256SUMS says
 */
export function checkManifestFiles(
  { datasets, others }: ReleaseManifest,
  below: Below,
  sums: Sums,
  measured: ReadonlyMap<string, Measured>,
  tell: Tell,
): void {
  const named = new Set<string>();
  for (const { name } of datasets) {
    if (named.has(name)) tell(MANIFEST, `lists the dataset ${name} twice`);
    named.add(name);
  }
  const listed = new Set<string>();
  for (const file of [...datasets.flatMap(({ files }) => files), ...others]) {
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
