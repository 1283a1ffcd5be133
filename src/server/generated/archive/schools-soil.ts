import type { SchoolsItem } from '../../../dictionary/archive/schools-item.js';
import type { SchoolsPart } from '../../../dictionary/archive/schools-part.js';
import type { SchoolsPerson } from '../../../dictionary/archive/schools-person.js';
import type { Transcript } from '../../../dictionary/archive/transcript.js';
import type { Dice } from '../dice.js';
import type { Soil, Soils } from '../dirt.js';
import {
  changed,
  cutOff,
  EMPTY_MARKUP,
  markedUp,
  PLACEHOLDERS,
  rung,
  UNKNOWN_CODE,
  UNKNOWN_ID,
} from '../dirty-words.js';

type Change = (person: SchoolsPerson, dice: Dice) => SchoolsPerson;

/** What is wrong with the first person of a role; nothing, where nobody has it. */
const first =
  <F extends string, R extends { readonly [K in F]: readonly SchoolsPerson[] }>(
    role: F,
    change: Change,
  ): Soil<R> =>
  (record, dice) => {
    const [person, ...others] = record[role];
    return person === undefined ? undefined : { ...record, [role]: [change(person, dice), ...others] };
  };

const nameless: Change = (person, dice) => ({ ...person, names: [{ fullName: dice.pick(PLACEHOLDERS) }] });
const aged =
  (age: SchoolsPerson['age']): Change =>
  (person) => ({ ...person, age });

/** How sections of schools are dirty. */
export const SCHOOLS_PART_SOIL: Soils<SchoolsPart> = {
  'school marked up': (part) =>
    part.school && { ...part, school: { ...part.school, name: markedUp(part.school.name) } },
  'title page nowhere': (part) => ({ ...part, titlePages: [...part.titlePages, UNKNOWN_ID] }),
};

/** How stories of the schools collection are dirty: in words and codes, and in what is said of people. */
export const SCHOOLS_ITEM_SOIL: Soils<SchoolsItem> = {
  'informant nameless': first('informants', nameless),
  'informant without any name': first('informants', (person) => ({
    ...person,
    names: [{ fullName: EMPTY_MARKUP }],
  })),
  'informant under another name': first('informants', (person) => ({
    ...person,
    names: [{ fullName: 'Another Altogether' }],
  })),
  'informant of unknown gender': first('informants', (person) => ({ ...person, gender: 'x' })),
  'relationship unknown': (item, dice) =>
    item.informants[0]?.collectorRelationship === undefined
      ? undefined
      : first<'informants', SchoolsItem>('informants', (person) => ({
          ...person,
          collectorRelationship: UNKNOWN_CODE,
        }))(item, dice),
  'age of unknown sort': first('informants', aged({ age: 80, qualifier: UNKNOWN_CODE })),
  'age of Methuselah': first('informants', aged({ age: 969 })),
  'ages turned round': first('informants', aged({ age: 80, rangeMax: 70 })),
  'age below nought': first('informants', aged({ age: -8 })),
  'age of nought': first('collectors', aged({ age: 0 })),
  'collector nameless': first('collectors', nameless),
  'title marked up': changed('title', markedUp),
  'title rung': changed('title', rung),
  'title cut off': changed('title', cutOff),
  'title of digits': changed('title', () => '1937'),
  'extract a dash': changed('extract', () => '-'),
  'order of nought': (item) => ({ ...item, listingOrder: '0' }),
  'order in letters': (item) => ({ ...item, listingOrder: 'b' }),
  'language unknown': (item) => ({ ...item, languages: [...item.languages, 'xx'] }),
  'pages missing': (item) => ({ ...item, pages: [], firstPageID: undefined, lastPageID: undefined }),
  'pages turned round': (item) =>
    item.firstPageID === item.lastPageID
      ? undefined
      : { ...item, firstPageID: item.lastPageID, lastPageID: item.firstPageID },
};

/** How transcripts are dirty. */
export const TRANSCRIPT_SOIL: Soils<Transcript> = {
  'text a dash': (transcript) => ({ ...transcript, text: '-' }),
  'text marked up': changed('text', markedUp),
  'text rung': changed('text', rung),
  'text of nothing but markup': (transcript) => ({ ...transcript, text: EMPTY_MARKUP }),
  'of no item': (transcript) => ({ ...transcript, itemID: UNKNOWN_ID }),
  'by number nought': (transcript) => ({ ...transcript, transcribers: [{ id: 0, name: '0' }] }),
  'by nobody': (transcript) => ({ ...transcript, transcribers: [{ id: 1, name: 'Anaithnid' }] }),
};
