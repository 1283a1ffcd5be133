import type { Person, PersonSummary } from '../../../model/schema/archive/person.js';
import type { Photograph } from '../../../model/schema/archive/photograph.js';
import type { Transcript } from '../../../model/schema/archive/schools.js';
import type { ManuscriptVolume, SchoolsVolume } from '../../../model/schema/archive/volume.js';
import type { Place } from '../../../model/schema/placenames/place.js';
import { makePersonNames } from '../person-names.js';
import { inventedAddress } from '../record-fields.js';
import { cloned, type Draft, type Found, type Month, type PatchedKind } from './month.js';
import { isUsed, tidy, type Volume } from './volumes.js';

/** What the public notices a change of a record as. */
type Outcome = 'gained' | 'changed' | 'merged' | 'unpublished' | 'lost';

/** One thing that can happen to records of one kind in a month. */
export interface Patch {
  readonly kind: PatchedKind;
  readonly name: string;
  /** What the public notices it as, when it notices. */
  readonly as: Outcome;
  /** Not every month: what is renamed is repeated in so many records that little else would stay as it was. */
  readonly isRare: boolean;
  /** Whether it was applied: it may not be for this record. */
  readonly apply: (found: Found, month: Month) => boolean;
}

/** Fields to set in a record; none where the patch is not for it. */
type Make<R> = (record: R, month: Month, found: Found) => Partial<R> | undefined;

/** All that can happen to records of one kind. */
interface Row<R> {
  /** What a new record has other than the known one that it is a copy of. */
  readonly arrives?: Make<R>;
  /** Changes that a timestamp tells. */
  readonly dated?: Readonly<Record<string, Make<R>>>;
  /** Changes of which only some records tell when, whichever they are. */
  readonly undated?: Readonly<Record<string, Make<R>>>;
  /** Fields that hide a record, each by itself; and those with which it is seen. */
  readonly hidden?: readonly Partial<R>[];
  readonly seen?: Partial<R>;
  /** Which records another one may replace, and how. */
  readonly merged?: Make<R>;
  /** Whether a record may go. */
  readonly goes?: (record: R, month: Month, found: Found) => boolean;
  readonly isRare?: boolean;
}

function patchesOf<R extends object>(kind: PatchedKind, row: Row<R>): Patch[] {
  const { arrives, dated = {}, undated = {}, hidden = [], seen, merged, goes, isRare = false } = row;
  const isHidden = (one: R): boolean => hidden.some((fields) => holds(one, fields));
  const patch = (as: Outcome, name: string, apply: Patch['apply']): Patch => ({
    ...{ kind, as, name: `${kind}: ${name}`, isRare: isRare && as === 'changed', apply },
  });
  const change = (as: Outcome, name: string, make: Make<R>, dates: number): Patch =>
    patch(as, name, (found, month) => {
      const fields = make(found.record as R, month, found);
      const date = month.random.chance(dates) ? { dateModified: month.at } : {};
      if (fields !== undefined) Object.assign(found.record, fields, date);
      return fields !== undefined;
    });
  const patches = [
    ...Object.entries(dated).map(([name, make]) => change('changed', name, make, 1)),
    ...Object.entries(undated).map(([name, make]) => change('changed', name, make, isRare ? 0 : 0.3)),
    ...hidden.map((fields) => {
      const hide = (one: R) => (isHidden(one) ? undefined : fields);
      return change('unpublished', `is hidden by ${Object.keys(fields)}`, hide, 0.5);
    }),
  ];
  if (arrives !== undefined)
    patches.push(
      patch('gained', 'arrives', (found, month) => {
        const copy = month.copyOf(found);
        Object.assign(copy, seen, arrives(copy as R, month, found));
        found.list.push(copy);
        month.touched.add(copy);
        return true;
      }),
    );
  if (seen !== undefined)
    patches.push(change('gained', 'is published', (one) => (holds(one, seen) ? undefined : seen), 0.5));
  if (merged !== undefined) patches.push(change('merged', 'is merged into another', merged, 0.5));
  if (goes !== undefined)
    patches.push(
      patch('lost', 'is lost', (found, month) => {
        const isLost = goes(found.record as R, month, found);
        if (isLost) found.list.splice(found.list.indexOf(found.record), 1);
        return isLost;
      }),
    );
  return patches;
}

const holds = <R extends object>(record: R, fields: Partial<R>): boolean =>
  Object.entries(fields).every(([name, value]) => (record[name as keyof R] ?? false) === value);

const LOOKED_AT = { 'was looked at': () => ({}) };
/** Something that was not said before. */
const anew = (stem: string, { random }: Month): string => `${stem} ${random.below(1_000_000)}`;
const inYear = (year: number) => ({ isoDate: String(year), year });
/** A person of the people database, as records speak of people, and someone who is in no list. */
function newPeople(known: readonly PersonSummary[], month: Month): PersonSummary[] {
  const others = month.draft.cbed.filter((one) => known.every(({ id }) => id !== one.id));
  const [one] = month.random.sample(others, 1, 1);
  const stranger = { id: month.freshId(one?.id ?? 0), names: makePersonNames('f', month.random) };
  if (one === undefined) return [stranger];
  return [cloned({ id: one.id, names: one.names, ainmID: one.ainmID, viafID: one.viafID }), stranger];
}

/** One entry of a list that is not among those known, as records repeat it. */
const oneMore = <R>(list: readonly R[], known: readonly R[], key: keyof R, { random }: Month): R[] =>
  cloned(
    random.sample(
      list.filter((one) => known.every((other) => other[key] !== one[key])),
      1,
      1,
    ),
  );

/** One county more or, where many are named, another one. */
const otherCounty = <R extends { counties: Draft['counties'] }>({ counties }: R, month: Month) => ({
  counties: oneMore(month.draft.counties, counties, 'logainmID', month),
});

const volumeOf = ({ within }: Found): Volume => within[0] as unknown as Volume;
const isOneOfMany = (_: unknown, __: Month, { list }: Found): boolean => list.length > 1;

const VOLUME: Row<Volume> = {
  arrives: (copy) => {
    copy.parts = copy.parts.slice(0, 1);
    for (const part of copy.parts) part.items = part.items.slice(0, 3);
    tidy(copy);
    return { volumeNumber: `${copy.id}` };
  },
  dated: {
    ...LOOKED_AT,
    'has another number': ({ volumeNumber }) => ({ volumeNumber: `${volumeNumber}X` }),
  },
  seen: { status: 4 },
  hidden: [{ status: 3 }],
  goes: () => true,
};

type PartOf<V extends ManuscriptVolume | SchoolsVolume> = V['parts'][number];
type ItemOf<V extends ManuscriptVolume | SchoolsVolume> = PartOf<V>['items'][number];
type Part = PartOf<ManuscriptVolume> | PartOf<SchoolsVolume>;
type Item = ItemOf<ManuscriptVolume> | ItemOf<SchoolsVolume>;
type Page = (ManuscriptVolume | SchoolsVolume)['pages'][number];

const PART: Row<Part> = {
  arrives: ({ items }) => ({ items: items.slice(0, 2) as never }),
  dated: { 'has another place in the order': (one) => ({ listingOrder: `${one.listingOrder ?? 0}0` }) },
  goes: isOneOfMany,
};

/** Moves an item to another part, unless links to it name the part. */
const moved: Make<Item> = ({ id }, { draft, random }, { record, list, within }) => {
  const parts = (within[0] as unknown as Volume).parts.filter((part) => part.id !== within[1]?.id);
  const items = draft.cbe.flatMap((volume) => volume.parts.flatMap((part) => part.items));
  if (parts.length === 0 || items.some((one) => one.linkedItems.some(({ itemID }) => itemID === id))) return;
  random.pick(parts).items.push(...(list.splice(list.indexOf(record), 1) as never[]));
  return {};
};

const ITEM: Row<Item> = {
  arrives: (_, month) => ({ title: anew('Scéal nua', month) }),
  dated: { ...LOOKED_AT, 'moves to another part': moved },
  undated: { 'has another title': (_, month) => ({ title: anew('Scéal', month), extract: undefined }) },
  seen: { sensitive: false },
  hidden: [{ sensitive: true }],
  goes: isOneOfMany,
};

const PAGE: Row<Page> = {
  arrives: (copy) => ({
    ...{ imageFileName: `page_${copy.id}.jpg`, titlePage: false },
    ...('transcripts' in copy ? { transcripts: [] } : {}),
  }),
  undated: {
    'has another number': ({ pageNumber }) => ({ pageNumber: `${pageNumber}a` }),
  },
  seen: { sensitive: false },
  hidden: [{ sensitive: true }],
  goes: ({ id }, _, found) => !isUsed(volumeOf(found), id),
};

type Remark = Pick<Photograph, 'extraInfoStatus' | 'extraInfoEN' | 'extraInfoGA'>;
const remark = (to: 'EDIT' | 'PUB') => (one: Remark) =>
  (one.extraInfoEN ?? one.extraInfoGA) === undefined || (one.extraInfoStatus ?? 'PUB') === to
    ? undefined
    : { extraInfoStatus: to };
const REMARK = { 'has its remark taken back': remark('EDIT'), 'has its remark published': remark('PUB') };
const description = (to: 'EDIT' | 'PUB') => (one: Photograph) =>
  one.archivedDescription === undefined || (one.archivedDescriptionStatus ?? 'PUB') === to
    ? undefined
    : { archivedDescriptionStatus: to };

const MANUSCRIPTS = [
  ...patchesOf('cbe.volume', VOLUME),
  ...patchesOf('cbe.part', PART),
  ...patchesOf<PartOf<ManuscriptVolume>>('cbe.part', { undated: REMARK }),
  ...patchesOf('cbe.item', ITEM),
  ...patchesOf<ItemOf<ManuscriptVolume>>('cbe.item', {
    undated: {
      ...REMARK,
      'is from elsewhere': otherCounty,
      'names more people': ({ informants }, month) => ({
        informants: [...informants, ...newPeople(informants, month)],
      }),
    },
  }),
  ...patchesOf('cbe.page', PAGE),
];

const SCHOOLS = [
  ...patchesOf('cbes.volume', VOLUME),
  ...patchesOf('cbes.part', PART),
  ...patchesOf<PartOf<SchoolsVolume>>('cbes.part', {
    undated: {
      'has another name for its school': ({ school }, month) => ({
        school: { locations: [], ...school, name: anew('Scoil', month) },
      }),
    },
  }),
  ...patchesOf('cbes.item', ITEM),
  ...patchesOf<ItemOf<SchoolsVolume>>('cbes.item', {
    undated: {
      'stands under other topics': ({ topics }, month) => ({
        topics: oneMore(month.draft.schoolsTopics, topics, 'id', month),
      }),
      'tells the age of whoever told it': ({ informants: [first, ...others] }, { random }) =>
        first && { informants: [{ ...first, age: { age: random.between(60, 99) } }, ...others] },
    },
  }),
  ...patchesOf('cbes.page', PAGE),
  ...patchesOf<Transcript>('cbes.transcript', {
    arrives: (_, month) => ({ text: anew('There was a man long ago.', month) }),
    undated: {
      'is corrected': (_, month) => ({ text: anew('There was a woman long ago.', month) }),
      'has a volunteer with another name': ({ transcribers: [first, ...others] }, month) =>
        first && { transcribers: [{ ...first, name: anew('volunteer', month) }, ...others] },
    },
    seen: { approved: true },
    hidden: [{ approved: false }],
    goes: () => true,
  }),
];

const PHOTOGRAPHS = patchesOf<Photograph>('cbeg.photograph', {
  arrives: ({ id, handbookTopic }) => ({ referenceNumber: `${handbookTopic?.id ?? 'X'}.99.${id}` }),
  dated: {
    ...LOOKED_AT,
    'was taken at another time': (_, { random }) => ({ date: inYear(random.between(1900, 1979)) }),
    'stands under another topic': ({ id, handbookTopic }, month) => {
      const known = handbookTopic === undefined ? [] : [handbookTopic];
      const [topic] = oneMore(month.draft.handbookTopics, known, 'id', month);
      return topic && { handbookTopic: topic, referenceNumber: `${topic.id}.98.${id}` };
    },
  },
  undated: {
    'is in another condition': ({ condition }) => ({ condition: condition === 1 ? 0 : 1 }),
    'is from another county': (one, month) => ({ ...otherCounty(one, month), locationsIreland: [] }),
    'was taken where another was': (_, { draft, random }) =>
      cloned({ locationsIreland: random.pick(draft.cbeg).locationsIreland, counties: [] }),
    'was taken by someone else, and shows others': ({ relevantPersons }, month) => {
      const [photographer, ...others] = newPeople(relevantPersons, month);
      return { photographer, relevantPersons: [...relevantPersons, ...others] };
    },
    'has its description taken back': description('EDIT'),
    'has its description published': description('PUB'),
    ...REMARK,
    'changes where only the privileged see it': ({ archivedInfo }, month) => ({
      archivedInfo: { ...archivedInfo, location: anew('press', month) },
    }),
  },
  seen: { status: 4, sensitive: false },
  hidden: [{ status: 3 }, { sensitive: true }],
  goes: () => true,
});

const PEOPLE = patchesOf<Person>('cbed.person', {
  arrives: (_, { random }) => ({ names: makePersonNames('f', random), ainmID: undefined, viafID: undefined }),
  dated: {
    ...LOOKED_AT,
    'was born at another time': (_, { random }) => ({ birthDate: inYear(random.between(1830, 1929)) }),
    'takes up an occupation': ({ occupations }, month) => ({
      occupations: [...occupations, ...oneMore(month.draft.occupations, occupations, 'id', month)],
    }),
  },
  undated: {
    'has another name': ({ id, names }, month) =>
      month.renamed('cbed.person', id, {
        names: [...makePersonNames('f', month.random), ...names.slice(month.random.below(2))],
      }),
    'is from another county': (one, month) => ({ ...otherCounty(one, month), addressesIreland: [] }),
  },
  goes: () => true,
});

/** Counties and provinces are facts: they stay as they are. */
const isFact = ({ categories }: Place): boolean =>
  categories.some(({ id }) => id === 'CON' || id === 'CUIGE');
const isLive = (one: Place): boolean => !isFact(one) && one.replacementID === undefined;

/** Whether no other place needs a place. */
const isLeaf = ({ id }: Place, { draft }: Month): boolean =>
  !draft.places.some(
    ({ includedIn, replacementID, cluster }) =>
      replacementID === id ||
      includedIn.some((one) => one.id === id) ||
      cluster?.members.some(({ placeID }) => placeID === id),
  );

const PLACES = patchesOf<Place>('place', {
  arrives: ({ id, placenames }, month) => ({
    permalink: inventedAddress('placenames', String(id)),
    placenames: placenames.map((name) => ({ ...name, wording: anew(name.wording, month) })),
    ...{ replacementID: undefined, cluster: undefined, includes: [], featured: [], resources: [] },
    ...{ links: [], bornHere: [], folklore: [], sameAs: [] },
  }),
  dated: {
    ...LOOKED_AT,
    'has one name more': ({ placenames: [first, ...others] }, month) =>
      first && { placenames: [first, ...others, { ...first, id: month.freshId(first.id), main: false }] },
  },
  undated: {
    'has another name': (one, month) => {
      const [first, ...others] = one.placenames;
      if (first === undefined || isFact(one)) return;
      const wording = anew(first.wording, month);
      const name = { ga: 'nameGA', en: 'nameEN' }[first.language ?? ''];
      if (name !== undefined) month.renamed('place', one.id, { [name]: wording });
      return { placenames: [{ ...first, wording }, ...others] };
    },
    'was featured': ({ featured }, { at }) => ({ featured: [...featured, at] }),
    'lies elsewhere': ({ geography }, { random }) => {
      const [first, ...others] = geography?.coordinates ?? [];
      if (first === undefined) return;
      const latitude = Math.round(first.latitude * 10_000 + random.between(1, 90)) / 10_000;
      return { geography: { ...geography, coordinates: [{ ...first, latitude }, ...others] } };
    },
  },
  merged: (one, month) => {
    if (!isLive(one) || !isLeaf(one, month)) return;
    const others = month.draft.places.filter((other) => isLive(other) && other !== one);
    const near = others.filter((other) => other.includedIn[0]?.id === one.includedIn[0]?.id);
    const into = month.random.pick(near.length > 0 ? near : others);
    month.touched.add(into);
    return { replacementID: into.id };
  },
  goes: (one, month) => !isFact(one) && isLeaf(one, month),
});

/** A reference list: its entries are renamed wherever they are repeated; with `fresh`, new ones arrive. */
const listed = <R extends object>(
  kind: PatchedKind,
  key: keyof R,
  name: keyof R,
  fresh?: Partial<R>,
): Patch[] =>
  patchesOf<R>(kind, {
    ...(fresh === undefined ? {} : { arrives: () => fresh }),
    undated: {
      'has another name': (one, month) =>
        month.renamed(kind, one[key] as string, { [name]: `${one[name] ?? ''} (eile)` } as Partial<R>),
    },
    isRare: true,
  });

const LISTS = [
  ...listed<Draft['counties'][number]>('county', 'logainmID', 'qualifiedNameGA'),
  ...listed<Draft['countries'][number]>('country', 'isoCode', 'nameGA'),
  ...listed<Draft['occupations'][number]>('cbed.occupation', 'id', 'nameEN', { nameEN: 'piper' }),
  ...listed<Draft['handbookTopics'][number]>('cbeg.topic', 'id', 'subTopicEN', { subTopicEN: 'whistles' }),
  ...listed<Draft['schoolsTopics'][number]>('cbes.topic', 'id', 'titleGA', {
    titleGA: 'bóthar',
    subTopics: [],
  }),
  ...listed<Draft['features'][number]>('category', 'id', 'nameEN', { nameEN: 'holy tree', count: 0 }),
  ...listed<Draft['glossary'][number]>('glossary', 'id', 'translation', { translation: 'piper', count: 0 }),
];

const ORDER: readonly Outcome[] = ['gained', 'unpublished', 'lost', 'merged', 'changed'];

/** The table of patches, in the order in which they are applied: nothing new refers to what goes. */
export const PATCHES: readonly Patch[] = [
  ...[...LISTS, ...PEOPLE, ...PLACES, ...MANUSCRIPTS, ...SCHOOLS, ...PHOTOGRAPHS],
].sort((a, b) => ORDER.indexOf(a.as) - ORDER.indexOf(b.as));
