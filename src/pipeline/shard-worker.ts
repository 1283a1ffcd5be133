import { workerData } from 'node:worker_threads';
import { serveThread } from '../base/thread-pool.js';
import type { BuildPlan } from '../records/build-plan.js';
import { compileVocabulary } from '../records/compiled-vocabulary.js';
import { type RecordRef, RecordSet } from '../records/record.js';
import { Jobs } from './jobs.js';
import type { MapperIndex } from './shard-dependencies.js';
import type { IndexMessage, ThreadJob } from './thread-runner.js';

const plan = workerData as BuildPlan;
const vocabulary = compileVocabulary(plan);

let jobs: Promise<Jobs> = Promise.reject(new Error('The index must be sent before the first job.'));
jobs.catch(() => {});

serveThread(
  async ({ name, input }: ThreadJob) => (await jobs).run(name, input),
  (index) => {
    jobs = vocabulary.then((compiled) => new Jobs(plan, mapperIndexOf(index as IndexMessage), compiled));
    jobs.catch(() => {});
  },
);

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
