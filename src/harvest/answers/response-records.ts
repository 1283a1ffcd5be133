import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Origin } from '../../base/origin.js';
import { listOf, type ResponseList, singleObject } from '../client/envelope.js';

/** What asks for one record by its id. */
const ONE_RECORD = /^[^?]*\/\d+$/;

/**
 * The records of an answer, whatever the envelope; of a request for one record that one, even without its id.
 *
 * @throws FolkloreError ANSWER_UNREADABLE when it is no list of records: that is no data, and a run that took
 *   it for an empty list would lose records
 */
export function responseRecords(
  service: Origin['service'],
  request: string,
  body: unknown,
): readonly unknown[] {
  return ONE_RECORD.test(request)
    ? [readable(service, request, () => singleObject(body))]
    : responseList(service, request, body).records;
}

/** The same with what the envelope announces: how many records and pages there are. */
export function responseList(service: Origin['service'], request: string, body: unknown): ResponseList {
  return readable(service, request, () => listOf(body));
}

function readable<T>(service: Origin['service'], request: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw new FolkloreError(
      'ANSWER_UNREADABLE',
      `The ${service} service's answer to ${request} cannot be read: ${messageOf(thrown)}`,
      {
        hint: "Are the service's URL and path right? If they are, the service has changed: please report it.",
        cause: thrown,
      },
    );
  }
}
