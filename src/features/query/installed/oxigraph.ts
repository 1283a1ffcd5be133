import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { freePorts } from '../../../base/programs.js';
import { FORMAT_NAMES, FORMATS } from '../../../model/rdf/formats/format.js';
import type { InstalledEngine, LoadJob } from './engine-kind.js';
import { startServer } from './engine-server.js';

/** The server of Oxigraph (cargo install oxigraph-cli, pip install oxigraph, or Debian's oxigraph). */
export const OXIGRAPH: InstalledEngine = {
  programs: ['oxigraph'],
  install: 'oxigraph (cargo install oxigraph-cli)',
  load,
  serve: async (folder, { signal }) => {
    const [port = 0] = await freePorts(1);
    const bind = `127.0.0.1:${port}`;
    const server = await startServer(
      ['oxigraph', 'serve-read-only', '--location', folder, '--bind', bind],
      folder,
      `http://${bind}/query?query=ASK%7B%7D`,
      signal,
    );
    return { ...server, endpoint: `http://${bind}/query` };
  },
};

/** Loads files into the default graph, one after the other. */
async function load({ folder, files, onLoaded, signal }: LoadJob): Promise<void> {
  await mkdir(folder, { recursive: true });
  const loaded: string[] = [];
  for (const { path, format } of files) {
    const name = FORMAT_NAMES.find((one) => FORMATS[one].mediaType === format) ?? 'nt';
    const args = ['load', '--location', folder, '--file', path, '--format', name, '--lenient'];
    const child = spawn('oxigraph', args, { stdio: ['ignore', 'ignore', 'pipe'], signal });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-500);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`oxigraph load ended with ${code}: ${words.trim()}`);
    loaded.push(path);
    onLoaded(loaded);
  }
}
