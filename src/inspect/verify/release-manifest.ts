import { join } from 'node:path';
import { messageOf } from '../../base/errors.js';
import { parseForeignJson, textBelow } from '../../base/file-bytes.js';
import { unreadable } from '../../rdf/formats/dump-file.js';
import { FORMATS, type Format } from '../../rdf/formats/format.js';
import { unlawfulInIri } from '../../rdf/iri-syntax.js';
import type { Publication } from '../../rdf/iris.js';
import { isBelow } from './file-checksums.js';

/** How a folder is known to be a release. */
export const MANIFEST = 'manifest.json';
const FORMAT = 'folklore-ld-release';
const VERSION = 1;

/** A file of a release as manifest.json has it. */
export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly isPacked: boolean;
  readonly unpacked: number | undefined;
  /** Records of a dump, rows of a table, features of a map. */
  readonly records: number | undefined;
  readonly triples: number | undefined;
}

export interface ManifestDump extends ManifestFile {
  readonly format: Format;
}

export interface ManifestDataset {
  readonly name: string;
  readonly publication: Publication;
  readonly graph: string;
  readonly triples: number;
  readonly entities: number;
  readonly files: readonly ManifestDump[];
}

/** As much of manifest.json as is verified. */
export interface ReleaseManifest {
  readonly label: string;
  readonly base: string;
  readonly datasets: readonly ManifestDataset[];
  /** Derived files, deltas, and all else. */
  readonly others: readonly ManifestFile[];
}

/** A manifest that is ours, and not as we write it. */
export class DamagedManifest extends Error {}

/**
 * Reads the manifest of a release.
 *
 * @throws DamagedManifest saying what is wrong and where; FolkloreError FILE_UNREADABLE when it is of another program,
 *   or of a newer version of this one
 */
export async function readManifest(release: string): Promise<ReleaseManifest> {
  const path = join(release, MANIFEST);
  const read = fieldsOf(await parsed(release), 'it');
  if (read.format !== FORMAT) throw unreadable(path, 'it is the manifest of something else');
  if (typeof read.version === 'number' && read.version > VERSION) {
    throw unreadable(
      path,
      `it is of version ${read.version}, newer than this program, which reads ${VERSION}`,
    );
  }
  if (read.version !== VERSION) throw new DamagedManifest(`version is not ${VERSION}`);
  const base = text(read.base, 'base');
  if (!/^https?:\/\/[^/]+\/(?:.*\/)?$/.test(base) || unlawfulInIri(base))
    throw new DamagedManifest('base is no beginning of IRIs');
  const datasets = list(read.datasets, 'datasets').map((one, at) => datasetOf(one, `datasets[${at}]`));
  const others = ['derived', 'deltas', 'others'].flatMap((name) =>
    list(read[name], name).map((one, at) => fileOf(one, `${name}[${at}]`)),
  );
  return { label: text(read.label, 'label'), base, datasets, others };
}

async function parsed(release: string): Promise<unknown> {
  try {
    return parseForeignJson(await textBelow(release, MANIFEST));
  } catch (thrown) {
    throw new DamagedManifest(messageOf(thrown));
  }
}

function datasetOf(value: unknown, at: string): ManifestDataset {
  const read = fieldsOf(value, at);
  const publication = text(read.publication, `${at}.publication`);
  if (publication !== 'folklore' && publication !== 'placenames')
    throw new DamagedManifest(`${at}.publication is none of ours`);
  return {
    publication,
    name: text(read.name, `${at}.name`),
    graph: text(read.graph, `${at}.graph`),
    triples: count(read.triples, `${at}.triples`),
    entities: count(read.entities, `${at}.entities`),
    files: list(read.files, `${at}.files`).map((one, index) => dumpOf(one, `${at}.files[${index}]`)),
  };
}

function dumpOf(value: unknown, at: string): ManifestDump {
  const file = fileOf(value, at);
  const ending = /\.([a-z]+)(?:\.gz)?$/.exec(file.path)?.[1] ?? '';
  if (!Object.hasOwn(FORMATS, ending))
    throw new DamagedManifest(`${at}.path is in no format that this program writes`);
  return { ...file, format: ending as Format };
}

function fileOf(value: unknown, at: string): ManifestFile {
  const read = fieldsOf(value, at);
  const path = text(read.path, `${at}.path`);
  if (!isBelow(path)) throw new DamagedManifest(`${at}.path is not below the release`);
  const maybe = (name: 'unpacked' | 'records' | 'triples'): number | undefined =>
    read[name] === undefined ? undefined : count(read[name], `${at}.${name}`);
  return {
    path,
    bytes: count(read.bytes, `${at}.bytes`),
    sha256: text(read.sha256, `${at}.sha256`),
    isPacked: text(read.compression, `${at}.compression`) === 'gzip',
    ...{ unpacked: maybe('unpacked'), records: maybe('records'), triples: maybe('triples') },
  };
}

function fieldsOf(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new DamagedManifest(`${at} is no object`);
  return value as Record<string, unknown>;
}

function list(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DamagedManifest(`${at} is no list`);
  return value;
}

function text(value: unknown, at: string): string {
  if (typeof value !== 'string') throw new DamagedManifest(`${at} is no text`);
  return value;
}

function count(value: unknown, at: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new DamagedManifest(`${at} is no number of things`);
  return value as number;
}
