import { FolkloreError } from '../../base/errors.js';
import { silent } from '../../base/events.js';
import type { Answer } from '../../client/attempt.js';
import { type Client, type ClientSettings, createClient } from '../../client/client.js';
import { userAgentOf } from '../version.js';
import type { KnownKey, Service, Subject, Surroundings } from './subject.js';

/** For what a service is asked without a key. */
export const NO_KEY: KnownKey = { key: '', keyName: 'no key' };

/** What a service said, and when; or why it said nothing. */
export type Said =
  | { readonly answer: Answer; readonly at: number }
  | { readonly answer?: undefined; readonly error: FolkloreError };

/** A client that asks once, as soon as it is told to: whoever waits for the doctor does not want patience. */
export function clientSettings(
  { config }: Subject,
  service: Service,
  key: KnownKey,
  { timeoutMs, now, signal }: Surroundings,
): ClientSettings {
  const { url, path } = config.services[service];
  return {
    ...key,
    service,
    url,
    path,
    userAgent: userAgentOf(config.contact),
    concurrency: 1,
    attempts: 1,
    timeoutMs,
    report: silent,
    // Between attempts, of which there is one.
    random: () => 0,
    sleep: async () => {},
    monotonic: () => 0,
    now,
    signal,
  };
}

/**
 * Asks a service one thing, with a client of its own: what one answer means for later requests of a run does
 * not keep the doctor from asking on.
 *
 * @throws FolkloreError `INTERRUPTED`
 */
export async function ask(
  settings: ClientSettings,
  question: (client: Client) => Promise<Answer>,
): Promise<Said> {
  const client = createClient(settings);
  try {
    return { answer: await question(client), at: settings.now() };
  } catch (thrown) {
    if (!(thrown instanceof FolkloreError) || thrown.code === 'INTERRUPTED') throw thrown;
    return { error: thrown };
  } finally {
    await client.close();
  }
}
