import { FolkloreError } from '../base/errors.js';
import { Fault } from '../client/fault.js';
import { networkFault } from '../client/network-fault.js';
import { LONGEST_ASKED_WAIT_MS, type Patience, pauseAfter } from '../client/patience.js';
import { endpointOf, type StoreRequest } from './store-connection.js';
import { stopped, unreachable } from './store-refusal.js';

/**
 * Tries until there is an answer, a refusal, or no attempt left.
 *
 * @param attempt makes one attempt; a Fault, and what is no error of ours, is tried again
 * @param hide takes credentials out of a text
 * @throws FolkloreError what `attempt` throws; `SERVICE_UNAVAILABLE` after the last attempt, `INTERRUPTED`
 */
export async function persist<T>(
  { called, url }: StoreRequest,
  patience: Patience,
  attempt: () => Promise<T>,
  hide: (text: string) => string,
): Promise<T> {
  const reasons: string[] = [];
  for (;;) {
    if (patience.signal?.aborted === true) throw stopped(called);
    try {
      return await attempt();
    } catch (thrown) {
      if (thrown instanceof FolkloreError) throw thrown;
      const fault = thrown instanceof Fault ? thrown : networkFault(thrown, patience.timeoutMs);
      const reason = hide(fault.message);
      reasons.push(reason);
      const isTooLong = (fault.retryAfterMs ?? 0) > LONGEST_ASKED_WAIT_MS;
      if (reasons.length >= patience.attempts || isTooLong)
        throw unreachable(`${called} at ${endpointOf(url)}`, reasons, fault);
      const failed = { service: 'store', request: called, reason, attempt: reasons.length };
      // Being woken by the signal is told by whoever goes on.
      await patience.sleep(pauseAfter(failed, fault, patience), patience.signal).catch(() => {});
    }
  }
}
