import type { County } from '../../../dictionary/archive/county.js';
import type { LocationIreland } from '../../../dictionary/archive/location-ireland.js';
import type { Place } from '../../../dictionary/placenames/place.js';
import { type Dice, lots } from '../dice.js';
import { childrenOf } from './layout.js';
import type { Site, Sites } from './sites.js';

/** How often what lies in a parish is spoken of, by sort. */
const SPOKEN_OF = lots([80, 'townlands'], [8, 'villages'], [4, 'towns'], [8, 'features']);

/** How the archive speaks of places: as its own small copies of their records. */
export class Gazetteer {
  readonly #sites: Sites;
  readonly #places: ReadonlyMap<Site, Place>;
  readonly #counties: ReadonlyMap<number, County>;
  /** By the list of what a place lies in, which places of one parent share. */
  readonly #countyLists = new Map<readonly Site[], County[]>();
  readonly #locations = new Map<Site, LocationIreland>();

  constructor(sites: Sites, places: ReadonlyMap<Site, Place>, counties: readonly County[]) {
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
    return this.locationOf(this.#sites.townlands[number] as Site);
  }

  /** The county of a parish; the first, where it lies in two. */
  countyOf(parish: number): County {
    const within = this.#sites.parishes[parish]?.within ?? [];
    return this.#countiesAmong(within)[0] ?? { logainmID: 0 };
  }

  /** A county, whichever. */
  anyCounty(dice: Dice): County {
    return dice.pick([...this.#counties.values()]);
  }

  /** A place in a parish: mostly a townland. */
  placeIn(parish: number, dice: Dice): LocationIreland {
    const sites = this.#sites[dice.draw(SPOKEN_OF)];
    const [first, next] = childrenOf(parish, sites.length, this.parishes);
    const site = next > first ? sites[dice.between(first, next - 1)] : this.#sites.parishes[parish];
    return this.locationOf(site as Site);
  }

  /** A place in whichever parish. */
  anyPlace(dice: Dice): LocationIreland {
    return this.placeIn(dice.below(this.parishes), dice);
  }

  /** What the archive says of a place. */
  locationOf(site: Site): LocationIreland {
    const before = this.#locations.get(site);
    if (before !== undefined) return before;
    const place = this.#places.get(site);
    const made: LocationIreland = {
      logainmID: site.id,
      nameEN: nameIn('en', place),
      nameGA: nameIn('ga', place),
      coordinates: place?.geography?.coordinates[0],
      counties: this.#countiesAmong(site.within),
    };
    this.#locations.set(site, made);
    return made;
  }

  #countiesAmong(sites: readonly Site[]): County[] {
    const before = this.#countyLists.get(sites);
    if (before !== undefined) return before;
    const counties = sites.flatMap((site) => this.#counties.get(site.id) ?? []);
    this.#countyLists.set(sites, counties);
    return counties;
  }
}

/** A place's name in a language: the main one, or whatever there is. */
export function nameIn(language: string, place: Place | undefined): string | undefined {
  const names = (place?.placenames ?? []).filter((name) => name.language === language);
  return (names.find((name) => name.main) ?? names[0])?.wording;
}
