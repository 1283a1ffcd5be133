import { dirname, resolve } from 'node:path';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { isUrl } from '../../base/text.js';
import { readKey } from '../../cli/config/secrets.js';
import { tryToWrite } from '../../cli/doctor/checks.js';
import type { CheckOutcome } from '../../cli/feature.js';
import type { Webhook } from './settings.js';

/** Whether the metrics can be written. */
export async function metricsOutcome(file: string): Promise<CheckOutcome> {
  try {
    await tryToWrite(dirname(resolve(file)));
  } catch (thrown) {
    return {
      message: `the metrics cannot be written: ${messageOf(thrown)}`,
      remedy: 'Make the folder, and give this user the right to write there.',
    };
  }
  if (file.endsWith('.prom')) return `the metrics can be written to ${file}`;
  return {
    message: `the name of the metrics does not end in .prom: ${file}`,
    remedy: "The textfile collector of Prometheus's node exporter reads .prom files only: name the file so.",
  };
}

/** Whether a notification has an address. */
export function notifyOutcome(address: Webhook, environment: NodeJS.ProcessEnv): CheckOutcome {
  if (typeof address === 'string') return `a notification goes to ${new URL(address).host}`;
  try {
    const { key, keyName } = readKey('notify', address, environment, 'the address of the webhook');
    if (isUrl(key)) return `a notification goes to ${new URL(key).host}, by ${keyName}`;
    return { message: `no URL is in ${keyName}`, remedy: 'Put the address of the webhook into it.' };
  } catch (thrown) {
    if (!(thrown instanceof FolkloreError)) throw thrown;
    return { message: thrown.message, remedy: thrown.hint ?? '' };
  }
}
