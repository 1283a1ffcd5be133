import { EXIT, FolkloreError } from '../base/errors.js';
import type { Origin } from '../base/origin.js';
import { toOneLine } from '../base/text.js';

/** A message longer than this is cut: it is meant for one paragraph on a terminal. */
const LONGEST = 500;

/** Words of a service as they may be shown: nothing in them steers a terminal or begins a line. */
export function paragraph(text: string): string {
  const line = toOneLine(text.slice(0, LONGEST + 1));
  return text.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** Said to everybody whose run ended before it was done: nothing is lost. */
const GO_ON = 'Run the same command again: what was gained is kept, and it goes on from there.';

/** What each service is called in messages. */
const CALLED: Readonly<Record<Origin['service'], string>> = {
  archive: 'The archive service',
  placenames: 'The place-names service',
};

/** Which request it is about, in words fit for showing: no key in it. */
export interface RequestSubject {
  readonly service: Origin['service'];
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
}

/** No attempt brought an answer. */
export function unavailable(
  asked: RequestSubject & { readonly reasons: readonly string[]; readonly cause: unknown },
): FolkloreError {
  const { reasons } = asked;
  const tried = reasons.length === 1 ? 'tried once' : `tried ${reasons.length} times`;
  return new FolkloreError(
    'SERVICE_UNAVAILABLE',
    `${CALLED[asked.service]} at ${asked.origin} gave no answer to GET ${asked.path} (${tried}: ${tally(reasons)}).`,
    { hint: `Is it running, and is the URL right? ${GO_ON}`, exitCode: EXIT.unavailable, cause: asked.cause },
  );
}

/** The same reason several times is said once: `503 Service Unavailable ×4, connection lost`. */
function tally(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => (count === 1 ? reason : `${reason} ×${count}`)).join(', ');
}

/** The answer is longer than the configured limit. Another attempt would bring the same one. */
export function answerTooLong(subject: RequestSubject, limit: number): FolkloreError {
  return new FolkloreError(
    'ANSWER_TOO_LONG',
    `${CALLED[subject.service]} at ${subject.origin} answered GET ${subject.path} with more than ${limit} bytes.`,
    {
      hint: `If a record of this service can be that long, raise harvest.maxAnswerMiB in the configuration. ${GO_ON}`,
      exitCode: EXIT.fault,
    },
  );
}

/** The service says that the request is wrong; asking again would not help. */
export function requestRefused(
  asked: RequestSubject,
  status: string,
  detail: string | undefined,
): FolkloreError {
  return new FolkloreError(
    'REQUEST_REFUSED',
    `${CALLED[asked.service]} at ${asked.origin} refused GET ${asked.path} with ${status}${said(detail)}.`,
    {
      hint: "Are the service's URL and path those of the version this program speaks? If so, please report it.",
      exitCode: EXIT.fault,
    },
  );
}

/** The service does not know the key, there is none, or it does not open this service. */
export function keyRefused(
  asked: RequestSubject,
  keyName: string,
  status: string,
  detail: string | undefined,
): FolkloreError {
  return new FolkloreError(
    'KEY_REFUSED',
    `${CALLED[asked.service]} at ${asked.origin} does not accept the API key (${status})${said(detail)}.`,
    { hint: `The key comes from ${keyName}: put a key of this service there.`, exitCode: EXIT.misuse },
  );
}

/** The key cannot be sent at all. */
export function unusableKey(settings: {
  readonly service: Origin['service'];
  readonly keyName: string;
}): FolkloreError {
  return new FolkloreError(
    'KEY_REFUSED',
    `${CALLED[settings.service]} cannot be asked with this API key: it holds a character no header can carry.`,
    {
      hint: `The key comes from ${settings.keyName}: is there a line break or an accent in it?`,
      exitCode: EXIT.misuse,
    },
  );
}

/** There is no such address. */
export function unusableUrl(settings: { readonly service: Origin['service'] }): FolkloreError {
  return new FolkloreError('CONFIG_INVALID', `services.${settings.service}.url is not a URL.`, {
    hint: 'Expected scheme, host and port, for example http://127.0.0.1:4010.',
    exitCode: EXIT.misuse,
  });
}

/** Somebody asked the run to stop. */
export function requestInterrupted(service: Origin['service'], request: string): FolkloreError {
  return new FolkloreError('INTERRUPTED', `Stopped before asking the ${service} service for "${request}".`, {
    hint: GO_ON,
    exitCode: EXIT.interrupted,
  });
}

function said(detail: string | undefined): string {
  return detail === undefined ? '' : `: ${detail.replace(/\.$/, '')}`;
}
