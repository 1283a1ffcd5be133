/** What a run tells about itself while it goes on. No outcome depends on anybody listening. */
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
  | {
      readonly event: 'progress';
      /** What goes on: one bar each. */
      readonly what: string;
      readonly done: number;
      /** As far as is known: it may grow. */
      readonly total: number;
    }
  | { readonly event: 'note'; readonly message: string }
  | { readonly event: 'finished'; readonly what: string; readonly detail: string };

/** Receives run events; the command line makes text or JSON lines of them. */
export type Report = (event: RunEvent) => void;

/** For callers that want no narration. */
export const silent: Report = () => {};
