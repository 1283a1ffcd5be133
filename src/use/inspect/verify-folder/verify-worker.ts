import { workerData } from 'node:worker_threads';
import { serveThread } from '../../../base/thread-pool.js';
import { FileChecker, type VerificationPlan } from './check-file.js';

const checker = new FileChecker(workerData as VerificationPlan);

serveThread(checker.check.bind(checker));
