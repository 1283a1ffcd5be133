import { compareBytes } from '../base/byte-order.js';
import { type Compression, FORMATS } from '../rdf/formats/format.js';
import type { Licence, Publication } from '../rdf/iris.js';
import {
  type DeltaFile,
  datasetsOf,
  licenceOfDataset,
  licenceOfPublication,
  type OtherFile,
  type ReleasedDataset,
  type ReleaseFacts,
} from './facts.js';

/** A file of a release as everything that describes it needs it. */
export interface ReleasedFile {
  /** Below the folder of the release. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly mediaType: string;
  readonly compression: Compression;
  readonly licence: Licence;
}

/** A file with data: what registers call a distribution. */
export interface DataFile extends ReleasedFile {
  readonly publication: Publication;
  readonly unpacked: number;
  /** What it is, in English and without an article: `Turtle`. */
  readonly called: string;
  /** The dataset that it holds whole. */
  readonly dataset?: string;
  readonly records?: number;
  readonly triples?: number;
  readonly delta?: DeltaFile['kind'];
}

/** What the files of a release are by the ends of their names. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ttl: 'text/turtle',
  nt: 'application/n-triples',
  jsonld: 'application/ld+json',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  rq: 'application/sparql-query',
  ru: 'application/sparql-update',
  md: 'text/markdown',
  html: 'text/html',
  svg: 'image/svg+xml',
  csv: 'text/csv',
  cff: 'application/yaml',
  txt: 'text/plain',
  sh: 'application/x-sh',
  sql: 'application/sql',
};

/** What people call derived files and deltas, by media type. */
const CALLED: Readonly<Record<string, string>> = {
  'application/rdf-patch': 'RDF Patch',
  'text/csv': 'CSV',
  'application/csvm+json': 'description of the table (CSV on the Web)',
  'application/geo+json': 'GeoJSON',
  'application/ld+json': 'JSON-LD',
  'application/n-triples': 'N-Triples',
  'application/n-quads': 'N-Quads',
  'text/turtle': 'Turtle',
  'text/plain': 'list',
};

/** GeoJSON too, but what makes it worth having is what it adds. */
const LINKED_PLACES = 'Linked Places Format';

/** Every file with data, in the order of their paths. */
export function dataFiles(facts: ReleaseFacts): DataFile[] {
  const datasets = new Map(facts.datasets.map((dataset) => [dataset.name, dataset]));
  const dumps = facts.dumps.flatMap((dump) => {
    const dataset = datasets.get(dump.dataset);
    return dataset === undefined ? [] : [dumpFile(dump, dataset)];
  });
  const derived = (facts.derived ?? []).map((file) => ({
    ...measured(file),
    path: `derived/${file.file}`,
    mediaType: file.mediaType,
    publication: file.publication,
    licence: licenceOfPublication(file.publication),
    called: file.file.includes('.lpf.') ? LINKED_PLACES : (CALLED[file.mediaType] ?? file.mediaType),
    ...(file.rows === undefined ? {} : { records: file.rows }),
  }));
  const deltas = (facts.deltas ?? []).map((file) => ({
    ...measured(file),
    path: file.path,
    mediaType: file.mediaType,
    publication: file.publication,
    licence: licenceOfPublication(file.publication),
    called: CALLED[file.mediaType] ?? file.mediaType,
    delta: file.kind,
    ...(file.triples === undefined ? {} : { triples: file.triples }),
  }));
  return [...dumps, ...derived, ...deltas].sort((a, b) => compareBytes(a.path, b.path));
}

/** The files that a publication is described with. */
export function filesOf(
  publication: Publication,
  files: readonly DataFile[],
  facts: Pick<ReleaseFacts, 'datasets'>,
): DataFile[] {
  const datasets = new Set(datasetsOf(publication, facts).map(({ name }) => name));
  return files.filter((file) =>
    file.dataset === undefined ? file.publication === publication : datasets.has(file.dataset),
  );
}

const dumpFile = (dump: ReleaseFacts['dumps'][number], dataset: ReleasedDataset): DataFile => ({
  ...measured(dump),
  path: `data/${dump.file}`,
  mediaType: dump.mediaType,
  publication: dataset.publication,
  licence: licenceOfDataset(dataset),
  called: FORMATS[dump.format].called,
  dataset: dump.dataset,
  records: dump.records,
  triples: dump.quads,
});

type Measured = Pick<DataFile, 'bytes' | 'unpacked' | 'sha256' | 'compression'>;
const measured = ({ bytes, unpacked, sha256, compression }: Measured): Measured => ({
  bytes,
  unpacked,
  sha256,
  compression,
});

/**
 * A file beside the data. What we say ourselves is given away; reports quote records, so they come with the stricter
 * licence of the records that the release holds.
 */
export function otherFile(
  { path, bytes, sha256 }: OtherFile,
  publications: readonly Publication[],
): ReleasedFile {
  const isPacked = path.endsWith('.gz');
  const ending = /\.([^./]+)$/.exec(isPacked ? path.slice(0, -'.gz'.length) : path)?.[1] ?? '';
  const ofRecords = publications.includes('folklore') ? 'by-nc' : 'by';
  return {
    path,
    bytes,
    sha256,
    mediaType: MEDIA_TYPES[ending] ?? (ending === '' ? 'text/plain' : 'application/octet-stream'),
    compression: isPacked ? 'gzip' : 'none',
    licence: path.startsWith('report/') ? ofRecords : 'zero',
  };
}
