import { type BulkGraph, namesItsGraph } from './bulk-graph.js';
import { allThere, beginning, dropAll, quoted, STORE_ARGUMENT } from './shell.js';

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
