import type { Batch } from './batch.js';
import type { Folio } from './folio.js';
import type { Scribe } from './scribe.js';

/**
 * Batches that are under way at the same time, whoever works on them. It is the same for one worker and for many, so
 * that what follows from a batch follows at the same place.
 */
const AHEAD = 8;

/** Whoever makes folios of batches. */
export interface Scribes {
  /** Several may be asked for at the same time. */
  write(batch: Batch): Promise<Folio>;
  /** Lets go of everything, finished or not. */
  close(): Promise<void>;
}

/** One scribe, in this thread. */
export class OneScribe implements Scribes {
  readonly #scribe: Scribe;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(scribe: Scribe) {
    this.#scribe = scribe;
  }

  write(batch: Batch): Promise<Folio> {
    const folio = this.#turn.then(() => this.#scribe.write(batch));
    this.#turn = folio.catch(() => undefined);
    return folio;
  }

  async close(): Promise<void> {}
}

/**
 * Folios in the order of their batches.
 *
 * @param next the next batch, as far as is known once everything that was yielded has been dealt with
 */
export async function* inOrder(scribes: Scribes, next: () => Batch | undefined): AsyncGenerator<Folio> {
  const open: Promise<Folio>[] = [];
  for (;;) {
    while (open.length < AHEAD) {
      const batch = next();
      if (batch === undefined) break;
      const folio = scribes.write(batch);
      // Whoever waits for it hears of a failure; until then it is nobody's.
      folio.catch(() => {});
      open.push(folio);
    }
    const first = open.shift();
    if (first === undefined) return;
    yield await first;
  }
}
