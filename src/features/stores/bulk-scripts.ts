import { join } from 'node:path/posix';
import { shellWord } from '../../base/text.js';
import { FORMATS, type Format } from '../../model/rdf/formats/format.js';
import { mintIris, storeNames } from '../../model/rdf/iris.js';
import type { ReleaseFacts } from '../../release/description/facts.js';
import { fillTemplate } from '../../release/description/template.js';

/** A file to load. */
interface BulkFile {
  /** Below the folder of the release. */
  readonly path: string;
  readonly format: Format;
  readonly isPacked: boolean;
}

/** A named graph, and the files that replace its content. */
interface BulkGraph {
  readonly graph: string;
  readonly files: readonly BulkFile[];
}

/** The files of the description that go into a graph beside the datasets. */
export const CATALOGUE_FILES = ['codes.ttl', 'dcat.ttl', 'void.ttl'] as const;

/** An IRI without characters that are special in a shell, in SQL, in SPARQL or in a file of settings. */
const PLAIN_IRI = /^https?:\/\/[A-Za-z0-9.:-]+\/[A-Za-z0-9._~/@+-]*$/;

/**
 * The graphs of a release for a program that reads some formats; undefined when a dataset has none of them, or when the
 * name of a graph has special characters. The last graph is the register of `folklore-ld load`, which is emptied, because it
 * is no longer true.
 */
function bulkGraphs(
  { datasets, dumps, base }: Pick<ReleaseFacts, 'datasets' | 'dumps' | 'base'>,
  there: ReadonlySet<string>,
  reads: readonly Format[],
): readonly BulkGraph[] | undefined {
  const graphs: BulkGraph[] = [];
  for (const { name, publication } of datasets) {
    const own = dumps.filter(({ dataset }) => dataset === name);
    const dump = reads.flatMap((format) => own.find((one) => one.format === format) ?? [])[0];
    if (dump === undefined) return undefined;
    const file = { path: `data/${dump.file}`, format: dump.format, isPacked: dump.compression === 'gzip' };
    graphs.push({ graph: mintIris(base).graph(publication, name), files: [file] });
  }
  const catalogue = CATALOGUE_FILES.filter((path) => there.has(path));
  if (reads.includes('ttl') && catalogue.length > 0) {
    const files = catalogue.map((path) => ({ path, format: 'ttl', isPacked: false }) as const);
    graphs.push({ graph: storeNames(base).catalogue, files });
  }
  if (graphs.length === 0 || !graphs.every(({ graph }) => PLAIN_IRI.test(graph))) return undefined;
  return [...graphs, { graph: storeNames(base).loaded, files: [] }];
}

/** Commands that end a script before it changes anything, when a file is missing or a gzip file is damaged. */
function checkFiles(files: readonly BulkFile[]): string {
  const paths = (isPacked: boolean): string =>
    files.flatMap((file) => (file.isPacked === isPacked ? [shellWord(file.path)] : [])).join(' ');
  const [packed, plain] = [paths(true), paths(false)];
  return [...(packed ? [`gzip -t ${packed}`] : []), ...(plain ? [`ls ${plain} > /dev/null`] : [])].join('\n');
}

/** An update that deletes graphs, if they exist (SPARQL 1.1 Update, section 3.2.2). */
const dropAll = (graphs: readonly BulkGraph[]): string =>
  shellWord(graphs.map(({ graph }) => `DROP SILENT GRAPH <${graph}>`).join(' ; '));

/** Commands for each file; the lines of N-Quads name their graph. */
const eachFile = (
  graphs: readonly BulkGraph[],
  command: (file: BulkFile, graph: string, position: number) => string,
): string[] => graphs.flatMap(({ graph, files }) => files.map((file, at) => command(file, graph, at)));

/** Removes a graph from the files that Virtuoso has loaded, or it would not load them again. */
const unlist = ({ graph }: BulkGraph): string => `DELETE FROM DB.DBA.load_list WHERE ll_graph = '${graph}';`;

/** A bulk script: the template of the same path, filled. */
interface BulkScript {
  /** The formats that the program reads, the fastest first. */
  readonly reads: readonly Format[];
  readonly values: (
    graphs: readonly BulkGraph[],
    files: readonly BulkFile[],
  ) => Readonly<Record<string, string | number>>;
}

const SCRIPTS: Readonly<Record<string, BulkScript>> = {
  // qlever-control, 'Qleverfile settings' (MULTI_INPUT_JSON since 0.5.6): every file is an input with its graph.
  'bulk/Qleverfile': {
    reads: ['nt', 'ttl', 'nq'],
    values: (graphs, files) => ({
      format: files[0]?.format ?? 'nt',
      paths: files.map(({ path }) => path).join(' '),
      loads: eachFile(graphs, ({ path, format, isPacked }, graph) =>
        JSON.stringify({
          cmd: `${isPacked ? 'gzip -dc' : 'cat'} ${path}`,
          format,
          ...(format === 'nq' ? {} : { graph }),
        }),
      ).join(',\n                    '),
    }),
  },
  // Apache Jena, 'Fuseki: Configuring Fuseki'.
  'bulk/fuseki.ttl': { reads: ['nt', 'ttl', 'nq', 'jsonld'], values: () => ({}) },
  // The Graph Store Protocol of RDF4J and GraphDB: the first file of a graph replaces it, the others are added.
  'bulk/graphdb.sh': {
    reads: ['nt', 'ttl'],
    values: (graphs, files) => ({
      check: checkFiles(files),
      dropEmpty: dropAll(graphs.filter((graph) => graph.files.length === 0)),
      loads: eachFile(graphs, ({ path, format, isPacked }, graph, position) => {
        const to = `rdf-graphs/service?graph=${encodeURIComponent(graph)}`;
        const send = `send ${position === 0 ? 'PUT' : 'POST'} ${shellWord(FORMATS[format].mediaType)} ${shellWord(to)}`;
        return isPacked ? `gzip -dc ${shellWord(path)} | ${send}` : `${send} < ${shellWord(path)}`;
      }).join('\n'),
    }),
  },
  // Jena's loader of TDB2 knows formats and gzip by the endings of names.
  'bulk/jena-tdb2.sh': {
    reads: ['nt', 'ttl', 'nq', 'jsonld'],
    values: (graphs, all) => ({
      check: checkFiles(all),
      drop: dropAll(graphs),
      loads: graphs
        .filter(({ files }) => files.length > 0)
        .map(({ graph, files }) => {
          const into = files.every(({ format }) => format === 'nq') ? '' : ` --graph=${shellWord(graph)}`;
          return `"$bin"tdb2.tdbloader --loc="$store"${into} ${files.map(({ path }) => shellWord(path)).join(' ')}`;
        })
        .join('\n'),
    }),
  },
  'bulk/oxigraph.sh': {
    reads: ['nt', 'ttl', 'nq', 'jsonld'],
    values: (graphs, files) => ({
      check: checkFiles(files),
      drop: dropAll(graphs),
      loads: eachFile(graphs, ({ path, format }, graph) => {
        const into = format === 'nq' ? '' : ` --graph ${shellWord(graph)}`;
        return `"$oxigraph" load --location "$store"${into} --file ${shellWord(path)}`;
      }).join('\n'),
    }),
  },
  // OpenLink, 'Bulk Loading RDF Source Files into one or more Graph IRIs', for isql. isql continues after a statement that
  // has failed: the check that all files can be read and the emptying of graphs are therefore one procedure. Nothing is
  // logged between two checkpoints, because with a log 7.2.5 was damaged when it was killed (docs/stores.md).
  'bulk/virtuoso.sql': {
    reads: ['nt', 'ttl', 'nq'],
    values: (graphs, files) => ({
      count: files.length,
      unlist: graphs.map(unlist).join('\n'),
      unlistAgain: graphs.map((one) => `    ${unlist(one)}`).join('\n'),
      clear: graphs.map(({ graph }) => `  exec ('SPARQL CLEAR GRAPH <${graph}>');`).join('\n'),
      loads: eachFile(graphs, ({ path }, graph) => {
        const folder = join('$U{RELEASE}', path, '..');
        return `ld_dir ('${folder}', '${path.split('/').at(-1)}', '${graph}');`;
      }).join('\n'),
    }),
  },
};

/**
 * The bulk scripts of a release, by path, for each program that reads a format of every dataset.
 *
 * @param there paths of the release beside its data
 */
export const bulkScripts = (
  facts: Pick<ReleaseFacts, 'datasets' | 'dumps' | 'base'>,
  there: ReadonlySet<string>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(SCRIPTS).flatMap(([path, { reads, values }]) => {
      const graphs = bulkGraphs(facts, there, reads);
      if (graphs === undefined) return [];
      const files = graphs.flatMap((graph) => graph.files);
      return [[path, fillTemplate(path, values(graphs, files))] as const];
    }),
  );
