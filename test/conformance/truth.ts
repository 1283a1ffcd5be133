import { readdirSync, readFileSync } from 'node:fs';
import { SAMPLE_WORLD } from '../../src/services/server/world.js';
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

/** A volume of the schools collection as it is sent: every item has a title, null where there is none (wire-format 1). */
export const withTitles = (volume: Json): Json => ({
  ...volume,
  parts: (volume.parts as Json[]).map((part) => ({
    ...part,
    items: (part.items as Json[]).map((item) => ({ ...item, title: item.title ?? null })),
  })),
});

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
    // Both are required: beside a hidden page they name the first and the last that is seen.
    firstPageID: hiddenPages.has(each.firstPageID) ? seen(each.pages)[0] : each.firstPageID,
    lastPageID: hiddenPages.has(each.lastPageID) ? seen(each.pages).at(-1) : each.lastPageID,
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
