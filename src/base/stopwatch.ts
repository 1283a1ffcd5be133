/** Adds up how long the stages of something take, in milliseconds. Nothing that is written depends on it. */
export class Stopwatch {
  #spent = new Map<string, number>();
  readonly #begun = performance.now();
  #last = this.#begun;

  /** Since it was made. */
  get elapsed(): number {
    return performance.now() - this.#begun;
  }

  /** What went before is nobody's time. */
  begin(): void {
    this.#last = performance.now();
  }

  /** Everything since the last lap was of this stage. */
  lap(stage: string): void {
    const now = performance.now();
    this.#spent.set(stage, (this.#spent.get(stage) ?? 0) + now - this.#last);
    this.#last = now;
  }

  /** Adds what another one has measured. */
  addLaps(spent: ReadonlyMap<string, number>): void {
    for (const [stage, ms] of spent) this.#spent.set(stage, (this.#spent.get(stage) ?? 0) + ms);
  }

  /** What each stage took, and begins anew. */
  takeLaps(): ReadonlyMap<string, number> {
    const spent = this.#spent;
    this.#spent = new Map();
    return spent;
  }
}
