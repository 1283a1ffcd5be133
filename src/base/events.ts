import type { Ending } from './exit-codes.js';

/** Phases of a harvest and a build, in their order. */
export type Phase = 'harvest' | 'index' | 'map' | 'check' | 'write' | 'describe';

/** What a harvest requested and received. */
export interface HarvestCounts {
  readonly requests: number;
  readonly bodies: number;
  readonly unchanged: number;
  readonly missing: number;
  /** Lists that were empty in the last harvest, and were not requested. */
  readonly emptyLists: number;
  /** Where a service sent less than it announces. */
  readonly gaps: number;
  readonly withdrawn: number;
}

/** What a release contains. */
export interface ReleaseCounts {
  readonly label: string;
  /** By kind, then by outcome. */
  readonly records: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** By severity. */
  readonly findings: Readonly<Record<string, number>>;
  readonly dumps: readonly {
    readonly dataset: string;
    readonly format: string;
    readonly triples: number;
    readonly bytes: number;
  }[];
  readonly shards: { readonly mapped: number; readonly reused: number };
}

/** An event of a run, for the log. No output depends on it. */
export type RunEvent =
  | { readonly event: 'started'; readonly what: string; readonly phase?: Phase }
  | { readonly event: 'fetched'; readonly service: string; readonly request: string; readonly bytes: number }
  | {
      readonly event: 'retrying';
      readonly service: string;
      readonly request: string;
      readonly reason: string;
      readonly attempt: number;
      /** Milliseconds until the next attempt. */
      readonly waitMs: number;
      /** Milliseconds until the run gives up. */
      readonly leftMs: number;
    }
  /** `what` names a progress bar. */
  | {
      readonly event: 'progress';
      readonly what: string;
      readonly done: number;
      readonly total: number;
      /** Whether the total may grow: then no remaining time is shown. */
      readonly isOpen?: boolean;
    }
  | { readonly event: 'note'; readonly message: string }
  /** Something failed that does not matter to the result. */
  | { readonly event: 'warning'; readonly message: string }
  | { readonly event: 'harvested'; readonly counts: HarvestCounts }
  | { readonly event: 'released'; readonly counts: ReleaseCounts }
  | { readonly event: 'finished'; readonly what: string; readonly detail: string }
  /** The end of a command without an error, whose exit code is not 0. */
  | ({ readonly event: 'ended' } & Ending);

/** Receives run events; the command line writes them as text or JSON lines. */
export type Report = (event: RunEvent) => void;

/** Ignores all events. */
export const silent: Report = () => {};
