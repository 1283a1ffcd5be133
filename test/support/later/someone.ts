import type { Person, PersonSummary } from '../../../src/dictionary/archive/person.js';
import type { Dice } from '../../../src/server/generated/dice.js';
import { namesOf } from '../../../src/server/generated/persons.js';
import type { Month } from './month.js';

/** How other records speak of a person. */
export const summaryOf = ({ id, names, ainmID, viafID }: Person): PersonSummary => ({
  id,
  names,
  ainmID,
  viafID,
});

/** Someone of the people database who is not among those named already. */
export function someoneElse(named: readonly PersonSummary[], month: Month, dice: Dice): PersonSummary[] {
  const others = [...month.cbed.values()].filter((one) => named.every(({ id }) => id !== one.id));
  return others.length === 0 ? [] : [summaryOf(dice.pick(others))];
}

/** Someone who is in no list. */
export const stranger = (month: Month, dice: Dice): PersonSummary => ({
  id: month.freshID('cbed.person', dice),
  names: namesOf(dice.chance(0.5) ? 'b' : 'f', dice),
});
