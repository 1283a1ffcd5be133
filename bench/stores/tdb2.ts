import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Process, startProgram, stop } from '../processes.js';
import type { Jena } from './jena.js';

/** A folder of TDB2 that is served. */
export interface Tdb2 {
  readonly url: string;
  /** Ends the server without warning. */
  kill(): Promise<void>;
  /** Starts it again, where it was. */
  start(): Promise<void>;
  /** Ends it; the folder stays. */
  remove(): Promise<void>;
}

/**
 * Serves a folder of TDB2 at the addresses of Fuseki, which Debian has no package of.
 *
 * @param server where Tdb2Server.java is, which stands beside the source of this
 */
export async function serveTdb2(jena: Jena, store: string, server: URL): Promise<Tdb2> {
  const begin = (...port: readonly string[]): Promise<Process> =>
    startProgram('java', ...jena.options, fileURLToPath(server), store, ...port);
  let process = await begin();
  const url = String(process.ready.url);
  return {
    url,
    kill: async () => {
      const closed = once(process.child, 'close');
      process.child.kill('SIGKILL');
      await closed;
    },
    start: async () => {
      process = await begin(new URL(url).port);
    },
    remove: () => stop(process),
  };
}
