import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Jena } from '../../../bench/stores/jena.js';

const SERVER = new URL('./Tdb2Server.java', import.meta.url).pathname;

/** Serves a folder of TDB2 at the addresses of Fuseki, which Debian has no package of. */
export async function serveTdb2(
  jena: Jena,
  store: string,
): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const child = spawn('java', [...jena.options, SERVER, store], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for await (const port of createInterface({ input: child.stdout })) {
    return {
      url: `http://127.0.0.1:${port}`,
      remove: () => {
        child.kill('SIGKILL');
        return ended;
      },
    };
  }
  throw new Error('the server of TDB2 ended before it was ready: is the compiler of Java here?');
}
