import type { ErrorCode, ExitCode } from '../base/errors.js';
import type { RecordRef } from '../records/record.js';
import type { JobInput, JobName, JobOutput } from './jobs.js';
import type { MapperIndex } from './map-shard.js';

/** The mapper's part of the global index, as plain data. */
export type IndexMessage = Omit<MapperIndex, 'withheld' | 'unreadable'> &
  Readonly<Record<'withheld' | 'unreadable', readonly RecordRef[]>>;

/** What a worker thread is sent: first the index, then one job after another. */
export type WorkerRequest =
  | { readonly index: IndexMessage }
  | { readonly number: number; readonly name: JobName; readonly input: JobInput<JobName> };

/** What it sends back for each job. */
export type WorkerResponse =
  | { readonly number: number; readonly output: JobOutput<JobName> }
  | { readonly number: number; readonly failure: WorkerFailure };

/** An error between threads, which loses its class on the way. */
export interface WorkerFailure {
  readonly message: string;
  /** The properties of a FolkloreError; absent for any other error. */
  readonly own?: { readonly code: ErrorCode; readonly hint: string; readonly exitCode: ExitCode };
}
