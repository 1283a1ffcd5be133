import { expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { sourceRecord } from '../../../src/model/records/record.js';
import { BuildReport } from '../../../src/pipeline/publish/build-report.js';
import type { ReleaseWriter } from '../../../src/pipeline/publish/release-writer.js';
import type { RecordFindings, StoredShardOutput } from '../../../src/pipeline/shards/shard-output.js';
import { PLAN } from '../../support/sample-release.js';

/** Model 7.3, X15: nothing in a release names what is withheld, and neither does the source of what was left out. */

async function quarantined(shape: string): Promise<object[]> {
  const entries: object[] = [];
  const release = {
    report: { add: async () => {} },
    quarantine: { write: async (entry: object) => void entries.push(entry) },
    append: () => {},
  } as unknown as ReleaseWriter;
  const one = sourceRecord('cbes.topic', 1, { id: 1, nameEN: 'Herbs' } as never, {
    service: 'archive',
    request: '/cbes/topics',
    pointer: '/0',
  });
  const finding = {
    ...{ severity: 'violation', focus: '', constraint: 'x', shape },
    ...{ message: 'wrong', messageGA: 'mícheart' },
  } as const;
  const rejected = {
    one,
    findings: [finding],
    leftOut: [],
    isPublished: false,
    names: {},
  } as unknown as RecordFindings;
  const nothing = { completeness: new Map(), generated: new Map(), published: new Map(), unknownCodes: [] };
  await new BuildReport(PLAN as never, release, silent).addShard({
    ...nothing,
    trimmed: new Map(),
    findings: [rejected],
  } as unknown as StoredShardOutput);
  return entries;
}

test('a record that is left out is kept with its source, but not where its mapping failed: the source may name what is withheld', async () => {
  const [record, failed] = [await quarantined('TopicShape'), await quarantined('mapping')];
  expect(record).toEqual([
    expect.objectContaining({ kind: 'cbes.topic', id: 1, source: { id: 1, nameEN: 'Herbs' } }),
  ]);
  expect(failed).toEqual([expect.objectContaining({ kind: 'cbes.topic', id: 1 })]);
  expect(failed[0]).not.toHaveProperty('source');
});
