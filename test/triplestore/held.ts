import oxigraph from 'oxigraph';
import { onTestFinished } from 'vitest';
import { loadInto } from './loading.js';
import { type Behaviour, type OxigraphServer, startOxigraph } from './oxigraph-server.js';

/** All that a store holds, as N-Quads: for stores that are to begin with it. */
export type Held = string;

/** What a store holds once a release has been loaded into it. */
export async function heldAfter(release: string): Promise<Held> {
  const server = await startOxigraph();
  try {
    await loadInto(server.url, release);
    return server.store.dump({ format: 'application/n-quads' });
  } finally {
    await server.stop();
  }
}

/** Starts a server that holds so much and was never asked for anything; the caller stops it. */
export function startHolding(held: Held, behaviour: Behaviour = {}): Promise<OxigraphServer> {
  const store = new oxigraph.Store();
  store.load(held, { format: 'application/n-quads' });
  return startOxigraph(behaviour, store);
}

/** The same, until the running test is over. */
export async function holding(held: Held, behaviour: Behaviour = {}): Promise<OxigraphServer> {
  const server = await startHolding(held, behaviour);
  onTestFinished(() => server.stop());
  return server;
}
