import { readdirSync, readFileSync } from 'node:fs';
import { SAMPLE_WORLD } from '../../src/server/world.js';
import type { Json } from './support.js';

/** The sample world's JSON, read as it lies: the full truth, privileged fields included. */

export const read = <T = Json>(path: string): T =>
  JSON.parse(readFileSync(new URL(path, SAMPLE_WORLD), 'utf8')) as T;

/** All records of a folder, by id. */
export const folder = (path: string): Json[] =>
  readdirSync(new URL(`${path}/`, SAMPLE_WORLD))
    .filter((name) => name.endsWith('.json'))
    .map((name) => read(`${path}/${name}`))
    .sort((a, b) => Number(a.id) - Number(b.id));

export const SECRETS = Object.keys(
  JSON.parse(readFileSync(new URL('../world/secrets.json', import.meta.url), 'utf8')) as Json,
);

const objects = (value: unknown): Json[] => (value ?? []) as Json[];
const numbers = (value: unknown): number[] => (value ?? []) as number[];

function without(record: Json, ...names: string[]): Json {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** Extra info and archived description stay unless their status is EDIT; the status itself never does. */
function texts(record: Json): Json {
  const hidden = [
    'extraInfoStatus',
    'archivedDescriptionStatus',
    ...(record.extraInfoStatus === 'EDIT' ? ['extraInfoEN', 'extraInfoGA'] : []),
    ...(record.archivedDescriptionStatus === 'EDIT' ? ['archivedDescription'] : []),
  ];
  return without(record, ...hidden);
}

/**
 * What a public key may see of a volume, from the words of wire-format 3: no volume whose status is not 4,
 * nothing sensitive and no reference to it, approved transcripts only, no field marked P.
 */
export function publicVolume(volume: Json): Json | undefined {
  if (volume.status !== 4) return undefined;
  const hiddenPages = new Set(objects(volume.pages).flatMap((page) => (page.sensitive ? [page.id] : [])));
  const allItems = objects(volume.parts).flatMap((part) => objects(part.items));
  const hiddenItems = new Set(allItems.flatMap((item) => (item.sensitive ? [item.id] : [])));
  const seen = (ids: unknown): number[] => numbers(ids).filter((id) => !hiddenPages.has(id));
  const page = (each: Json): Json => ({
    ...without(each, 'sensitive', 'transcripts'),
    ...(each.transcripts !== undefined && {
      transcripts: objects(each.transcripts)
        .filter(({ approved, itemID }) => approved === true && !hiddenItems.has(itemID))
        .map((transcript) => without(transcript, 'approved', 'moderated')),
    }),
  });
  const item = (each: Json): Json => ({
    ...without(texts(each), 'sensitive'),
    pages: seen(each.pages),
    ...(each.linkedItems !== undefined && {
      linkedItems: objects(each.linkedItems).filter(
        ({ itemID, pageID }) => !hiddenItems.has(itemID) && !hiddenPages.has(pageID),
      ),
    }),
  });
  const part = (each: Json): Json => ({
    ...texts(each),
    titlePages: seen(each.titlePages),
    items: objects(each.items)
      .filter(({ sensitive }) => sensitive !== true)
      .map(item),
  });
  return {
    ...without(volume, 'status'),
    pages: objects(volume.pages)
      .filter(({ sensitive }) => sensitive !== true)
      .map(page),
    parts: objects(volume.parts).map(part),
  };
}

/** What a public key may see of a photograph. */
export function publicPhotograph(photograph: Json): Json | undefined {
  if (photograph.status !== 4 || photograph.sensitive === true) return undefined;
  const { digitization } = photograph;
  return {
    ...without(texts(photograph), 'status', 'sensitive', 'archivedInfo'),
    ...(digitization !== undefined && { digitization: without(digitization as Json, 'operator') }),
  };
}

/** The entry of `/volumes`: no pages and parts, but their numbers. */
export function summary(volume: Json): Json {
  return {
    ...without(volume, 'pages', 'parts'),
    pageCount: objects(volume.pages).length,
    partCount: objects(volume.parts).length,
    itemCount: objects(volume.parts).flatMap((part) => objects(part.items)).length,
  };
}

/**
 * An item whose first or last page is sensitive loses that reference; whether it is left out or moved to the
 * next page that is seen is not said. So neither is compared where the truth names a page that is not seen.
 */
export function withoutLostEnds(volumes: Json[], truth: Json[]): Json[] {
  const lost = new Set<unknown>();
  for (const volume of truth) {
    const hidden = new Set(objects(volume.pages).flatMap((page) => (page.sensitive ? [page.id] : [])));
    for (const each of objects(volume.parts).flatMap((part) => objects(part.items))) {
      if (hidden.has(each.firstPageID) || hidden.has(each.lastPageID)) lost.add(each.id);
    }
  }
  return volumes.map((volume) => ({
    ...volume,
    parts: objects(volume.parts).map((part) => ({
      ...part,
      items: objects(part.items).map((each) =>
        lost.has(each.id) ? without(each, 'firstPageID', 'lastPageID') : each,
      ),
    })),
  }));
}

/** `subTopics` is "a topic, or a list of topics": both read as a list. */
export function topicLists<T>(value: T): T {
  const walk = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(walk);
    if (each === null || typeof each !== 'object') return each;
    return Object.fromEntries(
      Object.entries(each).map(([name, inner]) => [
        name,
        walk(name === 'subTopics' ? [inner].flat() : inner),
      ]),
    );
  };
  return walk(value) as T;
}
