import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Report, silent } from '../../src/base/events.js';
import { SAMPLE_LINKS } from '../../src/model/rdf/iris.js';
import { GROUPS } from '../../src/model/records/datasets.js';
import type { BuildPlan } from '../../src/pipeline/plan/build-plan.js';
import { type BuildResult, build } from '../../src/pipeline/publish/build.js';
import type { ServiceKeys } from '../../src/services/server/keys.js';
import { startServices } from '../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../src/services/server/world.js';
import { features } from './build-features.js';
import { clientsOf, closeAll, harvestInto } from './harvests.js';
import { sharedOnce } from './shared.js';

/** Makes releases of one harvest of the sample world. */
export type MakeRelease = (
  label: string,
  changes?: Partial<BuildPlan>,
  report?: Report,
) => Promise<BuildResult>;

/** Harvests a world, the sample unless given, into a folder, for releases of it there. */
export async function harvestSample(
  folder: string,
  world?: World,
  key: keyof ServiceKeys = 'public',
): Promise<MakeRelease> {
  const store = join(folder, 'store');
  if (world === undefined) await cp(await harvestedSample(key), store, { recursive: true });
  else await harvestWorld(store, world, key);
  return (label, changes = {}, report = silent) =>
    build({ ...PLAN, store, out: join(folder, 'out'), label, ...changes }, () => ({}), report, { features });
}

/** The harvest of the sample, made once for all test files. */
async function harvestedSample(key: keyof ServiceKeys): Promise<string> {
  const folder = await sharedOnce(`harvested-${key}`, async (into) =>
    harvestWorld(join(into, 'store'), await loadWorld(SAMPLE_WORLD), key),
  );
  return join(folder, 'store');
}

async function harvestWorld(store: string, world: World, key: keyof ServiceKeys): Promise<void> {
  const services = await startServices({ world });
  const clients = clientsOf(services, {}, key);
  try {
    await harvestInto(store, clients);
  } finally {
    await closeAll(clients);
    await services.close();
  }
}

/** As `--sample` has it. */
export const PLAN = {
  kinds: GROUPS,
  base: 'https://data.example.org/folklore/',
  gender: 'irish',
  profile: 'public',
  onViolation: 'trim',
  latestYear: 2026,
  links: SAMPLE_LINKS,
} as const satisfies Partial<BuildPlan>;
