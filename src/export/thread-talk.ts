import type { ErrorCode, ExitCode } from '../base/errors.js';
import type { Batch } from './batch.js';
import type { Folio } from './folio.js';
import type { Knowledge } from './scribe.js';
import type { UnitRef } from './unit.js';

/** What has to be known of the whole harvest, as plain data. */
export type Known = Omit<Knowledge, 'withheld' | 'unreadable'> &
  Readonly<Record<'withheld' | 'unreadable', readonly UnitRef[]>>;

/** What a thread is told: first what it has to know, then one batch after another, and what memory is its own again. */
export type Told =
  | { readonly known: Known }
  | { readonly number: number; readonly batch: Batch }
  | { readonly memory: readonly Uint8Array[] };

export type Answered =
  | { readonly number: number; readonly folio: Folio }
  | { readonly number: number; readonly failure: Failure };

/** An error on its way between threads, which leaves its class behind. */
export interface Failure {
  readonly message: string;
  readonly own?: { readonly code: ErrorCode; readonly hint: string; readonly exitCode: ExitCode };
}

/** What changes hands instead of being copied. */
export const buffersOf = (memory: readonly Uint8Array[]): ArrayBuffer[] => [
  ...new Set(memory.filter(({ length }) => length > 0).map(({ buffer }) => buffer as ArrayBuffer)),
];
