import type { BulkGraph } from './bulk-graph.js';

/**
 * bulk/virtuoso.sql: Virtuoso's bulk loader (OpenLink, 'Bulk Loading RDF Source Files into one or more Graph IRIs'),
 * for isql. Files that were loaded before are forgotten first, or the loader would leave them out.
 */
export function virtuosoScript(graphs: readonly BulkGraph[]): string {
  const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');
  const fileOf = (path: string): string => path.split('/').at(-1) ?? '';
  const each = (write: (graph: string) => string): string =>
    graphs.map(({ graph }) => write(graph)).join('\n');
  const files = graphs.flatMap(({ graph, files: all }) => all.map(({ path }) => ({ graph, path })));
  return `-- Loads this release into Virtuoso 7 or later: every dataset into a graph of its own, in the place of what was there.
-- The server reads the files itself: list this folder under DirsAllowed in virtuoso.ini. Run it in this folder, with
-- the password in the environment:
--
--   isql-vt 127.0.0.1:1111 dba "$DBA_PASSWORD" bulk/virtuoso.sql -u RELEASE="$PWD"
--
-- (isql elsewhere.) isql ends with 0 whatever happens: look at the table at the end, which must show NULL in every
-- row, and see what has arrived with \`folklore-ld verify . --store http://127.0.0.1:8890/sparql\`.

log_enable (3, 1);
${each((graph) => `DELETE FROM DB.DBA.load_list WHERE ll_graph = '${graph}';`)}
${each((graph) => `SPARQL CLEAR GRAPH <${graph}>;`)}
${files.map(({ graph, path }) => `ld_dir ('$U{RELEASE}/${folderOf(path)}', '${fileOf(path)}', '${graph}');`).join('\n')}
rdf_loader_run (log_enable=>3);
checkpoint;
SELECT ll_error, ll_file FROM DB.DBA.load_list WHERE ll_file LIKE '$U{RELEASE}/%' ORDER BY ll_file;
`.replaceAll("'$U{RELEASE}/'", "'$U{RELEASE}'");
}
