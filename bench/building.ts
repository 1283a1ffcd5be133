import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measure, type Ran } from './processes.js';
import type { Harvested, Worlds } from './worlds.js';

/** Default formats of a build. */
export const FORMATS = 'ttl,jsonld,nq';

/** Options of a build. */
export interface BuildOrder {
  readonly formats?: string;
  readonly compress?: 'gzip' | 'none';
  /** Default: auto. */
  readonly workers?: number;
  /** Further options. */
  readonly more?: readonly string[];
}

/** A release, and how making it went. */
export interface Built extends Ran {
  readonly release: string;
}

/** Makes a release of a harvest, through the command line. */
export async function buildRelease(
  worlds: Worlds,
  { config, environment }: Harvested,
  { formats = FORMATS, compress = 'none', workers, more = [] }: BuildOrder = {},
): Promise<Built> {
  const out = worlds.path('out');
  const args = ['build', '--config', config, '--out', out, '--release', 'made', '--log-format', 'json'];
  args.push('--formats', formats, '--compress', compress);
  if (workers !== undefined) args.push('--workers', String(workers));
  args.push(...more);
  const ran = await measure(args, environment);
  return { ...ran, release: join(out, 'made') };
}

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

/**
 * How many records the delta of a release lists: a row each of changes.csv, after the heading.
 *
 * @throws Error when it has none
 */
export async function changesIn(release: string): Promise<number> {
  const rows = await readFile(join(release, 'delta', 'changes.csv'), 'utf8').catch((cause: unknown) => {
    throw new Error(`${release} has no delta`, { cause });
  });
  return rows.trimEnd().split('\n').length - 1;
}
