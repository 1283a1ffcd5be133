import { EXIT, FolkloreError } from '../base/errors.js';
import { answer, type HostedService } from './answer.js';
import { hostArchive } from './archive/host.js';
import { DEFAULT_DIALECT, type Dialect } from './dialect/dialect.js';
import { speaking } from './dialect/speaking.js';
import type { Fault } from './faults/fault.js';
import { type Respond, rehearsing } from './faults/rehearse.js';
import { type Keys, SAMPLE_KEYS } from './keys.js';
import { answerLeniently } from './lenient.js';
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
  /** Most connections that each service holds at once; 400 unless given. */
  readonly maxConnections?: number;
  /** Ignore parameters that are unknown, as the live services do; refused unless asked for. */
  readonly lenient?: boolean;
  /** {@link DEFAULT_DIALECT} unless given. */
  readonly dialect?: Dialect;
  /** What goes wrong on purpose; nothing unless given. */
  readonly faults?: readonly Fault[];
  /** Which requests the faults hit; 0 unless given. */
  readonly seed?: number;
  /** Milliseconds since 1970; needed by a fault that answers with a date, and by nothing else. */
  readonly now?: () => number;
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
 * empty or alike and for faults that cannot be rehearsed; nothing is left running then
 */
export async function startServices(options: ServeOptions): Promise<RunningServices> {
  const { world, keys = SAMPLE_KEYS, ports = FREE_PORTS, host = LOOPBACK, onFault = () => {} } = options;
  const { dialect = DEFAULT_DIALECT, maxConnections } = options;
  const start = (hosted: HostedService, port: number) =>
    listen(speaking(hosted, dialect), port, host, onFault, respondingBy(options), maxConnections);
  const archive = await start(hostArchive(world.archive, keys), ports.archive);
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

/** The way from request to answer, one for each service: rehearsed faults count the requests they see. */
function respondingBy({ lenient = false, dialect, faults = [], seed = 0, now }: ServeOptions): Respond {
  const respond = lenient ? answerLeniently : answer;
  if (faults.length === 0) return respond;
  if (now === undefined && faults.some((fault) => fault.effect.needsClock)) {
    throw unrehearsable('A fault answers with a date, and the services have no clock.', 'Give `now`.');
  }
  if (dialect === 'v1.1' && faults.some((fault) => fault.kind === 'gender')) {
    throw unrehearsable(
      'The fault gender=english would translate what dialect v1.1 has translated already.',
      'Leave one of them out.',
    );
  }
  return rehearsing(respond, { faults, seed, now: now ?? (() => 0) });
}

const unrehearsable = (message: string, hint: string) =>
  new FolkloreError('CONFIG_INVALID', message, { hint, exitCode: EXIT.misuse });
