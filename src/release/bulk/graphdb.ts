import { FORMATS } from '../../sinks/format.js';
import type { BulkFile, BulkGraph } from './bulk-graph.js';
import { beginning, quoted } from './shell.js';

/**
 * bulk/graphdb.sh: the Graph Store Protocol of RDF4J and GraphDB (RDF4J REST API, `rdf-graphs/service`); the first file
 * of a graph takes the place of what was there, the others are added.
 */
export function graphdbScript(graphs: readonly BulkGraph[]): string {
  const puts = graphs.flatMap(({ graph, files }) =>
    files.map((file, position) => sending(file, position === 0 ? 'PUT' : 'POST', graph)),
  );
  const packed = graphs.flatMap(({ files }) => files.filter(({ isPacked }) => isPacked));
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
    --upload-file - "$repository/rdf-graphs/service?graph=$3"
}
${packed.length === 0 ? '' : `# What breaks off would be taken for whole.\ngzip -t ${packed.map(({ path }) => quoted(path)).join(' ')}\n`}${puts.join('\n')}
`;
}

const sending = ({ path, format, isPacked }: BulkFile, method: 'PUT' | 'POST', graph: string): string => {
  const send = `send ${method} ${quoted(FORMATS[format].mediaType)} ${quoted(encodeURIComponent(graph))}`;
  return isPacked ? `gzip -dc ${quoted(path)} | ${send}` : `${send} < ${quoted(path)}`;
};
