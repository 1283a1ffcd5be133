import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writingInto } from '../../base/disk-errors.js';
import { renameDurably } from '../../base/durable.js';
import { exists } from '../../base/files.js';
import { entriesBelow, entryPath } from '../../base/files-below.js';
import { holderOf } from '../../base/lock.js';
import { readHistory } from '../../harvest/crawl/history.js';
import { storePathsOf } from '../../harvest/store/paths.js';
import { harvestsIn, isStore, openForBuild } from '../../harvest/store/stored-harvest.js';
import {
  labelOfStaging,
  linkTarget,
  lockReleases,
  repairLeftovers,
  stagingName,
  whatIs,
} from '../../pipeline/publish/staging.js';
import { readRun } from '../../pipeline/shards/build-inputs.js';
import { compareLabels } from '../../release/description/label.js';
import { readManifestIfValid } from '../../release/description/manifest.js';

/** How many releases or stores are kept: the newest, and the newest of each of the newest months. */
export interface RetentionRule {
  readonly last?: number | undefined;
  readonly monthly?: number | undefined;
}

/** What becomes of a release, an index or a store. */
export interface Decision {
  readonly name: string;
  readonly path: string;
  /** Why it is kept; undefined when it is removed. */
  readonly keptBecause: string | undefined;
  /** The size of its files; of those that are removed. */
  readonly bytes: number;
}

/** A release or a store with its day, `YYYY-MM-DD`. */
interface Dated {
  readonly name: string;
  readonly day: string;
}

/** What a rule keeps, with the reason, by name. */
export function keptByRule(
  all: readonly Dated[],
  { last = 0, monthly = 0 }: RetentionRule,
): Map<string, string> {
  const newest = all.toSorted((a, b) =>
    a.day === b.day ? compareLabels(b.name, a.name) : a.day < b.day ? 1 : -1,
  );
  const newestOfMonths = new Map<string, string>();
  for (const { name, day } of newest) {
    const month = day.slice(0, 7);
    if (!newestOfMonths.has(month)) newestOfMonths.set(month, name);
  }
  const months = [...newestOfMonths].slice(0, monthly);
  return new Map([
    ...months.map(([month, name]) => [name, `the newest of ${month}`] as const),
    ...newest.slice(0, last).map(({ name }) => [name, `one of the last ${last}`] as const),
  ]);
}

/** A release in a folder; the facts are missing if its manifest cannot be read. */
interface FoundRelease {
  readonly name: string;
  readonly path: string;
  readonly facts?: { readonly day: string; readonly previous: string | null };
  /** The day of the harvest that it was made of, if it states one. */
  readonly harvested: string | undefined;
}

async function releasesIn(out: string): Promise<FoundRelease[]> {
  const found: FoundRelease[] = [];
  for (const name of (await namesIn(out)).filter((one) => !one.startsWith('.'))) {
    const path = join(out, name);
    if ((await whatIs(path)) !== 'release') continue;
    const manifest = await readManifestIfValid(path);
    const facts =
      manifest === undefined ? {} : { facts: { day: manifest.issued, previous: manifest.previous } };
    const { harvested } = await readRun(path);
    found.push({ name, path, ...facts, harvested: typeof harvested === 'string' ? harvested : undefined });
  }
  return found;
}

/**
 * What becomes of the releases of a folder. Always kept are the release that `latest` leads to, the release that the delta
 * of a kept release leads from, and releases that cannot be read. Other folders are not touched.
 */
async function decideReleases(
  all: readonly FoundRelease[],
  out: string,
  rule: RetentionRule,
): Promise<Decision[]> {
  const dated = all.flatMap(({ name, facts }) => (facts === undefined ? [] : [{ name, day: facts.day }]));
  const kept = keptByRule(dated, rule);
  const latest = await linkTarget(out);
  if (latest !== undefined) kept.set(latest, 'latest leads to it');
  const bases = all.flatMap(({ name, facts }) =>
    kept.has(name) && facts?.previous != null ? [[facts.previous, name] as const] : [],
  );
  for (const [base, name] of bases) if (!kept.has(base)) kept.set(base, `the delta of ${name} leads from it`);
  return Promise.all(
    all.map(({ name, path, facts }) =>
      decision(name, path, facts === undefined ? 'its manifest cannot be read' : kept.get(name)),
    ),
  );
}

/** Stores, and what may need them. */
export interface StoresToPrune {
  /** The folder in which each store has a folder of its own; undefined: no store is removed. */
  readonly folder: string | undefined;
  /** The store of the configuration. */
  readonly store: string;
}

/**
 * What becomes of the stores of a folder. Always kept are the store of the configuration, one that is in use or that has an
 * unfinished harvest, and the harvest of a kept release.
 */
async function decideStores(
  { folder, store }: StoresToPrune,
  keptReleases: readonly FoundRelease[],
  rule: RetentionRule,
): Promise<Decision[]> {
  if (folder === undefined) return [];
  const stores: (Dated & { readonly path: string })[] = [];
  for (const name of (await namesIn(folder)).filter((one) => !one.startsWith('.'))) {
    const path = join(folder, name);
    if (!(await isStore(path))) continue;
    const history = await openForBuild(path).then(readHistory, () => undefined);
    stores.push({ name, path, day: history?.harvested ?? '' });
  }
  const kept = keptByRule(
    stores.filter(({ day }) => day !== ''),
    rule,
  );
  const configured = await realpath(store).catch(() => store);
  const unknown = keptReleases.find(({ harvested }) => harvested === undefined);
  const why = async ({ name, path, day }: (typeof stores)[number]): Promise<string | undefined> => {
    const { directory, lock } = await storePathsOf(path);
    if (directory === configured) return 'the store of the configuration';
    if (day === '') return 'it does not state the day of its harvest';
    if (kept.has(name)) return kept.get(name);
    const needing = keptReleases.find(({ harvested }) => harvested === day);
    if (needing !== undefined) return `the release ${needing.name} was made of it`;
    if (unknown !== undefined)
      return `the release ${unknown.name} does not state its harvest, which may be this one`;
    if ((await harvestsIn(path)).unfinished !== undefined) return 'it has an unfinished harvest';
    return (await holderOf(lock)) === undefined ? undefined : 'it is in use';
  };
  return Promise.all(stores.map(async (one) => decision(one.name, one.path, await why(one))));
}

/** Removes the stores that a killed run has begun to remove. */
async function removeHalfStores({ folder }: StoresToPrune): Promise<void> {
  if (folder === undefined) return;
  for (const name of await namesIn(folder))
    if (labelOfStaging(name, 'partial') !== undefined) await rm(join(folder, name), { recursive: true });
}

/** What becomes of a file or folder. */
async function decision(name: string, path: string, keptBecause: string | undefined): Promise<Decision> {
  if (keptBecause !== undefined) return { name, path, keptBecause, bytes: 0 };
  const isFolder = (await stat(path)).isDirectory();
  const entries = isFolder ? await entriesBelow(path) : [];
  const files = isFolder ? entries.filter((entry) => entry.isFile()).map(entryPath) : [path];
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return { name, path, keptBecause, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch((): string[] => [])).toSorted();

/** What becomes of releases, of stores and of files of features. */
export interface Pruned {
  readonly releases: readonly Decision[];
  readonly stores: readonly Decision[];
  /** By their titles. */
  readonly ofFeatures: Readonly<Record<string, readonly Decision[]>>;
}

declare module '../../cli/feature.js' {
  interface Additions {
    /** Files beside the releases that can be made again. */
    readonly prunable: () => Promise<Prunable>;
  }
}

/** Files of a feature beside the releases, which can be made again. */
export interface Prunable {
  /** The title of the list: "Indexes of `browse`". */
  readonly title: string;
  /** @param kept the labels of the releases that are kept */
  decide(out: string, kept: ReadonlySet<string>): Promise<readonly Decision[]>;
}

/**
 * Files or folders beside the releases, of which the newest of each kept release stays.
 *
 * @param title of the list
 * @param folder their folder, in that of the releases
 * @param named their names; the first group is the label of the release
 * @param what completes "the … of LABEL"
 */
export const newestOfReleases = (title: string, folder: string, named: RegExp, what: string): Prunable => ({
  title,
  decide: async (out, kept) => {
    const found = (await namesIn(join(out, folder))).flatMap((name) => {
      const [, label = ''] = named.exec(name) ?? [];
      return label === '' ? [] : [{ name, label, path: join(out, folder, name) }];
    });
    const dated = await Promise.all(
      found.map(async (one) => ({ ...one, made: (await stat(one.path)).mtimeMs })),
    );
    const newest = new Map(dated.toSorted((a, b) => a.made - b.made).map(({ label, name }) => [label, name]));
    return Promise.all(
      dated.map(({ name, label, path }) => {
        const isKept = kept.has(label) && newest.get(label) === name;
        return decision(name, path, isKept ? `the ${what} of ${label}` : undefined);
      }),
    );
  },
});

/**
 * Removes releases of a folder, stores, and files of features, by rule.
 *
 * @param isDryRun whether it is only decided what would be removed
 * @throws FolkloreError STORE_UNUSABLE when a build writes into the folder; the error of the file system
 */
export async function prune(
  out: string,
  rule: RetentionRule,
  stores: StoresToPrune,
  { pid, isDryRun }: { readonly pid: number; readonly isDryRun: boolean },
  prunables: readonly Prunable[] = [],
): Promise<Pruned> {
  const isThere = await exists(out);
  const lock = isDryRun || !isThere ? undefined : await writingInto(out, () => lockReleases(out, pid));
  try {
    if (lock !== undefined) await repairLeftovers(out);
    if (!isDryRun) await removeHalfStores(stores);
    const all = await releasesIn(out);
    const releases = await decideReleases(all, out, rule);
    const removed = new Set(releases.flatMap((one) => (one.keptBecause === undefined ? [one.name] : [])));
    const keptReleases = all.filter(({ name }) => !removed.has(name));
    const kept = new Set(keptReleases.map(({ name }) => name));
    const ofFeatures: Record<string, readonly Decision[]> = {};
    for (const one of prunables) ofFeatures[one.title] = await one.decide(out, kept);
    const decided = {
      releases,
      ofFeatures,
      stores: await decideStores(stores, keptReleases, rule),
    };
    if (isDryRun) return decided;
    for (const { name, path, keptBecause } of decided.releases) {
      if (keptBecause !== undefined) continue;
      // The next run that writes into the folder removes a folder of this name, should this process end before.
      const gone = join(out, stagingName(name));
      await renameDurably(path, gone);
      await rm(gone, { recursive: true });
    }
    for (const { path, keptBecause } of Object.values(ofFeatures).flat())
      if (keptBecause === undefined) await rm(path, { recursive: true });
    for (const { name, path, keptBecause } of decided.stores) {
      if (keptBecause !== undefined) continue;
      const gone = join(dirname(path), stagingName(name));
      await renameDurably(path, gone);
      await rm(gone, { recursive: true });
    }
    return decided;
  } finally {
    await lock?.release();
  }
}
