import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors.js';
import { FileChecker, type FileTask, type VerificationPlan } from './check-file.js';
import type { WorkerResponse } from './check-files.js';

const checker = new FileChecker(workerData as VerificationPlan);

parentPort?.on('message', (task: FileTask) => {
  const send = (response: WorkerResponse): void => parentPort?.postMessage(response);
  checker.check(task).then(
    (result) => send({ result }),
    (thrown: unknown) => send({ failure: messageOf(thrown) }),
  );
});
