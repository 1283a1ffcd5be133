import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { EXIT, FolkloreError, messageOf } from '../../base/errors.js';
import { pathBelow } from '../../base/file-bytes.js';
import { unlawfulInIri } from '../../model/rdf/iri-syntax.js';
import { mintIris, type StoreNames, storeNames } from '../../model/rdf/iris.js';
import { CATALOGUE_FILES } from '../../release/description/bulk-scripts.js';
import {
  DamagedManifest,
  dumpFormat,
  filesBesideDumps,
  isPacked,
  type ManifestDataset,
  type ManifestFile,
  type ReleaseManifest,
  readManifest,
} from '../../release/description/manifest.js';

/** A file that a graph is loaded from. */
export interface SourceFile {
  readonly path: string;
  readonly format: 'nt' | 'ttl';
  readonly isPacked: boolean;
  readonly unpacked: number;
  readonly sha256: string;
  /** Undefined for the catalogue, which is not counted. */
  readonly triples: number | undefined;
}

/** A named graph of a release. */
export interface GraphPlan {
  /** `catalogue`, or the name of the dataset. */
  readonly name: string;
  readonly graph: string;
  /** The graph that it is built in. */
  readonly stagingGraph: string;
  /** The IRI of the dataset of this release. */
  readonly released: string;
  /** The same of the previous release, if there is one. */
  readonly previouslyReleased: string | undefined;
  /** A digest of the content; equal content is not loaded twice. */
  readonly content: string;
  readonly triples: number | undefined;
  readonly files: readonly SourceFile[];
}

/** The graphs of a release and their sources. */
export interface LoadPlan {
  readonly folder: string;
  readonly label: string;
  /** The label of the previous release. */
  readonly previous: string | undefined;
  readonly names: StoreNames;
  readonly graphs: readonly GraphPlan[];
  /** All files of the release besides the dumps. */
  readonly others: readonly (ManifestFile & { readonly isPacked: boolean })[];
}

/** The files that describe a release; they share one graph. */
const CATALOGUE: ReadonlySet<string> = new Set(CATALOGUE_FILES);
/** Formats, the fastest to load first. */
const READ = ['nt', 'ttl'] as const;

/**
 * Reads the manifest of a release.
 *
 * @throws FolkloreError FILE_UNREADABLE when the folder is not a release, or its manifest is damaged
 */
export async function loadPlanOf(folder: string): Promise<LoadPlan> {
  const manifest = await readManifest(folder).catch((thrown: unknown) => {
    throw thrown instanceof DamagedManifest ? releaseNotLoadable(folder, thrown.message, thrown) : thrown;
  });
  const previous = manifest.previous ?? undefined;
  const names = storeNames(manifest.base);
  const datasets = manifest.datasets.map((dataset) => graphOf(folder, manifest, dataset, previous, names));
  const catalogue = catalogueOf(folder, manifest, previous, names);
  for (const { graph, files } of [...datasets, ...catalogue]) {
    if (!names.isOurs(graph) || unlawfulInIri(graph))
      throw releaseNotLoadable(folder, 'the name of a graph is not an IRI of the release');
    if (!files.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256)))
      throw releaseNotLoadable(folder, 'its manifest has an invalid checksum');
    for (const { path } of files) await checkBelow(folder, relative(folder, path));
  }
  const others = filesBesideDumps(manifest).map((file) => ({ ...file, isPacked: isPacked(file) }));
  return { folder, label: manifest.label, previous, names, others, graphs: [...datasets, ...catalogue] };
}

/**
 * Checks that a file is inside the release, not behind a link.
 *
 * @throws FolkloreError FILE_UNREADABLE, also when the file is missing
 */
export async function checkBelow(folder: string, name: string): Promise<void> {
  await pathBelow(folder, name).catch((thrown: unknown) => {
    throw toLoadError(join(folder, name), thrown);
  });
}

function graphOf(
  folder: string,
  { label, base }: ReleaseManifest,
  { name, publication, graph, triples, files }: ManifestDataset,
  previous: string | undefined,
  names: StoreNames,
): GraphPlan {
  const { released } = mintIris(base);
  const file = READ.flatMap((format) => files.filter((one) => dumpFormat(one) === format))[0];
  if (file === undefined)
    throw releaseNotLoadable(folder, `it has the dataset ${name} neither as N-Triples nor as Turtle`);
  return {
    name,
    graph,
    stagingGraph: names.beside(graph),
    released: released(publication, label, name),
    previouslyReleased: previous === undefined ? undefined : released(publication, previous, name),
    content: contentOf([file]),
    triples,
    files: [sourceOf(folder, file, dumpFormat(file) === 'nt' ? 'nt' : 'ttl', triples)],
  };
}

function catalogueOf(
  folder: string,
  manifest: ReleaseManifest,
  previous: string | undefined,
  names: StoreNames,
): GraphPlan[] {
  const { label } = manifest;
  const files = filesBesideDumps(manifest).filter(({ path }) => CATALOGUE.has(path));
  if (files.length === 0) return [];
  return [
    {
      name: 'catalogue',
      graph: names.catalogue,
      stagingGraph: names.beside(names.catalogue),
      released: names.releasedCatalogue(label),
      previouslyReleased: previous === undefined ? undefined : names.releasedCatalogue(previous),
      content: contentOf(files),
      triples: undefined,
      files: files.map((file) => sourceOf(folder, file, 'ttl', undefined)),
    },
  ];
}

const sourceOf = (
  folder: string,
  file: ManifestFile,
  format: SourceFile['format'],
  triples: number | undefined,
): SourceFile => ({
  path: join(folder, file.path),
  format,
  isPacked: isPacked(file),
  unpacked: file.unpacked ?? file.bytes,
  sha256: file.sha256,
  triples,
});

/** One digest for all files. */
const contentOf = (files: readonly Pick<ManifestFile, 'sha256'>[]): string => {
  const [only, ...more] = files;
  if (only !== undefined && more.length === 0) return `sha256:${only.sha256}`;
  const hash = createHash('sha256');
  for (const { sha256 } of files) hash.update(sha256);
  return `sha256:${hash.digest('hex')}`;
};

/** The error for a release, or a file of one, that cannot be loaded. */
export const releaseNotLoadable = (what: string, why: string, cause?: unknown): FolkloreError =>
  new FolkloreError('FILE_UNREADABLE', `${what} cannot be loaded: ${why.replace(/\.$/, '')}.`, {
    hint: 'Check the release with `folklore-ld verify`, and copy or build it again.',
    exitCode: EXIT.misuse,
    cause,
  });

/** The same for errors of the file system and of archives. */
export const toLoadError = (path: string, thrown: unknown): FolkloreError =>
  thrown instanceof FolkloreError ? thrown : releaseNotLoadable(path, messageOf(thrown), thrown);
