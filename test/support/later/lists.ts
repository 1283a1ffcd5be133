import type { SchoolsTopic } from '../../../src/model/schema/archive/reference-lists.js';
import type { Random } from '../../../src/services/generated-world/random.js';
import { sortByKey } from '../../../src/services/server/records.js';
import type { Echoed } from './echoes.js';
import { arriving, befalling, type Happening, rarely } from './happening.js';
import type { Lists, Month } from './month.js';

type ListName = keyof Lists;
type Entry<L extends ListName> = Lists[L][number];

/** A reference list, and how one enters it. */
interface Row<L extends ListName> {
  readonly list: L;
  /** As the pipeline calls it. */
  readonly kind: string;
  readonly echoed: Echoed;
  readonly id: (entry: Entry<L>) => number | string;
  /** A name by which others repeat an entry; one that has none is not renamed. */
  readonly name: keyof Entry<L> & string;
  /** A new one after the pattern of another; lists without it gain none. */
  readonly made?: (pattern: Entry<L>, month: Month, random: Random) => Entry<L>;
}

const isTaken = (entries: readonly { readonly id: string }[], id: string): boolean =>
  entries.some((one) => one.id === id);

/** A code that is not in any of the lists. */
function freshCode(stem: string, ...lists: readonly (readonly { readonly id: string }[])[]): string {
  let number = 1;
  while (isTaken(lists.flat(), `${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}

const category = (list: 'administrativeUnits' | 'features'): Row<typeof list> => ({
  list,
  kind: 'category',
  echoed: 'category',
  id: (one) => one.id,
  name: 'nameEN',
  made: (_, { lists }) => ({
    id: freshCode('NUA', lists.administrativeUnits, lists.features),
    nameEN: 'holy tree',
    nameGA: 'crann beannaithe',
    count: 0,
  }),
});

function happenings<L extends ListName>({ list, kind, echoed, id, name, made }: Row<L>): Happening[] {
  const entries = ({ lists }: Month): (Entry<L> & { id: number | string })[] =>
    lists[list].flatMap((entry: Entry<L>) => (entry[name] === undefined ? [] : { ...entry, id: id(entry) }));
  const put = (month: Month, after: readonly Entry<L>[]): void => {
    month.lists[list] = sortByKey(after, id) as Lists[L];
  };
  return [
    ...(made === undefined
      ? []
      : [
          arriving(
            kind,
            `arrives in ${list}`,
            ({ lists }) => lists[list],
            (pattern: Entry<L>, month, random) => {
              const entry = made(pattern, month, random);
              put(month, [...month.lists[list], entry]);
              return id(entry);
            },
          ),
        ]),
    rarely(
      befalling(kind, 'changed', `has another name in ${list}`, entries, (one, month) => {
        const said = { [name]: `${one[name]} (eile)` };
        month.echoes.tell(echoed, one.id, said);
        put(
          month,
          month.lists[list].map((entry: Entry<L>) => (id(entry) === one.id ? { ...entry, ...said } : entry)),
        );
      }),
    ),
  ];
}

/** A topic below one of the broadest. */
const schoolsTopics: readonly Happening[] = [
  arriving(
    'cbes.topic',
    'arrives below another',
    ({ lists }) => lists.schoolsTopics,
    ({ id }, month, random) => {
      const made: SchoolsTopic = {
        id: month.freshID('cbes.topic', random),
        titleEN: 'the new road',
        titleGA: 'an bóthar nua',
        subTopics: [],
      };
      month.lists.schoolsTopics = month.lists.schoolsTopics.map((topic) =>
        topic.id === id ? { ...topic, subTopics: [...topic.subTopics, made] } : topic,
      );
      return made.id;
    },
  ),
];

/** What happens to the reference lists; entries that are used are renamed wherever they are repeated. */
export const LISTS: readonly Happening[] = [
  ...happenings<'occupations'>({
    list: 'occupations',
    kind: 'cbed.occupation',
    echoed: 'occupation',
    id: (one) => one.id,
    name: 'nameEN',
    made: (_, { lists }) => ({
      id: freshCode('NUA', lists.occupations),
      nameEN: 'piper',
      nameGA: 'píobaire',
    }),
  }),
  ...happenings<'handbookTopics'>({
    list: 'handbookTopics',
    kind: 'cbeg.topic',
    echoed: 'handbookTopic',
    id: (one) => one.id,
    name: 'subTopicEN',
    made: (pattern, { lists }) => ({
      ...pattern,
      id: freshCode(`${pattern.id.slice(0, 1)}9`, lists.handbookTopics),
      subTopicEN: 'tin whistles',
      subTopicGA: 'feadóga stáin',
    }),
  }),
  ...happenings<'counties'>({
    list: 'counties',
    kind: 'county',
    echoed: 'county',
    id: (one) => one.logainmID,
    name: 'qualifiedNameGA',
  }),
  ...happenings<'countries'>({
    list: 'countries',
    kind: 'country',
    echoed: 'country',
    id: (one) => one.isoCode,
    name: 'nameGA',
  }),
  ...schoolsTopics,
  ...happenings<'schoolsTopics'>({
    list: 'schoolsTopics',
    kind: 'cbes.topic',
    echoed: 'schoolsTopic',
    id: (one) => one.id,
    name: 'titleGA',
  }),
  ...happenings(category('administrativeUnits')),
  ...happenings(category('features')),
  ...happenings<'glossary'>({
    list: 'glossary',
    kind: 'glossary',
    echoed: 'glossary',
    id: (one) => one.id,
    name: 'translation',
    made: (_, month, random) => ({
      id: month.freshID('glossary', random),
      headword: 'píobaire',
      translation: 'piper',
      forms: [],
      count: 0,
    }),
  }),
];
