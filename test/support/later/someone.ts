import type { Person, PersonSummary } from '../../../src/model/schema/archive/person.js';
import { makePersonNames } from '../../../src/services/generated-world/person-names.js';
import type { Random } from '../../../src/services/generated-world/random.js';
import type { Month } from './month.js';

/** How other records speak of a person. */
export const summaryOf = ({ id, names, ainmID, viafID }: Person): PersonSummary => ({
  id,
  names,
  ainmID,
  viafID,
});

/** Someone of the people database who is not among those named already. */
export function someoneElse(named: readonly PersonSummary[], month: Month, random: Random): PersonSummary[] {
  const others = [...month.cbed.values()].filter((one) => named.every(({ id }) => id !== one.id));
  return others.length === 0 ? [] : [summaryOf(random.pick(others))];
}

/** Someone who is in no list. */
export const stranger = (month: Month, random: Random): PersonSummary => ({
  id: month.freshID('cbed.person', random),
  names: makePersonNames(random.chance(0.5) ? 'b' : 'f', random),
});
