import type { Glossary } from '../../../dictionary/placenames/glossary.js';
import type { Place, PlaceSummary } from '../../../dictionary/placenames/place.js';
import { webAddress } from '../addresses.js';
import { Dice, lots } from '../dice.js';
import { historyFrom, picks, stamped, startOf } from '../history.js';
import { NONE } from '../none.js';
import { folkloreOf, imagesOf, linksOf, resourcesOf } from './attachments.js';
import { categoriesOf, counted, type Tally } from './categories.js';
import { gridReferenceAt, pointAt } from './coordinates.js';
import { GLOSSARY } from './glossary.js';
import { placenamesOf } from './placenames.js';
import type { Region } from './regions.js';
import type { Site } from './sites.js';

/** What a place's record says of other records. */
export interface Surroundings {
  /** The summaries of what a place lies in; places of one parent share the list. */
  readonly summaries: (within: readonly Site[]) => PlaceSummary[];
  /** How many live places of each category lie in it. */
  readonly includes: Tally | undefined;
  readonly region: Region;
  readonly cluster: Place['cluster'];
  /** People of the biography dictionary who were born there. */
  readonly bornHere: Place['bornHere'];
}

const ULSTER = 'Ulster';
/** The database went public in September 2008. */
const FIRST_DAY = startOf(2008) + 244;

const SOURCES = ['osi', 'osi', 'osi (data.gov.ie)', 'grid', 'manual'] as const;

/** The record of a place. */
export function placeOf(seed: number, site: Site, around: Surroundings): Place {
  const dice = new Dice(seed, 'place', site.number);
  const { region } = around;
  const fixed = site.category === 'CON' || site.category === 'CUIGE';
  // Written out: spreading is slow, and there are 126,000 of these.
  const { dateCreated, dateModified } = stamped(historyFrom(FIRST_DAY, fixed ? 30 : 4_500, 0.5, dice), dice);
  return {
    id: site.id,
    dateCreated,
    dateModified,
    replacementID: site.mergedInto?.id,
    permalink: webAddress('placenames', site.id),
    featured: picks(0.003, dice),
    cluster: around.cluster,
    placenames: placenamesOf(site, dice),
    glossary: site.name.words.length === 0 ? NONE : site.name.words.map((word) => GLOSSARY[word] as Glossary),
    categories: categoriesOf(site.categories),
    includedIn: around.summaries(site.within),
    includes: counted(around.includes),
    geography: geographyOf(site, fixed, dice),
    gridReferences: fixed ? NONE : gridReferencesOf(site, dice),
    gaeltacht: gaeltachtOf(site, region),
    postOffice: postOfficeOf(site, dice),
    northernIreland: northernOf(site, region),
    images: dice.chance(0.01) ? imagesOf(site, dice) : NONE,
    resources: dice.chance(0.02) ? resourcesOf(site, dice) : NONE,
    links: linksOf(site, region.databases, dice),
    bornHere: around.bornHere,
    folklore: dice.chance(0.1) ? folkloreOf(site) : NONE,
    // Both members of a cluster are the same thing to whoever gave the address.
    sameAs:
      around.cluster === undefined
        ? sameAsOf(site.number, dice.chance(0.03))
        : sameAsOf(around.cluster.focusID, true),
  };
}

const sameAsOf = (number: number, any: boolean): Place['sameAs'] =>
  any ? [{ uri: webAddress('sameas', 'townland', number) }] : NONE;

function geographyOf(site: Site, fixed: boolean, dice: Dice): Place['geography'] {
  const own = pointAt(site.latitude, site.longitude);
  if (fixed) return { accurate: true, source: 'osi', coordinates: [own] };
  const kind = dice.below(100);
  if (kind < 2) return undefined;
  const [nearest = site] = site.within;
  // Extrapolated from the parent, so that dozens of places share a point (wire-format 4).
  if (kind < 16) {
    return {
      accurate: false,
      source: 'extrapolation',
      coordinates: [pointAt(nearest.latitude, nearest.longitude)],
    };
  }
  const second =
    kind < 20 ? [pointAt(site.latitude + dice.between(1, 90), site.longitude - dice.between(1, 90))] : [];
  return {
    accurate: true,
    source: dice.maybe(0.97, () => dice.pick(SOURCES)),
    coordinates: [own, ...second],
  };
}

/** How many grid references a place has. */
const GRID_REFERENCES = lots([3, 0], [6, 1], [1, 2]);

function gridReferencesOf(site: Site, dice: Dice): Place['gridReferences'] {
  const count = dice.draw(GRID_REFERENCES);
  if (count === 0) return NONE;
  return Array.from({ length: count }, () => gridReferenceAt(site.latitude, site.longitude, dice));
}

/** In a parish as a whole Irish is often spoken in a part only. */
function gaeltachtOf(site: Site, { irishSpeaking }: Region): Place['gaeltacht'] {
  if (!irishSpeaking) return undefined;
  return { extent: site.category === 'PAR' ? 'part' : 'all' };
}

const POST_OFFICES: Readonly<Record<string, number>> = { B: 0.95, SRB: 0.7, BF: 0.02 };

function postOfficeOf(site: Site, dice: Dice): Place['postOffice'] {
  if (!dice.chance(POST_OFFICES[site.category] ?? 0)) return undefined;
  return { extent: site.category === 'BF' ? 'part' : 'all' };
}

function northernOf(site: Site, { counties, northern }: Region): Place['northernIreland'] {
  if (site.category === 'CUIGE') return site.name.en === ULSTER ? { extent: 'part' } : undefined;
  if (northern === 0) return undefined;
  return { extent: northern === counties ? 'all' : 'part' };
}
