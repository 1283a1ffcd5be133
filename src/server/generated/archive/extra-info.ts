import { type Dice, lots } from '../dice.js';
import type { Tongue } from '../texts.js';

/** Whether a remark is ready. */
const STATUSES = lots([70, 'PUB'], [22, 'EDIT'], [8, undefined]);

/** An editors' remark, in one language or both, some of them still being edited. */
export function extraInfoOf(often: number, dice: Dice, write: (tongue: Tongue, dice: Dice) => string) {
  if (!dice.chance(often))
    return { extraInfoStatus: undefined, extraInfoEN: undefined, extraInfoGA: undefined };
  const languages = dice.below(4);
  return {
    extraInfoStatus: dice.draw(STATUSES),
    extraInfoEN: languages === 0 ? undefined : write('en', dice),
    extraInfoGA: languages === 1 ? undefined : write('ga', dice),
  };
}
