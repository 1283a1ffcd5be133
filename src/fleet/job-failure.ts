import { type ErrorCode, type ExitCode, FolkloreError, messageOf } from '../base/errors.js';

/** Why a job has failed. Redis holds it as text. */
export interface JobFailure {
  readonly message: string;
  /** The properties of a FolkloreError. */
  readonly own?: { readonly code: ErrorCode; readonly hint: string; readonly exitCode: ExitCode };
}

/** Errors of disks and folders: another attempt, or another machine, may do better. */
const INFRASTRUCTURE: ReadonlySet<ErrorCode> = new Set([
  'OUTPUT_UNWRITABLE',
  'STORE_UNUSABLE',
  'WORKER_FAILED',
]);

/** Whether another attempt may help. */
export const isInfrastructure = (thrown: unknown): boolean =>
  !(thrown instanceof FolkloreError) || INFRASTRUCTURE.has(thrown.code);

/** The text of an error for Redis. It names files and records by their ids, and holds no value of a record. */
export function writeFailure(thrown: unknown): string {
  const message = messageOf(thrown);
  if (!(thrown instanceof FolkloreError)) return JSON.stringify({ message });
  const { code, hint, exitCode } = thrown;
  return JSON.stringify({ message, own: { code, hint, exitCode } });
}

/** Reads what {@link writeFailure} wrote, or a message of the queue. */
export function readFailure(text: string): JobFailure {
  try {
    return JSON.parse(text) as JobFailure;
  } catch {
    return { message: /stalled/.test(text) ? 'it has ended the worker each of three times' : text };
  }
}
