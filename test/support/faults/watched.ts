import { handleRequest } from '../../../src/services/server/app.js';
import { hostArchive } from '../../../src/services/server/archive/service.js';
import { DEFAULT_DIALECT, type Dialect, inDialect } from '../../../src/services/server/dialect.js';
import { parseFault, type Responder, withFaults } from '../../../src/services/server/fault-injection.js';
import {
  type HttpRequest,
  type HttpResponse,
  ProblemError,
} from '../../../src/services/server/http-messages.js';
import { startServer } from '../../../src/services/server/http-server.js';
import { SAMPLE_KEYS } from '../../../src/services/server/keys.js';
import { hostPlacenames } from '../../../src/services/server/placenames/service.js';
import { findRoute, parseTarget } from '../../../src/services/server/routes.js';
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
  readonly headers: HttpRequest['headers'];
  /** 0 when the connection was cut. */
  readonly status: number;
}

/** What goes wrong with services that are sound. */
export type Spoil = (sound: Responder) => Responder;

/** Both services, with a record of what they were asked, and a switch for what goes wrong. */
export interface WatchedServices extends RunningServices {
  /** Everything asked since the last {@link WatchedServices.behave}, in order. */
  readonly seen: readonly Seen[];
  /** From now on goes wrong what `spoil` makes of sound answers; nothing without it. Forgets what was seen. */
  behave(spoil?: Spoil): void;
}

/** What the clock of the services shows, and of the harvests that ask them: a whole second. */
export const NOW = Date.UTC(2026, 10, 21, 7, 0, 0);

/** Faults as they are written on the command line. */
export const rehearse =
  (...written: readonly string[]): Spoil =>
  (sound) =>
    withFaults(sound, { faults: written.map(parseFault), seed: 1, now: () => NOW });

/** The first time that anything is asked for, with this said instead; afterwards as it is. */
export const firstTime =
  (instead: (sound: HttpResponse) => HttpResponse): Spoil =>
  (sound) => {
    const asked = new Set<string>();
    return (hosted, request) => {
      const whole = sound(hosted, request);
      const isFirst = !asked.has(request.target);
      asked.add(request.target);
      return isFirst ? instead(whole) : whole;
    };
  };

/** Sound until so many requests have been answered, and spoilt from then on. */
export const soundFor =
  (requests: number, spoil: Spoil): Spoil =>
  (sound) => {
    const spoilt = spoil(sound);
    let answered = 0;
    return (hosted, request) => {
      answered += 1;
      return answered > requests ? spoilt(hosted, request) : sound(hosted, request);
    };
  };

/** Lists that come in pages come in short ones, so that a small world has several of them. */
const SHORT_PAGE = 8;

const inShortPages: Responder = (hosted, request) => {
  const { target } = request;
  if (target.includes('PerPage=') || !takesPages(hosted, target)) return handleRequest(hosted, request);
  const mark = target.includes('?') ? '&' : '?';
  return handleRequest(hosted, { ...request, target: `${target}${mark}PerPage=${SHORT_PAGE}` });
};

const takesPages = (hosted: Parameters<Responder>[0], target: string): boolean =>
  'PerPage' in (routeOf(hosted, target)?.endpoint.parameters ?? {});

function routeOf({ service }: Parameters<Responder>[0], target: string) {
  try {
    return findRoute(service, parseTarget(target).path);
  } catch (thrown) {
    if (thrown instanceof ProblemError) return undefined;
    throw thrown;
  }
}

/** Starts both services over a world, on loopback. */
export async function watchServices(
  world: World,
  dialect: Dialect = DEFAULT_DIALECT,
): Promise<WatchedServices> {
  let seen: Seen[] = [];
  let respond: Responder = inShortPages;
  const watched: Responder = (hosted, request) => {
    const said = respond(hosted, request);
    const { id: service } = hosted.service;
    const { target, headers } = request;
    const below = target.replace(/^\/api\/v[\d.]+/, '');
    const endpoint = routeOf(hosted, target)?.name;
    const { cut } = said.delivery ?? {};
    seen.push({
      service,
      request: below,
      endpoint,
      target,
      headers,
      status: cut === undefined ? said.status : 0,
    });
    return said;
  };
  const start = (hosted: Parameters<Responder>[0]) =>
    startServer(inDialect(hosted, dialect), 0, '127.0.0.1', () => {}, watched);
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
    behave: (spoil = (sound) => sound) => {
      seen = [];
      respond = spoil(inShortPages);
    },
    close: async () => {
      await Promise.all([archive.close(), placenames.close()]);
    },
  };
}
