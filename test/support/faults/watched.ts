import { injectFaults } from '../../../src/features/faults/fault-injection.js';
import { parseFault } from '../../../src/features/faults/fault-syntax.js';
import {
  createServiceApp,
  type HostedService,
  type ServiceMiddleware,
} from '../../../src/services/server/app.js';
import { hostArchive } from '../../../src/services/server/archive/service.js';
import { DEFAULT_DIALECT, type Dialect, inDialect } from '../../../src/services/server/dialect.js';
import { startServer } from '../../../src/services/server/http-server.js';
import { SAMPLE_KEYS } from '../../../src/services/server/keys.js';
import { hostPlacenames } from '../../../src/services/server/placenames/service.js';
import { parseTarget } from '../../../src/services/server/request-target.js';
import type { RunningServices } from '../../../src/services/server/serve.js';
import type { World } from '../../../src/services/server/world.js';

/** A request as a service saw it, and what it answered. */
export interface Seen {
  readonly service: 'archive' | 'placenames';
  /** As the harvest names it: path and query below the service's prefix. */
  readonly request: string;
  /** The name of the endpoint in the service's table; undefined for a path that leads nowhere. */
  readonly endpoint: string | undefined;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** 0 when the connection was cut. */
  readonly status: number;
}

/** What goes wrong with services that are sound, counted afresh. */
export type Spoil = () => ServiceMiddleware | (() => Response);

/** Both services, with a record of what they were asked, and a switch for what goes wrong. */
export interface WatchedServices extends RunningServices {
  /** Everything asked since the last {@link WatchedServices.behave}, in order. */
  readonly seen: readonly Seen[];
  /** From now on goes wrong what `spoil` makes of sound answers; nothing without it. Forgets what was seen. */
  behave(spoil?: Spoil): void;
}

/** What the clock of the services shows, and of the harvests that ask them: a whole second. */
export const NOW = Date.UTC(2026, 10, 21, 7, 0, 0);

const SOUND: Spoil = () => (_, next) => next();

/** Faults as they are written on the command line. */
export const rehearse =
  (...written: readonly string[]): Spoil =>
  () =>
    injectFaults({ faults: written.map(parseFault), seed: 1, now: () => NOW });

/** The first time that anything is asked for, with this said instead; afterwards as it is. */
export const firstTime =
  (instead: (sound: Response) => Response): Spoil =>
  () => {
    const asked = new Set<string>();
    return async (c, next) => {
      const { raw } = c.env.target;
      const isFirst = !asked.has(raw);
      asked.add(raw);
      await next();
      if (!isFirst) return;
      const answer = instead(c.res);
      c.res = undefined;
      c.res = answer;
    };
  };

/** Sound until so many requests have been answered, and spoilt from then on. */
export const soundFor =
  (requests: number, spoil: Spoil): Spoil =>
  () => {
    const spoilt = spoil();
    let answered = 0;
    return async (c, next) => {
      answered += 1;
      return answered > requests ? spoilt(c, next) : next();
    };
  };

/** Lists that come in pages come in short ones, so that a small world has several of them. */
const SHORT_PAGE = 8;

const inShortPages = ({ service }: HostedService): ServiceMiddleware => {
  const paged = Object.values(service.endpoints).filter(({ parameters }) => 'PerPage' in parameters);
  return (c, next) => {
    const { raw, path } = c.env.target;
    if (!raw.includes('PerPage=') && paged.some((endpoint) => endpoint.path === path)) {
      c.env.target = parseTarget(`${raw}${raw.includes('?') ? '&' : '?'}PerPage=${SHORT_PAGE}`);
    }
    return next();
  };
};

/** Starts both services over a world, on loopback. */
export async function watchServices(
  world: World,
  dialect: Dialect = DEFAULT_DIALECT,
): Promise<WatchedServices> {
  let seen: Seen[] = [];
  let spoilt = SOUND();
  const onError = (): void => {};
  const start = (host: HostedService) => {
    const hosted = inDialect(host, dialect);
    const watched: ServiceMiddleware = async (c, next) => {
      const { raw: target } = c.env.target;
      await next();
      seen.push({
        service: hosted.service.id,
        request: target.replace(/^\/api\/v[\d.]+/, ''),
        endpoint: c.get('endpoint')?.[0],
        target,
        headers: c.req.header(),
        status: c.env.delivery?.cut === undefined ? c.res.status : 0,
      });
    };
    const spoiling: ServiceMiddleware = async (c, next) => spoilt(c, next);
    const middleware = [watched, spoiling, inShortPages(hosted)];
    return startServer(createServiceApp(hosted, { onError, middleware }), 0, '127.0.0.1', onError);
  };
  const [archive, placenames] = await Promise.all([
    start(hostArchive(world.archive, SAMPLE_KEYS)),
    start(hostPlacenames(world.placenames, SAMPLE_KEYS)),
  ]);
  return {
    archive: archive.url,
    placenames: placenames.url,
    keys: SAMPLE_KEYS,
    get seen() {
      return seen;
    },
    behave: (spoil = SOUND) => {
      seen = [];
      spoilt = spoil();
    },
    close: async () => {
      await Promise.all([archive.close(), placenames.close()]);
    },
  };
}
