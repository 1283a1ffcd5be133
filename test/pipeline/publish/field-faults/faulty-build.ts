import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silent } from '../../../../src/base/events.js';
import { parseJson } from '../../../../src/base/json.js';
import type { Clients } from '../../../../src/harvest/crawl/conditional-fetch.js';
import type { HarvestResult } from '../../../../src/harvest/crawl/run.js';
import type { Kind } from '../../../../src/model/records/record.js';
import { type BuildResult, build } from '../../../../src/pipeline/publish/build.js';
import type { ServiceKeys } from '../../../../src/services/server/keys.js';
import { features } from '../../../support/build-features.js';
import { makeFolder, removeFolder } from '../../../support/files.js';
import { harvestInto } from '../../../support/harvests.js';
import { harvestSample, PLAN } from '../../../support/sample-release.js';
import { answersIn } from '../../../support/stored.js';
import { recordsIn } from '../dirt/released.js';
import { jsonOf } from './faults.js';
import { countIn, type FaultyRecord } from './records.js';

/** The answers of a service in JSON, by service and request. */
export type Answers = ReadonlyMap<string, string>;

/** The answers of the services of the sample. */
export async function sampleAnswers(key: keyof ServiceKeys): Promise<Answers> {
  const folder = await makeFolder();
  try {
    await harvestSample(folder, undefined, key);
    const answers = answersIn(join(folder, 'store')).filter(({ status }) => status === 200);
    return new Map(answers.map(({ service, request, body }) => [`${service} ${request}`, body]));
  } finally {
    await removeFolder(folder);
  }
}

/** Where records are added that have no list of their own. */
const ANSWER_OF: Partial<Record<Kind, string>> = {
  'cbeg.photograph': '/cbeg?CountyID=100013',
  'cbed.person': '/cbed',
  place: '/?PlaceID=100013',
};
const COLLECTION: Partial<Record<Kind, string>> = { 'cbe.volume': '/cbe', 'cbes.volume': '/cbes' };

/** The answers with more records: a volume has its own answer and a row of the index, another record is added to a list. */
export function withRecords(answers: Answers, faulty: readonly FaultyRecord[]): Answers {
  const all = new Map(answers);
  const append = (name: string, record: string): void => {
    const before = all.get(name) ?? '[]';
    // A list, or the envelope of places, which ends with its list.
    const end = before.lastIndexOf(']');
    const separator = /\[\s*$/.test(before.slice(0, end)) ? '' : ',';
    all.set(name, `${before.slice(0, end)}${separator}${record}${before.slice(end)}`);
  };
  for (const { source, id, record } of faulty) {
    const json = jsonOf(record);
    const collection = COLLECTION[source.kind];
    if (collection === undefined) {
      append(`${source.service} ${source.list ?? ANSWER_OF[source.kind]}`, json);
      continue;
    }
    append(`archive ${collection}/volumes`, JSON.stringify({ id, volumeNumber: `F${id}` }));
    all.set(`archive ${collection}?VolumeID=${id}`, `[${json}]`);
  }
  return all;
}

/** The records that were added, by kind, as the equation counts them; topics, which are read as a whole, are left out. */
export function addedCounts(faulty: readonly FaultyRecord[]): ReadonlyMap<Kind, number> {
  const counts = new Map<Kind, number>();
  for (const { source, record } of faulty)
    if (source.kind !== 'cbes.topic') countIn(source.kind, parseJson(Buffer.from(jsonOf(record))), counts);
  return counts;
}

/** What answers from a table; what is in none is not there. */
function clientsFor(answers: Answers): Clients {
  const client = (service: 'archive' | 'placenames'): Clients['archive'] => ({
    get: async (request) => {
      const found = answers.get(`${service} ${request}`) ?? (request.includes('?') ? '[]' : undefined);
      if (found === undefined) return { status: 404 };
      const body = Buffer.from(found);
      return { status: 200, body, json: parseJson(body) };
    },
    prefix: async () => '',
    describe: async () => ({ status: 404 }),
    close: async () => {},
  });
  return { archive: client('archive'), placenames: client('placenames') };
}

/** A harvest and its release. */
export interface Built {
  readonly harvested: HarvestResult;
  readonly result: BuildResult;
  /** What is said of each record: sorted lines of N-Quads, by dataset and IRI. */
  readonly records: ReadonlyMap<string, readonly string[]>;
  readonly findings: string;
}

/**
 * Harvests answers and builds a release of them.
 *
 * @param isWhole with the files of all features
 */
export async function builtOf(
  answers: Answers,
  profile: 'public' | 'privileged',
  isWhole: boolean,
): Promise<Built> {
  const folder = await makeFolder();
  try {
    const store = join(folder, 'store');
    const harvested = await harvestInto(store, clientsFor(answers));
    const plan = { ...PLAN, profile, store, out: join(folder, 'out'), label: 'release' };
    const result = await build({ ...plan, formats: ['nq'] }, () => ({}), silent, isWhole ? { features } : {});
    return {
      harvested,
      result,
      records: await recordsIn(join(result.directory, 'data')),
      findings: await readFile(join(result.directory, 'report', 'findings.ndjson'), 'utf8'),
    };
  } finally {
    await removeFolder(folder);
  }
}

/** The parts of a list that fail, one record each, as far as halving finds them. */
export async function failing<T>(
  list: readonly T[],
  fails: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let [some, isSmaller] = [list, true];
  while (isSmaller && some.length > 1) {
    isSmaller = false;
    const half = Math.ceil(some.length / 2);
    for (const part of [some.slice(0, half), some.slice(half)]) {
      if (!(await fails(part))) continue;
      [some, isSmaller] = [part, true];
      break;
    }
  }
  return some;
}
