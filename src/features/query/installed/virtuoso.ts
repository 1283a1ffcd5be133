import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolkloreError, messageOf } from '../../../base/errors.js';
import { isAlive } from '../../../base/is-alive.js';
import { freePorts } from '../../../base/programs.js';
import type { LoadedFile } from '../process-of-engine.js';
import type { InstalledEngine, LoadJob, RunningServer } from './engine-kind.js';
import { startServer } from './engine-server.js';

/** Buffers of 8 KiB, with some 700 bytes each beside: 2.3 GiB. Answers need as much again. */
const BUFFERS = 260_000;
/** Rows of an answer, at most; answers have a limit of characters, too. Virtuoso cuts longer answers silently. */
const MOST_ROWS = 100_000_000;
/** Loaders that run at the same time, each with a file. */
const LOADERS = 2;
const SQL_USER = 'dba';

/** Virtuoso Open Source 7 (Debian: virtuoso-opensource-7-bin), on ports of the loopback interface. */
export const VIRTUOSO: InstalledEngine = {
  programs: ['virtuoso-t', 'isql-vt'],
  install: 'virtuoso-opensource-7-bin of Debian',
  load,
  serve: async (folder, { graph, signal }) => {
    const { server, http } = await start(folder, [], signal);
    return {
      ...server,
      // The graphs of the store itself are no part of the release.
      endpoint: `http://127.0.0.1:${http}/sparql?default-graph-uri=${encodeURIComponent(graph)}`,
    };
  },
};

/** Loads files into a new database, in bulk, without a log: the folder of an interrupted load is not used. */
async function load({ folder, files, graph, onLoaded, signal }: LoadJob): Promise<void> {
  await mkdir(folder, { recursive: true });
  const folders = [...new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))];
  const { server, sql } = await start(folder, folders, signal);
  try {
    // The password of a new database is known to everybody.
    const password = randomBytes(18).toString('hex');
    await isql(sql, SQL_USER, `SET PASSWORD "${SQL_USER}" "${password}";`);
    const run = (statements: string): Promise<string> => isql(sql, password, statements);
    await run(files.map((file) => listed(file, graph)).join('\n'));
    const watching = new AbortController();
    const watched = watch(run, onLoaded, watching.signal);
    try {
      await Promise.all(
        Array.from({ length: LOADERS }, () => run('log_enable (2, 1);\nrdf_loader_run (log_enable=>2);')),
      );
    } finally {
      watching.abort();
      await watched;
    }
    await run('checkpoint;');
    const failed = await run(
      "SELECT concat ('FAILED ', ll_file, ': ', coalesce (ll_error, 'not loaded')) FROM DB.DBA.load_list WHERE ll_state <> 2 OR ll_error IS NOT NULL;",
    );
    const [, reason] = /^(?:SQL> )?FAILED (.*)$/m.exec(failed) ?? [];
    if (reason !== undefined) throw new Error(reason);
  } finally {
    await server.stop();
  }
}

/** A file for the bulk loader. The files of a release have names without signs that mean something in SQL. */
function listed({ path }: LoadedFile, graph: string): string {
  const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
  return `INSERT INTO DB.DBA.load_list (ll_file, ll_graph) VALUES (${text(path)}, ${text(graph)});`;
}

/** Says which files are loaded, until the signal. */
async function watch(
  run: (statements: string) => Promise<string>,
  onLoaded: (paths: readonly string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(3000, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const done = await run(
      "SELECT concat ('DONE ', ll_file) FROM DB.DBA.load_list WHERE ll_state = 2;",
    ).catch(() => '');
    onLoaded([...done.matchAll(/^(?:SQL> )?DONE (.*?)\s*$/gm)].map(([, path = '']) => path));
  }
}

/** Runs statements of SQL, each on a line of its own. isql ends with 0 whatever happens: an error is in its output. */
async function isql(port: number, password: string, statements: string): Promise<string> {
  const child = spawn('isql-vt', [`127.0.0.1:${port}`, SQL_USER, password, 'VERBOSE=OFF', 'BANNER=OFF'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  child.stdin.on('error', () => {});
  child.stdin.end(`${statements}\n`);
  await ended;
  const [error] = /^\*\*\* Error .*$/m.exec(output) ?? [];
  if (error !== undefined) throw new Error(`Virtuoso: ${error}`);
  return output;
}

async function start(
  folder: string,
  readable: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{
  readonly server: Omit<RunningServer, 'endpoint'>;
  readonly sql: number;
  readonly http: number;
}> {
  for (const path of [folder, ...readable])
    if (/[,\n]/.test(path))
      throw new FolkloreError(
        'CONFIG_INVALID',
        `Virtuoso cannot use the folder ${path}: its name has a comma.`,
        {
          hint: 'Rename the folder.',
        },
      );
  const [sql = 0, http = 0] = await freePorts(2);
  const file = join(folder, 'virtuoso.ini');
  await writeFile(file, settings(folder, sql, http, readable));
  await removeStaleLock(join(folder, 'virtuoso.lck'));
  const server = await startServer(
    ['virtuoso-t', '+configfile', file, '+foreground'],
    folder,
    `http://127.0.0.1:${http}/sparql?query=ASK%7B%7D`,
    signal,
  ).catch((thrown: unknown) => {
    throw new Error(
      `Virtuoso does not start: ${messageOf(thrown)}. ${join(folder, 'virtuoso.log')} has its log`,
    );
  });
  return { server, sql, http };
}

/** Removes the lock of a server that was killed. The folder has one user at a time, but its server may have outlived the last one. */
async function removeStaleLock(file: string): Promise<void> {
  const [, pid] = /VIRT_PID=(\d+)/.exec(await readFile(file, 'utf8').catch(() => '')) ?? [];
  if (pid !== undefined && isAlive(Number(pid)))
    throw new Error(`the process ${pid} still serves the folder; end it with "kill ${pid}"`);
  await rm(file, { force: true });
}

const settings = (
  folder: string,
  sql: number,
  http: number,
  readable: readonly string[],
): string => `[Database]
DatabaseFile = ${folder}/virtuoso.db
ErrorLogFile = ${folder}/virtuoso.log
LockFile = ${folder}/virtuoso.lck
TransactionFile = ${folder}/virtuoso.trx
xa_persistent_file = ${folder}/virtuoso.pxa
FileExtend = 2000
TempStorage = TempDatabase
[TempDatabase]
DatabaseFile = ${folder}/virtuoso-temp.db
TransactionFile = ${folder}/virtuoso-temp.trx
[Parameters]
ServerPort = 127.0.0.1:${sql}
DisableUnixSocket = 1
ServerThreads = 20
NumberOfBuffers = ${BUFFERS}
MaxDirtyBuffers = ${Math.floor(BUFFERS * 0.75)}
MaxCheckpointRemap = ${Math.floor(BUFFERS / 4)}
CheckpointInterval = 0
SchedulerInterval = 0
CaseMode = 2
AllowOSCalls = 0
DirsAllowed = ${[folder, ...readable].join(', ')}
[HTTPServer]
ServerPort = 127.0.0.1:${http}
ServerRoot = ${folder}
ServerThreads = 8
DavRoot = DAV
EnabledDavVSP = 0
[SPARQL]
ResultSetMaxRows = ${MOST_ROWS}
`;
