import type { BulkGraph } from './bulk-graph.js';

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
