import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import type { Origin } from '../../base/origin.js';
import { toOneLine } from '../../base/text.js';

/** Most characters of a message of a service. */
const LONGEST = 500;

/** A text of a service for messages: one line, without control characters, shortened. */
export function paragraph(text: string): string {
  const line = toOneLine(text.slice(0, LONGEST + 1));
  return text.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** The hint of a run that ended early. */
const CONTINUE = 'Run the same command again to continue: all answers so far are stored.';

/** The services' names in messages. */
export const SERVICE_NAMES: Readonly<Record<Origin['service'], string>> = {
  archive: 'The archive service',
  placenames: 'The place-names service',
};

/** The request of a message, without a key. */
interface RequestSubject {
  readonly service: Origin['service'];
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
}

/**
 * The error of a request without an answer when the patience is over.
 *
 * @param subject with how often it was tried and why it failed
 */
export function unavailable(
  subject: RequestSubject & { readonly account: string; readonly cause: unknown },
): FolkloreError {
  return new FolkloreError(
    'SERVICE_UNAVAILABLE',
    `${SERVICE_NAMES[subject.service]} at ${subject.origin} did not respond to GET ${subject.path} (${subject.account}).`,
    {
      hint: `Check that it is running and that its URL is right; harvest.patience (--patience) is how long a run waits for it. ${CONTINUE}`,
      cause: subject.cause,
    },
  );
}

/** The answer is longer than the configured limit. Another attempt would have the same result. */
export function answerTooLong(subject: RequestSubject, limit: number): FolkloreError {
  return new FolkloreError(
    'ANSWER_TOO_LONG',
    `${SERVICE_NAMES[subject.service]} at ${subject.origin} answered GET ${subject.path} with more than ${limit} bytes.`,
    {
      hint: `If a record of this service can be that long, raise harvest.maxAnswerMiB in the configuration. ${CONTINUE}`,
    },
  );
}

/** The answer is whole and cannot be read. Another attempt would have the same result. */
export class AnswerUnreadable extends FolkloreError {
  /** A clause. */
  readonly reason: string;

  constructor(subject: RequestSubject, reason: string) {
    super(
      'ANSWER_UNREADABLE',
      `${SERVICE_NAMES[subject.service]} at ${subject.origin} answered GET ${subject.path} with what cannot be read: ${reason}.`,
      {
        hint: `Are services.${subject.service}.url and services.${subject.service}.path right? If they are, the service has changed: please report the message. All answers so far are stored.`,
        exitCode: EXIT.gate,
      },
    );
    this.reason = reason;
  }
}

/** The service refuses the request. Another attempt would not help. */
export function requestRefused(
  subject: RequestSubject,
  status: string,
  detail: string | undefined,
): FolkloreError {
  return new FolkloreError(
    'REQUEST_REFUSED',
    `${SERVICE_NAMES[subject.service]} at ${subject.origin} refused GET ${subject.path} with ${status}${suffixOf(detail)}.`,
    {
      hint: "Check the service's URL and path in the configuration. If they are right, please report this.",
    },
  );
}

/** Whether an error is a refusal of one request. */
export const isRefused = (thrown: unknown): boolean =>
  thrown instanceof FolkloreError && thrown.code === 'REQUEST_REFUSED';

/** Whether a service refused access with 403: also that of a path that is closed (RFC 9110, section 15.5.4). */
export const isForbidden = (thrown: unknown): boolean => thrown instanceof KeyRefused && thrown.isForbidden;

class KeyRefused extends FolkloreError {
  /** Whether the status is 403. */
  readonly isForbidden: boolean;

  constructor(message: string, hint: string, isForbidden: boolean) {
    super('KEY_REFUSED', message, { hint });
    this.isForbidden = isForbidden;
  }
}

/** The service has its lists at no known path. */
export const noKnownPath = ({
  service,
  origin,
  paths,
}: Omit<RequestSubject, 'path'> & { readonly paths: readonly string[] }): FolkloreError =>
  new FolkloreError(
    'REQUEST_REFUSED',
    `${SERVICE_NAMES[service]} at ${origin} has no list at ${paths.join(', ')}.`,
    {
      hint: `Set services.${service}.path to the first part of every path of the service, from its documentation.`,
      exitCode: EXIT.misuse,
    },
  );

/** The address of a service is that of the other service. */
export const otherService = (service: Origin['service']): FolkloreError =>
  new FolkloreError(
    'CONFIG_INVALID',
    `${SERVICE_NAMES[service]} answers with the records of the other service.`,
    {
      hint: `Check services.${service}.url: are the addresses of the two services swapped, or the same? The last complete harvest is unchanged.`,
    },
  );

/** The service does not accept the key. */
export function keyRefused(
  subject: RequestSubject,
  keyName: string,
  status: string,
  detail: string | undefined,
  isForbidden: boolean,
): FolkloreError {
  return new KeyRefused(
    `${SERVICE_NAMES[subject.service]} at ${subject.origin} does not accept the API key (${status})${suffixOf(detail)}.`,
    `The key is from ${keyName}: set a key of this service there.`,
    isForbidden,
  );
}

/** The key cannot be sent in a header. */
export function unusableKey(settings: {
  readonly service: Origin['service'];
  readonly keyName: string;
}): FolkloreError {
  return new FolkloreError(
    'KEY_REFUSED',
    `${SERVICE_NAMES[settings.service]}'s API key has a character that cannot be sent in a header.`,
    {
      hint: `The key is from ${settings.keyName}. Remove line breaks and accents from it.`,
    },
  );
}

/** The configured URL is invalid. */
export function unusableUrl(settings: { readonly service: Origin['service'] }): FolkloreError {
  return new FolkloreError('CONFIG_INVALID', `services.${settings.service}.url is not a URL.`, {
    hint: 'Expected scheme, host and port, for example http://127.0.0.1:4010.',
  });
}

/** The run was interrupted. */
export function requestInterrupted(service: Origin['service'], request: string): FolkloreError {
  return new FolkloreError(
    'INTERRUPTED',
    `Stopped before the request "${request}" to the ${service} service.`,
    {
      hint: CONTINUE,
    },
  );
}

function suffixOf(detail: string | undefined): string {
  return detail === undefined ? '' : `: ${detail.replace(/\.$/, '')}`;
}
