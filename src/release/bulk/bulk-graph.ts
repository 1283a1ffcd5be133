import type { Format } from '../../rdf/formats/format.js';
import { mintIris, storeNames } from '../../rdf/iris.js';
import type { ReleaseFacts } from '../facts.js';

/** A file to load. */
export interface BulkFile {
  /** Below the folder of the release. */
  readonly path: string;
  readonly format: Format;
  readonly isPacked: boolean;
}

/** A named graph, and the files that replace its content. */
export interface BulkGraph {
  readonly graph: string;
  readonly files: readonly BulkFile[];
}

/** The files of the description that go into a graph beside the datasets. */
export const CATALOGUE_FILES = ['codes.ttl', 'dcat.ttl', 'void.ttl'] as const;

/** An IRI without characters that are special in a shell, in SQL, in SPARQL or in a file of settings. */
const PLAIN_IRI = /^https?:\/\/[A-Za-z0-9.:-]+\/[A-Za-z0-9._~/@+-]*$/;

/**
 * The graphs of a release for a program that reads some formats; undefined when a dataset has none of them, or when the
 * name of a graph has special characters. The last graph is the journal of `folklore-ld load`, which is emptied, because it
 * is no longer true.
 *
 * @param reads the formats that the program reads, the best first
 * @param there paths of the release beside its data
 */
export function bulkGraphs(
  { datasets, dumps, base }: Pick<ReleaseFacts, 'datasets' | 'dumps' | 'base'>,
  there: ReadonlySet<string>,
  reads: readonly Format[],
): readonly BulkGraph[] | undefined {
  const { graph } = mintIris(base);
  const graphs: BulkGraph[] = [];
  for (const { name, publication } of datasets) {
    const dump = reads
      .map((format) => dumps.find((one) => one.dataset === name && one.format === format))
      .find((one) => one !== undefined);
    if (dump === undefined) return undefined;
    const file = { path: `data/${dump.file}`, format: dump.format, isPacked: dump.compression === 'gzip' };
    graphs.push({ graph: graph(publication, name), files: [file] });
  }
  const beside = CATALOGUE_FILES.filter((path) => there.has(path));
  if (reads.includes('ttl') && beside.length > 0) {
    const files = beside.map((path) => ({ path, format: 'ttl', isPacked: false }) as const);
    graphs.push({ graph: storeNames(base).catalogue, files });
  }
  if (graphs.length === 0 || !graphs.every((one) => PLAIN_IRI.test(one.graph))) return undefined;
  return [...graphs, { graph: storeNames(base).loaded, files: [] }];
}

/** Whether each line of a file names its graph. */
export const namesItsGraph = ({ format }: BulkFile): boolean => format === 'nq';
