import oxigraph from 'oxigraph';
import { onTestFinished } from 'vitest';
import { loadInto } from './loading.js';
import { type Behaviour, type OxigraphServer, startOxigraph } from './oxigraph-server.js';

/** The content of a store as N-Quads, to start other stores with it. */
export type Held = string;

/** The content of a store after a release has been loaded. */
export async function heldAfter(release: string): Promise<Held> {
  const server = await startOxigraph();
  try {
    await loadInto(server.url, release);
    return server.store.dump({ format: 'application/n-quads' });
  } finally {
    await server.stop();
  }
}

/** Starts a server with this content; the caller stops it. */
export function startHolding(held: Held, behaviour: Behaviour = {}): Promise<OxigraphServer> {
  const store = new oxigraph.Store();
  store.load(held, { format: 'application/n-quads' });
  return startOxigraph(behaviour, store);
}

/** The same for the running test. */
export async function holding(held: Held, behaviour: Behaviour = {}): Promise<OxigraphServer> {
  const server = await startHolding(held, behaviour);
  onTestFinished(() => server.stop());
  return server;
}
