import { workerData } from 'node:worker_threads';
import { serveThread } from '../../base/thread-pool.js';
import { FEATURES } from '../../features/index.js';
import { loadBuildFeatures, loadModules } from '../plan/build-feature.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { compileVocabulary } from '../plan/compiled-vocabulary.js';
import { Jobs } from './jobs.js';
import { type IndexMessage, indexOfMessage, type ThreadJob } from './thread-runner.js';

const plan = workerData as BuildPlan;
const features = loadModules(plan.modules).then((outside) => loadBuildFeatures([...FEATURES, ...outside]));
const compiled = Promise.all([compileVocabulary(plan), features]);

let jobs: Promise<Jobs> = Promise.reject(new Error('The index must be sent before the first job.'));
jobs.catch(() => {});

serveThread(
  async ({ name, input }: ThreadJob) => (await jobs).run(name, input),
  (index) => {
    jobs = compiled.then((given) => new Jobs(plan, indexOfMessage(index as IndexMessage), ...given));
    jobs.catch(() => {});
  },
);
