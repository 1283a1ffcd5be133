import { FORMATS } from '../../sinks/format.js';
import type { BulkFile, BulkGraph } from './bulk-graph.js';
import { allThere, beginning, dropAll, quoted } from './shell.js';

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
