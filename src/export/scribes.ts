import { ahead } from '../base/ahead.js';
import { type Batch, unitsIn } from './batch.js';
import type { Folio } from './folio.js';
import { type Knowledge, Scribe } from './scribe.js';
import type { BuildPlan } from './settings.js';
import type { Voice } from './voice.js';

/**
 * Batches that are under way at the same time, whoever works on them. It is the same for one worker and for many, so
 * that what follows from a batch follows at the same place.
 */
const AHEAD = 8;

/** Records under way at the same time, about: some answers are very large. */
const MOST_UNITS = 4000;

/** Whoever makes folios of batches. */
export interface Scribes {
  /** What has to be known of the whole harvest, before anything is asked for. */
  learn(knowledge: Knowledge): void;
  /** Several may be asked for at the same time. */
  write(batch: Batch): Promise<Folio>;
  /** Takes back the memory of a folio's texts, once it has been filed. */
  giveBack(memory: readonly Uint8Array[]): void;
  /** Lets go of everything, finished or not. */
  close(): Promise<void>;
}

/** One scribe, in this thread. */
export class OneScribe implements Scribes {
  readonly #plan: BuildPlan;
  readonly #voice: Voice;
  #scribe: Scribe | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(plan: BuildPlan, voice: Voice) {
    this.#plan = plan;
    this.#voice = voice;
  }

  learn(knowledge: Knowledge): void {
    this.#scribe = new Scribe(this.#plan, knowledge, this.#voice);
  }

  write(batch: Batch): Promise<Folio> {
    const scribe = this.#scribe;
    if (scribe === undefined) throw new Error('A scribe must know the harvest before it writes.');
    const folio = this.#turn.then(() => scribe.write(batch));
    this.#turn = folio.catch(() => undefined);
    return folio;
  }

  giveBack(memory: readonly Uint8Array[]): void {
    this.#scribe?.giveBack(memory);
  }

  async close(): Promise<void> {}
}

/**
 * Folios in the order of their batches.
 *
 * @param batches asked for the next one once everything that was yielded has been dealt with
 */
export async function* inOrder(scribes: Scribes, batches: Iterable<Batch>): AsyncGenerator<Folio> {
  const load = { of: unitsIn, most: MOST_UNITS };
  for await (const [, folio] of ahead(batches, AHEAD, (batch) => scribes.write(batch), load)) yield folio;
}
