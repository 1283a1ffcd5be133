import type { Person } from '../../../src/model/schema/archive/person.js';
import type { Photograph } from '../../../src/model/schema/archive/photograph.js';
import type { ManuscriptVolume, SchoolsVolume } from '../../../src/model/schema/archive/volume.js';
import type { Place } from '../../../src/model/schema/placenames/place.js';
import type { Random } from '../../../src/services/generated-world/random.js';
import { type ArchiveRecords, byId, type PlacenamesRecords } from '../../../src/services/server/records.js';
import type { World } from '../../../src/services/server/world.js';
import { Echoes } from './echoes.js';
import { idsIn, type Space } from './ids.js';
import { itemsOf, type Volume, withoutLinks } from './volume.js';

/** The lists that are answered whole, to be put into a new order of things. */
export type Lists = {
  -readonly [L in
    | keyof Omit<ArchiveRecords, 'cbe' | 'cbes' | 'cbeg' | 'cbed'>
    | keyof Omit<PlacenamesRecords, 'places'>]: (ArchiveRecords & PlacenamesRecords)[L];
};

/** A new number is mostly within so many of a known one. */
const NEAR = 20;

/** A world while a month goes over it. */
export class Month {
  /** The world at its beginning, all of it at hand. */
  readonly before: World;
  /** When everything happens. */
  readonly at: string;
  readonly cbe: Map<number, ManuscriptVolume>;
  readonly cbes: Map<number, SchoolsVolume>;
  readonly cbeg: Map<number, Photograph>;
  readonly cbed: Map<number, Person>;
  readonly places: Map<number, Place>;
  readonly lists: Lists;
  /** What was renamed, for those who repeat the name. */
  readonly echoes = new Echoes();
  readonly #ids: ReadonlyMap<Space, Set<number>>;
  readonly #claimed = new Set<string>();

  constructor({ archive, placenames }: World, at: string) {
    this.at = at;
    this.cbe = new Map(archive.cbe);
    this.cbes = new Map(archive.cbes);
    this.cbeg = new Map(archive.cbeg);
    this.cbed = new Map(archive.cbed);
    this.places = new Map(placenames.places);
    const { cbe, cbes, cbeg, cbed, ...lists } = archive;
    const { places, ...others } = placenames;
    this.lists = { ...lists, ...others };
    this.before = {
      archive: { ...archive, cbe: new Map(this.cbe), cbes: new Map(this.cbes) },
      placenames,
    };
    this.#ids = idsIn(this.before);
  }

  /** An id that nothing has or had: between the known ones or above them. */
  freshID(space: Space, random: Random): number {
    const known = this.#ids.get(space) ?? new Set();
    const sorted = [...known].sort((a, b) => a - b);
    const gaps = sorted.slice(0, -1).filter((id) => !known.has(id + 1));
    const above = sorted.at(-1) ?? 0;
    let id = (gaps.length > 0 && random.chance(0.5) ? random.pick(gaps) : above) + 1;
    for (let more = random.below(NEAR); more > 0 && !known.has(id + 1); more--) id += 1;
    known.add(id);
    return id;
  }

  /** Whether something has happened to the record already, or it is new. */
  isClaimed(kind: string, id: number | string): boolean {
    return this.#claimed.has(`${kind} ${id}`);
  }

  claim(kind: string, id: number | string): void {
    this.#claimed.add(`${kind} ${id}`);
  }

  /** The world at the end: names repeated as they are now, links to what is gone left out. */
  end(): World {
    const cbe = withoutLost(this.before.archive.cbe, this.cbe);
    const { administrativeUnits, features, glossary, ...lists } = this.lists;
    return {
      archive: {
        ...lists,
        cbe: byId(cbe.map((one) => this.echoes.inArchive(one))),
        cbes: byId([...this.cbes.values()].map((one) => this.echoes.inSchools(one))),
        cbeg: byId([...this.cbeg.values()].map((one) => this.echoes.inArchive(one))),
        cbed: byId([...this.cbed.values()].map((one) => this.echoes.inArchive(one))),
      },
      placenames: {
        administrativeUnits,
        features,
        glossary,
        places: byId([...this.places.values()].map((one) => this.echoes.inPlaces(one))),
      },
    };
  }
}

/** Volumes without links to items that are gone. */
function withoutLost<V extends Volume>(before: ReadonlyMap<number, V>, after: ReadonlyMap<number, V>): V[] {
  const there = new Set([...after.values()].flatMap((one) => itemsOf(one).map((item) => item.id)));
  const gone = new Set(
    [...before.values()].flatMap((one) => itemsOf(one).map((item) => item.id)).filter((id) => !there.has(id)),
  );
  return [...after.values()].map((one) => withoutLinks(one, (id) => gone.has(id)));
}
