import type { LoadedFile } from '../process-of-engine.js';
import type { ServerProcess } from './engine-server.js';

/** Files that are loaded into a new folder. */
export interface LoadJob {
  readonly folder: string;
  readonly files: readonly LoadedFile[];
  /** The graph of all triples: a triple of two datasets is one triple, as in the embedded engine. */
  readonly graph: string;
  /** Called with the paths of the files that are loaded. */
  readonly onLoaded: (paths: readonly string[]) => void;
  readonly signal: AbortSignal;
}

/** A server of a folder. */
export interface RunningServer extends ServerProcess {
  /** The address of its SPARQL endpoint. */
  readonly endpoint: string;
}

/** A SPARQL engine of others: how a release is loaded into a folder, and how the folder is served on the loopback interface. */
export interface InstalledEngine {
  /** What has to be on the PATH. */
  readonly programs: readonly string[];
  /** Where the programs come from. */
  readonly install: string;
  load(job: LoadJob): Promise<void>;
  serve(
    folder: string,
    options: { readonly graph: string; readonly signal: AbortSignal },
  ): Promise<RunningServer>;
}
