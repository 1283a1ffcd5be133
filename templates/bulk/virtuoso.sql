-- Loads this release into Virtuoso 7 or later: every dataset into a graph of its own, in the place of what was there.
-- The server reads the files itself: list this folder under DirsAllowed in virtuoso.ini. Run it in this folder, with
-- the password in the environment:
--
--   isql-vt 127.0.0.1:1111 dba "$DBA_PASSWORD" bulk/virtuoso.sql -u RELEASE="$PWD"
--
-- (isql elsewhere.) isql ends with 0 whatever happens: look at the table at the end, which must show 2 and NULL in each
-- of its {{count}} rows, and see what has arrived with `folklore-ld verify . --endpoint http://127.0.0.1:8890`. Graphs are
-- emptied first, and whoever asks meanwhile sees them fill. Nothing is logged before the checkpoint at the end: a
-- server that is killed comes back as it was before. What is cut short is loaded whole when it is run again.

checkpoint;
log_enable (2, 1);
{{unlist}}
{{loads}}
CREATE PROCEDURE DB.DBA.FOLKLORE_LD_REPLACE (IN release VARCHAR)
{
  DECLARE readable INTEGER;
  readable := (SELECT COUNT(*) FROM DB.DBA.load_list WHERE ll_file LIKE concat (release, '/%'));
  IF (readable <> {{count}})
  {
{{unlistAgain}}
    signal ('FL001', sprintf ('The server can read %d of {{count}} files, and nothing was changed. List the folder of the release under DirsAllowed in virtuoso.ini, and see that all of it is there.', readable));
  }
{{clear}}
  rdf_loader_run (log_enable=>2);
};
DB.DBA.FOLKLORE_LD_REPLACE ('$U{RELEASE}');
DROP PROCEDURE DB.DBA.FOLKLORE_LD_REPLACE;
checkpoint;
SELECT ll_state, ll_error, ll_file FROM DB.DBA.load_list WHERE ll_file LIKE '$U{RELEASE}/%' ORDER BY ll_file;
