const SECOND_MS = 1000;

/** When the next request may be sent: evenly spread over the second, and not before a pause asked for ends. */
export class Pace {
  readonly #intervalMs: number;
  readonly #now: () => number;
  #next = 0;

  /**
   * @param perSecond most requests begun in a second; undefined: no limit
   * @param now milliseconds since 1970
   */
  constructor(perSecond: number | undefined, now: () => number) {
    this.#intervalMs = perSecond === undefined ? 0 : SECOND_MS / perSecond;
    this.#now = now;
  }

  /** Takes the next turn and says how many milliseconds there are until it comes; 0: now. */
  turn(): number {
    const now = this.#now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#intervalMs;
    return Math.ceil(at - now);
  }

  /** No turn comes before this time (milliseconds since 1970). */
  holdUntil(time: number): void {
    this.#next = Math.max(this.#next, time);
  }
}
