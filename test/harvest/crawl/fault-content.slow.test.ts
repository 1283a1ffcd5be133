import { afterAll, beforeAll, expect, type TaskMeta, test } from 'vitest';
import { readSourceRecords, recordsIn } from '../../../src/harvest/answers/read-records.js';
import { responseRecords } from '../../../src/harvest/answers/response-records.js';
import type { Coverage } from '../../../src/harvest/crawl/coverage.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import { type ResponseSource, SOURCES } from '../../../src/model/records/sources.js';
import { ended, type Files, Ground } from '../../support/faults/ground.js';
import { CONTENT } from '../../support/faults/rows.js';
import { rehearse } from '../../support/faults/watched.js';

/**
 * Unusual answers are read and do not fail a harvest; the next harvest of a correct service has no trace of them. The fault
 * is in every answer.
 */

let ground: Ground;
let sound: readonly string[];
beforeAll(async () => {
  ground = await Ground.make();
  sound = await unitsIn('undisturbed');
});
afterAll(() => ground.close());

/** The results of a harvest with the fault, and of the next one without. */
interface Told {
  readonly coverage: Coverage;
  readonly lost: readonly string[];
  /** Fields that no dictionary has. */
  readonly unknown: readonly { readonly kind: string; readonly field: string; readonly records: number }[];
  readonly answers: readonly StoredAnswer[];
  readonly next: Files;
}

/** An answer with records, and its source. */
interface StoredAnswer {
  readonly source: ResponseSource;
  readonly request: string;
  readonly records: readonly unknown[];
}

async function listen(fault: string): Promise<Told> {
  const { coverage } = ended(await ground.harvest(fault, rehearse(fault)));
  const found = await unitsIn(fault);
  expect(found.filter((unit) => !sound.includes(unit))).toEqual([]);
  const answers = await answersIn(fault);
  return {
    coverage,
    lost: sound.filter((unit) => !found.includes(unit)),
    unknown: coverage.kinds.flatMap(({ kind, unknownFields }) =>
      Object.entries(unknownFields).map(([field, records]) => ({ kind, field, records })),
    ),
    answers,
    next: (await ground.harvest(fault)).files,
  };
}

const CHANGES_NOTHING = CONTENT.filter((fault) => !['missing-field', 'unknown-field'].includes(fault));

test.for(CHANGES_NOTHING)('%s: every record is found, and nothing else', async (fault, { task }) => {
  const told = await listen(fault);
  const { unreadable, gaps } = told.coverage;
  expect({ lost: told.lost, unreadable, gaps, unknown: told.unknown }).toEqual({
    lost: [],
    unreadable: [],
    gaps: [],
    unknown: [],
  });
  expect(told.next).toEqual(ground.store);
  note(task.meta, fault, told);
});

test('unknown-field: every record is found, and the field is counted once for each', async ({ task }) => {
  const told = await listen('unknown-field');
  const { unreadable, gaps } = told.coverage;
  expect({ lost: told.lost, unreadable, gaps }).toEqual({ lost: [], unreadable: [], gaps: [] });
  // It is in every record of an answer, not in nested records.
  const ids = new Map<string, Set<unknown>>();
  for (const { source, records } of told.answers) {
    ids.set(source.kind, new Set([...(ids.get(source.kind) ?? []), ...records.map(identifierOf)]));
  }
  const expected = [...ids].map(([kind, { size }]) => ({ kind, field: 'rehearsedField', records: size }));
  expect(new Set(told.unknown)).toEqual(new Set(expected));
  expect(told.next).toEqual(ground.store);
  note(task.meta, 'unknown-field', told);
});

test('missing-field: unreadable records are listed with location and reason; nothing else is lost', async ({
  task,
}) => {
  const told = await listen('missing-field');
  const { unreadable, gaps } = told.coverage;
  const nameless = told.answers.flatMap(({ source, request, records }) =>
    records.flatMap((record, index) =>
      isNamed(record) ? [] : { request: `${source.service} ${request}`, pointer: `/${index}/` },
    ),
  );
  const within = unreadable.map(({ request, pointer }) => ({
    request,
    pointer: pointer.replace(/(id|logainmID|isoCode)$/, ''),
  }));
  expect(nameless.length).toBeGreaterThan(0);
  expect(inOrder(within)).toEqual(inOrder(nameless));
  expect(unreadable.filter(({ reason }) => reason !== 'is missing')).toEqual([]);
  const named = told.answers.flatMap(({ source, request, records }) =>
    records
      .filter(isNamed)
      .flatMap((record) => recordsIn(source, request, [record]))
      .map(({ kind, id }) => `${kind} ${id}`),
  );
  expect(told.lost.filter((unit) => named.includes(unit))).toEqual([]);
  // Rows of an index without an id are a gap: their volumes cannot be requested.
  expect(gaps).toContain('/cbe/volumes has 1 of 2 volumes without an id');
  expect(gaps).toContain('/cbes/volumes has 1 of 2 volumes without an id');
  expect(told.next).toEqual(ground.store);
  note(task.meta, 'missing-field', told);
});

test('missing-field: only identifiers are put into requests', async () => {
  const { seen } = await ground.harvest('requests', rehearse('missing-field'));
  expect(seen.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
});

/** All records of one kind in the store, as a build reads them. */
async function unitsIn(name: string): Promise<string[]> {
  const names: string[] = [];
  const store = await openForBuild(ground.directory(name));
  for await (const { kind, id } of readSourceRecords(store, GROUPS)) names.push(`${kind} ${id}`);
  return names;
}

async function answersIn(name: string): Promise<StoredAnswer[]> {
  const store = await openForBuild(ground.directory(name));
  const answers: StoredAnswer[] = [];
  for (const source of SOURCES) {
    for (const request of store.requests(source.service).filter((one) => source.requests.test(one))) {
      const body = await store.read(source.service, request);
      answers.push({ source, request, records: responseRecords(source.service, request, body) });
    }
  }
  return answers;
}

/** Fields with the id of a record (wire-format 3 and 4). */
function identifierOf(record: unknown): unknown {
  const { id, logainmID, isoCode }: Record<string, unknown> = {
    ...(typeof record === 'object' ? record : {}),
  };
  return id ?? logainmID ?? isoCode;
}

const isNamed = (record: unknown): boolean => identifierOf(record) !== undefined;

const inOrder = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

function note(meta: TaskMeta, fault: string, { coverage, lost, unknown, next }: Told): void {
  const same = JSON.stringify(next) === JSON.stringify(ground.store);
  meta.reliability = {
    table: 'content',
    row: {
      fault: `\`${fault}\``,
      'records in all': sound.length,
      found: sound.length - lost.length,
      'told unreadable': coverage.unreadable.length,
      'gaps told': coverage.gaps.length,
      'unknown fields counted': unknown.reduce((sum, { records }) => sum + records, 0),
      'store once it is over': same ? 'the same bytes' : 'another',
    },
  };
}
