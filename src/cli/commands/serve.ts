import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, type ExitCode, FolkloreError, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import type { Dialect } from '../../server/dialect.js';
import type { InjectedFault } from '../../server/fault-injection/fault.js';
import { SAMPLE_KEYS, type ServiceKeys } from '../../server/keys.js';
import { startServices } from '../../server/serve.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../server/world.js';

/** What `serve` is told. */
export interface ServeCommandOptions {
  /** `sample`, `generated`, or a folder: records of a world, or a store that `harvest` filled. */
  readonly world: string;
  /** Of a generated world: 1 is the size of the real archive. */
  readonly scale: number;
  /** Of a generated world, and of which requests the faults hit. */
  readonly seed: number;
  /** Of a generated world: which share of its records is dirty, 0 to 1. */
  readonly dirt: number;
  readonly lenient?: boolean;
  readonly dialect: Dialect;
  readonly fault: readonly InjectedFault[];
  /** Of the archive; the place-names service takes the next; 0: free ones. */
  readonly port: number;
  readonly host: string;
  readonly maxConnections: number;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Worlds that are invented: whatever is in them may be seen by anybody. */
const INVENTED: ReadonlySet<string> = new Set(['sample', 'generated']);

/** Where the operator's own keys come from: all three, or none. */
const KEY_VARIABLES: Readonly<Record<keyof ServiceKeys, string>> = {
  public: 'FOLKLORE_LD_PUBLIC_KEY',
  archive: 'FOLKLORE_LD_ARCHIVE_KEY',
  internal: 'FOLKLORE_LD_INTERNAL_KEY',
};

/** Runs both services until told to stop. The first line on standard output says where they are. */
export async function runServe(
  order: ServeCommandOptions,
  environment: NodeJS.ProcessEnv,
  { report, signal }: { readonly report: Report; readonly signal: AbortSignal },
): Promise<ExitCode> {
  const { port, host, maxConnections, lenient = false, dialect, fault, seed } = order;
  const own = ownKeys(environment);
  if (own === undefined && !LOOPBACK.has(host)) throw openDoor(host);
  const isInvented = INVENTED.has(order.world);
  const services = await startServices({
    world: await worldOf(order, report),
    host,
    maxConnections,
    lenient,
    dialect,
    faults: fault,
    seed,
    now: Date.now,
    onServerError: (thrown) =>
      report({ event: 'note', message: `a fault of the services: ${messageOf(thrown)}` }),
    keys: own ?? (isInvented ? SAMPLE_KEYS : closedKeys()),
    ports: port === 0 ? { archive: 0, placenames: 0 } : { archive: port, placenames: port + 1 },
  });
  const { archive, placenames } = services;
  // The sample keys are no secret; the operator's are printed nowhere.
  const known = isInvented ? SAMPLE_KEYS : { public: SAMPLE_KEYS.public };
  const ready = own === undefined ? { archive, placenames, keys: known } : { archive, placenames };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  report({
    event: 'note',
    message: `serving ${archive}/api/v0.6 and ${placenames}/api/v0.9; Ctrl-C stops both`,
  });
  if (own === undefined && !isInvented) {
    report({
      event: 'note',
      message: `what is not for everybody is shown to keys of your own only: set ${Object.values(KEY_VARIABLES).join(', ')}`,
    });
  }
  if (!signal.aborted) await once(signal, 'abort');
  await services.close();
  return EXIT.clean;
}

async function worldOf(
  { world: name, scale, seed, dirt }: ServeCommandOptions,
  report: Report,
): Promise<World> {
  if (name === 'sample') return loadWorld(SAMPLE_WORLD);
  if (name === 'generated') {
    const { makeSyntheticWorld: generatedWorld } = await import('../../synthetic-world/world.js');
    return generatedWorld({ scale, seed, dirt });
  }
  if (!existsSync(join(name, 'store.json'))) return loadWorld(name);
  const [{ mirrorOf }, { openForBuild }] = await Promise.all([
    import('../../mirror/mirror.js'),
    import('../../response-store/stored-harvest.js'),
  ]);
  return mirrorOf(await openForBuild(name), report);
}

function ownKeys(environment: NodeJS.ProcessEnv): ServiceKeys | undefined {
  const [of, missing] = [
    (kind: keyof ServiceKeys) => environment[KEY_VARIABLES[kind]]?.trim() ?? '',
    [] as string[],
  ];
  const keys: ServiceKeys = { public: of('public'), archive: of('archive'), internal: of('internal') };
  for (const kind of ['public', 'archive', 'internal'] as const) {
    if (keys[kind] === '') missing.push(KEY_VARIABLES[kind]);
  }
  if (missing.length === 3) return undefined;
  if (missing.length === 0) return keys;
  throw new FolkloreError(
    'CONFIG_INVALID',
    `Some keys of the services are set, but not ${missing.join(' and ')}.`,
    {
      hint: 'Set all three, or none to use the sample keys.',
      exitCode: EXIT.misuse,
    },
  );
}

/**
 * Keys for records that somebody harvested: every web page that is open on this machine may ask its loopback (the
 * answers are open to every origin, wire-format 2), and knows the sample keys. So nobody has the privileged ones.
 */
const closedKeys = (): ServiceKeys => ({ ...SAMPLE_KEYS, archive: randomUUID(), internal: randomUUID() });

/** The sample keys stand in the documentation: whoever reaches the port would be privileged. */
const openDoor = (host: string): FolkloreError =>
  new FolkloreError(
    'CONFIG_INVALID',
    `The services would listen on ${host} with the sample keys, which everybody knows.`,
    {
      hint: `Set ${Object.values(KEY_VARIABLES).join(', ')}, or leave out --host.`,
      exitCode: EXIT.misuse,
    },
  );
