import {
  createServiceApp,
  type HostedService,
  type OnServerError,
  type ServedImages,
  type ServiceMiddleware,
} from './app.js';
import { hostArchive } from './archive/service.js';
import { DEFAULT_DIALECT, type Dialect, inDialect } from './dialect.js';
import { startServer } from './http-server.js';
import { SAMPLE_KEYS, type ServiceKeys } from './keys.js';
import { hostPlacenames } from './placenames/service.js';
import { loadWorld, SAMPLE_WORLD, type World } from './world.js';

/** Options of the services. */
export interface ServeOptions {
  readonly world: World;
  /** {@link SAMPLE_KEYS} unless given. */
  readonly keys?: ServiceKeys;
  /** Default: free ports. 0 takes a free port. */
  readonly ports?: { readonly archive: number; readonly placenames: number };
  /** Default: loopback. */
  readonly host?: string;
  /** The greatest number of connections of each service. Default: 400. */
  readonly maxConnections?: number;
  /** Milliseconds that {@link RunningServices.close} waits for running requests. Default: 5,000. */
  readonly graceMs?: number;
  /** Ignore unknown parameters, as the live services do. Default: refuse them. */
  readonly lenient?: boolean;
  /** {@link DEFAULT_DIALECT} unless given. */
  readonly dialect?: Dialect;
  /** Middleware around every answer, made anew for each service. Default: none. */
  readonly middleware?: readonly (() => ServiceMiddleware)[];
  /** Pictures that the archive service serves beside its records. Default: none. */
  readonly images?: ServedImages | undefined;
  /** Called with every error of the services themselves, which clients see as a 500 without details. */
  readonly onServerError?: OnServerError;
}

/** Both services, running. */
export interface RunningServices {
  /** The origin of the archive service: `http://127.0.0.1:4010`. */
  readonly archive: string;
  readonly placenames: string;
  readonly keys: ServiceKeys;
  /** Stops both: idle connections at once, running requests when they are answered. */
  close(): Promise<void>;
}

const FREE_PORTS = { archive: 0, placenames: 0 };
const LOOPBACK = '127.0.0.1';

/**
 * Starts both services over a world.
 *
 * @throws FolkloreError `PORT_UNUSABLE` when a port cannot be used, `CONFIG_INVALID` for keys that are empty or
 *   equal; nothing is left running then
 */
export async function startServices(options: ServeOptions): Promise<RunningServices> {
  const {
    world,
    keys = SAMPLE_KEYS,
    ports = FREE_PORTS,
    host = LOOPBACK,
    onServerError: onError = () => {},
  } = options;
  const { dialect = DEFAULT_DIALECT, lenient = false, maxConnections, graceMs, middleware = [] } = options;
  const start = (hosted: HostedService, port: number, images?: ServedImages) => {
    const app = createServiceApp(inDialect(hosted, dialect, world.gender), {
      onError,
      lenient,
      middleware: middleware.map((make) => make()),
      images,
    });
    return startServer(app, port, host, onError, maxConnections, graceMs);
  };
  const archive = await start(hostArchive(world.archive, keys), ports.archive, options.images);
  try {
    const placenames = await start(hostPlacenames(world.placenames, keys), ports.placenames);
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

/** Starts the services with the sample world, on loopback. The caller closes them. */
export const startSampleServices = async (): Promise<RunningServices> =>
  startServices({ world: await loadWorld(SAMPLE_WORLD) });
