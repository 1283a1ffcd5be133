import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measure, offers, type Ran } from './processes.js';
import type { Harvested, Worlds } from './worlds.js';

/** What a build of a bench writes, unless it says otherwise. */
const FORMATS = 'ttl,jsonld,nq';

/** What a bench asks of a build. */
export interface BuildOrder {
  readonly formats?: string;
  readonly compress?: 'gzip' | 'none';
  /** How many workers it may use, where it can be told; all it wants unless given. */
  readonly workers?: number;
  /** Whether it is to tell the time of its stages, where it can. */
  readonly isProfiled?: boolean;
}

/** A release, and how making it went. */
export interface Built extends Ran {
  readonly release: string;
  /** What it told of its stages; undefined when it did not. */
  readonly profile: StageTimes | undefined;
}

/** The time of each stage of a build, in seconds, by its name. */
export type StageTimes = Readonly<Record<string, number>>;

/** Makes a release of a harvest, through the command line. */
export async function buildRelease(
  worlds: Worlds,
  { config, environment }: Harvested,
  { formats = FORMATS, compress = 'none', workers, isProfiled = false }: BuildOrder = {},
): Promise<Built> {
  const out = worlds.path('out');
  const args = ['build', '--config', config, '--out', out, '--release', 'made', '--log-format', 'json'];
  args.push('--formats', formats, '--compress', compress);
  if (workers !== undefined && (await offers('build', '--workers'))) args.push('--workers', String(workers));
  if (isProfiled && (await offers('build', '--profile'))) args.push('--profile');
  const ran = await measure(args, environment);
  return { ...ran, release: join(out, 'made'), profile: readProfile(ran) };
}

/**
 * Reads what `build --profile` prints. It prints nothing yet: whoever gives it a form, reads it here, and everything
 * that tells shares of a build's time follows.
 */
export function readProfile(_ran: Pick<Ran, 'said' | 'told'>): StageTimes | undefined {
  return undefined;
}

/** Which share of a build's time checking shapes was; undefined where the build does not tell. */
export function checkingShare(profile: StageTimes | undefined): number | undefined {
  if (profile?.[CHECKING] === undefined) return undefined;
  return profile[CHECKING] / Object.values(profile).reduce((sum, seconds) => sum + seconds, 0);
}

/** The stage of the shapes, by the name that a profile gives it. */
const CHECKING = 'shapes';

/** What is in a release, by its own account: all datasets together, in the format that it has most statements in. */
export async function contentOf(release: string): Promise<{ records: number; triples: number }> {
  const { files }: RunFacts = JSON.parse(await readFile(join(release, 'run.json'), 'utf8'));
  const sums = new Map<string, { records: number; triples: number }>();
  for (const { format, records, quads } of files) {
    const sum = sums.get(format) ?? { records: 0, triples: 0 };
    sums.set(format, { records: sum.records + records, triples: sum.triples + quads });
  }
  return [...sums.values()].reduce((most, sum) => (sum.triples > most.triples ? sum : most), {
    records: 0,
    triples: 0,
  });
}

interface RunFacts {
  readonly files: readonly { readonly format: string; readonly records: number; readonly quads: number }[];
}
