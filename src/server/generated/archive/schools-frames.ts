import { digits } from '../calendar.js';
import { type Dice, lots } from '../dice.js';
import type { Sizes } from '../sizes.js';
import type { FramePlan } from './frames.js';

/** Of a part: 740,000 pages and 250,000 items in 4,484 of them (wire-format 5). */
const PAGES = [115, 215] as const;
const ITEMS = [32, 80] as const;
const UNPUBLISHED_PARTS = 4;

/** The volumes of the schools collection. */
export const schoolsFrames = (sizes: Sizes['schools']): FramePlan => ({
  kind: 'schools',
  firstID: 4_500_001,
  year: 2013,
  published: sizes.published,
  unpublished: sizes.unpublished,
  partsOf: (rank) => (rank === undefined ? UNPUBLISHED_PARTS : partsOf(rank, sizes)),
  sizeOf: (dice) => ({ pages: dice.between(...PAGES), items: dice.between(...ITEMS) }),
  numbered,
});

/** The parts shared out evenly, then one of each second volume's given to the volume before it. */
function partsOf(rank: number, { published, parts }: Sizes['schools']): number {
  const even = Math.floor(((rank + 1) * parts) / published) - Math.floor((rank * parts) / published);
  if (rank % 2 === 1) return even - 1;
  return rank + 1 < published ? even + 1 : even;
}

/** In so many volumes the third bears the number of the second, with a letter (`0002C`). */
const LETTERED_EVERY = 36;
const LETTERED = 2;

/** Types of volumes whose number has no letter. */
const TYPES = lots([90, 'bound-volume'], [8, 'volume'], [2, undefined]);

function numbered(number: number, dice: Dice) {
  const lettered = number % LETTERED_EVERY === LETTERED;
  const before = Math.floor((number - LETTERED + LETTERED_EVERY) / LETTERED_EVERY);
  return {
    volumeNumber: `${digits(number + 1 - before, 4)}${lettered ? dice.pick(['A', 'B', 'C']) : ''}`,
    type: lettered ? 'copybook-package' : dice.draw(TYPES),
  };
}
