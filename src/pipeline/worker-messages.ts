import type { ErrorCode, ExitCode } from '../base/errors.js';
import type { RecordRef } from '../records/record.js';
import type { MapperIndex } from './map-shard.js';
import type { ShardOutput } from './shard-output.js';
import type { Shard } from './shards.js';

/** What has to be known of the whole harvest, as plain data. */
export type IndexMessage = Omit<MapperIndex, 'withheld' | 'unreadable'> &
  Readonly<Record<'withheld' | 'unreadable', readonly RecordRef[]>>;

/** What a thread is told: first what it has to know, then one batch after another, and what memory is its own again. */
export type WorkerRequest =
  | { readonly known: IndexMessage }
  | { readonly number: number; readonly batch: Shard }
  | { readonly memory: readonly Uint8Array[] };

export type WorkerResponse =
  | { readonly number: number; readonly output: ShardOutput }
  | { readonly number: number; readonly failure: WorkerFailure };

/** An error on its way between threads, which leaves its class behind. */
export interface WorkerFailure {
  readonly message: string;
  readonly own?: { readonly code: ErrorCode; readonly hint: string; readonly exitCode: ExitCode };
}

/** What changes hands instead of being copied. */
export const transferableBuffers = (memory: readonly Uint8Array[]): ArrayBuffer[] => [
  ...new Set(memory.filter(({ length }) => length > 0).map(({ buffer }) => buffer as ArrayBuffer)),
];
