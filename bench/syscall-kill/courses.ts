import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built as compiled } from '../built.js';
import { type Files, filesOf as harvestIn } from '../kill/left.js';
import { type Relay, startRelay } from '../kill/relay.js';
import { configFor, makeLastMonth } from '../kill/scene.js';
import { CLI, type Process, start, stop } from '../processes.js';
import { type Serving, serve } from '../worlds.js';
import { type Command, runCommand } from './calls.js';

/** A command, what it begins with, and what it must leave. */
export interface Course {
  readonly name: string;
  readonly command: Command;
  /** Whether it changes another process, and no file. */
  readonly isRemote?: true;
  /** Makes the folder that it begins with anew. */
  prepare(): Promise<void>;
  /** What it leaves, by name. */
  left(): Promise<Files>;
  /** What readers may see at any moment; each of these is seen before or after an undisturbed run. */
  seen?(): Promise<string>;
}

/** All courses, in one folder. */
export interface Courses {
  readonly folder: string;
  /** The folder that each course begins in. */
  readonly place: string;
  readonly all: readonly Course[];
  close(): Promise<void>;
}

const OXIGRAPH = fileURLToPath(new URL('../stores/oxigraph-server.js', import.meta.url));

/** The releases before the one of today. */
const [EARLIEST, FIRST, SECOND] = ['2026-08-21', '2026-09-21', '2026-10-21'];

/** Facts of a run, with times; the fields of a store that count harvests. */
const CHANGES = /(^|\/)(run\.json|store\.status\.json|store\.sqlite)$/;

const DATE = '2026-11-23';

const row = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { type: value.startsWith('http') ? 'uri' : 'literal', value },
    ]),
  );

/** An answer of the Wikidata Query Service: one thing with the id of a place, one that looks like a place, an id of no place. */
const DOWNLOAD = JSON.stringify({
  head: { vars: ['item', 'logainm', 'itemLabel', 'point'] },
  results: {
    bindings: [
      row({
        item: 'http://www.wikidata.org/entity/Q1',
        logainm: '9000012',
        itemLabel: 'Gortnasillagh',
        point: 'Point(-8.2263 54.9581)',
      }),
      row({
        item: 'http://www.wikidata.org/entity/Q2',
        itemLabel: 'Meenaloy',
        point: 'Point(-8.2263 54.9581)',
      }),
      row({ item: 'http://www.wikidata.org/entity/Q3', logainm: '9999998', itemLabel: 'Elsewhere' }),
    ],
  },
});

/** Every file below a folder by its path, with the hash of its bytes, and every folder and link. */
async function filesBelow(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const read = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.isDirectory()) return [name, 'a folder'] as const;
    if (entry.isSymbolicLink()) return [name, await readlink(path)] as const;
    if (CHANGES.test(name)) return [name, 'a file'] as const;
    const bytes = name.endsWith('history.json')
      ? (await readFile(path, 'utf8')).replace(/"sinceSweep": \d+/, '')
      : await readFile(path);
    return [name, createHash('sha256').update(bytes).digest('hex')] as const;
  });
  return Object.fromEntries((await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Adds a harvest without answers to a store, as of another day. */
async function harvestedOn(directory: string, day: string): Promise<void> {
  const { openForHarvest } = await compiled('harvest/store/harvest-store');
  const store = await openForHarvest(directory, { pid: process.pid });
  const history = (await store.last?.document('history.json')) ?? '';
  await store.finish({ 'history.json': history.replace(/("harvested": )"[^"]*"/, `$1"${day}"`) });
}

/** Sets everything up: services, and a folder for each course to begin with. */
export async function setCourses(): Promise<Courses> {
  const folder = await mkdtemp(join(tmpdir(), 'folklore-ld-syscall-kill-'));
  const world = join(folder, 'world');
  await makeLastMonth(world);
  const relay = await startRelay();
  const services = await Promise.all(
    [world, 'sample'].map((one) => serve(CLI, 'serve', '--port', '0', '--world', one)),
  );
  let oxigraph: Process | undefined;
  const close = async (): Promise<void> => {
    relay.close();
    if (oxigraph !== undefined) await stop(oxigraph);
    await Promise.all(services.map((one) => stop(one.process)));
    await rm(folder, { recursive: true, force: true });
  };
  const restartOxigraph = async (): Promise<void> => {
    if (oxigraph !== undefined) await stop(oxigraph);
    oxigraph = await start(OXIGRAPH);
  };
  try {
    return {
      ...(await coursesIn(folder, relay, services, restartOxigraph, () => String(oxigraph?.ready.url))),
      folder,
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function coursesIn(
  folder: string,
  relay: Relay,
  services: readonly Serving[],
  restartOxigraph: () => Promise<void>,
  endpoint: () => string,
): Promise<Pick<Courses, 'place' | 'all'>> {
  const place = join(folder, 'place');
  const config = join(folder, 'config.yaml');
  const [before, now] = services as [Serving, Serving];
  await writeFile(config, `${configFor(relay)}formats: [nt, ttl]\n`);
  const [store, out, stores] = ['store', 'out', 'stores'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  const command = (...args: readonly string[]): Command => ({ args, environment: { HARVEST_KEY: now.key } });
  const configured = (...args: readonly string[]): Command =>
    command(...args, '--config', config, '--store', store);
  const built = (...args: readonly string[]): Command => configured('build', '--out', out, ...args);
  const run = async ({ args }: Command): Promise<void> => {
    const { code, said } = await runCommand(command(...args));
    if (code !== 0 && code !== 5) throw new Error(`${args[0]} ended with ${code}:\n${said}`);
  };
  /** Keeps the place as it is now. */
  const keep = async (name: string): Promise<string> => {
    const kept = join(folder, 'kept', name);
    await cp(place, kept, { recursive: true, verbatimSymlinks: true });
    return kept;
  };
  const begin = async (kept?: string): Promise<void> => {
    await rm(place, { recursive: true, force: true });
    if (kept === undefined) await mkdir(place, { recursive: true });
    else await cp(kept, place, { recursive: true, verbatimSymlinks: true });
  };

  await begin();
  const nothing = await keep('nothing');
  relay.leadTo(before);
  await run(configured('harvest'));
  const lastMonth = await keep('last month');
  await run(built('--release', EARLIEST));
  const beforeAll = await keep('the earliest release');
  await begin(lastMonth);
  await run(built('--release', FIRST, '--feed'));
  relay.leadTo(now);
  await run(configured('harvest'));
  const harvested = await keep('harvested, one release');
  await run(built('--release', SECOND));
  const twoReleases = await keep('two releases');
  await run(command('feed', out));
  const twoInFeed = await keep('two releases in the feed');
  // A release and a store that nothing needs.
  await cp(join(beforeAll, 'out', EARLIEST), join(out, EARLIEST), { recursive: true });
  await cp(join(lastMonth, 'store'), join(stores, 'old'), { recursive: true });
  await harvestedOn(join(stores, 'old'), EARLIEST);
  await cp(store, join(stores, 'new'), { recursive: true });
  const stored = await keep('two stores');
  await begin(twoReleases);
  await writeFile(join(place, 'query.json'), DOWNLOAD);
  const download = await keep('download');
  const links = (...args: readonly string[]): Command =>
    command('links', ...args, '--links-table', join(place, 'links.csv'), '--date', DATE);
  const imported = links('import', join(place, 'query.json'), '--release-folder', join(out, SECOND));
  await run(imported);
  const proposals = join(place, 'links-proposals.csv');
  const [header = '', ...rows] = (await readFile(proposals, 'utf8')).split('\r\n');
  const at = header.split(',').indexOf('decision');
  const accepted = rows.map((one) => (one === '' ? one : one.split(',').with(at, 'accept').join(',')));
  await writeFile(proposals, [header, ...accepted].join('\r\n'));
  const filledIn = await keep('filled in');

  const ofStore = async (): Promise<Files> => ({ ...(await filesBelow(place)), ...harvestIn(store) });
  /** Without what SQLite keeps beside a store that a reader has open: it is part of the store, and the next harvest removes it. */
  const ofPlace = async (): Promise<Files> =>
    Object.fromEntries(
      Object.entries(await filesBelow(place)).filter(([name]) => !/\.sqlite-(wal|shm)$/.test(name)),
    );
  /** What a reader of `latest` finds: the digest of its files. */
  const latest = async (): Promise<string> => JSON.stringify(await filesBelow(join(out, 'latest/.')));

  const all: Course[] = [
    {
      name: '`harvest` into a new store',
      command: configured('harvest'),
      prepare: () => begin(nothing),
      left: ofStore,
    },
    {
      name: '`harvest` over the one of last month',
      command: configured('harvest'),
      prepare: () => begin(lastMonth),
      left: ofStore,
    },
    {
      name: '`build` of the first release',
      command: built('--feed'),
      prepare: () => begin(lastMonth),
      left: ofPlace,
    },
    {
      name: '`build` of the next release',
      command: built('--feed'),
      prepare: () => begin(harvested),
      left: ofPlace,
      seen: latest,
    },
    {
      name: '`build --replace`',
      command: built('--release', FIRST, '--replace', '--feed'),
      prepare: () => begin(harvested),
      left: ofPlace,
      seen: latest,
    },
    {
      name: '`feed`',
      command: command('feed', out),
      prepare: () => begin(twoReleases),
      left: ofPlace,
      seen: latest,
    },
    {
      name: '`feed --rebuild`',
      command: command('feed', out, '--rebuild'),
      prepare: () => begin(twoInFeed),
      left: ofPlace,
      seen: latest,
    },
    {
      name: '`rollback`',
      command: command('rollback', SECOND, out, '--republish'),
      prepare: () => begin(twoInFeed),
      left: ofPlace,
      seen: latest,
    },
    {
      name: '`prune`',
      command: configured('prune', '--out', out, '--keep-last', '1', '--harvests', stores),
      prepare: () => begin(stored),
      left: ofPlace,
      seen: latest,
    },
    { name: '`links import`', command: imported, prepare: () => begin(download), left: ofPlace },
    {
      name: '`links review --apply`',
      command: links('review', '--by', 'A. Name', '--apply', proposals),
      prepare: () => begin(filledIn),
      left: ofPlace,
    },
  ];
  return {
    place,
    all: [
      ...all,
      {
        name: '`load`',
        get command() {
          return command('load', join(out, SECOND), '--endpoint', endpoint(), '--endpoint-kind', 'oxigraph');
        },
        isRemote: true,
        prepare: async () => {
          await begin(twoReleases);
          await restartOxigraph();
          await run(
            command('load', join(out, FIRST), '--endpoint', endpoint(), '--endpoint-kind', 'oxigraph'),
          );
        },
        left: async () => ({ quads: await (await fetch(`${endpoint()}/dump`)).text() }),
      },
    ],
  };
}
