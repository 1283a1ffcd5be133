import { Queue } from 'bullmq';
import { connectionOf, type QueueAddress } from './connection.js';
import { ready } from './queue-runner.js';
import { queueOf } from './spool-files.js';

/**
 * How many jobs of a build are in each state.
 *
 * @throws FolkloreError QUEUE_UNAVAILABLE
 */
export async function jobsOf(
  digest: string,
  address: QueueAddress,
): Promise<Readonly<Record<'waiting' | 'active' | 'delayed' | 'failed', number>>> {
  const queue = new Queue(queueOf(digest), { connection: connectionOf(address, false) });
  await ready(queue, address);
  try {
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = await queue.getJobCounts();
    return { waiting, active, delayed, failed };
  } finally {
    await queue.close();
  }
}
