import { Dice } from '../dice.js';
import { COUNTY_ROWS } from '../words/counties.js';
import type { Site } from './sites.js';

/** What is so for all that lies in the same places. */
export interface Region {
  /** How many counties it touches, and how many of them are in Northern Ireland. */
  readonly counties: number;
  readonly northern: number;
  /** Whether Irish is spoken in its parish. */
  readonly irishSpeaking: boolean;
  /** The databases of one part of the country that know of it. */
  readonly databases: ReadonlySet<string>;
}

/** Counties by a letter in the last column of their table. */
const lettered = (letter: string): ReadonlySet<number> =>
  new Set(COUNTY_ROWS.filter((row) => row[7] === letter).map((row) => Number(row[0])));
const NORTHERN = lettered('N');
const IRISH_SPEAKING = lettered('G');
const CAVAN = 100_003;

/** How many parishes of those counties speak Irish. */
const SPEAKING = 0.3;

/** Makes the function that tells a site's region; worked out once for what lies in the same places. */
export function regions(seed: number): (site: Site) => Region {
  const known = new Map<readonly Site[], Region>();
  return (site) => {
    const shared = site.category !== 'CON' && site.category !== 'PAR';
    const before = shared ? known.get(site.within) : undefined;
    if (before !== undefined) return before;
    const region = regionOf(seed, [site, ...site.within]);
    if (shared) known.set(site.within, region);
    return region;
  };
}

function regionOf(seed: number, sites: readonly Site[]): Region {
  const counties = sites.filter((site) => site.category === 'CON').map((site) => site.id);
  const parish = sites.find((site) => site.category === 'PAR');
  const northern = counties.filter((id) => NORTHERN.has(id)).length;
  const databases = new Set([
    northern > 0 ? 'north' : 'south',
    ...(counties.includes(CAVAN) ? ['Cavan'] : []),
  ]);
  const west = parish !== undefined && counties.some((id) => IRISH_SPEAKING.has(id));
  const irishSpeaking = west && new Dice(seed, 'gaeltacht', parish.number).chance(SPEAKING);
  return { counties: counties.length, northern, irishSpeaking, databases };
}
