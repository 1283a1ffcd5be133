import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import type { SourceRecord } from '../../../src/model/records/record.js';
import type { Finding } from '../../../src/model/shacl/finding.js';
import { buildGlobalIndex } from '../../../src/pipeline/global-index/global-index.js';
import {
  checkRecord,
  mappingContextOf,
  mapRecord,
  toPublishable,
} from '../../../src/pipeline/map-records/map-record.js';
import { compileVocabulary } from '../../../src/pipeline/plan/compiled-vocabulary.js';
import { fieldAt, fieldOf, SourceFields } from '../../../src/pipeline/shards/source-field.js';
import { fieldsOf } from '../../../src/use/inspect/explain/field-outcome.js';
import { publishedSources } from '../../../src/use/inspect/explain/published-records.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';

/** Findings of one sort whose fields are traced: tracing takes milliseconds for each record. */
const MOST_TRACED = 3;

/** A finding, the field that is named, and the fields that its value is seen to come from in this record. */
interface Named {
  readonly where: string;
  readonly named: string | undefined;
  readonly traced: readonly string[];
}

const asPublished = (field: string): string =>
  fieldAt(`/${field.replaceAll('[]', '/0').replaceAll('.', '/')}`);

describe('the fields of findings in a dirty world', () => {
  const found: Named[] = [];
  let folder: string;

  beforeAll(async () => {
    folder = await makeFolder();
    await harvestSample(folder, makeSyntheticWorld({ scale: 0.001, seed: 3, dirt: 0.5 }));
    await collect(join(folder, 'store'), found);
  });

  afterAll(() => removeFolder(folder));

  it('are named wherever one can be traced', () => {
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter(({ named, traced }) => named === undefined && traced.length > 0)).toEqual([]);
  });

  it('are those that the value comes from, or what contains them', () => {
    const missed = found.filter(({ named = '', traced }) => {
      const names = named.split(', ');
      return traced.some((field) => !names.some((name) => field === name || field.startsWith(`${name}.`)));
    });
    expect(missed).toEqual([]);
  });
});

async function collect(directory: string, found: Named[]): Promise<void> {
  const plan = { ...PLAN, store: directory, out: directory, label: 'r' } as const;
  const store = await openForBuild(directory);
  const globalIndex = await buildGlobalIndex(store, plan.kinds, plan.profile, {});
  const { context, toQuads, checker } = await compileVocabulary(plan);
  const setting = mappingContextOf(plan, globalIndex, context);
  const sourceFields = new SourceFields();
  const traces = new Map<string, number>();
  const traced = (one: SourceRecord, { focus, path }: Finding): string[] => [
    ...new Set(
      fieldsOf(one, { plan, globalIndex, setting, toQuads })
        .filter(({ became }) =>
          became.some(({ subject, predicate }) => subject.value === focus && predicate.value === path),
        )
        .map(({ path: steps }) => asPublished(fieldOf(steps))),
    ),
  ];
  for await (const { one } of publishedSources(store, plan.kinds, globalIndex)) {
    const mapped = mapRecord(toPublishable(one, globalIndex, plan), setting, toQuads);
    if ('failed' in mapped) continue;
    for (const finding of await checkRecord(mapped, checker)) {
      if (finding.path === undefined) continue;
      const sort = `${one.kind} ${finding.path} ${finding.constraint}`;
      const before = traces.get(sort) ?? 0;
      traces.set(sort, before + 1);
      if (before >= MOST_TRACED) continue;
      found.push({
        where: `${one.kind} ${one.id} ${finding.focus} ${finding.path} ${finding.constraint}`,
        named: sourceFields.of(one, finding),
        traced: traced(one, finding),
      });
    }
  }
}
