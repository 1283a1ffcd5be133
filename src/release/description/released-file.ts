import { compareBytes } from '../../base/byte-order.js';
import { type Compression, FORMATS } from '../../model/rdf/formats/format.js';
import type { Licence, Publication } from '../../model/rdf/iris.js';
import {
  type DeltaFile,
  datasetsOf,
  licenceOfDataset,
  licenceOfPublication,
  type OtherFile,
  type ReleaseFacts,
} from './facts.js';

/** A file of a release as it is described. */
export interface ReleasedFile {
  /** Below the folder of the release. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly mediaType: string;
  readonly compression: Compression;
  readonly licence: Licence;
}

/** A file with data: a distribution in DCAT. */
export interface DataFile extends ReleasedFile {
  readonly publication: Publication;
  readonly unpacked: number;
  /** Its format in English: `Turtle`. */
  readonly called: string;
  /** The dataset, when it is a dump. */
  readonly dataset?: string;
  readonly records?: number;
  readonly triples?: number;
  readonly delta?: DeltaFile['kind'];
}

/** Media types by the endings of names. */
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
  sqlite: 'application/vnd.sqlite3',
  ipynb: 'application/x-ipynb+json',
  cff: 'application/yaml',
  txt: 'text/plain',
  sh: 'application/x-sh',
  sql: 'application/sql',
  xml: 'application/xml',
  xsl: 'application/xslt+xml',
};

/** The formats of derived files and deltas, by media type. */
const CALLED: Readonly<Record<string, string>> = {
  'application/rdf-patch': 'RDF Patch',
  'text/csv': 'CSV',
  'application/vnd.sqlite3': 'SQLite',
  'application/vnd.apache.parquet': 'Parquet',
  'application/csvm+json': 'description of the table (CSV on the Web)',
  'application/geo+json': 'GeoJSON',
  'application/ld+json': 'JSON-LD',
  'application/n-triples': 'N-Triples',
  'application/n-quads': 'N-Quads',
  'text/turtle': 'Turtle',
  'application/x-ndjson': 'JSON-LD documents, one a line',
  'text/plain': 'list',
  'application/xml': 'EAD3',
};

/** The name of the extension of GeoJSON. */
const LINKED_PLACES = 'Linked Places Format';

/** Every file with data, in the order of their paths. */
export function dataFiles(facts: ReleaseFacts): DataFile[] {
  const datasets = new Map(facts.datasets.map((dataset) => [dataset.name, dataset]));
  const dumps = facts.dumps.flatMap((dump): DataFile[] => {
    const dataset = datasets.get(dump.dataset);
    if (dataset === undefined) return [];
    const { publication } = dataset;
    const licence = licenceOfDataset(dataset);
    const { called } = FORMATS[dump.format];
    return [{ ...dump, path: `data/${dump.file}`, publication, licence, called, triples: dump.quads }];
  });
  const derived = (facts.derived ?? []).map((file) => ({
    ...file,
    path: `derived/${file.file}`,
    licence: licenceOfPublication(file.publication),
    called: file.file.includes('.lpf.') ? LINKED_PLACES : (CALLED[file.mediaType] ?? file.mediaType),
    ...(file.rows === undefined ? {} : { records: file.rows }),
  }));
  const deltas = (facts.deltas ?? []).map((file) => ({
    ...file,
    licence: licenceOfPublication(file.publication),
    called: CALLED[file.mediaType] ?? file.mediaType,
    delta: file.kind,
  }));
  return [...dumps, ...derived, ...deltas].sort((a, b) => compareBytes(a.path, b.path));
}

/** The files that are described with a publication. */
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

/** A file beside the data. It is CC0, but for reports, which quote records and have the strictest licence of these. */
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
