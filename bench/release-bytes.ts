import { hash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceProfile } from '../src/model/mapping/access.js';
import { treeOf } from './guard/base.js';
import { run } from './processes.js';
import { ROOT, type Room } from './results.js';

/** A generated world of this scale has all kinds of records, and is exported in seconds. */
const SCALE = '0.001';

/** Every form of a release that this tree and the other one know. */
const EVERYTHING: readonly string[] = [
  ...['--formats', 'ttl,nt,jsonld,nq', '--views', 'edm,rico,linked-art,schema,foaf'],
  ...['--effective', '--sqlite', '--parquet', '--ead', '--feed', '--quiet'],
];

/** A way to export a world. */
interface Profile {
  readonly name: string;
  readonly profile: SourceProfile;
  readonly personsProfile: 'full' | 'roles-only';
}

const PROFILES: readonly Profile[] = [
  { name: 'public', profile: 'public', personsProfile: 'full' },
  { name: 'privileged', profile: 'privileged', personsProfile: 'full' },
  { name: 'roles-only', profile: 'public', personsProfile: 'roles-only' },
];

const SEEDS = ['1', '2', '3'];
const DIRT = ['0', '0.01', '0.2'];
const MONTHS = ['1', '2'];

/** The files that tell of the run. */
const OF_THE_RUN = /(^|\/)run\.json$/;

/** What a tree has exported: the SHA-256 of each file, by its path. */
type Digests = ReadonlyMap<string, string>;

/**
 * `npm run bench -- release-bytes COMMIT [PART]`: exports the sample and generated worlds with the program of a commit and
 * with this one, in every profile, form and two months, and compares all files. Ends with 1 where a byte differs.
 *
 * @param part of the names of the worlds to compare; all without it
 */
export async function benchReleaseBytes(room: Room, commit = '', part = ''): Promise<void> {
  if (commit === '') throw new Error('release-bytes: the commit to compare with is missing');
  room.log(`building ${commit}`);
  const theirs = await treeOf(commit, room.worlds.path('theirs'));
  const trees = [fileURLToPath(ROOT), theirs];
  let differing = 0;
  let files = 0;
  for (const world of worldsOf().filter(({ name }) => name.includes(part))) {
    const [ours = new Map(), others = new Map()] = await world.export(room, trees);
    const differences = differencesOf(ours, others);
    files += ours.size;
    differing += differences.length;
    room.log(`${world.name}: ${ours.size} files, ${differences.length} differ`);
    for (const difference of differences) console.log(`${world.name}: ${difference}`);
  }
  console.log(`${files} files of releases, ${differing} of them differ from those of ${commit}.`);
  if (files === 0 || differing > 0) process.exitCode = 1;
}

/** A world, and how it is exported by the programs of several trees. */
interface ComparedWorld {
  readonly name: string;
  export(room: Room, trees: readonly string[]): Promise<Digests[]>;
}

function worldsOf(): ComparedWorld[] {
  const generated = PROFILES.flatMap((profile) =>
    SEEDS.flatMap((seed) =>
      DIRT.map((dirt) => ({
        name: `seed ${seed}, dirt ${dirt}, ${profile.name}`,
        export: (room: Room, trees: readonly string[]) =>
          exportMonths(room, trees, profile, ['--seed', seed, '--dirt', dirt]),
      })),
    ),
  );
  return [{ name: 'sample', export: exportSample }, ...generated];
}

async function exportSample({ worlds }: Room, trees: readonly string[]): Promise<Digests[]> {
  const digests: Digests[] = [];
  for (const tree of trees) {
    const out = worlds.path('out');
    await exported(tree, ['--sample', '--release', 'one', '--out', out, '--store', worlds.path('store')], {});
    digests.push(await digestsOf(out));
  }
  return digests;
}

/** Exports two months of a generated world: the second one with a delta, and from the store of the first. */
async function exportMonths(
  { worlds }: Room,
  trees: readonly string[],
  { profile, personsProfile }: Profile,
  world: readonly string[],
): Promise<Digests[]> {
  const folders = trees.map((tree) => ({ tree, out: worlds.path('out'), store: worlds.path('store') }));
  for (const month of MONTHS) {
    const serving = await worlds.serve(SCALE, ...world, '--month', month);
    for (const { tree, out, store } of folders) {
      const { config, environment } = await worlds.configure(serving, store, profile, { personsProfile });
      const args = ['--config', config, '--out', out, '--release', `month-${month}`, '--max-withdrawn', '1'];
      await exported(tree, args, environment);
    }
    await worlds.stop(serving);
  }
  const digests: Digests[] = [];
  for (const { out, store } of folders) {
    digests.push(await digestsOf(out));
    await rm(out, { recursive: true });
    await rm(store, { recursive: true });
  }
  return digests;
}

/** Exit codes with a release: clean, or with records in quarantine. */
const RELEASED: ReadonlySet<number | null> = new Set([0, 5]);

async function exported(
  tree: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const all = [join(tree, 'dist/cli/main.js'), 'export', ...EVERYTHING, ...args];
  const { code, stderr } = await run(process.execPath, all, environment);
  if (!RELEASED.has(code)) throw new Error(`${all.join(' ')} ended with ${code}:\n${stderr.slice(-2_000)}`);
}

async function digestsOf(folder: string): Promise<Digests> {
  const digests = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (!OF_THE_RUN.test(name)) digests.set(name, hash('sha256', await readFile(path)));
  }
  return digests;
}

function differencesOf(ours: Digests, theirs: Digests): string[] {
  const names = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
  return names.flatMap((name) => {
    if (!ours.has(name)) return [`${name} is missing`];
    if (!theirs.has(name)) return [`${name} is new`];
    return ours.get(name) === theirs.get(name) ? [] : [`${name} differs`];
  });
}
