import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { built } from '../built.js';
import { run } from '../processes.js';

const { freePorts, programAt } = await built('base/programs');

const PROGRAM = 'virtuoso-t';

/** Why tests with Virtuoso are skipped; undefined when it is here. */
export const virtuosoMissing = async (): Promise<string | undefined> =>
  (await programAt(PROGRAM)) === undefined
    ? `Virtuoso is not here: no ${PROGRAM} on the PATH (Debian: virtuoso-opensource-7-bin)`
    : undefined;

/** The version that the program prints. */
export async function virtuosoVersion(): Promise<string> {
  // It is printed on standard error, with exit code 1.
  const { stderr } = await run(PROGRAM, ['--version']);
  return /^Version (\d+\.\d+\.\d+)/m.exec(stderr)?.[1] ?? '';
}

/** A Virtuoso with a database of its own. */
export interface Virtuoso {
  readonly url: string;
  /** Where it talks to isql. */
  readonly sqlPort: number;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** Starts it again, where it was. */
  start(): Promise<void>;
  /** Ends it and takes its database away. */
  remove(): Promise<void>;
}

/** The user of a database that has just been made. */
export const DBA = { kind: 'password', user: 'dba', password: 'dba' } as const;

const LONGEST_START_MS = 300_000;

/**
 * Starts Virtuoso in a folder that is not there yet.
 *
 * @param readable folders that its bulk loader may read
 * @param caseMode as every `virtuoso.ini` that is shipped has it unless given; empty: as when none says it
 */
export async function startVirtuoso(
  folder: string,
  readable: readonly string[] = [],
  caseMode: 'CaseMode = 2' | '' = 'CaseMode = 2',
): Promise<Virtuoso> {
  await mkdir(folder, { recursive: true });
  const [sql = 0, http = 0] = await freePorts(2);
  const file = join(folder, 'virtuoso.ini');
  await writeFile(file, settings(folder, sql, http, readable, caseMode));
  const url = `http://127.0.0.1:${http}`;
  let running: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    await rm(join(folder, 'virtuoso.lck'), { force: true });
    running = spawn(PROGRAM, ['+configfile', file, '+foreground'], { cwd: folder, stdio: 'ignore' });
    await listening(`${url}/sparql?query=ASK%7B%7D`, running);
  };
  const kill = async (): Promise<void> => {
    const child = running;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url,
    sqlPort: sql,
    start,
    kill,
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + LONGEST_START_MS; Date.now() < end; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`Virtuoso ended with ${child.exitCode} before it was ready`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok === true) return;
  }
  throw new Error('Virtuoso was not ready in time');
}

/** As Debian configures it, but for where things are, and for nothing that it would fetch or show. */
const settings = (
  folder: string,
  sql: number,
  http: number,
  readable: readonly string[],
  caseMode: string,
): string => `[Database]
DatabaseFile = ${folder}/virtuoso.db
ErrorLogFile = ${folder}/virtuoso.log
LockFile = ${folder}/virtuoso.lck
TransactionFile = ${folder}/virtuoso.trx
xa_persistent_file = ${folder}/virtuoso.pxa
FileExtend = 200
TempStorage = TempDatabase
[TempDatabase]
DatabaseFile = ${folder}/virtuoso-temp.db
TransactionFile = ${folder}/virtuoso-temp.trx
[Parameters]
ServerPort = 127.0.0.1:${sql}
DisableUnixSocket = 1
ServerThreads = 20
NumberOfBuffers = 20000
MaxDirtyBuffers = 15000
${caseMode}
DirsAllowed = ${[folder, ...readable].join(', ')}
[HTTPServer]
ServerPort = 127.0.0.1:${http}
ServerRoot = ${folder}
ServerThreads = 10
DavRoot = DAV
EnabledDavVSP = 0
[SPARQL]
ResultSetMaxRows = 10000
`;
