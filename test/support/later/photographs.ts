import type { Photograph } from '../../../src/model/schema/archive/photograph.js';
import type { Random } from '../../../src/services/generated-world/random.js';
import { arriving, befalling, type Happening } from './happening.js';
import type { Month } from './month.js';
import { someoneElse, stranger } from './someone.js';

const KIND = 'cbeg.photograph';
const PUBLISHED = 4;
/** So many photographs are left, whatever is lost. */
const LEFT = 2;

const whom = (when: (one: Photograph) => boolean) => (month: Month) => [...month.cbeg.values()].filter(when);

const isVisible = ({ status, sensitive }: Photograph): boolean => status === PUBLISHED && sensitive !== true;

/** Fields that are other than before. */
type Change = (one: Photograph, month: Month, random: Random) => Partial<Photograph>;

const befallingPhotographs = (
  as: Happening['as'],
  name: string,
  change: Change,
  when: (one: Photograph) => boolean = () => true,
): Happening =>
  befalling(KIND, as, name, whom(when), (one, month, random) => {
    month.cbeg.set(one.id, { ...one, ...change(one, month, random) });
  });

/** With the moment of the change, or without it. */
const perhapsDated = (month: Month, random: Random): Partial<Photograph> =>
  random.chance(0.5) ? { dateModified: month.at } : {};

/** A place in another county, or another county itself. */
function elsewhere(
  { counties, locationsIreland }: Photograph,
  month: Month,
  random: Random,
): Partial<Photograph> {
  const here = [...counties, ...locationsIreland.flatMap((place) => place.counties)];
  const others = month.lists.counties.filter((one) =>
    here.every(({ logainmID }) => logainmID !== one.logainmID),
  );
  if (others.length === 0) return { counties: [], locationsIreland: [] };
  const county = random.pick(others);
  const places = [...month.cbeg.values()]
    .flatMap((one) => one.locationsIreland)
    .filter((place) => place.counties.some(({ logainmID }) => logainmID === county.logainmID));
  return places.length > 0 && random.chance(0.5)
    ? { counties: [], locationsIreland: [random.pick(places)] }
    : { counties: [county], locationsIreland: [] };
}

/** What happens to photographs. */
export const PHOTOGRAPHS: readonly Happening[] = [
  arriving(KIND, 'arrives', whom(isVisible), (pattern, month, random) => {
    const id = month.freshID(KIND, random);
    const made = { dateCreated: month.at, dateModified: undefined, editorsPick: [] };
    const referenceNumber = `${pattern.handbookTopic?.id ?? 'X'}.99.${id % 100_000}`;
    month.cbeg.set(id, { ...pattern, ...made, id, referenceNumber });
    return id;
  }),
  befallingPhotographs(
    'gained',
    'is published',
    (_, month, random) => ({ status: PUBLISHED, sensitive: false, ...perhapsDated(month, random) }),
    (one) => !isVisible(one),
  ),
  befallingPhotographs(
    'unpublished',
    'is taken back',
    (_, month, random) => ({ status: PUBLISHED - 1, ...perhapsDated(month, random) }),
    isVisible,
  ),
  befallingPhotographs('unpublished', 'is sensitive', () => ({ sensitive: true }), isVisible),
  befalling(
    KIND,
    'lost',
    'is lost',
    whom(() => true),
    ({ id }, { cbeg }) => {
      if (cbeg.size > LEFT) cbeg.delete(id);
    },
  ),
  befallingPhotographs('changed', 'was taken at another time', (_, month, random) => {
    const year = random.between(1900, 1979);
    return { date: { isoDate: String(year), year, accuracy: 'APPROX' }, dateModified: month.at };
  }),
  befallingPhotographs(
    'changed',
    'is in another condition, and does not say since when',
    ({ condition }) => ({
      condition: condition === 1 ? 0 : 1,
    }),
  ),
  befallingPhotographs('changed', 'was looked at', (_, month) => ({ dateModified: month.at })),
  befallingPhotographs('changed', 'moves to another county', (one, month, random) => ({
    ...elsewhere(one, month, random),
    ...perhapsDated(month, random),
  })),
  befallingPhotographs('changed', 'was taken by someone else', ({ photographer }, month, random) => ({
    photographer: someoneElse(photographer === undefined ? [] : [photographer], month, random)[0],
    dateModified: month.at,
  })),
  befallingPhotographs(
    'changed',
    'shows someone who is in no list',
    ({ relevantPersons }, month, random) => ({
      relevantPersons: [...relevantPersons, stranger(month, random)],
      ...perhapsDated(month, random),
    }),
  ),
  befallingPhotographs(
    'changed',
    'has its description published, or taken back',
    ({ archivedDescriptionStatus }) => ({
      archivedDescriptionStatus: archivedDescriptionStatus === 'EDIT' ? 'PUB' : 'EDIT',
    }),
    ({ archivedDescription }) => archivedDescription !== undefined,
  ),
  befallingPhotographs(
    'changed',
    'has its remark published, or taken back',
    ({ extraInfoStatus }) => ({ extraInfoStatus: extraInfoStatus === 'EDIT' ? 'PUB' : 'EDIT' }),
    ({ extraInfoEN, extraInfoGA }) => (extraInfoEN ?? extraInfoGA) !== undefined,
  ),
  befallingPhotographs('changed', 'stands under another topic', ({ handbookTopic }, month, random) => {
    const others = month.lists.handbookTopics.filter(({ id }) => id !== handbookTopic?.id);
    return { handbookTopic: random.sample(others, 1, 1)[0], dateModified: month.at };
  }),
  befallingPhotographs(
    'changed',
    'changes where only the privileged see it',
    ({ archivedInfo }, month, random) => ({
      archivedInfo: { ...archivedInfo, location: 'in the other press' },
      ...perhapsDated(month, random),
    }),
  ),
];
