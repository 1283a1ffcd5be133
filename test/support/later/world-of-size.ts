import type { LocationAbroad } from '../../../src/model/schema/archive/places.js';
import type { ManuscriptVolume, SchoolsVolume } from '../../../src/model/schema/archive/volume.js';
import type { Place } from '../../../src/model/schema/placenames/place.js';
import { LOCATIONS_ABROAD } from '../../../src/services/generated-world/archive/reference-lists.js';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import { type ById, byId } from '../../../src/services/server/records.js';
import type { World } from '../../../src/services/server/world.js';
import {
  excerpt,
  type ItemOf,
  itemsOf,
  type PageOf,
  type PartOf,
  type Volume,
  withItems,
  withoutLinks,
  withPages,
  withTranscripts,
} from './volume.js';

/** Twice the fewest photographs, so that some can be left out. */
const SCALE = 0.0005;
/** Of so many photographs one is left out: ids have gaps, as in every database. */
const GAP_EVERY = 4;
/** Of so many, one is not for the public; in so small a world chance would mostly leave none. */
const HIDDEN_EVERY = { volume: 4, item: 9, page: 13, transcript: 5 } as const;
/** One photograph in so many is from abroad; so many pairs of places are clusters, of so many that could be. */
const ABROAD_EVERY = 5;
const CLUSTERS = 4;
const CLUSTER_EVERY = 7;
const PUBLISHED = 4;

/** How volumes are cut up: into some of so many parts, one after the other; of each part so many items stay. */
const CUTS = { cbe: { parts: [2], items: 4 }, cbes: { parts: [1, 2], items: 6 } } as const;
type Cut = (typeof CUTS)[keyof typeof CUTS];

/**
 * A small world of every kind: the smallest that is generated, its few large volumes cut into many small ones, its
 * photographs thinned out. Lawful by the dictionaries, all of it at hand, the same for the same seed.
 */
export function worldOfSize(seed: number): World {
  const { archive, placenames } = makeSyntheticWorld({ scale: SCALE, seed, dirt: 0 });
  return {
    archive: {
      ...archive,
      cbe: collectionOf<ManuscriptVolume>(archive.cbe.values(), CUTS.cbe),
      cbes: collectionOf<SchoolsVolume>(archive.cbes.values(), CUTS.cbes),
      cbeg: byId(
        [...archive.cbeg.values()]
          .filter((_, place) => place % GAP_EVERY !== 1)
          .map((one, place) => ({ ...one, locationsAbroad: abroad(place) })),
      ),
    },
    placenames: { ...placenames, places: withClusters(placenames.places) },
  };
}

/** One photograph in so many was taken abroad, each elsewhere. */
const abroad = (place: number): LocationAbroad[] =>
  place % ABROAD_EVERY === 2 ? LOCATIONS_ABROAD.slice(place / ABROAD_EVERY).slice(0, 1) : [];

/** Some pairs of townlands of one parish are one thing. */
function withClusters(places: ById<Place>): ById<Place> {
  const single = [...places.values()].filter(
    (one) => one.cluster === undefined && one.replacementID === undefined && one.includes.length === 0,
  );
  const pairs = single
    .map((one, place) => [one, single[place + 1]] as const)
    .filter(([one, next]) => one.includedIn.length > 1 && next?.includedIn[0]?.id === one.includedIn[0]?.id)
    .filter((_, place) => place % CLUSTER_EVERY === 0);
  const clusters = new Map<number, Place['cluster']>();
  for (const [one, next] of pairs.slice(0, CLUSTERS)) {
    if (next === undefined || clusters.has(one.id) || clusters.has(next.id)) continue;
    const members = [one, next].map(({ id, categories }) => ({ placeID: id, category: categories[0] }));
    for (const { id } of [one, next]) clusters.set(id, { focusID: one.id, members });
  }
  return byId([...places.values()].map((one) => ({ ...one, cluster: one.cluster ?? clusters.get(one.id) })));
}

function collectionOf<V extends Volume>(volumes: Iterable<V>, cut: Cut): ById<V> {
  const small = [...volumes].flatMap((volume) => cutUp(volume, cut));
  const there = new Set(small.flatMap((volume) => itemsOf(volume).map((item) => item.id)));
  const linked = small.map((volume) => withoutLinks(volume, (itemID) => !there.has(itemID)));
  const hides = {
    item: everySo(HIDDEN_EVERY.item),
    page: everySo(HIDDEN_EVERY.page),
    transcript: everySo(HIDDEN_EVERY.transcript),
  };
  return byId(
    linked.map((volume, place) => {
      const status = place % HIDDEN_EVERY.volume === 1 ? place % PUBLISHED : PUBLISHED;
      const items = withItems({ ...volume, status }, (item) =>
        hides.item() ? { ...item, sensitive: true } : item,
      );
      return withPages(items, (page) => ({ ...hidden(page, hides.transcript), sensitive: hides.page() }));
    }),
  );
}

/** True once in so many times that it is asked, first half way. */
function everySo(many: number): () => boolean {
  let asked = Math.floor(many / 2);
  return () => asked++ % many === many - 1;
}

/** A page with some of its transcripts unapproved. */
const hidden = <P extends PageOf<Volume>>(page: P, hides: () => boolean): P =>
  'transcripts' in page
    ? { ...page, transcripts: page.transcripts.map((one) => (hides() ? { ...one, approved: false } : one)) }
    : page;

/** Small volumes out of a large one; the first keeps its id and number. */
function cutUp<V extends Volume>(volume: V, { parts, items }: Cut): V[] {
  return runsOf(volume.parts.length, parts).map(({ from, to }, number) => {
    const mine = volume.parts.slice(from, to) as PartOf<V>[];
    const kept = new Set(mine.flatMap((part) => chosen(volume, part, items)).map((item) => item.id));
    const small = excerpt(
      volume,
      (_, place) => place >= from && place < to,
      (item) => kept.has(item.id),
    );
    // A page of an item that is not there: blank, to whoever reads the volume.
    const left = mine
      .flatMap((part): ItemOf<V>[] => part.items)
      .find((item) => !kept.has(item.id))
      ?.pages.at(-1);
    const has = new Set([...small.pages.map((page) => page.id), left]);
    return {
      ...small,
      id: volume.id + 10 * number,
      volumeNumber: `${volume.volumeNumber}${number === 0 ? '' : String.fromCharCode(65 + number)}`,
      pages: withPages(volume, (page) => (has.has(page.id) ? page : undefined)).pages.map(
        (page: PageOf<V>) =>
          small.pages.find((one) => one.id === page.id) ?? withTranscripts(page, () => false),
      ),
    };
  });
}

/** Runs of these lengths, in turn, as long as there is something left. */
function runsOf(total: number, lengths: readonly number[]): { readonly from: number; readonly to: number }[] {
  const runs = [];
  for (let from = 0; from < total; ) {
    const to = Math.min(total, from + (lengths[runs.length % lengths.length] ?? 1));
    runs.push({ from, to });
    from = to;
  }
  return runs;
}

/** Some items of a part: the first, which others are linked to, and then those with transcripts, if any. */
function chosen<V extends Volume>(volume: V, { items }: PartOf<V>, count: number): ItemOf<V>[] {
  const pages: readonly PageOf<Volume>[] = volume.pages;
  const transcribed = new Set(
    pages.flatMap((page) => ('transcripts' in page ? page.transcripts.map((one) => one.itemID) : [])),
  );
  const [first, ...others] = items as readonly ItemOf<V>[];
  const inOrder = [...others].sort((a, b) => Number(transcribed.has(b.id)) - Number(transcribed.has(a.id)));
  return [...(first === undefined ? [] : [first]), ...inOrder].slice(0, count);
}
