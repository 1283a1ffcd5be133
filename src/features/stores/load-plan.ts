import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathBelow } from '../../base/file-bytes.js';
import { unlawfulInIri } from '../../model/rdf/iri-syntax.js';
import { mintIris, type StoreNames, storeNames } from '../../model/rdf/iris.js';
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
import { CATALOGUE_FILES } from './bulk-scripts.js';
import { type ReleaseFile, releaseNotLoadable, type SourceFile, toLoadError } from './source-files.js';
import { releaseTriples } from './verify-store/release-triples.js';

/** A named graph of a release. */
export interface GraphPlan {
  /** `catalogue`, or the name of the dataset. */
  readonly name: string;
  readonly graph: string;
  /** The graph that it is built in. */
  readonly stagingGraph: string;
  /** The IRI of the dataset of this release. */
  readonly released: string;
  /** A digest of the content; equal content is not loaded twice. */
  readonly content: string;
  readonly triples: number;
  readonly files: readonly SourceFile[];
}

/** The graphs of a release and their sources. */
export interface LoadPlan {
  readonly folder: string;
  readonly label: string;
  /** Whether the release has part of the records only. */
  readonly isTrial: boolean;
  readonly names: StoreNames;
  readonly graphs: readonly GraphPlan[];
}

const CATALOGUE_NAME = 'catalogue';

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
  const names = storeNames(manifest.base);
  const datasets = manifest.datasets.map((dataset) => graphOf(folder, manifest, dataset, names));
  const catalogue = await catalogueOf(folder, manifest, names);
  for (const { graph, files } of [...datasets, ...catalogue]) {
    if (!names.isOurs(graph) || unlawfulInIri(graph))
      throw releaseNotLoadable(folder, 'the name of a graph is not an IRI of the release');
    if (!files.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256)))
      throw releaseNotLoadable(folder, 'its manifest has an invalid checksum');
    for (const file of files) await checkBelow(folder, file);
  }
  return {
    folder,
    label: manifest.label,
    isTrial: manifest.trial === true,
    names,
    graphs: [...datasets, ...catalogue],
  };
}

/**
 * Checks that a file is inside the release, not behind a link.
 *
 * @throws FolkloreError FILE_UNREADABLE, also when the file is missing
 */
async function checkBelow(folder: string, { name, path }: ReleaseFile): Promise<void> {
  await pathBelow(folder, name).catch((thrown: unknown) => {
    throw toLoadError(path, thrown);
  });
}

function graphOf(
  folder: string,
  { label, base }: ReleaseManifest,
  { name, publication, graph, triples, files }: ManifestDataset,
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
    content: contentOf([file]),
    triples,
    files: [{ ...releaseFileOf(folder, file), format: dumpFormat(file) === 'nt' ? 'nt' : 'ttl' }],
  };
}

/** The manifest does not count the triples of the catalogue, so its files are read. */
async function catalogueOf(
  folder: string,
  manifest: ReleaseManifest,
  names: StoreNames,
): Promise<GraphPlan[]> {
  const { label } = manifest;
  const files = filesBesideDumps(manifest)
    .filter(({ path }) => CATALOGUE.has(path))
    .map((file): SourceFile => ({ ...releaseFileOf(folder, file), format: 'ttl' }));
  if (files.length === 0) return [];
  for (const file of files) await checkBelow(folder, file);
  let triples = 0;
  for await (const some of releaseTriples(files)) triples += some.length;
  return [
    {
      name: CATALOGUE_NAME,
      graph: names.catalogue,
      stagingGraph: names.beside(names.catalogue),
      released: names.releasedCatalogue(label),
      content: contentOf(files),
      triples,
      files,
    },
  ];
}

const releaseFileOf = (folder: string, file: ManifestFile): ReleaseFile => ({
  name: file.path,
  path: join(folder, file.path),
  isPacked: isPacked(file),
  unpacked: file.unpacked,
  sha256: file.sha256,
});

/** One digest for all files. */
const contentOf = (files: readonly Pick<ManifestFile, 'sha256'>[]): string => {
  const [only, ...more] = files;
  if (only !== undefined && more.length === 0) return `sha256:${only.sha256}`;
  const hash = createHash('sha256');
  for (const { sha256 } of files) hash.update(sha256);
  return `sha256:${hash.digest('hex')}`;
};
