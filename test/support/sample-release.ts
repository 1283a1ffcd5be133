import { join } from 'node:path';
import { type Report, silent } from '../../src/base/events.js';
import { type BuildResult, build } from '../../src/pipeline/build.js';
import { SAMPLE_LINKS } from '../../src/rdf/iris.js';
import type { BuildPlan } from '../../src/records/build-plan.js';
import { GROUPS } from '../../src/records/datasets.js';
import type { ServiceKeys } from '../../src/server/keys.js';
import { startServices } from '../../src/server/serve.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../src/server/world.js';
import { clientsOf, closeAll, harvestInto } from './harvests.js';

/** Makes releases of one harvest of the sample world. */
export type MakeRelease = (
  label: string,
  changes?: Partial<BuildPlan>,
  report?: Report,
) => Promise<BuildResult>;

/** Harvests a world, the sample unless given, into a folder, and says how to make releases of it there. */
export async function harvestSample(
  folder: string,
  world?: World,
  key: keyof ServiceKeys = 'public',
): Promise<MakeRelease> {
  const store = join(folder, 'store');
  const services = await startServices({ world: world ?? (await loadWorld(SAMPLE_WORLD)) });
  const clients = clientsOf(services, {}, key);
  try {
    await harvestInto(store, clients);
  } finally {
    await closeAll(clients);
    await services.close();
  }
  return (label, changes = {}, report = silent) =>
    build({ ...PLAN, store, out: join(folder, 'out'), label, ...changes }, () => ({}), report);
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
