/** An event of a run, for the log. No output depends on it. */
export type RunEvent =
  | { readonly event: 'started'; readonly what: string }
  | { readonly event: 'fetched'; readonly service: string; readonly request: string; readonly bytes: number }
  | {
      readonly event: 'retrying';
      readonly service: string;
      readonly request: string;
      readonly reason: string;
      readonly attempt: number;
      readonly waitMs: number;
    }
  /** `what` names a progress bar; `total` may grow. */
  | { readonly event: 'progress'; readonly what: string; readonly done: number; readonly total: number }
  | { readonly event: 'note'; readonly message: string }
  /** Something failed that does not matter to the result. */
  | { readonly event: 'warning'; readonly message: string }
  | { readonly event: 'finished'; readonly what: string; readonly detail: string };

/** Receives run events; the command line writes them as text or JSON lines. */
export type Report = (event: RunEvent) => void;

/** Ignores all events. */
export const silent: Report = () => {};
