import type { ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from '../../src/server/world.js';
import { ending, type Ended, start } from '../support/cli.js';
import { filesBelow } from '../support/files.js';
import { harvestSample } from '../support/sample-release.js';

/** A harvest of a world with a configuration, and what `build` makes of it in one process. */
export interface Harvested {
  readonly folder: string;
  readonly config: string;
  /** The files of the release, without the facts of the run. */
  readonly release: ReadonlyMap<string, Buffer>;
}

/** Harvests a world into a folder, and builds it without a fleet. */
export async function harvestWorld(folder: string, world?: World): Promise<Harvested> {
  await mkdir(folder, { recursive: true });
  await harvestSample(folder, world);
  const config = join(folder, 'config.yaml');
  await writeFile(
    config,
    [
      'services:',
      '  archive: { url: "http://127.0.0.1:1", key: { env: NO_KEY }, gender: irish }',
      '  placenames: { url: "http://127.0.0.1:1", key: { env: NO_KEY } }',
      `store: ${join(folder, 'store')}`,
      'base: https://data.example.org/folklore/',
      'formats: [ttl, nt]',
      'compress: none',
    ].join('\n'),
  );
  const out = join(folder, 'inline');
  const { code, stderr } = await ending(start(buildArgs(config, out, '--workers', '1', '--no-cache')));
  if (code !== 0 && code !== 5) throw new Error(stderr);
  return { folder, config, release: await releaseIn(out) };
}

export const buildArgs = (config: string, out: string, ...more: readonly string[]): readonly string[] => [
  ...['build', '--config', config, '--out', out, '--release', 'x', ...more],
];

/** The files of the release in an output folder, but run.json. */
export async function releaseIn(out: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = await filesBelow(join(out, 'x'));
  files.delete('run.json');
  return files;
}

/** A process of the command line, and its end. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/**
 * Starts the command line.
 *
 * @param modules modules that Node imports first
 */
export function begin(
  args: readonly string[],
  environment: Record<string, string>,
  modules: readonly string[] = [],
): Running {
  const options = modules.map((module) => `--import=${module}`).join(' ');
  const child = start(args, { ...environment, ...(options === '' ? {} : { NODE_OPTIONS: options }) });
  return { child, ended: ending(child) };
}
