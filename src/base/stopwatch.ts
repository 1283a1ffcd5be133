import type { Mergeable } from './mergeable.js';

/** Adds up the time of stages, in milliseconds. No output of a build depends on it. */
export class Stopwatch implements Mergeable<ReadonlyMap<string, number>> {
  #laps = new Map<string, number>();
  readonly #startedAt = performance.now();
  #last = this.#startedAt;

  get elapsed(): number {
    return performance.now() - this.#startedAt;
  }

  /** Starts a lap; the time since the last one is not counted. */
  begin(): void {
    this.#last = performance.now();
  }

  /** Adds the time since the last lap to a stage. */
  lap(stage: string): void {
    const now = performance.now();
    this.merge(new Map([[stage, now - this.#last]]));
    this.#last = now;
  }

  merge(laps: ReadonlyMap<string, number>): void {
    for (const [stage, ms] of laps) this.#laps.set(stage, (this.#laps.get(stage) ?? 0) + ms);
  }

  /** The times of all stages, which start again from 0. */
  take(): ReadonlyMap<string, number> {
    const laps = this.#laps;
    this.#laps = new Map();
    return laps;
  }
}
