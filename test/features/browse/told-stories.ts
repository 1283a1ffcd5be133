import type { World } from '../../../src/services/server/world.js';
import {
  type Draft,
  itemOf,
  schoolsItemOf,
  schoolsPageOf,
  there,
} from '../../pipeline/consistency/sample-world.js';

interface ToldStory {
  readonly title: string;
  readonly text: string;
  readonly language: 'en' | 'ga';
  readonly year: number;
}

/** Stories by a name that tests give them. Words stand in the forms of sentences: lenited, eclipsed, plural, in a spelling of the time. */
export const TOLD: Readonly<Record<string, ToldStory>> = {
  bridge: {
    ...{ language: 'en', year: 1938, title: 'The Bridge at Stranorlar' },
    text: 'The old people of Donegal said that a ghost was seen on the bridge.',
  },
  dingle: {
    ...{ language: 'en', year: 1938, title: 'A light near Dingle' },
    text: 'Two ghosts walked the road, and neither spoke.',
  },
  taibhsi: {
    ...{ language: 'ga', year: 1936, title: 'Oíche sa reilig' },
    text: 'Chonaic sé na taibhsí ag damhsa agus theith sé abhaile.',
  },
  dtaibhse: {
    ...{ language: 'ga', year: 1936, title: 'An fear gan cheann' },
    text: 'Bhí eagla ar na daoine roimh an dtaidhbhse a bhí ag an gcrosbhóthar.',
  },
  fort: {
    ...{ language: 'en', year: 1938, title: 'The fairy fort of Lisnagry' },
    text: 'Nobody would plough the fort, for music was heard there.',
  },
  forts: {
    ...{ language: 'en', year: 1952, title: 'Forts' },
    text: 'There are three forts in the parish. A fairy was never seen in any of them.',
  },
  wedding: {
    ...{ language: 'en', year: 1937, title: 'A wedding at the crossroads' },
    text: 'Straw boys danced at the weddings in this place.',
  },
  holyWedding: {
    ...{ language: 'en', year: 1937, title: 'The wedding by the holy well' },
    text: 'The bride took three sips of the holy water.',
  },
  bush: {
    ...{ language: 'en', year: 1938, title: 'A lone thorn' },
    text: 'A man cut a fairy bush in his field. In the morning his best cow died.',
  },
  bushOnly: {
    ...{ language: 'en', year: 1938, title: 'The bush on the hill' },
    text: 'A man wished to cut the fairy bush, and the saw broke.',
  },
  horse: {
    ...{ language: 'en', year: 1938, title: 'The grey mare and the race' },
    text: 'The horses were led to the strand on the first day.',
  },
  capall: {
    ...{ language: 'ga', year: 1937, title: 'An rása' },
    text: 'Cheannaigh sé dhá chapall ar an aonach.',
  },
};

/** The number of a story in the archive. */
export const toldId = (name: string): number => 4_600_001 + Object.keys(TOLD).indexOf(name);

/**
 * Adds the stories to the part of a volume of manuscripts that has item 7001, on its page. The volume is CBÉ 1; the page of schools
 * item 7101 is CBÉS 0024, p. 735.
 */
export function addToldStories(draft: Draft<World>): void {
  const like = itemOf(draft, 7001);
  const volume = there(
    [...draft.archive.cbe.values()].find(({ parts }) => parts.some(({ items }) => items.includes(like))),
  );
  volume.volumeNumber = '0001';
  const { items } = there(volume.parts.find((part) => part.items.includes(like)));
  const page = schoolsPageOf(draft, there(schoolsItemOf(draft, 7101).firstPageID));
  page.pageNumber = '735';
  there([...draft.archive.cbes.values()].find(({ pages }) => pages.includes(page))).volumeNumber = '0024';
  for (const [name, { title, text, language, year }] of Object.entries(TOLD))
    items.push({
      ...structuredClone(like),
      ...{ id: toldId(name), title, extract: text, languages: [language] },
      ...{ date: { isoDate: String(year), year }, listingOrder: String(items.length + 1) },
      ...{ topics: [], counties: [], locationsIreland: [], collectors: [], informants: [] },
    });
}
