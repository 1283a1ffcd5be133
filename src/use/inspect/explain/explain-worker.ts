import { workerData } from 'node:worker_threads';
import { silent } from '../../../base/events.js';
import { serveThread } from '../../../base/thread-pool.js';
import type { BuildPlan } from '../../../pipeline/plan/build-plan.js';
import { recordHistories } from './released-fields.js';

serveThread((iri: string) => recordHistories(workerData as BuildPlan, iri, silent));
