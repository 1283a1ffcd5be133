import { isDeepStrictEqual } from 'node:util';
import type { World } from '../../../src/services/server/world.js';
import { itemsOf, type Volume } from './volume.js';

/**
 * What holds in every world besides the dictionaries, and is broken here: records refer to what is there and
 * repeat it as it is. People and places that are referred to may be in no list.
 */
export function worldLaws({ archive, placenames }: World): string[] {
  return [
    ...volumesBroken('cbe', archive.cbe.values()),
    ...volumesBroken('cbes', archive.cbes.values()),
    ...copiesBroken({ archive, placenames }),
    ...placesBroken(placenames),
  ];
}

function volumesBroken(kind: string, volumes: Iterable<Volume>): string[] {
  const all = [...volumes];
  const broken: string[] = [];
  const pieces = {
    volume: all,
    part: all.flatMap((one) => [...one.parts]),
    item: all.flatMap((one) => itemsOf(one)),
    page: all.flatMap((one) => [...one.pages]),
    transcript: all.flatMap((one) =>
      one.pages.flatMap((page) => ('transcripts' in page ? page.transcripts : [])),
    ),
  };
  for (const [piece, records] of Object.entries(pieces)) {
    if (new Set(records.map(({ id }) => id)).size < records.length)
      broken.push(`${kind}.${piece}: an id twice`);
  }
  const items = new Set(pieces.item.map(({ id }) => id));
  const pages = new Set(pieces.page.map(({ id }) => id));
  for (const volume of all) {
    const own = new Set(volume.pages.map(({ id }) => id));
    const mine = new Set(itemsOf(volume).map(({ id }) => id));
    for (const item of itemsOf(volume)) {
      const { id } = item;
      if (item.pages.length === 0 || !item.pages.every((page) => own.has(page)))
        broken.push(`${kind}.item ${id}: pages`);
      if (item.firstPageID !== item.pages[0] || item.lastPageID !== item.pages.at(-1))
        broken.push(`${kind}.item ${id}: first and last page`);
      for (const link of 'linkedItems' in item ? item.linkedItems : [])
        if (!items.has(link.itemID) || !pages.has(link.pageID ?? 0))
          broken.push(`${kind}.item ${id}: a link`);
    }
    for (const page of volume.pages)
      for (const transcript of 'transcripts' in page ? page.transcripts : [])
        if (!mine.has(transcript.itemID)) broken.push(`cbes.transcript ${transcript.id}: its item`);
    for (const part of volume.parts)
      if (!part.titlePages.every((page) => own.has(page)))
        broken.push(`${kind}.part ${part.id}: title pages`);
  }
  return broken;
}

type Said = Readonly<Record<string, unknown>>;

/** Copies that are unlike what they are copies of, where that is in a list. */
function copiesBroken({ archive, placenames }: World): string[] {
  const broken: string[] = [];
  const lists: Readonly<Record<string, ReadonlyMap<unknown, Said>>> = {
    county: new Map(archive.counties.map((one) => [one.logainmID, one])),
    country: new Map(archive.countries.map((one) => [one.isoCode, one])),
    person: new Map([...archive.cbed.values()].map((one) => [one.id, one])),
    occupation: new Map(archive.occupations.map((one) => [one.id, one])),
    handbookTopic: new Map(archive.handbookTopics.map((one) => [one.id, one])),
    schoolsTopic: new Map(
      archive.schoolsTopics.flatMap((one) => [one, ...one.subTopics]).map((one) => [one.id, one]),
    ),
    category: new Map(
      [...placenames.administrativeUnits, ...placenames.features].map((one) => [one.id, one]),
    ),
    glossary: new Map(placenames.glossary.map((one) => [one.id, one])),
  };
  const check = (what: string, id: unknown, copy: Said): void => {
    const original = lists[what]?.get(id);
    const { count: _, subTopics: __, ...fields } = copy;
    const isSame = Object.entries(fields).every(([field, value]) =>
      isDeepStrictEqual(value, original?.[field]),
    );
    if (original !== undefined && !isSame) broken.push(`a copy of ${what} ${id}`);
  };
  const walk = (value: unknown, fields: Readonly<Record<string, string>>, what?: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const entry of value) walk(entry, fields, what);
      return;
    }
    const record = value as Said;
    if (what !== undefined) check(what, record.isoCode ?? record.logainmID ?? record.id, record);
    for (const [name, entry] of Object.entries(record)) walk(entry, fields, fields[name]);
  };
  const located = { counties: 'county', birthCounty: 'county', countries: 'country', country: 'country' };
  const people = {
    collectors: 'person',
    informants: 'person',
    relevantPersons: 'person',
    photographer: 'person',
  };
  walk([...archive.cbe.values(), ...archive.cbeg.values()], {
    ...located,
    ...people,
    handbookTopic: 'handbookTopic',
  });
  walk([...archive.cbed.values()], { ...located, occupations: 'occupation' });
  walk([...archive.cbes.values()], { ...located, topics: 'schoolsTopic', subTopics: 'schoolsTopic' });
  walk([...placenames.places.values()], {
    categories: 'category',
    category: 'category',
    includes: 'category',
    glossary: 'glossary',
  });
  return broken;
}

function placesBroken({ places }: World['placenames']): string[] {
  return [...places.values()].flatMap(({ id, replacementID, cluster, categories }) => [
    ...(replacementID === undefined || places.get(replacementID)?.replacementID === undefined
      ? []
      : [`place ${id}: replaced twice`]),
    ...(replacementID === undefined || places.has(replacementID) ? [] : [`place ${id}: its replacement`]),
    ...(cluster?.members.every(({ placeID }) => places.has(placeID)) === false
      ? [`place ${id}: its cluster`]
      : []),
    ...(categories.length > 0 ? [] : [`place ${id}: categories`]),
  ]);
}
