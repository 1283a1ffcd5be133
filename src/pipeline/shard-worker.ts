import { parentPort, workerData } from 'node:worker_threads';
import { FolkloreError, messageOf } from '../base/errors.js';
import { chunkBuffers } from '../output/dataset-chunk.js';
import type { BuildPlan } from '../records/build-plan.js';
import { compileVocabulary } from '../records/compiled-vocabulary.js';
import { type RecordRef, RecordSet } from '../records/record.js';
import { type MapperIndex, ShardMapper } from './map-shard.js';
import type { ShardOutput } from './shard-output.js';
import type { IndexMessage, WorkerFailure, WorkerRequest, WorkerResponse } from './worker-messages.js';

const plan = workerData as BuildPlan;
const vocabulary = compileVocabulary(plan);

/** Requests are answered one after another. */
let last: Promise<ShardMapper | undefined> = Promise.resolve(undefined);

parentPort?.on('message', (request: WorkerRequest) => {
  last = last.then(async (mapper) => {
    if ('index' in request) return new ShardMapper(plan, mapperIndexOf(request.index), await vocabulary);
    if (mapper === undefined) throw new Error('The index must be sent before the first shard.');
    await mapShard(mapper, request);
    return mapper;
  });
});

async function mapShard(
  mapper: ShardMapper,
  { number, shard }: Extract<WorkerRequest, { shard: object }>,
): Promise<void> {
  try {
    const output = await mapper.map(shard);
    const response: WorkerResponse = { number, output };
    parentPort?.postMessage(response, buffersOf(output));
  } catch (thrown) {
    const response: WorkerResponse = { number, failure: failureOf(thrown) };
    parentPort?.postMessage(response);
  }
}

/** The memory of the texts, which is moved to the main thread instead of being copied. */
const buffersOf = ({ chunks }: ShardOutput): ArrayBuffer[] => [
  ...new Set(
    [...chunks.values()]
      .flatMap(chunkBuffers)
      .filter(({ length }) => length > 0)
      .map(({ buffer }) => buffer as ArrayBuffer),
  ),
];

const mapperIndexOf = ({ withheld, unreadable, ...index }: IndexMessage): MapperIndex => ({
  ...index,
  withheld: recordSetOf(withheld),
  unreadable: recordSetOf(unreadable),
});

function recordSetOf(refs: readonly RecordRef[]): RecordSet {
  const records = new RecordSet();
  for (const ref of refs) records.add(ref);
  return records;
}

function failureOf(thrown: unknown): WorkerFailure {
  const message = messageOf(thrown);
  if (!(thrown instanceof FolkloreError)) return { message };
  const { code, hint, exitCode } = thrown;
  return { message, own: { code, hint, exitCode } };
}
