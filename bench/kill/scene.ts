import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLI, stop } from '../processes.js';
import { serve } from '../worlds.js';
import { endOf } from './ended.js';
import { type Files, filesOf } from './left.js';
import type { Course } from './moment.js';
import { type Relay, startRelay } from './relay.js';

const HOOK = new URL('./hook.js', import.meta.url).href;
const SAMPLE_WORLD = fileURLToPath(new URL('../../../src/services/server/sample-world', import.meta.url));

/** What a harvest begins with: nothing, or last month's. */
export const BEGINNINGS = ['nothing', 'the harvest of last month'] as const;
export type Beginning = (typeof BEGINNINGS)[number];

/** An undisturbed harvest: the state before and after it. */
export interface Undisturbed {
  readonly before: Files;
  readonly after: Files;
  readonly course: Course;
}

/** Both services behind a relay, and what undisturbed harvests of them leave. */
export interface Scene {
  readonly folder: string;
  readonly relay: Relay;
  readonly undisturbed: Readonly<Record<Beginning, Undisturbed>>;
  /** Begins a harvest into a store; the hook is told when to end it. */
  harvest(store: string, hook?: Readonly<Record<string, string>>): ChildProcess;
  /** Makes a store to begin with. */
  prepare(beginning: Beginning, store: string): Promise<void>;
  close(): Promise<void>;
}

/** Sets everything up. */
export async function setScene(): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'folklore-ld-kill-'));
  const relay = await startRelay();
  const lastMonth = join(folder, 'world-of-last-month');
  await makeLastMonth(lastMonth);
  const serveWorld = (world: string) => serve(CLI, 'serve', '--port', '0', '--world', world);
  const [before, now] = await Promise.all([serveWorld(lastMonth), serveWorld('sample')]);
  const config = join(folder, 'config.yaml');
  await writeFile(config, configFor(relay));
  const harvest = (store: string, hook: Readonly<Record<string, string>> = {}): ChildProcess =>
    spawn(
      process.execPath,
      ['--import', HOOK, CLI, 'harvest', '--config', config, '--store', store, '--log-format', 'json'],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { PATH: process.env.PATH ?? '', HARVEST_KEY: now.key, ...hook },
      },
    );

  const prepared = join(folder, 'last-month', 'store');
  relay.leadTo(before);
  await undisturbedHarvest(harvest, prepared, relay);
  relay.leadTo(now);
  const prepare = async (beginning: Beginning, store: string): Promise<void> => {
    if (beginning !== 'nothing') await cp(prepared, store, { recursive: true });
  };
  const measure = async (beginning: Beginning): Promise<Undisturbed> => {
    const store = join(folder, `undisturbed-from-${beginning.replaceAll(' ', '-')}`, 'store');
    await prepare(beginning, store);
    const stood = filesOf(store);
    const course = await undisturbedHarvest(harvest, store, relay);
    const after = filesOf(store);
    if (Object.keys(after).length === 0) throw new Error('An undisturbed harvest has left no answer.');
    return { before: stood, after, course };
  };
  const afresh = await measure('nothing');
  const again = await measure('the harvest of last month');
  return {
    folder,
    relay,
    undisturbed: { nothing: afresh, 'the harvest of last month': again },
    harvest,
    prepare,
    close: async () => {
      relay.close();
      await Promise.all([stop(before.process), stop(now.process)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** No pace is needed on loopback. A path that is not configured is looked for by a request for the counties. */
export const configFor = ({
  archive,
  placenames,
}: Pick<Relay, 'archive' | 'placenames'>): string => `services:
  archive: { url: ${archive}, path: /api/v0.6, key: { env: HARVEST_KEY }, gender: irish }
  placenames: { url: ${placenames}, path: /api/v0.9, key: { env: HARVEST_KEY } }
pace: { concurrency: 4, perSecond: 100000 }
`;

async function undisturbedHarvest(
  harvest: (store: string) => ChildProcess,
  store: string,
  relay: Relay,
): Promise<Course> {
  const begin = performance.now();
  let firstAnswerMs = 0;
  let answers = 0;
  relay.watch((answered) => {
    answers = answered;
    if (answered === 1) firstAnswerMs = performance.now() - begin;
  });
  const { code, said } = await endOf(harvest(store));
  if (code !== 0) throw new Error(`an undisturbed harvest ended with ${code}:\n${said}`);
  const steps = Number(/^\{"steps":(\d+)\}$/m.exec(said)?.[1] ?? 0);
  return { firstAnswerMs, answers, steps };
}

/** The sample world as it may have been: with a person and a photograph more, and a photograph not yet worked on. */
export async function makeLastMonth(folder: string): Promise<void> {
  await cp(SAMPLE_WORLD, folder, { recursive: true });
  await derive(folder, 'archive/cbed/4105.json', 'archive/cbed/4199.json', { id: 4199 });
  await derive(folder, 'archive/cbeg/1212.json', 'archive/cbeg/1299.json', { id: 1299 });
  await derive(folder, 'archive/cbeg/1201.json', 'archive/cbeg/1201.json', { condition: 0 });
}

async function derive(folder: string, from: string, to: string, changes: object): Promise<void> {
  const record: object = JSON.parse(await readFile(join(folder, from), 'utf8'));
  await writeFile(join(folder, to), JSON.stringify({ ...record, ...changes }));
}
