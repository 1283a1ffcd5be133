import type { Random } from '../../../src/base/random.js';
import {
  type Draft,
  type Found,
  Month,
  type PatchedKind,
} from '../../../src/features/generated-world/later/month.js';
import { PATCHES } from '../../../src/features/generated-world/later/patches.js';
import type { World } from '../../../src/services/server/world.js';

/** Something that editors do to a few records: it is applied where it can be. */
interface Edit {
  readonly name: string;
  readonly apply: (month: Month) => boolean;
}

type Fields = Record<string, unknown>;
type Place = Draft['places'][number];

/** Visits each object below a value, itself included. */
function visit(value: unknown, act: (one: Fields) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) act(value as Fields);
  for (const inner of Object.values(value)) visit(inner, act);
}

/** The lists of a draft whose records are dated as a whole. */
const DATED = ['cbeg', 'cbed', 'places'] as const;

/** Applies a change to the records of some lists and dates the records that have changed. */
function throughout(
  { draft, at }: Month,
  lists: readonly (typeof DATED)[number][],
  change: (record: Fields) => void,
): boolean {
  let isAny = false;
  for (const record of lists.flatMap((list) => draft[list] as unknown as Fields[])) {
    const before = JSON.stringify(record);
    change(record);
    if (JSON.stringify(record) === before) continue;
    record.dateModified = at;
    isAny = true;
  }
  return isAny;
}

const isFact = ({ categories }: Place): boolean =>
  categories.some(({ id }) => id === 'CON' || id === 'CUIGE');

const remove = <T>(list: T[], one: T): void => void list.splice(list.indexOf(one), 1);

/** The people whom photographs name, as objects to change. */
const peopleOf = (photograph: Fields): Fields[] =>
  [photograph.photographer, ...(photograph.relevantPersons as Fields[])].flatMap((one) =>
    one === undefined ? [] : [one as Fields],
  );

const inPhotographs =
  (draft: Draft): ((id: number) => boolean) =>
  (id) =>
    draft.cbeg.some((one) => peopleOf(one as unknown as Fields).some((person) => person.id === id));

/** Gives a record another id wherever the id stands. */
function renumbered(
  month: Month,
  before: number,
  after: number,
  isMeant: (holder: Fields, key: string) => boolean,
): boolean {
  return throughout(month, DATED, (record) =>
    visit(record, (one) => {
      for (const key of Object.keys(one)) if (one[key] === before && isMeant(one, key)) one[key] = after;
    }),
  );
}

type Volume = Draft['cbe'][number] | Draft['cbes'][number];

/** Moves an item into a part of another volume of its collection, onto the pages there. */
function moveItem(month: Month, collection: 'cbe' | 'cbes'): boolean {
  const { draft, random, at } = month;
  const volumes: Volume[] = draft[collection];
  const [from, to] = random.sample(
    volumes.filter(({ parts, status }) => parts.some(({ items }) => items.length > 1) && (status ?? 4) === 4),
    2,
    2,
  );
  const part = from?.parts.find(({ items }) => items.length > 1);
  const item = part?.items.at(-1);
  const target = to?.parts[0];
  if (part === undefined || item === undefined || target === undefined || to === undefined) return false;
  if (from && 'type' in from) {
    for (const page of draft.cbes.flatMap(({ pages }) => pages))
      page.transcripts = page.transcripts.filter(({ itemID }) => itemID !== item.id);
  }
  remove(part.items as unknown[], item);
  (target.items as unknown[]).push(
    Object.assign(item, { pages: to.pages.slice(0, 1).map(({ id }) => id), dateModified: at }),
  );
  return true;
}

const OURS: readonly Edit[] = [
  {
    name: 'a place moves to another county, with a new name',
    apply: ({ draft, random, at }) => {
      const [moved, other] = random.sample(
        draft.places.filter((one) => !isFact(one) && one.includedIn.length > 0),
        2,
        2,
      );
      if (moved === undefined || other === undefined) return false;
      const [first, ...names] = moved.placenames;
      Object.assign(moved, {
        includedIn: JSON.parse(JSON.stringify(other.includedIn)),
        dateModified: at,
        placenames: first
          ? [{ ...first, wording: `${first.wording} Nua ${random.below(1000)}` }, ...names]
          : names,
      });
      return true;
    },
  },
  {
    name: 'the county of a photograph is corrected',
    apply: ({ draft, random, at }) => {
      const photograph = random.pick(draft.cbeg);
      Object.assign(photograph, {
        counties: [random.pick(draft.counties)],
        locationsIreland: [],
        dateModified: at,
      });
      return true;
    },
  },
  {
    name: 'a photograph loses its place',
    apply: ({ draft, random, at }) => {
      const photograph = random.pick(draft.cbeg.filter(({ photographer }) => photographer !== undefined));
      Object.assign(photograph, {
        ...{ counties: [], locationsIreland: [], countries: [], locationsAbroad: [], dateModified: at },
      });
      return true;
    },
  },
  {
    name: 'a photograph has another photographer, and no other change',
    apply: ({ draft, random, at }) => {
      const photograph = random.pick(draft.cbeg);
      const { id, names } = random.pick(draft.cbed);
      Object.assign(photograph, { photographer: { id, names }, dateModified: at });
      return true;
    },
  },
  {
    name: 'a person is merged into another and deleted',
    apply: (month) => {
      const { draft, random, at } = month;
      const [gone, kept] = random.sample(
        draft.cbed.filter(({ id }) => inPhotographs(draft)(id)),
        2,
        2,
      );
      if (gone === undefined || kept === undefined) return false;
      throughout(month, ['cbeg'], (photograph) => {
        for (const person of peopleOf(photograph))
          if (person.id === gone.id) Object.assign(person, { id: kept.id, names: kept.names });
      });
      Object.assign(kept, { names: [...kept.names, ...gone.names.slice(0, 1)], dateModified: at });
      remove(draft.cbed, gone);
      return true;
    },
  },
  {
    name: 'a person is split into two',
    apply: (month) => {
      const { draft, random, at } = month;
      const [whole] = random.sample(
        draft.cbed.filter(({ id }) => inPhotographs(draft)(id)),
        1,
        1,
      );
      if (whole === undefined) return false;
      const half = { ...JSON.parse(JSON.stringify(whole)), id: month.freshId(whole.id), dateCreated: at };
      draft.cbed.push({ ...half, dateModified: undefined });
      let turn = 0;
      throughout(month, ['cbeg'], (photograph) => {
        for (const person of peopleOf(photograph))
          if (person.id === whole.id && turn++ % 2 === 0) person.id = half.id;
      });
      return true;
    },
  },
  {
    name: 'a photograph has another id',
    apply: (month) => {
      const photograph = month.random.pick(month.draft.cbeg);
      Object.assign(photograph, { id: month.freshId(photograph.id), dateModified: month.at });
      return true;
    },
  },
  {
    name: 'a person has another id',
    apply: (month) => {
      const { id } = month.random.pick(month.draft.cbed);
      return renumbered(month, id, month.freshId(id), (holder, key) => key === 'id' && 'names' in holder);
    },
  },
  {
    name: 'a place has another id',
    apply: (month) => {
      const [found] = month.random.sample(
        month.draft.places.filter((one) => !isFact(one)),
        1,
        1,
      );
      const keys = ['id', 'replacementID', 'focusID', 'placeID', 'logainmID'];
      return (
        found !== undefined &&
        renumbered(month, found.id, month.freshId(found.id), (_, key) => keys.includes(key))
      );
    },
  },
  {
    name: 'a county has another id in both services: its lists have another name',
    apply: (month) => {
      const { draft, random } = month;
      const county = random.pick(draft.counties);
      const before = county.logainmID;
      const after = month.freshId(before);
      if (!draft.places.some(({ id }) => id === before)) return false;
      for (const value of [draft.counties, draft.cbe, draft.cbes])
        visit(value, (one) => {
          if (one.logainmID === before) one.logainmID = after;
        });
      return renumbered(month, before, after, (_, key) => ['id', 'logainmID', 'replacementID'].includes(key));
    },
  },
  { name: 'an item moves to another volume', apply: (month) => moveItem(month, 'cbe') },
  { name: 'an item of the schools moves to another volume', apply: (month) => moveItem(month, 'cbes') },
];

/** A patch for one record that it is for. */
const patched = ({ kind, name, apply }: (typeof PATCHES)[number]): Edit => ({
  name,
  apply: (month) => {
    const all: Found[] = month.recordsOf(kind as PatchedKind);
    return month.random.sample(all, all.length, all.length).some((found) => apply(found, month));
  },
});

/** Volumes and parts take all that they contain along: in a small world too much at once. */
const takesMuch = ({ kind, as }: (typeof PATCHES)[number]): boolean =>
  /\.(volume|part)$/.test(kind) && (as === 'unpublished' || as === 'lost');

/** All that editors can do to a world: records change, move, merge, split, go, come back and get other ids. */
export const EDITS: readonly Edit[] = [
  ...OURS,
  ...PATCHES.filter((patch) => !takesMuch(patch)).map((patch) => patched(patch)),
];

/**
 * A world after some edits, several of which can hit one record.
 *
 * @param at the time of the edits, as the services write it
 * @returns the world, and the names of the edits
 */
export function edited(
  world: World,
  random: Random,
  at: string,
  edits: readonly Edit[] = EDITS,
): { readonly world: World; readonly names: readonly string[] } {
  const month = new Month(world, at, random);
  // One edit of the first list each month: the patches are many more.
  const chosen = [random.pick(OURS), ...random.sample(edits, 1, 6)];
  const names = chosen.filter(({ apply }) => apply(month)).map(({ name }) => name);
  return { world: month.end(), names };
}
