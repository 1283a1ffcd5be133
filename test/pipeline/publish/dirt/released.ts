import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silent } from '../../../../src/base/events.js';
import type { InjectedDefect } from '../../../../src/features/generated-world/defects.js';
import type { SyntheticWorldOptions } from '../../../../src/features/generated-world/sizes.js';
import { makeSyntheticWorld } from '../../../../src/features/generated-world/world.js';
import type { Group } from '../../../../src/model/records/datasets.js';
import type { RecordCounts } from '../../../../src/model/records/record-counts.js';
import { build } from '../../../../src/pipeline/publish/build.js';
import { startServices } from '../../../../src/services/server/serve.js';
import type { World } from '../../../../src/services/server/world.js';
import { features } from '../../../support/build-features.js';
import { makeFolder, removeFolder } from '../../../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../../../support/harvests.js';
import { PLAN } from '../../../support/sample-release.js';
import { groupedBy } from './grouped.js';

/** A line of findings.ndjson, as far as it is looked at here. */
export interface Told {
  readonly kind: string;
  readonly id?: number | string;
  readonly outcome: string;
  readonly severity: string;
  readonly focus: string;
  readonly path?: string;
  readonly value?: string;
  readonly shape: string;
}

/** A line of quarantine.ndjson. */
interface Quarantined {
  readonly kind: string;
  readonly id?: number | string;
  readonly outcome: string;
}

/** A release as read back from its files, and the world it is of. */
export interface Released {
  readonly world: World;
  /** The dirty records of the world, each once. */
  readonly soiled: readonly InjectedDefect[];
  readonly findings: readonly Told[];
  readonly quarantine: readonly Quarantined[];
  /** What is said of each record and its nodes: sorted lines of N-Quads, by dataset and IRI: `places place/1`. */
  readonly records: ReadonlyMap<string, readonly string[]>;
  readonly ledger: RecordCounts;
}

/** Generates, serves, harvests and builds some groups of a world. */
export async function released(options: SyntheticWorldOptions, groups: readonly Group[]): Promise<Released> {
  const soiled = new Map<string, InjectedDefect>();
  const world = makeSyntheticWorld(options, (one) => soiled.set(`${one.kind} ${one.id}`, one));
  const folder = await makeFolder();
  try {
    const store = join(folder, 'store');
    const services = await startServices({ world });
    const clients = clientsOf(services);
    try {
      await harvestInto(store, clients, { groups });
    } finally {
      await closeAll(clients);
      await services.close();
    }
    const plan = { ...PLAN, kinds: groups, store, out: join(folder, 'out'), label: 'release' };
    const { directory, ledger } = await build({ ...plan, formats: ['nq'] }, () => ({}), silent, { features });
    return {
      ...{ world, ledger, soiled: [...soiled.values()] },
      findings: (await linesOf(directory, 'findings')) as Told[],
      quarantine: (await linesOf(directory, 'quarantine')) as Quarantined[],
      records: await recordsIn(join(directory, 'data')),
    };
  } finally {
    await removeFolder(folder);
  }
}

async function linesOf(directory: string, name: string): Promise<unknown[]> {
  const text = await readFile(join(directory, 'report', `${name}.ndjson`), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

/** What is said of each record, of every file but the one that says what is not there. */
export async function recordsIn(directory: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = (await readdir(directory)).filter((name) => !name.startsWith('omissions'));
  const read = files.map(async (name) => {
    const lines = (await readFile(join(directory, name), 'utf8')).split('\n');
    return groupedBy(lines.sort(), (line) => {
      const [, iri = ''] = /^<([^>#]*)/.exec(line) ?? [];
      return `${name.replace(/\.nq$/, '')} ${iri.replace(PLAN.base, '')}`;
    });
  });
  return new Map((await Promise.all(read)).flatMap((records) => [...records]));
}
