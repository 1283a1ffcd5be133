import type { Person } from '../../../src/model/schema/archive/person.js';
import { makePersonNames } from '../../../src/services/generated-world/person-names.js';
import type { Random } from '../../../src/services/generated-world/random.js';
import { arriving, befalling, type Happening } from './happening.js';
import { referredTo } from './ids.js';
import type { Month } from './month.js';

const KIND = 'cbed.person';
/** So many people are left, whoever is lost. */
const LEFT = 2;

const everyone = (month: Month): Person[] => [...month.cbed.values()];

const befallingPeople = (
  name: string,
  change: (one: Person, month: Month, random: Random) => Partial<Person>,
): Happening =>
  befalling(KIND, 'changed', name, everyone, (one, month, random) => {
    month.cbed.set(one.id, { ...one, ...change(one, month, random) });
  });

/** A name in front of the others; manuscripts and photographs follow, and do not say when. */
function renamed({ id, gender, names }: Person, month: Month, random: Random): Pick<Person, 'names'> {
  const [fresh] = makePersonNames(gender === 'b' ? 'b' : 'f', random);
  const [first] = names;
  const name =
    fresh === undefined || fresh.fullName === first?.fullName ? { fullName: `${first?.fullName} Óg` } : fresh;
  const said = { names: [name, ...names.slice(random.below(2))] };
  month.echoes.tell('person', id, said);
  return said;
}

/** What happens to the people database. */
export const PEOPLE: readonly Happening[] = [
  arriving(KIND, 'arrives', everyone, (pattern, month, random) => {
    const id = month.freshID(KIND, random);
    month.cbed.set(id, {
      ...pattern,
      id,
      dateCreated: month.at,
      dateModified: undefined,
      names: makePersonNames(pattern.gender === 'b' ? 'b' : 'f', random),
      ainmID: undefined,
      viafID: undefined,
    });
    return id;
  }),
  befallingPeople('was born at another time', (_, month, random) => {
    const year = random.between(1830, 1929);
    return { birthDate: { isoDate: String(year), year }, dateModified: month.at };
  }),
  befallingPeople('has another name', (one, month, random) => ({
    ...renamed(one, month, random),
    dateModified: month.at,
  })),
  befallingPeople('has another name, and does not say since when', renamed),
  befallingPeople('was looked at', (_, month) => ({ dateModified: month.at })),
  befallingPeople('takes up an occupation', ({ occupations }, month, random) => {
    const others = month.lists.occupations.filter(({ id }) => occupations.every((one) => one.id !== id));
    return { occupations: [...occupations, ...random.sample(others, 1, 1)], dateModified: month.at };
  }),
  befallingPeople('moves to another county, and does not say when', ({ counties }, month, random) => {
    const others = month.lists.counties.filter(({ logainmID }) => logainmID !== counties[0]?.logainmID);
    return { counties: random.sample(others, 1, 1), addressesIreland: [] };
  }),
];

const losing = (name: string, isWanted: (isReferredTo: boolean) => boolean): Happening =>
  befalling(
    KIND,
    'lost',
    name,
    (month) => {
      const known = referredTo(month);
      return everyone(month).filter(({ id }) => isWanted(known.has(id)));
    },
    ({ id }, { cbed }) => {
      if (cbed.size > LEFT) cbed.delete(id);
    },
  );

/** Who goes: what refers to them goes on doing so. */
export const PEOPLE_GONE: readonly Happening[] = [
  losing('is lost, and nothing refers to them', (isReferredTo) => !isReferredTo),
  losing('is lost, and something still refers to them', (isReferredTo) => isReferredTo),
];
