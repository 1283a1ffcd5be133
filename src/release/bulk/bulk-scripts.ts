import { FORMATS, type Format } from '../../rdf/formats/format.js';
import { fusekiWords } from '../../rdf/iris.js';
import type { ReleaseFacts } from '../facts.js';
import { type BulkFile, type BulkGraph, bulkGraphs, namesItsGraph } from './bulk-graph.js';
import { allThere, beginning, dropAll, quoted, STORE_ARGUMENT } from './shell.js';

/**
 * bulk/graphdb.sh: the Graph Store Protocol of RDF4J and GraphDB (RDF4J REST API, `rdf-graphs/service`); the first file
 * of a graph takes the place of what was there, the others are added. An update empties what has no file (`statements`).
 */
export function graphdbScript(graphs: readonly BulkGraph[]): string {
  const puts = graphs.flatMap(({ graph, files }) =>
    files.map((file, position) => sending(file, position === 0 ? 'PUT' : 'POST', graph)),
  );
  const emptied = dropAll(graphs.filter(({ files }) => files.length === 0));
  return `${beginning(
    [
      'Loads this release into a repository of GraphDB or of an RDF4J server: every dataset into a graph of its own, in',
      'the place of what was there. A query that names no graph sees all of them. Who has to log in keeps user and',
      'password in a file that only they can read (machine HOST login USER password PASSWORD), and names it in NETRC.',
      '',
      '  GRAPHDB=http://127.0.0.1:7200/repositories/folklore sh bulk/graphdb.sh',
    ],
    [`repository=\${GRAPHDB:?the URL of the repository}`],
  )}
send() {
  curl --fail --silent --show-error --netrc-file "\${NETRC:-/dev/null}" --request "$1" --header "Content-Type: $2" \\
    --upload-file - "$repository/$3"
}
${allThere(graphs)}
echo ${quoted(emptied)} | send POST 'application/sparql-update' statements
${puts.join('\n')}
`;
}

const sending = ({ path, format, isPacked }: BulkFile, method: 'PUT' | 'POST', graph: string): string => {
  const to = `rdf-graphs/service?graph=${encodeURIComponent(graph)}`;
  const send = `send ${method} ${quoted(FORMATS[format].mediaType)} ${quoted(to)}`;
  return isPacked ? `gzip -dc ${quoted(path)} | ${send}` : `${send} < ${quoted(path)}`;
};

/** bulk/jena-tdb2.sh: Jena's loader of TDB2, which knows formats and gzip by the ends of names. */
export function jenaScript(graphs: readonly BulkGraph[]): string {
  const loads = graphs.flatMap(({ graph, files }) => {
    if (files.length === 0) return [];
    const into = files.every(namesItsGraph) ? '' : ` --graph=${quoted(graph)}`;
    return [`"$bin"tdb2.tdbloader --loc="$store"${into} ${files.map(({ path }) => quoted(path)).join(' ')}`];
  });
  return `${beginning(
    [
      'Loads this release into a store of Apache Jena (TDB2): every dataset into a graph of its own, in the place of what',
      'was there. No server may have the store open meanwhile. JENA_BIN is the folder of the programs of Jena, when',
      'they are not found without.',
      '',
      '  sh bulk/jena-tdb2.sh ../store',
      '  fuseki-server --config=bulk/fuseki.ttl',
      '',
      'bulk/fuseki.ttl serves the folder "store" of the place where Fuseki is started.',
    ],
    [...STORE_ARGUMENT, `bin=\${JENA_BIN:+$JENA_BIN/}`],
  )}
${allThere(graphs)}
if [ -d "$store" ]; then
  "$bin"tdb2.tdbupdate --loc="$store" ${quoted(dropAll(graphs))}
fi
${loads.join('\n')}
`;
}

/**
 * bulk/fuseki.ttl: a service of Fuseki on that store, for reading (Apache Jena, 'Fuseki: Configuring Fuseki'). A query
 * that names no graph sees all of them.
 */
export const fusekiConfiguration =
  (): string => `# Serves the store that bulk/jena-tdb2.sh has filled, at /folklore, for reading only. The folder "store" is looked for
# where Fuseki is started. A query that names no graph sees all of them.
@prefix fuseki: <${fusekiWords.fuseki}> .
@prefix tdb2:   <${fusekiWords.tdb2}> .

[] a fuseki:Service ;
  fuseki:name "folklore" ;
  fuseki:endpoint [ fuseki:operation fuseki:query ] ;
  fuseki:endpoint [ fuseki:operation fuseki:query ; fuseki:name "query" ] ;
  fuseki:endpoint [ fuseki:operation fuseki:gsp-r ; fuseki:name "get" ] ;
  fuseki:dataset <#store> .

<#store> a tdb2:DatasetTDB2 ;
  tdb2:location "store" ;
  tdb2:unionDefaultGraph true .
`;

/** bulk/oxigraph.sh: the bulk loader of Oxigraph's own program, which knows formats and gzip by the ends of names. */
export function oxigraphScript(graphs: readonly BulkGraph[]): string {
  const loads = graphs.flatMap(({ graph, files }) =>
    files.map((file) => {
      const into = namesItsGraph(file) ? '' : ` --graph ${quoted(graph)}`;
      return `"$oxigraph" load --location "$store"${into} --file ${quoted(file.path)}`;
    }),
  );
  return `${beginning(
    [
      'Loads this release into a store of Oxigraph 0.4 or later: every dataset into a graph of its own, in the place of',
      'what was there. No server may have the store open meanwhile. OXIGRAPH names the program when it is elsewhere.',
      '',
      '  sh bulk/oxigraph.sh ../store',
      '  oxigraph serve-read-only --location ../store --union-default-graph',
      '',
      'With --union-default-graph a query that names no graph sees all of them, as the questions in queries/ expect.',
    ],
    [...STORE_ARGUMENT, `oxigraph=\${OXIGRAPH:-oxigraph}`],
  )}
${allThere(graphs)}
if [ -d "$store" ]; then
  "$oxigraph" update --location "$store" --update ${quoted(dropAll(graphs))}
fi
${loads.join('\n')}
`;
}

/**
 * bulk/Qleverfile: settings of QLever's command line (qlever-control, 'Qleverfile settings'; MULTI_INPUT_JSON since
 * 0.5.6). Every file is an input of its own, with the graph that it goes into.
 */
export function qleverfile(graphs: readonly BulkGraph[]): string {
  const inputs = graphs.flatMap(({ graph, files }) =>
    files.map((file) =>
      JSON.stringify({
        cmd: `${file.isPacked ? 'gzip -dc' : 'cat'} ${file.path}`,
        format: file.format,
        ...(namesItsGraph(file) ? {} : { graph }),
      }),
    ),
  );
  const all = graphs.flatMap(({ files }) => files);
  return `# Settings of QLever for this release: every dataset in a graph of its own. A query that names no graph sees all of
# them. Run it in a copy of the folder of the release, or the index lies beside what was released:
#
#   cp bulk/Qleverfile . && qlever index && qlever start

[data]
NAME        = folklore
DESCRIPTION = Folklore archive and place-names linked data
FORMAT      = ${mostly(all)}

[index]
INPUT_FILES      = ${all.map(({ path }) => path).join(' ')}
MULTI_INPUT_JSON = [${inputs.join(',\n                    ')}]
SETTINGS_JSON    = { "num-triples-per-batch": 1000000 }

[server]
PORT    = 7001
TIMEOUT = 60s

[runtime]
SYSTEM = docker
IMAGE  = docker.io/adfreiburg/qlever:latest
`;
}

const mostly = (files: readonly BulkFile[]): string => files[0]?.format ?? 'nt';

/**
 * bulk/virtuoso.sql: Virtuoso's bulk loader (OpenLink, 'Bulk Loading RDF Source Files into one or more Graph IRIs'),
 * for isql. Files that were loaded before are forgotten first, or the loader would leave them out. isql goes on after a
 * statement that has failed: what empties the graphs is therefore one statement with the question whether the server can
 * read all files. Nothing is logged between two checkpoints: a Virtuoso that is killed comes back as it was before, while
 * with a log (log_enable=>3) 7.2.5 came back damaged (docs/stores.md).
 */
export function virtuosoScript(graphs: readonly BulkGraph[]): string {
  const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');
  const fileOf = (path: string): string => path.split('/').at(-1) ?? '';
  const each = (write: (graph: string) => string): string =>
    graphs.map(({ graph }) => write(graph)).join('\n');
  const files = graphs.flatMap(({ graph, files: all }) => all.map(({ path }) => ({ graph, path })));
  const forgotten = (graph: string): string => `DELETE FROM DB.DBA.load_list WHERE ll_graph = '${graph}';`;
  return `-- Loads this release into Virtuoso 7 or later: every dataset into a graph of its own, in the place of what was there.
-- The server reads the files itself: list this folder under DirsAllowed in virtuoso.ini. Run it in this folder, with
-- the password in the environment:
--
--   isql-vt 127.0.0.1:1111 dba "$DBA_PASSWORD" bulk/virtuoso.sql -u RELEASE="$PWD"
--
-- (isql elsewhere.) isql ends with 0 whatever happens: look at the table at the end, which must show 2 and NULL in each
-- of its ${files.length} rows, and see what has arrived with \`folklore-ld verify . --store http://127.0.0.1:8890\`. Graphs are
-- emptied first, and whoever asks meanwhile sees them fill. Nothing is logged before the checkpoint at the end: a
-- server that is killed comes back as it was before. What is cut short is loaded whole when it is run again.

checkpoint;
log_enable (2, 1);
${each(forgotten)}
${files.map(({ graph, path }) => `ld_dir ('$U{RELEASE}/${folderOf(path)}', '${fileOf(path)}', '${graph}');`).join('\n')}
CREATE PROCEDURE DB.DBA.FOLKLORE_LD_REPLACE (IN release VARCHAR)
{
  DECLARE readable INTEGER;
  readable := (SELECT COUNT(*) FROM DB.DBA.load_list WHERE ll_file LIKE concat (release, '/%'));
  IF (readable <> ${files.length})
  {
${each((graph) => `    ${forgotten(graph)}`)}
    signal ('FL001', sprintf ('The server can read %d of ${files.length} files, and nothing was changed. List the folder of the release under DirsAllowed in virtuoso.ini, and see that all of it is there.', readable));
  }
${each((graph) => `  exec ('SPARQL CLEAR GRAPH <${graph}>');`)}
  rdf_loader_run (log_enable=>2);
};
DB.DBA.FOLKLORE_LD_REPLACE ('$U{RELEASE}');
DROP PROCEDURE DB.DBA.FOLKLORE_LD_REPLACE;
checkpoint;
SELECT ll_state, ll_error, ll_file FROM DB.DBA.load_list WHERE ll_file LIKE '$U{RELEASE}/%' ORDER BY ll_file;
`.replaceAll("'$U{RELEASE}/'", "'$U{RELEASE}'");
}

/** A bulk script of one program. */
interface BulkScript {
  readonly path: string;
  /** The formats that the program reads, the fastest first. */
  readonly reads: readonly Format[];
  readonly text: (graphs: readonly BulkGraph[]) => string;
}

const SCRIPTS: readonly BulkScript[] = [
  { path: 'bulk/Qleverfile', reads: ['nt', 'ttl', 'nq'], text: qleverfile },
  { path: 'bulk/fuseki.ttl', reads: ['nt', 'ttl', 'nq', 'jsonld'], text: fusekiConfiguration },
  { path: 'bulk/graphdb.sh', reads: ['nt', 'ttl'], text: graphdbScript },
  { path: 'bulk/jena-tdb2.sh', reads: ['nt', 'ttl', 'nq', 'jsonld'], text: jenaScript },
  { path: 'bulk/oxigraph.sh', reads: ['nt', 'ttl', 'nq', 'jsonld'], text: oxigraphScript },
  { path: 'bulk/virtuoso.sql', reads: ['nt', 'ttl', 'nq'], text: virtuosoScript },
];

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
    SCRIPTS.flatMap(({ path, reads, text }) => {
      const graphs = bulkGraphs(facts, there, reads);
      return graphs === undefined ? [] : [[path, text(graphs)] as const];
    }),
  );
