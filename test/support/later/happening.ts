import type { Random } from '../../../src/services/generated-world/random.js';
import type { Happened } from './happened.js';
import type { Month } from './month.js';

/** One sort of thing that happens to records. */
export interface Happening {
  readonly name: string;
  /** What the public notices it as, when it notices. */
  readonly as: keyof Happened;
  /** Lets it happen, to one record at least and at most to a share of those it can happen to. */
  readonly happen: (month: Month, random: Random, share: number) => void;
}

/** In so many months of one. */
const RARELY = 0.3;

/** How many of so many: none of none, and none for no share. */
function timesOf(many: number, share: number, random: Random): number {
  if (many === 0 || share === 0) return 0;
  return random.between(1, Math.max(1, Math.floor(many * share)));
}

/** Something that befalls records that are there: each of them once a month, whatever it is. */
export const befalling = <R extends { readonly id: number | string }>(
  kind: string,
  as: Happening['as'],
  name: string,
  whom: (month: Month) => readonly R[],
  befall: (one: R, month: Month, random: Random) => void,
): Happening => ({
  name: `${kind}: ${name}`,
  as,
  happen: (month, random, share) => {
    const free = whom(month).filter((one) => !month.isClaimed(kind, one.id));
    const times = timesOf(free.length, share, random);
    for (const one of random.sample(free, times, times)) {
      month.claim(kind, one.id);
      befall(one, month, random);
    }
  },
});

/** Records that arrive, each made after the pattern of one that is there; `arrive` gives the id of the new one. */
export const arriving = <R>(
  kind: string,
  name: string,
  patterns: (month: Month) => readonly R[],
  arrive: (pattern: R, month: Month, random: Random) => number | string,
): Happening => ({
  name: `${kind}: ${name}`,
  as: 'gained',
  happen: (month, random, share) => {
    const known = patterns(month);
    for (let times = timesOf(known.length, share, random); times > 0; times--) {
      month.claim(kind, arrive(random.pick(known), month, random));
    }
  },
});

/** The same, but not every month: for what is repeated in so many records that little else would stay as it was. */
export const rarely = ({ name, as, happen }: Happening): Happening => ({
  name,
  as,
  happen: (month, random, share) => {
    if (random.chance(RARELY)) happen(month, random, share);
  },
});
