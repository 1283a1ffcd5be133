import { fusekiWords } from '../../rdf/iris.js';
import { type BulkGraph, namesItsGraph } from './bulk-graph.js';
import { allThere, beginning, dropAll, quoted, STORE_ARGUMENT } from './shell.js';

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
