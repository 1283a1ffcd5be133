import { hostArchive } from './archive/host.js';
import { type Keys, SAMPLE_KEYS } from './keys.js';
import { listen, type OnFault } from './listen.js';
import { hostPlacenames } from './placenames/host.js';
import type { World } from './world.js';

/** What to serve, to whom, and where. */
export interface ServeOptions {
  readonly world: World;
  /** {@link SAMPLE_KEYS} unless given. */
  readonly keys?: Keys;
  /** Free ones unless given; 0 takes a free one. */
  readonly ports?: { readonly archive: number; readonly placenames: number };
  /** Loopback unless given. */
  readonly host?: string;
  /** Told of every fault of the services themselves, which a client sees as a 500 without particulars. */
  readonly onFault?: OnFault;
}

/** Both services, answering. */
export interface RunningServices {
  /** Where the archive service is, without a path: `http://127.0.0.1:4010`. */
  readonly archive: string;
  readonly placenames: string;
  readonly keys: Keys;
  /** Stops both: idle connections at once, running requests when they are answered. */
  close(): Promise<void>;
}

const FREE_PORTS = { archive: 0, placenames: 0 };
const LOOPBACK = '127.0.0.1';

/**
 * Starts both services over a world.
 *
 * @throws FolkloreError `SERVICE_UNAVAILABLE` when a port cannot be had, `CONFIG_INVALID` for keys that are
 * empty or alike; nothing is left running then
 */
export async function startServices(options: ServeOptions): Promise<RunningServices> {
  const { world, keys = SAMPLE_KEYS, ports = FREE_PORTS, host = LOOPBACK, onFault = () => {} } = options;
  const archive = await listen(hostArchive(world.archive, keys), ports.archive, host, onFault);
  try {
    const placenames = await listen(hostPlacenames(world.placenames, keys), ports.placenames, host, onFault);
    return {
      archive: archive.url,
      placenames: placenames.url,
      keys,
      close: async () => {
        await Promise.all([archive.close(), placenames.close()]);
      },
    };
  } catch (thrown) {
    await archive.close();
    throw thrown;
  }
}
