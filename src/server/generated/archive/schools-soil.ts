import type { SchoolsItem } from '../../../dictionary/archive/schools-item.js';
import type { SchoolsPerson } from '../../../dictionary/archive/schools-person.js';
import type { Transcript } from '../../../dictionary/archive/transcript.js';
import { markedUp, PLACEHOLDERS, type Soil, UNKNOWN_CODE } from '../dirt.js';

const first = (
  people: readonly SchoolsPerson[],
  change: (person: SchoolsPerson) => SchoolsPerson,
): SchoolsPerson[] => people.map((person, index) => (index === 0 ? change(person) : person));

/** How stories of the schools collection are dirty: in words and codes, and in what is said of people. */
export const SCHOOLS_SOIL: readonly Soil<SchoolsItem>[] = [
  (item, dice) => ({
    ...item,
    informants: first(item.informants, (person) => ({
      ...person,
      names: [{ fullName: dice.pick(PLACEHOLDERS) }],
    })),
  }),
  (item) => ({
    ...item,
    informants: first(item.informants, (person) => ({ ...person, collectorRelationship: UNKNOWN_CODE })),
  }),
  (item) => ({
    ...item,
    informants: first(item.informants, (person) => ({
      ...person,
      age: { age: 80, qualifier: UNKNOWN_CODE },
    })),
  }),
  (item) => ({
    ...item,
    collectors: first(item.collectors, (person) => ({
      ...person,
      names: [{ fullName: '-' }],
      age: { age: 0 },
    })),
  }),
  (item) => ({ ...item, title: markedUp(item.title ?? '...') }),
  (item, dice) => ({ ...item, title: String(dice.between(1, 1_938)) }),
  (item) => ({ ...item, listingOrder: '0', extract: '-' }),
  (item) => ({ ...item, languages: [...item.languages, 'xx'] }),
];

/** How transcripts are dirty. */
export const TRANSCRIPT_SOIL: readonly Soil<Transcript>[] = [
  (transcript) => ({ ...transcript, text: '-' }),
  (transcript) => ({ ...transcript, text: markedUp(transcript.text) }),
  (transcript) => ({ ...transcript, transcribers: [{ id: 0, name: '0' }] }),
];
