const SECOND_MS = 1000;

/** When the next request may be sent: evenly spread over the second, and not before a pause asked for ends. */
export class Pace {
  readonly #intervalMs: number;
  readonly #monotonic: () => number;
  #next = Number.NEGATIVE_INFINITY;

  /**
   * @param perSecond most requests begun in a second; undefined: no limit
   * @param monotonic milliseconds by a clock that is never set
   */
  constructor(perSecond: number | undefined, monotonic: () => number) {
    this.#intervalMs = perSecond === undefined ? 0 : SECOND_MS / perSecond;
    this.#monotonic = monotonic;
  }

  /** Takes the next turn and says how many milliseconds there are until it comes; 0: now. */
  turn(): number {
    const now = this.#monotonic();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#intervalMs;
    return Math.ceil(at - now);
  }

  /** No turn comes in the next so many milliseconds. */
  hold(ms: number): void {
    this.#next = Math.max(this.#next, this.#monotonic() + ms);
  }
}
