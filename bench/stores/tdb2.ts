import { startProgram, stop } from '../processes.js';
import type { Jena } from './jena.js';

/**
 * Serves a folder of TDB2 at the addresses of Fuseki, which Debian has no package of.
 *
 * @param server where Tdb2Server.java is, which stands beside the source of this
 */
export async function serveTdb2(
  jena: Jena,
  store: string,
  server: URL,
): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const process = await startProgram('java', ...jena.options, server.pathname, store);
  return { url: String(process.ready.url), remove: () => stop(process) };
}
