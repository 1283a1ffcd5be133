import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildGlobalIndex } from '../../../src/build/global-index/global-index.js';
import {
  checkRecord,
  mappingContextOf,
  mapRecord,
  toPublishable,
} from '../../../src/build/map-records/map-record.js';
import { compileVocabulary } from '../../../src/build/plan/compiled-vocabulary.js';
import { isLeftOut } from '../../../src/build/plan/violation-policy.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { canonicalLines, ntriplesLine } from '../../../src/model/rdf/formats/ntriples.js';
import { kindOf } from '../../../src/model/records/record.js';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import { publishedSources } from '../../../src/use/inspect/explain/published-records.js';
import { filesBelow, scratch } from '../../support/files.js';
import { nobody } from '../../support/nobody.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';

/** Batches and folios come to what describing one record after another comes to: the plain twin of a build. */

type Lines = Map<string, string[]>;

/** What every record that may leave comes to, one after another, by dataset. */
async function described(store: string): Promise<Lines> {
  const plan = { ...PLAN, onViolation: 'skip', store, out: '', label: '' } as const;
  const harvest = await openForBuild(store);
  const globalIndex = await buildGlobalIndex(harvest, plan.kinds, plan.profile, nobody);
  const { context, toQuads, checker } = await compileVocabulary(plan);
  const setting = mappingContextOf(plan, globalIndex, context);
  const lines: Lines = new Map();
  for await (const { one: leaving } of publishedSources(harvest, plan.kinds, globalIndex)) {
    const one = toPublishable(leaving, globalIndex, plan);
    const said = mapRecord(one, setting, toQuads);
    if ('failed' in said || isLeftOut(await checkRecord(said, checker), plan.onViolation)) continue;
    const { dataset, identity } = kindOf(one);
    const add = (name: string, quads: typeof said.quads): void => {
      lines.set(name, [...(lines.get(name) ?? []), ...quads.map(ntriplesLine)]);
    };
    add(typeof dataset === 'function' ? dataset(one.record) : dataset, said.quads);
    if (identity !== undefined && said.identity !== undefined) add(identity.dataset, said.identity.quads);
  }
  return lines;
}

test('a world with a share of dirty records', async () => {
  const folder = await scratch();
  const make = await harvestSample(folder, makeSyntheticWorld({ scale: 0.001, seed: 11, dirt: 0.2 }));
  const { directory } = await make('twin', { formats: ['nt'], onViolation: 'skip' });
  const files = await filesBelow(join(directory, 'data'));
  const ought = await described(join(folder, 'store'));
  // What is referred to and not there is known from the others only.
  const datasets = [...files.keys()].filter((file) => file !== 'omissions.nt');
  expect(datasets.filter((file) => (files.get(file)?.length ?? 0) > 0)).toEqual(
    [...ought.keys()].map((name) => `${name}.nt`).sort(),
  );
  for (const [name, lines] of ought) {
    // In another order, of records too: that is the contract of the sinks.
    const found = files.get(`${name}.nt`)?.toString('utf8').split('\n').slice(0, -1) ?? [];
    expect(canonicalLines(found).join() === canonicalLines(lines).join(), name).toBe(true);
  }
});
