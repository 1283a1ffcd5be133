import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Protocol, StoreKindName } from '../../src/features/stores/store-kinds.js';
import { CLI, type Ran, run, start, stop } from '../processes.js';
import { ROOT, versionOf } from '../results.js';
import { compilerMissing, jenaMissing, jenaVersion, prepareJena } from './jena.js';
import { begin } from './loader.js';
import { startRelay } from './relay.js';
import { serveTdb2 } from './tdb2.js';
import { DBA, startVirtuoso, virtuosoMissing, virtuosoVersion } from './virtuoso.js';
import type { Missing, Opened, Victim, Way } from './way.js';

/** A store that answers over HTTP. */
interface Running {
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  kill?(): Promise<void>;
  start?(): Promise<void>;
  close(): Promise<void>;
}

const PROTOCOLS: Readonly<Record<Protocol, string>> = {
  'graph-store': 'HTTP, Graph Store Protocol',
  update: 'HTTP, SPARQL Update',
};

/** What the command line is log of who may write to a new Virtuoso. */
const KNOWN = { FOLKLORE_LD_ENDPOINT_USER: DBA.user, FOLKLORE_LD_ENDPOINT_PASSWORD: DBA.password };

const OXIGRAPH = fileURLToPath(new URL('./oxigraph-server.js', import.meta.url));

export const TDB2_SERVER = new URL('bench/stores/Tdb2Server.java', ROOT);

/** The stores that `folklore-ld load` can be tried with here, by both protocols. */
export async function waysOverHttp(): Promise<readonly (Way | Missing)[]> {
  return [...(await virtuosoWays()), ...(await oxigraphWays()), ...(await jenaWays())];
}

async function virtuosoWays(): Promise<readonly (Way | Missing)[]> {
  const why = await virtuosoMissing();
  if (why !== undefined) return [{ store: 'Virtuoso', why }];
  const victims = ['the loader', 'the loader and the store'] as const;
  return byBoth('virtuoso', `Virtuoso ${await virtuosoVersion()}`, victims, async (folder) => {
    const { url, kill, start: again, remove } = await startVirtuoso(folder);
    return { url, environment: KNOWN, kill, start: again, close: remove };
  });
}

async function oxigraphWays(): Promise<readonly (Way | Missing)[]> {
  const version = await versionOf('oxigraph', ROOT);
  if (version === 'not installed') return [{ store: 'Oxigraph', why: 'npm oxigraph is not installed' }];
  const victims = ['the loader', 'the loader'] as const;
  return byBoth('oxigraph', `Oxigraph ${version} of npm, in memory`, victims, async () => {
    const server = await start(OXIGRAPH);
    return { url: String(server.ready.url), environment: {}, close: () => stop(server) };
  });
}

async function jenaWays(): Promise<readonly (Way | Missing)[]> {
  const why = (await jenaMissing()) ?? (await compilerMissing());
  if (why !== undefined) return [{ store: 'Jena TDB2', why }];
  const victims = ['the loader', 'the loader and the store'] as const;
  return byBoth('fuseki', `Jena TDB2 ${await jenaVersion()}`, victims, async (folder) => {
    await mkdir(folder);
    const server = await serveTdb2(await prepareJena(folder), join(folder, 'store'), TDB2_SERVER);
    const close = async () => {
      await server.remove();
      await rm(folder, { recursive: true, force: true });
    };
    return { ...server, environment: {}, close };
  });
}

/** Both protocols into the same store. */
function byBoth(
  kind: StoreKindName,
  store: string,
  victims: readonly Victim[],
  run: (folder: string) => Promise<Running>,
): Way[] {
  return (Object.keys(PROTOCOLS) as Protocol[]).map((protocol) => ({
    store,
    protocol: PROTOCOLS[protocol],
    victims,
    open: async (folder) => opened(kind, protocol, await run(folder)),
  }));
}

async function opened(kind: StoreKindName, protocol: Protocol, running: Running): Promise<Opened> {
  const { url, environment, kill, start: again, close } = running;
  const relay = await startRelay(url);
  const where = [
    '--endpoint',
    relay.url,
    '--endpoint-kind',
    kind,
    '--protocol',
    protocol,
    '--log-format',
    'json',
  ];
  const load = (release: string, ...more: readonly string[]) =>
    begin(process.execPath, [CLI, 'load', release, ...where, ...more], environment);
  return {
    load: (release) => load(release),
    sent: () => relay.bytes,
    verify: (release) => verify(release, url, kind),
    ...(kill === undefined || again === undefined ? {} : { kill, start: again }),
    close: async () => {
      await relay.close();
      await close();
    },
  };
}

/** Asks a store whether it holds a release, as anybody may who knows neither user nor password. */
export function verify(release: string, url: string, kind: StoreKindName): Promise<Ran> {
  const where = ['--endpoint', url, '--endpoint-kind', kind, '--log-format', 'json'];
  return run(process.execPath, [CLI, 'verify', release, ...where]);
}
