import { EXIT, FolkloreError } from '../base/errors.js';

/** A store that says no: asking again would not help. */
export class StoreRefusal extends FolkloreError {
  /** Of HTTP. */
  readonly status: number;

  constructor(code: 'KEY_REFUSED' | 'REQUEST_REFUSED', message: string, status: number, hint: string) {
    super(code, message, { hint, exitCode: code === 'KEY_REFUSED' ? EXIT.misuse : EXIT.fault });
    this.status = status;
  }
}

const WHO =
  'Set FOLKLORE_LD_STORE_USER and FOLKLORE_LD_STORE_PASSWORD, or FOLKLORE_LD_STORE_TOKEN, to those of somebody who may ' +
  'write to the store.';

/** The store wants to know who asks, or does not let them. */
export const notLetIn = (request: string, status: string, code: number): StoreRefusal =>
  new StoreRefusal(
    'KEY_REFUSED',
    `The store does not let us: ${request} was answered with ${status}.`,
    code,
    WHO,
  );

/** The store says that the request is wrong. */
export const refused = (request: string, status: string, said: string, code: number): StoreRefusal =>
  new StoreRefusal(
    'REQUEST_REFUSED',
    `The store refused ${request} with ${status}${said === '' ? '' : `: ${said}`}.`,
    code,
    'Are --store and --store-kind those of the store, and does it allow updates?',
  );

/** The store has no such endpoint. */
export const noEndpoint = (which: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The store has no endpoint for ${which}.`, {
    hint: 'Give the URL of the endpoint, or another --protocol.',
    exitCode: EXIT.misuse,
  });

/** No attempt brought an answer. */
export const unreachable = (request: string, reasons: readonly string[], cause: unknown): FolkloreError =>
  new FolkloreError(
    'SERVICE_UNAVAILABLE',
    `The store gave no answer to ${request} (tried ${reasons.length === 1 ? 'once' : `${reasons.length} times`}: ${[...new Set(reasons)].join(', ')}).`,
    {
      hint: 'Is it running, and is the URL right? Run the same command again: it goes on where it was.',
      exitCode: EXIT.unavailable,
      cause,
    },
  );

/** Somebody asked the run to stop. */
export const stopped = (request: string): FolkloreError =>
  new FolkloreError('INTERRUPTED', `Stopped before ${request}.`, {
    hint: 'Run the same command again: it goes on where it was.',
    exitCode: EXIT.interrupted,
  });
