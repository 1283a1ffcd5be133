import { entry } from '../../../base/map-entry.js';
import { type Random, weighted } from '../../../base/random.js';
import type { County, LocationIreland } from '../../../model/schema/archive/places.js';
import type { Place } from '../../../model/schema/placenames/place.js';
import { childRange, type PlacePlan, type PlacePlans } from './place-plans.js';

/** The kinds of places in a parish that the archive refers to, by weight. */
const SPOKEN_OF = weighted([80, 'townlands'], [8, 'villages'], [4, 'towns'], [8, 'features']);

/** Places as the archive refers to them: short copies of their records. */
export class Gazetteer {
  readonly #sites: PlacePlans;
  readonly #places: ReadonlyMap<PlacePlan, Place>;
  readonly #counties: ReadonlyMap<number, County>;
  /** By the list of containing places, which places of one parent share. */
  readonly #countyLists = new Map<readonly PlacePlan[], County[]>();
  readonly #locations = new Map<PlacePlan, LocationIreland>();

  constructor(sites: PlacePlans, places: ReadonlyMap<PlacePlan, Place>, counties: readonly County[]) {
    this.#sites = sites;
    this.#places = places;
    this.#counties = new Map(counties.map((county) => [county.logainmID, county]));
  }

  get parishes(): number {
    return this.#sites.parishes.length;
  }

  get townlands(): number {
    return this.#sites.townlands.length;
  }

  /** A townland by its number. */
  townland(number: number): LocationIreland {
    return this.locationOf(this.#sites.townlands[number] as PlacePlan);
  }

  /** The county of a parish; the first, where it lies in two. */
  countyOf(parish: number): County {
    const within = this.#sites.parishes[parish]?.within ?? [];
    return this.#countiesAmong(within)[0] ?? { logainmID: 0 };
  }

  /** Any county. */
  anyCounty(random: Random): County {
    return random.pick([...this.#counties.values()]);
  }

  /** A place in a parish: mostly a townland. */
  placeIn(parish: number, random: Random): LocationIreland {
    const sites = this.#sites[random.pickWeighted(SPOKEN_OF)];
    const [first, next] = childRange(parish, sites.length, this.parishes);
    const site = next > first ? sites[random.between(first, next - 1)] : this.#sites.parishes[parish];
    return this.locationOf(site as PlacePlan);
  }

  /** A place in any parish. */
  anyPlace(random: Random): LocationIreland {
    return this.placeIn(random.below(this.parishes), random);
  }

  /** The archive's copy of a place. */
  locationOf(site: PlacePlan): LocationIreland {
    return entry(this.#locations, site, () => {
      const place = this.#places.get(site);
      return {
        logainmID: site.id,
        nameEN: placeNameIn('en', place),
        nameGA: placeNameIn('ga', place),
        coordinates: place?.geography?.coordinates[0],
        counties: this.#countiesAmong(site.within),
      };
    });
  }

  #countiesAmong(sites: readonly PlacePlan[]): County[] {
    return entry(this.#countyLists, sites, () => sites.flatMap((site) => this.#counties.get(site.id) ?? []));
  }
}

/** A place's name in a language: the main one, else the first. */
export function placeNameIn(language: string, place: Place | undefined): string | undefined {
  const names = (place?.placenames ?? []).filter((name) => name.language === language);
  return (names.find((name) => name.main) ?? names[0])?.wording;
}
