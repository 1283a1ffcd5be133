import type { Random } from '../../../base/random.js';
import type { Kind } from '../../../model/records/record.js';
import {
  type ArchiveRecords,
  type ById,
  byId,
  type PlacenamesRecords,
  sortByKey,
} from '../../../services/server/records.js';
import type { World } from '../../../services/server/world.js';

type Lists = ArchiveRecords & PlacenamesRecords;

/** All records of a world in lists that may be edited; no two records share an object. */
export type Draft = {
  -readonly [L in keyof Lists]: (Lists[L] extends ById<infer R>
    ? R
    : Lists[L] extends readonly (infer R)[]
      ? R
      : never)[];
};

/** A deep copy of what is JSON. */
export const cloned = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/**
 * A draft of a world. Volumes that are made on demand are all made. Each record is copied by itself: the text of all is longer
 * than a string can be.
 */
export function draftOf({ archive, placenames }: World): Draft {
  const { cbe, cbes, cbeg, cbed, ...lists } = archive;
  const { places, ...others } = placenames;
  const records: Readonly<Record<string, { values(): Iterable<unknown> }>> = {
    ...{ ...lists, ...others },
    ...{ cbe, cbes, cbeg, cbed, places },
  };
  return Object.fromEntries(
    Object.entries(records).map(([name, list]) => [name, Array.from(list.values(), cloned)]),
  ) as Draft;
}

type Fields = { id: number | string; [name: string]: unknown };

/** What a record is known by, or a copy of it. */
const idOf = ({ isoCode, logainmID, id }: Fields) => (isoCode ?? logainmID ?? id) as number | string;

/** The world that a draft describes, its records in the order of their ids. */
export function worldOf(draft: Draft): World {
  const lists = Object.entries(draft).map(([name, list]) => [name, sortByKey(list as Fields[], idOf)]);
  const { administrativeUnits, features, glossary, places, ...rest } = Object.fromEntries(lists) as Draft;
  const { cbe, cbes, cbeg, cbed, ...others } = rest;
  return {
    archive: { ...others, cbe: byId(cbe), cbes: byId(cbes), cbeg: byId(cbeg), cbed: byId(cbed) },
    placenames: { administrativeUnits, features, glossary, places: byId(places) },
  };
}

/** A record, the list that holds it, and the records around it: its volume first. */
export interface Found<R = Fields> {
  readonly record: R;
  readonly list: R[];
  readonly within: readonly Fields[];
}

/** Where the records of each kind are in a draft. */
const PATHS = {
  county: ['counties'],
  country: ['countries'],
  'cbed.occupation': ['occupations'],
  'cbeg.topic': ['handbookTopics'],
  'cbes.topic': ['schoolsTopics', 'schoolsTopics.subTopics'],
  category: ['administrativeUnits', 'features'],
  glossary: ['glossary'],
  'cbe.volume': ['cbe'],
  'cbe.part': ['cbe.parts'],
  'cbe.item': ['cbe.parts.items'],
  'cbe.page': ['cbe.pages'],
  'cbes.volume': ['cbes'],
  'cbes.part': ['cbes.parts'],
  'cbes.item': ['cbes.parts.items'],
  'cbes.page': ['cbes.pages'],
  'cbes.transcript': ['cbes.pages.transcripts'],
  'cbeg.photograph': ['cbeg'],
  'cbed.person': ['cbed'],
  place: ['places'],
} as const satisfies Partial<Record<Kind, readonly string[]>>;

/** A kind of record that a month can change. */
export type PatchedKind = keyof typeof PATHS;

function foundIn(list: Fields[], [step, ...steps]: readonly string[], within: readonly Fields[]): Found[] {
  return list.flatMap((record) =>
    step === undefined
      ? { record, list, within }
      : foundIn((record[step] ?? []) as Fields[], steps, [...within, record]),
  );
}

/** Fields with records or ids of records that go with the record around them, and which ids are of one kind. */
const OWN = {
  ...{ parts: 'part', items: 'item', itemID: 'item', transcripts: 'transcript', placenames: 'name' },
  ...{ pages: 'page', titlePages: 'page', firstPageID: 'page', lastPageID: 'page' },
};

/** Which kind of record a field has copies of. */
const COPIES: Readonly<Record<string, PatchedKind>> = {
  ...{ counties: 'county', birthCounty: 'county' },
  ...{ countries: 'country', birthCountry: 'country', country: 'country' },
  ...{ locations: 'place', locationsIreland: 'place', addressesIreland: 'place', birthPlaceIreland: 'place' },
  ...{ collectors: 'cbed.person', informants: 'cbed.person' },
  ...{ relevantPersons: 'cbed.person', photographer: 'cbed.person' },
  ...{ occupations: 'cbed.occupation', handbookTopic: 'cbeg.topic' },
  ...{ topics: 'cbes.topic', subTopics: 'cbes.topic' },
  ...{ categories: 'category', category: 'category', includes: 'category' },
  ...{ glossary: 'glossary', includedIn: 'place' },
};

/** A world while a month goes over it. */
export class Month {
  readonly draft: Draft;
  /** When everything happens. */
  readonly at: string;
  /** The random numbers of the patch that is applied. */
  random: Random;
  /** Records that are new, or that something has happened to. */
  readonly touched = new Set<object>();
  readonly #known = new Set<unknown>();
  /** For a known number a later number from which to go on. */
  readonly #after = new Map<number, number>();
  readonly #renamed = new Map<string, object>();
  readonly #itemsBefore: ReadonlySet<string>;

  constructor(world: World, at: string, random: Random) {
    this.draft = draftOf(world);
    this.at = at;
    this.random = random;
    this.#know(this.draft);
    this.#itemsBefore = this.#items();
  }

  /** All records of a kind. */
  recordsOf(kind: PatchedKind): Found[] {
    return PATHS[kind].flatMap((path) => {
      const [list, ...steps] = path.split('.') as [keyof Draft, ...string[]];
      return foundIn(this.draft[list] as unknown as Fields[], steps, []);
    });
  }

  /** An id that occurs nowhere in the world, somewhat above another or made from it. */
  freshId<I extends number | string>(above: I): I {
    const id =
      typeof above === 'number' ? this.#freeFrom(above + 1 + this.random.below(20)) : this.#longer(above);
    this.#known.add(id);
    return id as I;
  }

  /** The first number that is not known, from one on. Numbers that were passed lead there at once the next time. */
  #freeFrom(number: number): number {
    const passed: number[] = [];
    let at = number;
    while (this.#known.has(at)) {
      passed.push(at);
      at = this.#after.get(at) ?? at + 1;
    }
    for (const one of passed) this.#after.set(one, at);
    return at;
  }

  #longer(code: string): string {
    let longer = `${code}9`;
    while (this.#known.has(longer)) longer = `${longer}9`;
    return longer;
  }

  /** A copy of a record. It and all that it contains have fresh ids and are made this month. */
  copyOf<R>({ record, list }: Found<R>): R {
    const copy = cloned(record) as Fields;
    const ids = new Map<string, number | string>();
    const freshOf = (what: string, id: number | string, above = id): number | string => {
      const fresh = ids.get(`${what} ${id}`) ?? this.freshId(above);
      ids.set(`${what} ${id}`, fresh);
      return fresh;
    };
    const renewed = (value: unknown, what: string, above?: number | string): unknown => {
      if (Array.isArray(value)) return value.map((one) => renewed(one, what));
      // A new part or item is on the pages of the known one; a new volume has pages of its own.
      if (typeof value !== 'object') return 'parts' in copy ? freshOf(what, value as number) : value;
      const one = value as Fields;
      one.id = freshOf(what, one.id, above);
      if ('dateCreated' in one) one.dateCreated = this.at;
      delete one.dateModified;
      if ('linkedItems' in one) one.linkedItems = [];
      for (const [field, of] of Object.entries(OWN)) if (field in one) one[field] = renewed(one[field], of);
      return one;
    };
    const highest = (list as Fields[]).reduce((most, { id }) => (id > most ? id : most), copy.id);
    return renewed(copy, '', typeof highest === 'number' && this.random.chance(0.5) ? highest : copy.id) as R;
  }

  /** Notes that a record has other names: copies of it have them too at the end. Returns them. */
  renamed<F extends object>(kind: PatchedKind, id: number | string, names: F): F {
    this.#renamed.set(`${kind} ${id}`, names);
    return names;
  }

  /** The world at the end: copies have the names of today, and nothing refers to items that are gone. */
  end(): World {
    const there = this.#items();
    const isGone = (item: string): boolean => this.#itemsBefore.has(item) && !there.has(item);
    for (const item of this.draft.cbe.flatMap(({ parts }) => parts.flatMap(({ items }) => items)))
      item.linkedItems = item.linkedItems.filter(({ itemID }) => !isGone(`cbe.item ${itemID}`));
    for (const page of this.draft.cbes.flatMap(({ pages }) => pages))
      page.transcripts = page.transcripts.filter(({ itemID }) => !isGone(`cbes.item ${itemID}`));
    if (this.#renamed.size > 0)
      for (const [name, list] of Object.entries(this.draft)) this.#rename(list, name === 'cbes');
    return worldOf(this.draft);
  }

  #know(value: unknown): void {
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) this.#know(one);
    else this.#known.add(value);
  }

  #items(): Set<string> {
    const kinds = ['cbe.item', 'cbes.item'] as const;
    return new Set(kinds.flatMap((kind) => this.recordsOf(kind).map(({ record }) => `${kind} ${record.id}`)));
  }

  /** Gives copies the names of today. People of the schools are not those of the people database. */
  #rename(value: unknown, isSchools: boolean, kind?: PatchedKind): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const one of value) this.#rename(one, isSchools, kind);
      return;
    }
    const copy = value as Fields;
    const names = this.#renamed.get(`${kind} ${idOf(copy)}`) ?? {};
    if (!(isSchools && kind === 'cbed.person'))
      for (const [name, said] of Object.entries(names)) if (name in copy) copy[name] = said;
    for (const [name, inner] of Object.entries(copy)) this.#rename(inner, isSchools, COPIES[name]);
  }
}
