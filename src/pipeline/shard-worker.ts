import { parentPort, workerData } from 'node:worker_threads';
import { FolkloreError, messageOf } from '../base/errors.js';
import { chunkBuffers } from '../output/dataset-chunk.js';
import type { BuildPlan } from '../records/build-plan.js';
import { compileVocabulary } from '../records/compiled-vocabulary.js';
import { type RecordRef, RecordSet } from '../records/record.js';
import { type MapperIndex, ShardMapper } from './map-shard.js';
import {
  type IndexMessage,
  transferableBuffers,
  type WorkerFailure,
  type WorkerRequest,
  type WorkerResponse,
} from './worker-messages.js';

const plan = workerData as BuildPlan;
const vocabulary = compileVocabulary(plan);
/** Whatever comes next waits for what came before. */
let turn: Promise<ShardMapper | undefined> = Promise.resolve(undefined);

parentPort?.on('message', (told: WorkerRequest) => {
  turn = turn.then(async (mapper) => {
    if ('known' in told) return new ShardMapper(plan, knowledgeOf(told.known), await vocabulary);
    if (mapper === undefined) throw new Error('A scribe must know the harvest before it writes.');
    if ('memory' in told) mapper.releaseMemory(told.memory);
    else await answer(mapper, told);
    return mapper;
  });
});

async function answer(
  mapper: ShardMapper,
  { number, batch }: Extract<WorkerRequest, { batch: object }>,
): Promise<void> {
  try {
    const output = await mapper.map(batch);
    const answered: WorkerResponse = { number, output };
    const memory = [...output.portions.values()].flatMap(chunkBuffers);
    parentPort?.postMessage(answered, transferableBuffers(memory));
  } catch (thrown) {
    const answered: WorkerResponse = { number, failure: failureOf(thrown) };
    parentPort?.postMessage(answered);
  }
}

const knowledgeOf = ({ withheld, unreadable, ...known }: IndexMessage): MapperIndex => ({
  ...known,
  withheld: setOf(withheld),
  unreadable: setOf(unreadable),
});

function setOf(refs: readonly RecordRef[]): RecordSet {
  const units = new RecordSet();
  for (const ref of refs) units.add(ref);
  return units;
}

function failureOf(thrown: unknown): WorkerFailure {
  const message = messageOf(thrown);
  if (!(thrown instanceof FolkloreError)) return { message };
  const { code, hint, exitCode } = thrown;
  return { message, own: { code, hint, exitCode } };
}
