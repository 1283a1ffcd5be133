import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { renameDurably } from '../../../base/durable.js';
import { FolkloreError, messageOf } from '../../../base/errors.js';
import type { Report } from '../../../base/events.js';
import { exists } from '../../../base/files.js';
import { isAlive } from '../../../base/is-alive.js';
import { Lock } from '../../../base/lock.js';
import { programAt } from '../../../base/programs.js';
import { counted } from '../../../base/text.js';
import { NO_PROXIES } from '../../../harvest/client/proxies.js';
import { contentHash } from '../../../model/rdf/content-hash.js';
import { type ReleaseManifest, triplesOf } from '../../../release/description/manifest.js';
import {
  bareSyntax,
  type EngineLimits,
  filesOf,
  type Loading,
  type QueryEngine,
  QueryProblem,
  type ResultFormat,
  SyntaxChecker,
} from '../engine.js';
import type { EngineName } from '../engine-option.js';
import type { LoadedFile } from '../process-of-engine.js';
import { ENGINE_FOLDERS } from '../prune-engines.js';
import { type RemoteEngine, remoteEngine } from '../remote-engine.js';
import type { InstalledEngine, RunningServer } from './engine-kind.js';
import { OXIGRAPH } from './oxigraph.js';
import { VIRTUOSO } from './virtuoso.js';

/** The engines by their names at the command line. */
const ENGINES: Readonly<Record<EngineName, InstalledEngine>> = { virtuoso: VIRTUOSO, oxigraph: OXIGRAPH };

/** Changes when a folder of an engine has to be made again. */
const VERSION = 1;
/** In the folder of an engine: the process that serves it, and where. */
const SERVER_FILE = 'server.json';

/**
 * Opens an engine that is installed on this machine. The first time the release is loaded into a folder beside it; queries wait.
 *
 * @param pid of this process
 * @param script of the thread that reads queries; tests give that of the build
 * @throws FolkloreError CONFIG_INVALID when the engine is not installed; STORE_UNUSABLE when another process loads the same folder;
 *   the error of the file system
 */
export async function openInstalledEngine(
  name: EngineName,
  release: string,
  manifest: ReleaseManifest,
  limits: EngineLimits,
  report: Report,
  pid: number,
  script?: URL,
): Promise<QueryEngine> {
  const engine = ENGINES[name];
  for (const program of engine.programs)
    if ((await programAt(program)) === undefined)
      throw new FolkloreError(
        'CONFIG_INVALID',
        `The engine ${name} is not installed: there is no ${program}.`,
        {
          hint: `Install ${engine.install}, or leave --engine out for the embedded engine.`,
        },
      );
  const real = await realpath(release);
  const hash = contentHash({ manifest: JSON.stringify(manifest), version: String(VERSION) });
  const folder = join(dirname(real), ENGINE_FOLDERS, `${basename(real)}-${hash}-${name}`);
  await mkdir(dirname(folder), { recursive: true });
  const lock = await Lock.take(`${folder}.lock`, pid, 'command is using this engine').catch(
    async (thrown: unknown) => {
      // The process that has the lock may serve the folder already.
      const endpoint = await endpointOf(folder);
      if (endpoint === undefined) throw thrown;
      return endpoint;
    },
  );
  const checker = new SyntaxChecker(manifest.base, script);
  if (typeof lock === 'string') {
    const remote = remoteEngine(lock, limits, NO_PROXIES);
    return {
      query: async (text, ...how) => {
        await checkForServer(text, checker);
        return remote.query(text, ...how);
      },
      stream: async (text, ...how) => {
        await checkForServer(text, checker);
        return remote.stream(text, ...how);
      },
      close: async () => {
        await Promise.all([remote.close(), checker.close()]);
      },
    };
  }
  return new ServedEngine(name, folder, real, manifest, limits, report, lock, checker, pid);
}

/** The endpoint of a folder that another process serves. */
async function endpointOf(folder: string): Promise<string | undefined> {
  try {
    const { pid, endpoint } = JSON.parse(await readFile(join(folder, SERVER_FILE), 'utf8')) as {
      pid: number;
      endpoint: string;
    };
    return isAlive(pid) ? endpoint : undefined;
  } catch {
    return undefined;
  }
}

/** The clause that asks another server, and functions of a store that are none of SPARQL. */
const SERVICE = /(?<![?$:\w-])SERVICE\b/i;
const OWN_FUNCTIONS = /<\s*(?:bif|sql|xpath|rdfdf):/i;

/**
 * Refuses what the embedded engine refuses: dialects of the store, other datasets, and other servers.
 *
 * @throws QueryProblem 400
 */
async function checkForServer(text: string, checker: SyntaxChecker): Promise<void> {
  const problem = await checker.problemOf(text).catch((thrown: unknown) => {
    throw new QueryProblem(400, `The query cannot be read: ${messageOf(thrown)}`);
  });
  if (problem !== undefined) throw new QueryProblem(400, problem);
  if (SERVICE.test(bareSyntax(text)))
    throw new QueryProblem(400, 'SERVICE is not answered: the release is the dataset.');
  if (OWN_FUNCTIONS.test(text))
    throw new QueryProblem(400, 'Functions of the store itself are not answered, only those of SPARQL 1.1.');
}

/** A server of this process, and what puts queries to it. */
interface ServerOfRelease extends RunningServer {
  readonly remote: RemoteEngine;
}

/** An engine whose server is a child of this process. */
class ServedEngine implements QueryEngine {
  readonly #name: EngineName;
  readonly #folder: string;
  readonly #graph: string;
  readonly #files: readonly LoadedFile[];
  readonly #triples: ReadonlyMap<string, number>;
  readonly #total: number;
  readonly #limits: EngineLimits;
  readonly #report: Report;
  readonly #lock: Lock;
  readonly #pid: number;
  readonly #checker: SyntaxChecker;
  readonly #closing = new AbortController();
  #done = 0;
  #isReady = false;
  #server: Promise<ServerOfRelease>;
  #lastLate: ServerOfRelease | undefined;

  constructor(
    name: EngineName,
    folder: string,
    release: string,
    manifest: ReleaseManifest,
    limits: EngineLimits,
    report: Report,
    lock: Lock,
    checker: SyntaxChecker,
    pid: number,
  ) {
    this.#pid = pid;
    this.#name = name;
    this.#folder = folder;
    this.#graph = manifest.base;
    this.#files = filesOf(release, manifest);
    this.#triples = new Map(
      manifest.datasets.flatMap(({ files, triples }) =>
        files.map(({ path }) => [join(release, path), triples] as const),
      ),
    );
    this.#total = triplesOf(manifest);
    this.#limits = limits;
    this.#report = report;
    this.#lock = lock;
    this.#checker = checker;
    this.#server = this.#start();
    // The error is that of the queries that wait.
    this.#server.catch((thrown: unknown) => {
      if (!this.#closing.signal.aborted)
        report({ event: 'note', message: `the engine ${name} cannot be used: ${messageOf(thrown)}` });
    });
  }

  query(text: string, ...how: readonly [ResultFormat, AbortSignal?, number?]): Promise<string> {
    return this.#ask(text, (remote) => remote.query(text, ...how));
  }

  stream(text: string, format: ResultFormat, asker?: AbortSignal): Promise<AsyncGenerator<string>> {
    return this.#ask(text, (remote) => remote.stream(text, format, asker));
  }

  async #ask<Answer>(text: string, ask: (remote: RemoteEngine) => Promise<Answer>): Promise<Answer> {
    await checkForServer(text, this.#checker);
    let server: ServerOfRelease;
    try {
      server = await this.#server;
    } catch (thrown) {
      throw new QueryProblem(503, `The engine ${this.#name} cannot be used: ${messageOf(thrown)}`);
    }
    try {
      return await ask(server.remote);
    } catch (thrown) {
      // A server does not end a query whose client has gone.
      if (thrown instanceof QueryProblem && thrown.status === 504) this.#restart(server);
      throw thrown;
    }
  }

  loading(): Loading | undefined {
    if (this.#isReady) return undefined;
    const ready = this.#server.then(() => {});
    ready.catch(() => {});
    return { done: this.#done, total: this.#total, ready };
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the command ends'));
    try {
      const server = await this.#server.catch(() => undefined);
      await server?.remote.close();
      await server?.stop();
      await rm(join(this.#folder, SERVER_FILE), { force: true });
    } finally {
      await this.#lock.release();
      await this.#checker.close();
    }
  }

  async #start(): Promise<ServerOfRelease> {
    if (!(await exists(this.#folder))) await this.#load();
    const { graph, signal } = { graph: this.#graph, signal: this.#closing.signal };
    const server = await ENGINES[this.#name].serve(this.#folder, { graph, signal });
    const served = { pid: this.#pid, endpoint: server.endpoint };
    await writeFile(join(this.#folder, SERVER_FILE), `${JSON.stringify(served)}\n`);
    this.#isReady = true;
    return { ...server, remote: remoteEngine(server.endpoint, this.#limits, NO_PROXIES) };
  }

  /** Loads the release into a folder that has its name when everything is there. */
  async #load(): Promise<void> {
    const partial = `${this.#folder}.partial`;
    await rm(partial, { recursive: true, force: true });
    this.#report({
      event: 'started',
      what: `loading ${counted(this.#total, 'triple')} into ${this.#name}, once, at ${this.#folder}`,
    });
    const onLoaded = (paths: readonly string[]): void => {
      this.#done = paths.reduce((sum, path) => sum + (this.#triples.get(path) ?? 0), 0);
      this.#report({ event: 'progress', what: 'triples', done: this.#done, total: this.#total });
    };
    const { signal } = this.#closing;
    try {
      await ENGINES[this.#name].load({
        folder: partial,
        files: this.#files,
        graph: this.#graph,
        onLoaded,
        signal,
      });
      await renameDurably(partial, this.#folder);
    } catch (thrown) {
      await rm(partial, { recursive: true, force: true });
      throw thrown;
    }
  }

  /** Once for a server: several queries can be late at one time. */
  #restart(late: ServerOfRelease): void {
    if (this.#lastLate === late) return;
    this.#lastLate = late;
    this.#isReady = false;
    this.#server = Promise.all([late.remote.close(), late.stop()]).then(() => this.#start());
    this.#server.catch(() => {});
  }
}
