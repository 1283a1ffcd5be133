interface Named {
  readonly logainmID: number;
}
interface Located extends Named {
  readonly counties: readonly Named[];
}
interface Someone {
  readonly id: number;
}
interface Abroad {
  readonly geoNameID: number;
  readonly country?: { readonly isoCode: string };
}
interface Stamped {
  readonly id: number;
  readonly dateCreated?: string;
  readonly dateModified?: string;
}
interface Spread {
  readonly counties: readonly Named[];
  readonly locationsIreland: readonly Located[];
  readonly countries?: readonly { readonly isoCode: string }[];
  readonly locationsAbroad?: readonly Abroad[];
  readonly collectors: readonly Someone[];
  readonly informants: readonly Someone[];
  readonly relevantPersons?: readonly Someone[];
}
interface Topic {
  readonly id: number;
  readonly subTopics?: readonly Topic[];
}
interface When {
  readonly year?: number;
  readonly accuracy?: string;
  readonly isoDate?: string;
  readonly periodStartYear?: number;
  readonly periodEndYear?: number;
}
interface Item extends Stamped, Spread {
  readonly pages: readonly number[];
  readonly languages: readonly string[];
  readonly topics?: readonly Topic[];
  readonly date?: When;
}
interface Part extends Someone, Partial<Spread> {
  readonly titlePages: readonly number[];
  readonly school?: { readonly locations: readonly Located[] };
  readonly teachers?: readonly Someone[];
  readonly items: readonly Item[];
}
export interface Volume extends Someone {
  readonly volumeNumber: string;
  readonly status?: number;
  readonly pages: readonly (Someone & {
    readonly transcripts?: readonly (Stamped & { readonly itemID: number })[];
  })[];
  readonly parts: readonly Part[];
}
export interface Placed {
  readonly volume: Volume;
  readonly part: Part;
  readonly item: Item;
}

const has = (people: readonly Someone[] | undefined, id: string): boolean =>
  (people ?? []).some((person) => String(person.id) === id);
const placesIn = (one: Partial<Spread>, id: string): boolean =>
  (one.locationsIreland ?? []).some((place) => String(place.logainmID) === id);
const countiesOf = (one: Partial<Spread>): string[] =>
  [...(one.counties ?? []), ...(one.locationsIreland ?? []).flatMap((place) => place.counties)].map(
    (county) => String(county.logainmID),
  );
const countriesOf = (one: Partial<Spread>): (string | undefined)[] => [
  ...(one.countries ?? []).map((country) => country.isoCode),
  ...(one.locationsAbroad ?? []).map((place) => place.country?.isoCode),
];
const topicsOf = (topics: readonly Topic[] = []): string[] =>
  topics.flatMap((topic) => [String(topic.id), ...topicsOf(topic.subTopics)]);
const day = (one: Stamped): string => (one.dateModified ?? one.dateCreated ?? '').slice(0, 10);
const modified = ({ volume, item }: Placed): string =>
  volume.pages
    .flatMap((page) => page.transcripts ?? [])
    .filter((transcript) => transcript.itemID === item.id)
    .map(day)
    .concat(day(item))
    .sort()
    .at(-1) ?? '';
const years = (date: When | undefined): readonly [number, number] | undefined => {
  if (date?.periodStartYear !== undefined || date?.periodEndYear !== undefined) {
    return [date.periodStartYear ?? 0, date.periodEndYear ?? 9_999];
  }
  const year = date?.year ?? Number(/^\d{4}/.exec(date?.isoDate ?? '')?.[0]);
  return Number.isNaN(year) ? undefined : [year, year];
};

type Judge = (one: Placed, value: string) => boolean;

/** Wire-format 2, meaning of shared filters, as one would check an item by hand. */
const SHARED: Readonly<Record<string, Judge>> = {
  VolumeNumber: ({ volume }, value) => volume.volumeNumber === value,
  VolumeID: ({ volume }, value) => String(volume.id) === value,
  Status: ({ volume }, value) => String(volume.status) === value,
  PageID: ({ item }, value) => item.pages.map(String).includes(value),
  PartID: ({ part }, value) => String(part.id) === value,
  ItemID: ({ item }, value) => String(item.id) === value,
  Language: ({ item }, value) => item.languages.includes(value),
  CreatedSince: ({ item }, value) => (item.dateCreated ?? '') >= value,
  CreatedBefore: ({ item }, value) => (item.dateCreated ?? '').slice(0, 10) < value,
  ModifiedSince: (one, value) => modified(one) >= value,
  ModifiedBefore: (one, value) => modified(one) < value,
};

export const JUDGES: Readonly<Record<'cbe' | 'cbes', Readonly<Record<string, Judge>>>> = {
  cbe: {
    ...SHARED,
    CollectorID: ({ part, item }, id) => has(item.collectors, id) || has(part.collectors, id),
    InformantID: ({ part, item }, id) => has(item.informants, id) || has(part.informants, id),
    RelevantPersonID: ({ part, item }, id) => has(item.relevantPersons, id) || has(part.relevantPersons, id),
    PersonID: ({ part, item }, id) =>
      [part, item].some((one) =>
        has(
          [one.collectors, one.informants, one.relevantPersons].flatMap((all) => all ?? []),
          id,
        ),
      ),
    CountyID: ({ part, item }, id) => [...countiesOf(part), ...countiesOf(item)].includes(id),
    PlaceID: ({ part, item }, id) => placesIn(part, id) || placesIn(item, id),
    Country: ({ part, item }, code) => [...countriesOf(part), ...countriesOf(item)].includes(code),
    GazetteerID: ({ part, item }, id) =>
      [part, item].some((one) => (one.locationsAbroad ?? []).some((place) => String(place.geoNameID) === id)),
    DateFrom: ({ item }, year) => (years(item.date)?.[1] ?? -1) >= Number(year),
    DateTo: ({ item }, year) => (years(item.date)?.[0] ?? 10_000) <= Number(year),
    DateAccuracy: ({ item }, marker) => item.date?.accuracy === marker,
  },
  cbes: {
    ...SHARED,
    SchoolCountyID: ({ part }, id) =>
      countiesOf({ locationsIreland: part.school?.locations ?? [] }).includes(id),
    SchoolPlaceID: ({ part }, id) => placesIn({ locationsIreland: part.school?.locations ?? [] }, id),
    TeacherID: ({ part }, id) => has(part.teachers, id),
    CollectorID: ({ item }, id) => has(item.collectors, id),
    InformantID: ({ item }, id) => has(item.informants, id),
    PersonID: ({ item }, id) => has([...item.collectors, ...item.informants], id),
    CountyID: ({ item }, id) => countiesOf(item).includes(id),
    PlaceID: ({ item }, id) => placesIn(item, id),
    TopicID: ({ item }, id) => topicsOf(item.topics).includes(id),
    Country: () => false,
    GazetteerID: () => false,
  },
};

/** Values of a filter: some that items of the collection have, and one that none has. */
export function valuesOf(
  volumes: readonly Volume[],
): Readonly<Record<string, readonly (string | number | undefined)[]>> {
  const every = <T>(list: readonly T[]): T[] =>
    [0, 0.4, 0.97].flatMap((at) => list.slice(Math.floor(at * list.length)).slice(0, 1));
  const parts = volumes.flatMap((volume) => volume.parts);
  const items = parts.flatMap((part) => part.items);
  const both = [...parts, ...items];
  const of = (people: (one: Partial<Spread>) => readonly Someone[] | undefined) =>
    every(both.flatMap((one) => people(one) ?? [])).map((person) => person.id);
  const locations = both.flatMap((one) => one.locationsIreland ?? []);
  const schools = parts.flatMap((part) => part.school?.locations ?? []);
  const people = [
    ...of((one) => one.collectors),
    ...of((one) => one.informants),
    ...of((one) => one.relevantPersons),
    1,
  ];
  const days = ['2013-09-15', '2017-02-01', '2019-06-30', '2023-09-01', '2024-06-01', '2030-01-01'];
  return {
    VolumeNumber: [...every(volumes).map((volume) => volume.volumeNumber), '9999'],
    VolumeID: [...every(volumes).map((volume) => volume.id), 1],
    PageID: every(volumes.flatMap((volume) => volume.pages)).map((page) => page.id),
    PartID: every(parts).map((part) => part.id),
    ItemID: [...every(items).map((item) => item.id), 1],
    CollectorID: people,
    InformantID: people,
    PersonID: people,
    RelevantPersonID: people,
    TeacherID: [...every(parts.flatMap((part) => part.teachers ?? [])).map((one) => one.id), 1],
    CountyID: [...every(both.flatMap(countiesOf)), '1'],
    PlaceID: [...every(locations).map((place) => place.logainmID), 1],
    SchoolCountyID: [
      ...every(schools.flatMap((place) => place.counties)).map((county) => county.logainmID),
      1,
    ],
    SchoolPlaceID: [...every(schools).map((place) => place.logainmID), 1],
    Country: [...every(both.flatMap(countriesOf)), 'US', 'FJ'],
    GazetteerID: [
      ...every(both.flatMap((one) => one.locationsAbroad ?? [])).map((place) => place.geoNameID),
      1,
    ],
    TopicID: [...every(items.flatMap((item) => topicsOf(item.topics))), 1],
    Language: ['ga', 'en', 'gd', 'la', 'fr'],
    DateFrom: [1_930, 1_945, 1_970],
    DateTo: [1_929, 1_945, 1_970],
    DateAccuracy: ['APPROX', 'INFER', 'QUESTION'],
    CreatedSince: days,
    CreatedBefore: days,
    ModifiedSince: days,
    ModifiedBefore: days,
    Status: [0, 1, 2, 3, 4],
  };
}

/** The county with the most items, for combined filters. */
export function commonest(volumes: readonly Volume[]): string {
  const counts = new Map<string, number>();
  for (const item of volumes.flatMap((volume) => volume.parts.flatMap((part) => part.items))) {
    for (const county of new Set(countiesOf(item))) counts.set(county, (counts.get(county) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** What is found by looking at every item: item ids, and the pages that go with them. */
export function search(volumes: readonly Volume[], tests: readonly ((one: Placed) => boolean)[]) {
  const [items, pages]: [number[], number[]] = [[], []];
  for (const volume of volumes) {
    const used = new Set<number>();
    for (const part of volume.parts) {
      const found = part.items.filter((item) => tests.every((test) => test({ volume, part, item })));
      for (const id of found.length > 0 ? part.titlePages : []) used.add(id);
      for (const item of found) for (const id of item.pages) used.add(id);
      items.push(...found.map((item) => item.id));
    }
    pages.push(...volume.pages.filter((page) => used.has(page.id)).map((page) => page.id));
  }
  return { items, pages };
}
