import { parentPort, workerData } from 'node:worker_threads';
import { FolkloreError, messageOf } from '../base/errors.js';
import type { BuildPlan } from '../records/build-plan.js';
import { compileVocabulary } from '../records/compiled-vocabulary.js';
import { type RecordRef, RecordSet } from '../records/record.js';
import { Jobs } from './jobs.js';
import type { MapperIndex } from './map-shard.js';
import type { IndexMessage, WorkerFailure, WorkerRequest, WorkerResponse } from './worker-messages.js';

const plan = workerData as BuildPlan;
const vocabulary = compileVocabulary(plan);

let jobs: Promise<Jobs> = Promise.reject(new Error('The index must be sent before the first job.'));
jobs.catch(() => {});

parentPort?.on('message', (request: WorkerRequest) => {
  if ('index' in request) {
    jobs = vocabulary.then((compiled) => new Jobs(plan, mapperIndexOf(request.index), compiled));
    jobs.catch(() => {});
  } else void answer(request);
});

async function answer({ number, name, input }: Extract<WorkerRequest, { number: number }>): Promise<void> {
  const response: WorkerResponse = await jobs
    .then((all) => all.run(name, input))
    .then(
      (output) => ({ number, output }),
      (thrown: unknown) => ({ number, failure: failureOf(thrown) }),
    );
  parentPort?.postMessage(response);
}

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
