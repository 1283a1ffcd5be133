import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import type { BuildResult } from '../../../src/build/pipeline/build.js';
import { NEUTRAL_ORGANISATIONS } from '../../../src/model/mapping/organisation.js';
import { CONTEXT_FILE, readContext } from '../../../src/model/rdf/context.js';
import { dataPrefixes, VOCABULARY_BASE } from '../../../src/model/rdf/iris.js';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { recordOf } from '../../../src/model/rdf/record-order.js';
import { DATASETS, type Dataset, publicationOf } from '../../../src/model/records/datasets.js';
import { KINDS } from '../../../src/model/records/kinds.js';
import { writeDescription } from '../../../src/release/description/describe.js';
import type { ReleaseFacts } from '../../../src/release/description/facts.js';
import { Statistics } from '../../../src/release/description/statistics.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';
import { subjectsOfSample } from '../../support/subjects.js';

/** As in test/world/answers.json. */
export const LABEL = 'sample';
export const ISSUED = '2026-11-21';

/** A described release of the sample world, with its facts. */
export interface DescribedRelease {
  readonly directory: string;
  readonly result: BuildResult;
  readonly facts: Omit<ReleaseFacts, 'others'>;
  text(file: string): Promise<string>;
}

/** Makes a release of the sample world and describes it as a build does. */
export async function describedSample(
  folder: string,
  changes: Partial<ReleaseFacts> = {},
): Promise<DescribedRelease> {
  const release = await harvestSample(folder);
  const result = await release(LABEL, {
    formats: ['ttl', 'nt', 'jsonld'],
    compression: 'none',
    effective: true,
    subjects: await subjectsOfSample(folder),
  });
  const text = (file: string) => readFile(join(result.directory, file), 'utf8');
  const statistics = newStatistics();
  const datasets = [...new Set(result.dumps.map(({ dataset }) => dataset as Dataset))];
  for (const name of datasets) {
    for (const quads of records(parseTurtle(await text(`data/${name}.ttl`), name)))
      statistics.add(name, quads);
  }
  const facts = factsOf({
    datasets: datasets.map((name) => ({ name, publication: publicationOf(name) })),
    dumps: result.dumps,
    derived: result.derived,
    statistics,
    kinds: result.ledger.rows().map((row) => ({ ...row, called: KINDS[row.kind].title })),
    ...changes,
  });
  await writeDescription(result.directory, facts);
  return { directory: result.directory, result, facts, text };
}

export const newStatistics = (): Statistics =>
  new Statistics({
    base: PLAN.base,
    prefixes: new Map([...readContext(CONTEXT_FILE).prefixes, ...dataPrefixes(PLAN.base)]),
  });

/** Facts of an empty release, with the given changes. */
export const factsOf = (given: Partial<ReleaseFacts>): ReleaseFacts => ({
  label: LABEL,
  issued: ISSUED,
  base: PLAN.base,
  vocabularyBase: VOCABULARY_BASE,
  publishers: NEUTRAL_ORGANISATIONS,
  program: '1.2.3',
  sources: {
    folklore: {
      name: 'Archive service v0.6',
      harvested: '2026-11-20',
      harvestedFrom: '2026-11-20T18:00:00.000Z',
      harvestedTo: '2026-11-20T22:10:00.250Z',
    },
    placenames: {
      name: 'Place-names service v0.9',
      harvested: '2026-11-20',
      harvestedFrom: '2026-11-20T18:00:00Z',
      harvestedTo: '2026-11-20T19:30:00Z',
    },
  },
  datasets: [],
  statistics: newStatistics(),
  dumps: [],
  others: [],
  kinds: [],
  ...given,
});

/** All datasets there can be. */
export const ALL_DATASETS = Object.keys(DATASETS) as Dataset[];

/** The quads of each record, which stand together in a dump. */
function records(quads: readonly Quad[]): Quad[][] {
  const byRecord = new Map<string, Quad[]>();
  for (const quad of quads) {
    const record = recordOf(quad.subject.value);
    const own = byRecord.get(record) ?? [];
    byRecord.set(record, own);
    own.push(quad);
  }
  return [...byRecord.values()];
}
