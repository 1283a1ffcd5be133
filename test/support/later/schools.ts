import type { SchoolsTopic } from '../../../src/model/schema/archive/reference-lists.js';
import type { Transcript } from '../../../src/model/schema/archive/schools.js';
import type { SchoolsVolume } from '../../../src/model/schema/archive/volume.js';
import type { Random } from '../../../src/services/generated-world/random.js';
import { storyText } from '../../../src/services/generated-world/texts.js';
import { arriving, type Happening } from './happening.js';
import type { Month } from './month.js';
import {
  befallingPieces,
  type Collection,
  editVolume,
  found,
  itemsIn,
  type Pieces,
  partsIn,
} from './pieces.js';
import { itemsOf, withPages } from './volume.js';
import { volumeHappenings } from './volumes.js';

const COLLECTION: Collection<SchoolsVolume> = { kind: 'cbes', of: (month) => month.cbes };

const TRANSCRIPTS: Pieces<SchoolsVolume, Transcript> = {
  kind: 'cbes.transcript',
  collection: COLLECTION,
  list: (volume) => volume.pages.flatMap((page) => page.transcripts),
  edit: (volume, edit) =>
    withPages(volume, (page) => ({
      ...page,
      transcripts: page.transcripts.flatMap((one) => edit(one) ?? []),
    })),
};

const isApproved = ({ approved }: Transcript): boolean => approved === true;

/** A text that says when it was written by its number, so that no two are alike. */
const textOf = (random: Random): string => `${storyText('en', 1, random)} (${random.below(1_000_000)})`;

/** A chain of the tree of topics, from the broadest down, other than those given. */
function otherTopics(before: readonly SchoolsTopic[], month: Month, random: Random): SchoolsTopic[] {
  const others = month.lists.schoolsTopics.filter(({ id }) => before.every((one) => one.id !== id));
  if (others.length === 0) return [];
  const topic = random.pick(others);
  return [
    { ...topic, subTopics: random.sample(topic.subTopics, 0, 1).map((sub) => ({ ...sub, subTopics: [] })) },
  ];
}

/** What happens to the schools collection. */
export const SCHOOLS: readonly Happening[] = [
  ...volumeHappenings(COLLECTION),
  arriving(
    'cbes.transcript',
    'arrives',
    found(itemsIn(COLLECTION), (item) => item.pages.length > 0),
    ({ record, volume }, month, random) => {
      const id = month.freshID('cbes.transcript', random);
      const pageID = random.pick(record.pages);
      const transcript: Transcript = {
        id,
        dateCreated: month.at,
        itemID: record.id,
        approved: true,
        moderated: true,
        text: textOf(random),
        transcribers: [{ id: 60_000 + random.below(500), name: 'marginalia' }],
      };
      editVolume(COLLECTION, month, volume.id, (one) => {
        // Another thing of this month may have taken the page or the item.
        if (itemsOf(one).every((item) => item.id !== record.id)) return one;
        return withPages(one, (page) =>
          page.id === pageID ? { ...page, transcripts: [...page.transcripts, transcript] } : page,
        );
      });
      return id;
    },
  ),
  befallingPieces(
    TRANSCRIPTS,
    'gained',
    'is approved',
    (one) => ({ ...one, approved: true }),
    (one) => !isApproved(one),
  ),
  befallingPieces(
    TRANSCRIPTS,
    'unpublished',
    'is approved no longer',
    (one, month, random) => ({
      ...one,
      approved: false,
      ...(random.chance(0.5) ? { dateModified: month.at } : {}),
    }),
    isApproved,
  ),
  befallingPieces(TRANSCRIPTS, 'changed', 'is corrected', (one, month, random) => ({
    ...one,
    text: textOf(random),
    dateModified: month.at,
  })),
  befallingPieces(TRANSCRIPTS, 'changed', 'is corrected, and does not say when', (one, _, random) => ({
    ...one,
    text: textOf(random),
  })),
  befallingPieces(TRANSCRIPTS, 'changed', 'has volunteers with other names', (one) => ({
    ...one,
    transcribers: one.transcribers.map(({ id }) => ({ id, name: `volunteer ${id}` })),
  })),
  befallingPieces(TRANSCRIPTS, 'lost', 'is lost', () => undefined),
  befallingPieces(
    partsIn(COLLECTION),
    'changed',
    'has another name for its school',
    ({ school, ...part }, month) => ({
      ...part,
      school: { rollNumber: undefined, locations: [], ...school, name: `${school?.name ?? 'Scoil'} Nua` },
      dateModified: month.at,
    }),
  ),
  befallingPieces(
    itemsIn(COLLECTION),
    'changed',
    'tells the age of whoever told it, and does not say since when',
    (item, _, random) => {
      const age = { age: random.between(60, 99), qualifier: 'OVER' };
      return { ...item, informants: item.informants.map((one) => ({ ...one, age })) };
    },
    (item) => item.informants.length > 0,
  ),
  befallingPieces(itemsIn(COLLECTION), 'changed', 'stands under other topics', (item, month, random) => ({
    ...item,
    topics: otherTopics(item.topics, month, random),
    dateModified: month.at,
  })),
];
