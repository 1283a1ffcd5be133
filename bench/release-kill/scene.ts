import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Files } from '../kill/left.js';
import { endOf } from '../kill/scene.js';
import { CLI, stop } from '../processes.js';
import { serve } from '../worlds.js';

const HOOK = new URL('../kill/hook.js', import.meta.url).href;

/** Every file below a folder by its path, with the hash of its bytes; empty where there is no folder. */
export async function filesOf(folder: string): Promise<Files> {
  if (!existsSync(folder)) return {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = paths.sort().map(async (path) => {
    const hash = createHash('sha256').update(await readFile(path));
    return [relative(folder, path), hash.digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

/** The release that is not touched, and the one that is built repeatedly. */
export const EARLIER = '2026-10-21';
export const AGAIN = '2026-11-21';

/** The last that a build writes before its release moves. */
const LAST_WRITTEN = 'run.json';

/** Which of two releases `latest` leads to when a build begins. */
export const BEGINNINGS = [AGAIN, EARLIER] as const;
export type Beginning = (typeof BEGINNINGS)[number];

/** The result and the course of an undisturbed build. */
export interface Undisturbed {
  readonly content: Files;
  readonly ms: number;
  /** What it does on the disk from its last file on. */
  readonly steps: number;
}

/** A harvest, and a folder with two releases of it, one of which is to be replaced. */
export interface Scene {
  readonly folder: string;
  readonly before: Readonly<Record<typeof EARLIER | typeof AGAIN, Files>>;
  readonly undisturbed: Readonly<Record<Beginning, Undisturbed>>;
  /** Begins a build that replaces the release; the hook is told when to end it. */
  build(out: string, hook?: Readonly<Record<string, string>>): ChildProcess;
  /** Makes a folder to begin with. */
  prepare(beginning: Beginning, out: string): Promise<void>;
  close(): Promise<void>;
}

/** Harvests a generated world of that scale and makes the releases that are there before. */
export async function setScene(scale: string): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'folklore-ld-release-kill-'));
  const [config, store, prepared] = ['config.yaml', 'store', 'prepared'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const command = (name: string, ...more: readonly string[]) => [
    name,
    '-c',
    config,
    '--store',
    store,
    ...more,
  ];
  await harvest(scale, config, (key) => spawnQuietly(command('harvest'), { HARVEST_KEY: key }));
  const build: Scene['build'] = (out, hook = {}) =>
    spawnQuietly(command('build', '--out', out, '--release', AGAIN, '--replace'), {
      KILL_FROM: LAST_WRITTEN,
      // Each file is opened to be synced: these steps would be nearly all.
      KILL_STEPS: 'mkdir,writeFile,rename,rm,symlink',
      ...hook,
    });
  for (const label of [EARLIER, AGAIN]) {
    // Other files than the builds that follow will write, so that old and new can be told apart.
    const more = ['--out', prepared, '--release', label, '--formats', 'nt', '--kinds', 'people,places'];
    await finished(spawnQuietly(command('build', ...more)));
  }
  const prepare: Scene['prepare'] = async (beginning, out) => {
    await cp(prepared, out, { recursive: true, verbatimSymlinks: true });
    await rm(join(out, 'latest'));
    await symlink(beginning, join(out, 'latest'));
  };
  const measure = async (beginning: Beginning): Promise<Undisturbed> => {
    const out = join(folder, `undisturbed-${beginning}`);
    await prepare(beginning, out);
    const begin = performance.now();
    const said = await finished(build(out));
    const ms = performance.now() - begin;
    const steps = Number(/^\{"steps":(\d+)\}$/m.exec(said)?.[1] ?? 0);
    const content = await contentOf(join(out, AGAIN));
    if (Object.keys(content).length === 0) throw new Error('An undisturbed build has left no file.');
    return { content, ms, steps };
  };
  return {
    folder,
    before: {
      [EARLIER]: await filesOf(join(prepared, EARLIER)),
      [AGAIN]: await filesOf(join(prepared, AGAIN)),
    },
    undisturbed: { [AGAIN]: await measure(AGAIN), [EARLIER]: await measure(EARLIER) },
    build,
    prepare,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Everything in a release but the facts of its run, which no two have in common. */
export async function contentOf(release: string): Promise<Files> {
  const { [LAST_WRITTEN]: run, ...content } = await filesOf(release);
  return run === undefined ? {} : content;
}

/** What has a name in a folder of releases, and where `latest` leads. */
export async function namesIn(out: string): Promise<{ names: readonly string[]; latest: string }> {
  return { names: (await readdir(out)).sort(), latest: await readlink(join(out, 'latest')).catch(() => '') };
}

function spawnQuietly(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, ['--import', HOOK, CLI, ...args, '--log-format', 'json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH ?? '', ...environment },
  });
}

/** An undisturbed run: clean, or with records in quarantine. */
export async function finished(child: ChildProcess): Promise<string> {
  const { code, said } = await endOf(child);
  if (code !== 0 && code !== 5) throw new Error(`an undisturbed run ended with ${code}:\n${said}`);
  return said;
}

async function harvest(scale: string, config: string, begin: (key: string) => ChildProcess): Promise<void> {
  const { archive, placenames, key, process } = await serve(
    CLI,
    ...['serve', '--port', '0', '--world', 'generated', '--scale', scale],
  );
  await writeFile(
    config,
    `services:
  archive: { url: ${archive}, key: { env: HARVEST_KEY }, gender: irish }
  placenames: { url: ${placenames}, key: { env: HARVEST_KEY } }
pace: { concurrency: 8, perSecond: 100000 }
`,
  );
  await finished(begin(key));
  await stop(process);
}
