import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { EXIT } from '../../base/exit-codes.js';
import { MAX_CONNECTIONS } from '../../base/http-listening.js';
import type { ServedImages, ServiceMiddleware } from '../../services/server/app.js';
import { DEFAULT_DIALECT, type Dialect, parseDialect } from '../../services/server/dialect.js';
import { SAMPLE_KEYS, type ServiceKeys } from '../../services/server/keys.js';
import type { World } from '../../services/server/world.js';
import { graceOption, misuseOf, option, wholeNumber } from '../command.js';
import type { CommandContext, CommandModule, Feature, ServedWorld } from '../feature.js';

interface ServeOptions {
  /** `sample`, the name of a world of a feature, or a folder. */
  readonly world: string;
  readonly lenient?: boolean;
  readonly dialect: Dialect;
  readonly port: number;
  readonly host: string;
  readonly maxConnections: number;
  readonly grace: number;
}

export const command: CommandModule<ServeOptions> = {
  options: [
    option(
      '--world <world>',
      "'sample', 'generated', or a folder: records of a world, or a store of a harvest",
    ).default('sample'),
    option(
      '-p, --port <port>',
      'port of the archive service; 0 selects free ports',
      wholeNumber(0, 65_534),
    ).default(4010),
    option('--host <address>', 'address to listen on').default('127.0.0.1'),
    option(
      '--max-connections <number>',
      'most open connections of each service',
      wholeNumber(1, 999_999),
    ).default(MAX_CONNECTIONS),
    option('--lenient', 'ignore unknown parameters, as the live services do'),
    option(
      '--dialect <release>',
      'what the first path of each service speaks: v0.6, the specification, or v1.1 as the later paths do',
      misuseOf(parseDialect),
    ).default(DEFAULT_DIALECT),
    graceOption(),
  ],
  help: () => `
When both services are ready, the first line on standard output is one JSON object with their
addresses and keys: {"archive":"http://127.0.0.1:4010","placenames":"…","images":"…","keys":{…}}
images, of the sample and generated worlds only, has invented pictures of pages and photographs.
Your own keys come from FOLKLORE_LD_PUBLIC_KEY, FOLKLORE_LD_ARCHIVE_KEY and FOLKLORE_LD_INTERNAL_KEY,
and are not printed. Without them the sample keys are valid, on loopback only; and a folder is served
without its non-public records.

Examples:
  folklore-ld serve                                       the sample world
  folklore-ld serve --port 0 --world my-world/`,
  run: async ({ options }, context) => {
    const { report, signal, features } = context;
    const { port, host, maxConnections, grace, lenient = false, dialect } = options;
    const own = ownKeys(process.env);
    if (own === undefined && !LOOPBACK.has(host)) throw sampleKeysExposed(host);
    const { startServices } = await import('../../services/server/serve.js');
    const { world: served, isInvented } = await worldOf(options, features, report);
    const middleware = await middlewareOf(options, context);
    const images = isInvented ? await imagesOf(served) : undefined;
    const services = await startServices({
      world: served,
      images,
      host,
      maxConnections,
      graceMs: grace * 1000,
      lenient,
      dialect,
      middleware,
      onServerError: (thrown) =>
        report({ event: 'note', message: `an error of the services: ${messageOf(thrown)}` }),
      keys: own ?? (isInvented ? SAMPLE_KEYS : publicKeyOnly()),
      ports: port === 0 ? { archive: 0, placenames: 0 } : { archive: port, placenames: port + 1 },
    });
    const { archive, placenames } = services;
    // The sample keys are public; those of the operator are not printed.
    const keys = isInvented ? SAMPLE_KEYS : { public: SAMPLE_KEYS.public };
    const addresses = { archive, placenames, ...(images && { images: archive + images.path }) };
    const ready = own === undefined ? { ...addresses, keys } : addresses;
    process.stdout.write(`${JSON.stringify(ready)}\n`);
    const note = (message: string) => report({ event: 'note', message });
    note(
      `serving ${archive}/api/v0.6 and ${placenames}/api/v0.9, later releases at /api/v1.0 and /api/v1.1; Ctrl-C stops both`,
    );
    if (own === undefined && !isInvented)
      note(`non-public records need keys of your own: set ${Object.values(KEY_VARIABLES).join(', ')}`);
    if (!signal.aborted) await once(signal, 'abort');
    await services.close();
    return EXIT.clean;
  },
};

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Variables of the operator's keys: all three are set, or none. */
const KEY_VARIABLES: Readonly<Record<keyof ServiceKeys, string>> = {
  public: 'FOLKLORE_LD_PUBLIC_KEY',
  archive: 'FOLKLORE_LD_ARCHIVE_KEY',
  internal: 'FOLKLORE_LD_INTERNAL_KEY',
};

/** The world that is meant: that of a feature which knows the name or the folder, else that of the core. */
async function worldOf(
  options: ServeOptions,
  features: readonly Feature[],
  report: Report,
): Promise<ServedWorld> {
  const { loadWorld, SAMPLE_WORLD } = await import('../../services/server/world.js');
  if (options.world === 'sample') return { world: await loadWorld(SAMPLE_WORLD), isInvented: true };
  for (const { worlds } of features) {
    const found = await worlds?.(options.world, options, report);
    if (found !== undefined) return found;
  }
  return { world: await loadWorld(options.world), isInvented: false };
}

/** The middleware that features put around every answer. */
async function middlewareOf(
  options: ServeOptions,
  context: CommandContext,
): Promise<(() => ServiceMiddleware)[]> {
  const made: (() => ServiceMiddleware)[] = [];
  for (const { serviceMiddleware } of context.features) {
    const middleware = await serviceMiddleware?.(options, context);
    if (middleware !== undefined) made.push(middleware);
  }
  return made;
}

/** Pictures of an invented world, drawn by this program. Those of a harvest are elsewhere. */
async function imagesOf({ archive }: World): Promise<ServedImages> {
  const { servedImages } = await import('../../services/images/image-service.js');
  return servedImages(archive);
}

function ownKeys(environment: NodeJS.ProcessEnv): ServiceKeys | undefined {
  const keyOf = (kind: keyof ServiceKeys) => environment[KEY_VARIABLES[kind]]?.trim() ?? '';
  const keys = { public: keyOf('public'), archive: keyOf('archive'), internal: keyOf('internal') };
  const missing = (['public', 'archive', 'internal'] as const).filter((kind) => keys[kind] === '');
  if (missing.length === 0) return keys;
  if (missing.length === 3) return undefined;
  const names = missing.map((kind) => KEY_VARIABLES[kind]).join(' and ');
  throw new FolkloreError('CONFIG_INVALID', `Some keys of the services are set, but not ${names}.`, {
    hint: 'Set all three, or none to use the sample keys.',
  });
}

/**
 * Keys for harvested records without keys of the operator. The privileged ones are random, because any web page that
 * is open on this machine can send requests to loopback (wire-format 2) and knows the sample keys.
 */
const publicKeyOnly = (): ServiceKeys => ({ ...SAMPLE_KEYS, archive: randomUUID(), internal: randomUUID() });

/** The sample keys are in the documentation, so every client that reaches the port would be privileged. */
const sampleKeysExposed = (host: string): FolkloreError =>
  new FolkloreError(
    'CONFIG_INVALID',
    `The services would listen on ${host} with the sample keys, which are public.`,
    {
      hint: `Set ${Object.values(KEY_VARIABLES).join(', ')}, or omit --host.`,
    },
  );
