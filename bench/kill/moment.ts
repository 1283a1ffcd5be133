import { draw } from './dice.js';
import type { Relay } from './relay.js';

/** When a run is ended, and how. */
export interface Moment {
  readonly signal: 'SIGKILL' | 'SIGINT';
  /** `ms` after it began; after so many `answers`; after so many `steps` of its very end. */
  readonly after: 'ms' | 'answers' | 'steps';
  /** How far into that stretch, 0 to 1. */
  readonly share: number;
  /** Milliseconds more: an answer is on its way to the disk for some of them. */
  readonly delayMs: number;
}

/** Measurements of an undisturbed run, from which the moments of kills are chosen. */
export interface Course {
  /** Milliseconds until the first answer. */
  readonly firstAnswerMs: number;
  readonly answers: number;
  /** What its end does on the disk, from the first document on. */
  readonly steps: number;
}

/** Of all moments, the share that lies before the first answer, and that lies before the last. */
const BEFORE_FIRST = 0.1;
const BEFORE_LAST = 0.6;

/** The longest further delay: a few times what an answer needs to reach the disk. */
const LONGEST_DELAY_MS = 12;

/** Every so manieth point is an interruption by the operator. */
const INTERRUPTED_EVERY = 10;

/** When the runs of a point are ended: the first of them spread evenly over the points, others anywhere. */
export function momentsOf(point: number, points: number, seed: number): Moment[] {
  const how = INTERRUPTED_EVERY - 1 === point % INTERRUPTED_EVERY ? 'SIGINT' : 'SIGKILL';
  const further = [0.35, 0.1].filter((share, index) => draw(seed, 'further', point, index) < share);
  return [
    momentAt((point + draw(seed, 'at', point)) / points, how, draw(seed, 'delay', point)),
    ...further.map((_, index) =>
      momentAt(draw(seed, 'at', point, index), 'SIGKILL', draw(seed, 'delay', point, index)),
    ),
  ];
}

function momentAt(share: number, signal: Moment['signal'], delay: number): Moment {
  // Whoever interrupts a run has seen it begin, and is told so only while there is something left to do.
  if (signal === 'SIGINT') return { signal, after: 'answers', share: share * 0.9, delayMs: 0 };
  const delayMs = Math.floor(delay * LONGEST_DELAY_MS);
  if (share < BEFORE_FIRST) return { signal, after: 'ms', share: share / BEFORE_FIRST, delayMs: 0 };
  if (share < BEFORE_LAST) {
    return {
      signal,
      after: 'answers',
      share: (share - BEFORE_FIRST) / (BEFORE_LAST - BEFORE_FIRST),
      delayMs,
    };
  }
  return { signal, after: 'steps', share: (share - BEFORE_LAST) / (1 - BEFORE_LAST), delayMs };
}

/**
 * Waits for a moment of a run that has just begun; one of its last steps is waited for by the hook in the run itself.
 *
 * @param course of what is left to do
 * @param onMoment what to do then; it is called once at most
 * @returns stops waiting
 */
export function awaitMoment(
  { after, share, delayMs }: Moment,
  { firstAnswerMs, answers }: Course,
  relay: Relay,
  onMoment: () => void,
): () => void {
  const timers: NodeJS.Timeout[] = [];
  const wait = (ms: number): void => {
    if (timers.length === 0) timers.push(setTimeout(onMoment, ms));
  };
  if (after === 'ms') wait(share * firstAnswerMs);
  const wanted = 1 + Math.floor(share * answers);
  relay.watch((answered) => {
    if (after === 'answers' && answered >= wanted) wait(delayMs);
  });
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

/** What the hook in a run is told, so that it ends the run itself. */
export function hookFor(moment: Moment | undefined, { steps }: Course): Readonly<Record<string, string>> {
  if (moment?.after !== 'steps') return {};
  return {
    KILL_AT_STEP: String(1 + Math.floor(moment.share * steps)),
    KILL_WHEN: moment.delayMs % 3 === 0 ? 'within' : 'after',
  };
}
