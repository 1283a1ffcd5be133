import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import type { Origin } from '../base/origin.js';
import { type List, listOf } from '../client/envelope.js';

/**
 * The records of an answer, whatever the envelope.
 *
 * @throws FolkloreError ANSWER_UNREADABLE when it is no list of records: that is no data, and a run that took
 *   it for an empty list would lose records
 */
export function recordsOf(service: Origin['service'], request: string, body: unknown): readonly unknown[] {
  return listAnswer(service, request, body).records;
}

/** The same with what the envelope announces: how many records and pages there are. */
export function listAnswer(service: Origin['service'], request: string, body: unknown): List {
  try {
    return listOf(body);
  } catch (thrown) {
    throw new FolkloreError(
      'ANSWER_UNREADABLE',
      `The ${service} service's answer to ${request} cannot be read: ${messageOf(thrown)}`,
      {
        hint: "Are the service's URL and path right? If they are, the service has changed: please report it.",
        exitCode: EXIT.fault,
        cause: thrown,
      },
    );
  }
}
