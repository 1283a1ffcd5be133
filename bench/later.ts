import type { Photograph } from '../src/model/schema/archive/photograph.js';
import type { ManuscriptVolume, SchoolsVolume } from '../src/model/schema/archive/volume.js';
import type { World } from '../src/services/server/world.js';
import { built } from './built.js';

/**
 * Serves a generated world in which a share of the records has changed: `later.js <scale> <share> <together|everywhere>`.
 * Its first line on standard output is that of `serve`. Changed items and pages are in as few volumes as can hold them.
 * Changed photographs and places are in as few counties as can hold them, or in all counties.
 */
const [scale = '', share = '', where = ''] = process.argv.slice(2);

/** After everything in generated worlds. */
const CHANGED_ON = '2026-01-31T09:30:00.5Z';

type Dated = { readonly dateModified?: string | undefined };
const touched = <R extends Dated>(record: R): R => ({ ...record, dateModified: CHANGED_ON });

/** The first so many of a list changed. */
const firstOf = <R>(records: readonly R[], part: number, change: (record: R) => R): R[] => {
  const many = Math.ceil(records.length * part);
  return records.map((record, place) => (place < many ? change(record) : record));
};

/**
 * Of records by id, so many changed.
 *
 * @param listOf the list of the service that holds the record
 */
const someOfMap = <R extends Dated>(
  records: ReadonlyMap<number, R>,
  part: number,
  listOf: (record: R) => number,
): ReadonlyMap<number, R> => {
  const ids = [...records].map(([id, record]) => ({ id, list: listOf(record) }));
  if (where === 'together') ids.sort((a, b) => a.list - b.list);
  const changedIds = new Set(ids.slice(0, Math.ceil(records.size * part)).map(({ id }) => id));
  return new Map([...records].map(([id, record]) => [id, changedIds.has(id) ? touched(record) : record]));
};

/** The county of a photograph; after all counties, where it has none. */
const countyOf = ({ counties, locationsIreland }: Photograph): number =>
  (counties[0] ?? locationsIreland[0]?.counties[0])?.logainmID ?? Number.MAX_SAFE_INTEGER;

/** The first volumes that may hold the share, in each of them so many of its items, pages and transcripts. */
function volumesOf<V extends SchoolsVolume | ManuscriptVolume>(
  volumes: ReadonlyMap<number, V>,
  part: number,
): ReadonlyMap<number, V> {
  const many = Math.ceil(volumes.size * part);
  const within = (volumes.size * part) / many;
  return new Map(
    [...volumes].map(([id, volume], place) => [id, place < many ? changedVolume(volume, within) : volume]),
  );
}

function changedVolume<V extends SchoolsVolume | ManuscriptVolume>(volume: V, part: number): V {
  const parts = volume.parts.map((one) => ({
    ...one,
    items: firstOf(one.items as readonly Item[], part, (item) =>
      touched({ ...item, extract: `${item.extract ?? ''} Read again.`.trim() }),
    ),
  }));
  const pages = firstOf(volume.pages as readonly Page[], part, (page) =>
    touched(page.transcripts === undefined ? page : { ...page, transcripts: page.transcripts.map(touched) }),
  );
  return { ...volume, parts, pages } as unknown as V;
}

type Item = Dated & { readonly extract?: string | undefined };
type Page = Dated & { readonly transcripts?: readonly Dated[] };

function changed({ archive, placenames }: World, part: number): World {
  return {
    archive: {
      ...archive,
      cbe: volumesOf(archive.cbe, part),
      cbes: volumesOf(archive.cbes, part),
      cbeg: someOfMap(archive.cbeg, part, countyOf),
      cbed: someOfMap(archive.cbed, part, () => 0),
    },
    placenames: {
      ...placenames,
      places: someOfMap(
        placenames.places,
        part,
        ({ id, includedIn }) => includedIn.find(({ category }) => category?.id === 'CON')?.id ?? id,
      ),
    },
  };
}

const { makeSyntheticWorld: generatedWorld } = await built('features/generated-world/world');
const { startServices } = await built('services/server/serve');
const world = generatedWorld({ scale: Number(scale), seed: 1 });
const services = await startServices({ world: changed(world, Number(share)) });
console.log(
  JSON.stringify({ archive: services.archive, placenames: services.placenames, keys: services.keys }),
);
process.once('SIGTERM', () => void services.close());
