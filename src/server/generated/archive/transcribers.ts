import type { Transcriber } from '../../../dictionary/archive/transcript.js';
import { Dice, lots } from '../dice.js';
import { HANDLES } from '../words/person-names.js';
import { cell } from '../words/rows.js';

const FIRST_ID = 60_001;
const VOLUNTEERS = 500;

/** A volunteer: some have withdrawn their name. */
function transcriber(seed: number, number: number): Transcriber {
  const dice = new Dice(seed, 'transcriber', number);
  return {
    id: FIRST_ID + number,
    name: dice.maybe(
      0.9,
      () => `${cell(dice.pick(HANDLES), 0)}${dice.maybe(0.6, () => dice.between(2, 99)) ?? ''}`,
    ),
  };
}

/** How many had a hand in a transcript; of some nobody knows who. */
const HANDS = lots([88, 1], [5, 2], [7, 0]);

/** Who made a transcript: one, sometimes several, sometimes nobody knows. */
export function transcribersOf(seed: number, dice: Dice): Transcriber[] {
  const count = dice.draw(HANDS);
  const numbers = Array.from({ length: count }, () => dice.below(VOLUNTEERS));
  return [...new Set(numbers)].map((number) => transcriber(seed, number));
}
