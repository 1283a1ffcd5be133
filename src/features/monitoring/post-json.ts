import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { messageOf } from '../../base/errors.js';

/** Limits of a notification. */
export interface PostLimits {
  /** Milliseconds of one attempt. */
  readonly timeoutMs: number;
  readonly attempts: number;
  /** Milliseconds between two attempts. */
  readonly pauseMs: number;
  readonly userAgent: string;
}

/**
 * Posts a document as JSON. Redirects are not followed.
 *
 * @returns why it was not accepted, without the URL, which may contain a secret; undefined when it was
 */
export async function postJson(
  url: string,
  document: object,
  { timeoutMs, attempts, pauseMs, userAgent }: PostLimits,
): Promise<string | undefined> {
  const { origin, pathname, search } = new URL(url);
  const agent = new Agent({ connectTimeout: timeoutMs });
  let problem: string | undefined;
  try {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      if (attempt > 1) await sleep(pauseMs);
      try {
        const { statusCode, body } = await agent.request({
          origin,
          path: `${pathname}${search}`,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': userAgent },
          body: JSON.stringify(document),
          signal: AbortSignal.timeout(timeoutMs),
        });
        await body.dump();
        if (statusCode >= 200 && statusCode < 300) return undefined;
        problem = `status ${statusCode}`;
      } catch (thrown) {
        // Messages of connections name host and port only.
        problem = messageOf(thrown);
      }
    }
    return problem;
  } finally {
    await agent.destroy();
  }
}
