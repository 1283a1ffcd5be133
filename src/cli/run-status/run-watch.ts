import { hostname } from 'node:os';
import { FolkloreError, messageOf, withRemedy } from '../../base/errors.js';
import type { HarvestCounts, Phase, ReleaseCounts, RunEvent } from '../../base/events.js';
import { EXIT, type ExitCode } from '../../base/exit-codes.js';
import { PROGRAM_VERSION } from '../version.js';

/** The file beside a store, and the body of a notification: how a run goes, or how it went. */
export interface RunStatus {
  readonly format: 'folklore-ld-status';
  readonly version: 1;
  readonly program: string;
  readonly command: string;
  readonly runId: string;
  readonly host: string;
  readonly pid: number;
  /** The phase that runs, or in which the run ended; null before the first. */
  readonly phase: Phase | null;
  /** Times as ISO 8601 in UTC. `updated` is at most some seconds old in a run that makes progress. */
  readonly started: string;
  readonly updated: string;
  readonly ended: string | null;
  /** null while the run goes on. */
  readonly exitCode: ExitCode | null;
  /** Why the exit code of a run that ended without an error is not 0. */
  readonly because?: string;
  /** The error that ended the run. */
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
  /** By the names of the progress bars. */
  readonly progress: Readonly<Record<string, { readonly done: number; readonly total: number }>>;
  /** Seconds of each phase. */
  readonly seconds: Readonly<Partial<Record<Phase, number>>>;
  /** Bytes received from the services. */
  readonly receivedBytes: number;
  readonly harvest?: HarvestCounts;
  readonly release?: ReleaseCounts;
}

/** The facts of a run that are known when it starts, and its clock. */
interface WatchedRun {
  readonly command: string;
  readonly runId: string;
  readonly startedAt: Date;
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Collects from the events of a run how it goes. */
export class RunWatch {
  readonly #run: WatchedRun;
  readonly #progress = new Map<string, { readonly done: number; readonly total: number }>();
  readonly #milliseconds = new Map<Phase, number>();
  #phase: { readonly name: Phase; readonly since: number } | undefined;
  #receivedBytes = 0;
  #harvest: HarvestCounts | undefined;
  #release: ReleaseCounts | undefined;
  #end:
    | (Pick<RunStatus, 'error' | 'because'> & { readonly exitCode: ExitCode; readonly at: number })
    | undefined;

  constructor(run: WatchedRun) {
    this.#run = run;
  }

  /** @returns whether a phase or a step has started or ended */
  see(event: RunEvent): boolean {
    switch (event.event) {
      case 'started':
        if (event.phase === undefined) return false;
        this.#endPhase();
        this.#phase = { name: event.phase, since: this.#run.now() };
        this.#progress.clear();
        return true;
      case 'fetched':
        this.#receivedBytes += event.bytes;
        return false;
      case 'progress':
        this.#progress.set(event.what, { done: event.done, total: event.total });
        return false;
      case 'harvested':
        this.#harvest = event.counts;
        return true;
      case 'released':
        this.#release = event.counts;
        return true;
      default:
        return false;
    }
  }

  /** Ends the run, with its exit code or the error that ended it. */
  end(
    outcome: { readonly exitCode: ExitCode; readonly because?: string } | { readonly thrown: unknown },
  ): void {
    this.#endPhase();
    this.#end = { at: this.#run.now(), ...('thrown' in outcome ? failureOf(outcome.thrown) : outcome) };
  }

  get status(): RunStatus {
    const { command, runId, startedAt, pid, now } = this.#run;
    const { at, exitCode, error, because } = this.#end ?? {};
    return {
      format: 'folklore-ld-status',
      version: 1,
      program: PROGRAM_VERSION,
      command,
      runId,
      host: hostname(),
      pid,
      phase: this.#phase?.name ?? null,
      started: startedAt.toISOString(),
      updated: new Date(at ?? now()).toISOString(),
      ended: at === undefined ? null : new Date(at).toISOString(),
      exitCode: exitCode ?? null,
      ...(because === undefined ? {} : { because }),
      ...(error === undefined ? {} : { error }),
      progress: Object.fromEntries(this.#progress),
      seconds: Object.fromEntries([...this.#milliseconds].map(([phase, ms]) => [phase, ms / 1000])),
      receivedBytes: this.#receivedBytes,
      ...(this.#harvest === undefined ? {} : { harvest: this.#harvest }),
      ...(this.#release === undefined ? {} : { release: this.#release }),
    };
  }

  #endPhase(): void {
    if (this.#phase === undefined || this.#end !== undefined) return;
    const { name, since } = this.#phase;
    this.#milliseconds.set(name, (this.#milliseconds.get(name) ?? 0) + this.#run.now() - since);
  }
}

function failureOf(error: unknown): Pick<RunStatus, 'error'> & { readonly exitCode: ExitCode } {
  const thrown = withRemedy(error);
  if (!(thrown instanceof FolkloreError))
    return { exitCode: EXIT.fault, error: { code: 'UNEXPECTED', message: messageOf(thrown) } };
  const { code, message, hint, exitCode } = thrown;
  return { exitCode, error: { code, message, hint } };
}
