import { type BulkFile, type BulkGraph, namesItsGraph } from './bulk-graph.js';

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
