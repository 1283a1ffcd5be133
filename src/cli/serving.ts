import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, type ExitCode, FolkloreError, messageOf } from '../base/errors.js';
import type { Report } from '../base/events.js';
import type { Dialect } from '../server/dialect/dialect.js';
import type { Fault } from '../server/faults/fault.js';
import { type Keys, SAMPLE_KEYS } from '../server/keys.js';
import { startServices } from '../server/serve.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../server/world.js';

/** What `serve` is told. */
export interface ServeOrder {
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
  readonly fault: readonly Fault[];
  /** Of the archive; the place-names service takes the next; 0: free ones. */
  readonly port: number;
  readonly host: string;
  readonly maxConnections: number;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Worlds that are invented: whatever is in them may be seen by anybody. */
const INVENTED: ReadonlySet<string> = new Set(['sample', 'generated']);

/** Where the operator's own keys come from: all three, or none. */
const KEY_VARIABLES: Readonly<Record<keyof Keys, string>> = {
  public: 'FOLKLORE_LD_PUBLIC_KEY',
  archive: 'FOLKLORE_LD_ARCHIVE_KEY',
  internal: 'FOLKLORE_LD_INTERNAL_KEY',
};

/** Runs both services until told to stop. The first line on standard output says where they are. */
export async function runServices(
  order: ServeOrder,
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
    onFault: (thrown) => report({ event: 'note', message: `a fault of the services: ${messageOf(thrown)}` }),
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

async function worldOf({ world: name, scale, seed, dirt }: ServeOrder, report: Report): Promise<World> {
  if (name === 'sample') return loadWorld(SAMPLE_WORLD);
  if (name === 'generated') {
    const { generatedWorld } = await import('../server/generated/world.js');
    return generatedWorld({ scale, seed, dirt });
  }
  if (!existsSync(join(name, 'store.json'))) return loadWorld(name);
  const [{ mirrorOf }, { openForBuild }] = await Promise.all([
    import('../export/mirror.js'),
    import('../store/stored-harvest.js'),
  ]);
  return mirrorOf(await openForBuild(name), report);
}

function ownKeys(environment: NodeJS.ProcessEnv): Keys | undefined {
  const [of, missing] = [
    (kind: keyof Keys) => environment[KEY_VARIABLES[kind]]?.trim() ?? '',
    [] as string[],
  ];
  const keys: Keys = { public: of('public'), archive: of('archive'), internal: of('internal') };
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
const closedKeys = (): Keys => ({ ...SAMPLE_KEYS, archive: randomUUID(), internal: randomUUID() });

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
