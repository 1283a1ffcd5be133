import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts, programAt } from '../../../../src/base/programs.js';
import { startOxigraph } from '../oxigraph-server.js';

/** Oxigraph's own program, where it is installed. */
export const OXIGRAPH = await programAt('oxigraph');

const LONGEST_START_MS = 60_000;

/** Starts Oxigraph with a store in a folder that is not there yet: its own server, or else the library of npm. */
export async function openOxigraph(
  folder: string,
): Promise<{ readonly url: string; remove(): Promise<void> }> {
  if (OXIGRAPH === undefined) {
    const { url, stop } = await startOxigraph();
    return { url, remove: stop };
  }
  const [port] = await freePorts(1);
  const address = `127.0.0.1:${port}`;
  const args = ['serve', '--location', folder, '--bind', address, '--union-default-graph'];
  const child = spawn(OXIGRAPH, args, { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (const end = Date.now() + LONGEST_START_MS; Date.now() < end; await sleep(50)) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`http://${address}/query?query=ASK%7B%7D`).catch(() => undefined);
    if (answer?.ok !== true) continue;
    return {
      url: `http://${address}`,
      remove: () => {
        child.kill('SIGKILL');
        return ended;
      },
    };
  }
  child.kill('SIGKILL');
  throw new Error('Oxigraph was not ready in time');
}
