import { setTimeout as sleep } from 'node:timers/promises';
import { draw } from '../kill/dice.js';
import type { Ran } from '../processes.js';
import type { Loaded, Loader } from './loader.js';
import type { Months } from './months.js';
import type { Opened, Victim, Way } from './way.js';

/** Which moments are taken. */
const SEED = 1;

/** How often it is looked whether the moment has come. */
const LOOK_MS = 5;

/** What a store was found to hold. */
export interface Verdict {
  readonly seconds: number;
  readonly isWhole: boolean;
  /** `whole`, or the problem in a few words. */
  readonly outcome: string;
}

/** How a load was ended. */
export interface Kill {
  readonly victim: Victim;
  /** The moment: a share of the bytes of an undisturbed load, or of its time where bytes are not counted; undefined: too late. */
  readonly share: number | undefined;
}

/** A disturbed load and its result. */
export interface Disturbed {
  readonly kills: readonly Kill[];
  /** From the last restart, of the store too if it was killed, to the end of the load. */
  readonly seconds: number;
  /** Bytes sent in all loads together, of those of an undisturbed one; absent where they are not counted. */
  readonly sent?: number;
  readonly verdict: Verdict;
}

/** What came of one way. */
export interface Trial {
  readonly way: Way;
  /** Seconds of a load that was left alone. */
  readonly load: number;
  readonly verdict: Verdict;
  /** The release of the next month in the place of the first. */
  readonly next: { readonly seconds: number; readonly verdict: Verdict };
  readonly disturbed: Disturbed;
}

/** A load that was left alone, to aim by. */
interface Alone {
  readonly seconds: number;
  readonly sent: number | undefined;
}

/**
 * Loads the release of a month, loads that of the next in its place, and loads the first once more into another store,
 * while it is killed repeatedly. After each load the store is verified.
 *
 * @param folderFor makes paths that nothing has yet
 * @throws Error when a load fails that was not killed
 */
export async function tryWay(
  way: Way,
  months: Months,
  folderFor: (name: string) => string,
  log: (what: string) => void,
): Promise<Trial> {
  const first = await undisturbed(await way.open(folderFor('store')), months, log);
  const disturbed = await disturb(await way.open(folderFor('store')), way, months.first, first.alone, log);
  const { alone, verdict, next } = first;
  return { way, load: alone.seconds, verdict, next, disturbed };
}

async function undisturbed(
  store: Opened,
  { first, second }: Months,
  log: (what: string) => void,
): Promise<{ readonly alone: Alone } & Pick<Trial, 'verdict' | 'next'>> {
  try {
    log('loading');
    const { seconds } = done(await store.load(first).ended);
    const alone = { seconds, sent: store.sent?.() };
    log(`loaded in ${seconds.toFixed(1)} s; verifying`);
    const verdict = verdictOf(await store.verify(first));
    log('loading the next month');
    const later = done(await store.load(second).ended);
    log('verifying');
    const next = { seconds: later.seconds, verdict: verdictOf(await store.verify(second)) };
    return { alone, verdict, next };
  } finally {
    await store.close();
  }
}

async function disturb(
  store: Opened,
  way: Way,
  release: string,
  alone: Alone,
  log: (what: string) => void,
): Promise<Disturbed> {
  const kills: Kill[] = [];
  let restarted = 0;
  try {
    for (const [number, victim] of way.victims.entries()) {
      const share = momentOf(number, way.victims.length, `${way.store} ${way.protocol}`);
      log(`loading, and killing ${victim} at ${Math.round(share * 100)} %`);
      const reached = await killedAt(store, store.load(release), share, alone);
      if (victim === 'the loader and the store') await store.kill?.();
      kills.push({ victim, share: reached });
      restarted = performance.now();
      if (victim === 'the loader and the store') await store.start?.();
    }
    log('loading again');
    const { code, log: loaderLog } = await store.load(release).ended;
    const seconds = (performance.now() - restarted) / 1000;
    const sent = store.sent?.();
    log(code === 0 ? `loaded in ${seconds.toFixed(1)} s; verifying` : `ended with ${code}:\n${loaderLog}`);
    const verdict =
      code === 0
        ? verdictOf(await store.verify(release))
        : { seconds: 0, isWhole: false, outcome: `load ended with ${code}` };
    const isSeen = sent !== undefined && alone.sent !== undefined;
    return { kills, seconds, ...(isSeen ? { sent: sent / alone.sent } : {}), verdict };
  } finally {
    await store.close();
  }
}

/**
 * When a load is killed: at a share of what one does that is left alone. Each kill has a stretch of its own, in the
 * middle of which it lies somewhere.
 *
 * @param number which kill of so many, from 0
 * @param called what tells one way from another
 */
export const momentOf = (number: number, many: number, called: string): number =>
  (number + 0.2 + 0.6 * draw(SEED, called, number)) / many;

/**
 * Kills a loader at a moment.
 *
 * @returns the moment that was met; undefined when the load had ended
 * @throws Error when it had failed
 */
async function killedAt(store: Opened, loader: Loader, share: number, alone: Alone): Promise<Kill['share']> {
  const begun = performance.now();
  const reached = (): number => {
    const sent = store.sent?.();
    return sent === undefined || alone.sent === undefined
      ? (performance.now() - begun) / 1000 / alone.seconds
      : sent / alone.sent;
  };
  let ended: Loaded | undefined;
  loader.ended.then((how) => {
    ended = how;
  });
  while (ended === undefined && reached() < share) await sleep(LOOK_MS);
  const at = reached();
  loader.kill();
  const loaded = await loader.ended;
  if (loaded.code === null) return at;
  done(loaded);
  return undefined;
}

function done(loaded: Loaded): Loaded {
  if (loaded.code === 0) return loaded;
  throw new Error(`a load that was not killed ended with ${loaded.code}:\n${loaded.log}`);
}

/** The result of `folklore-ld verify` of a store, in a few words. */
export function verdictOf({ code, seconds, stdout }: Pick<Ran, 'code' | 'seconds' | 'stdout'>): Verdict {
  if (code === 0) return { seconds, isWhole: true, outcome: 'whole' };
  const [, count] = /^([\d,]+) problems?:$/m.exec(stdout) ?? [];
  const outcome = count === undefined ? `verify ended with ${code}` : `problems: ${count}`;
  return { seconds, isWhole: false, outcome };
}
