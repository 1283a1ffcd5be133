import { type RunningServices, startServices } from '../server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../server/world.js';

/** Starts the built-in services with their sample world, on loopback; whoever does so closes them. */
export const startSample = async (): Promise<RunningServices> =>
  startServices({ world: await loadWorld(SAMPLE_WORLD) });
