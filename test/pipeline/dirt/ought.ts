import type { ManuscriptItem } from '../../../src/model/schema/archive/manuscripts.js';
import type { SchoolsItem } from '../../../src/model/schema/archive/schools.js';
import type { Place } from '../../../src/model/schema/placenames/place.js';
import type { InjectedDefect } from '../../../src/services/generated-world/defects.js';
import { publicArchive } from '../../../src/services/server/archive/visibility.js';
import type { World } from '../../../src/services/server/world.js';
import { namesOf } from './kinds.js';
import { OUTCOMES, type Outcome } from './outcomes.js';
import type { Released } from './released.js';
import { inWords, notesIn, placeOf } from './words.js';

/** What there is to know of the records of a world when it is said what ought to come of one. */
export interface Circumstances {
  readonly world: World;
  /** The same world without dirt. */
  readonly clean: Released;
  readonly manuscriptItems: ReadonlyMap<number, ManuscriptItem>;
  readonly schoolsItems: ReadonlyMap<number, SchoolsItem>;
  /** The position of each page of the schools collection that the public may see; not a number where it has none. */
  readonly positions: ReadonlyMap<number, number>;
  /** Manuscript items whose links say no order. */
  readonly unordered: ReadonlySet<number>;
}

/** What the public may see of a world, and the records made dirty. */
export function circumstances({ world, soiled }: Released, clean: Released): Circumstances {
  const { cbe, cbes } = publicArchive(world.archive);
  const itemsOf = <I extends { readonly id: number }>(
    volumes: Iterable<{ readonly parts: readonly { readonly items: readonly I[] }[] }>,
  ) => {
    const items = [...volumes].flatMap(({ parts }) => parts.flatMap((part) => part.items));
    return new Map(items.map((item) => [item.id, item]));
  };
  const pages = [...cbes.values()].flatMap((volume) => volume.pages);
  return {
    ...{ world, clean },
    manuscriptItems: itemsOf(cbe.values()),
    schoolsItems: itemsOf(cbes.values()),
    positions: new Map(pages.map((page) => [page.id, Number(page.listingOrder)])),
    unordered: new Set(soiled.filter(({ way }) => way === 'sequence unknown').map(({ id }) => id)),
  };
}

/** What is found of a point. */
const OF_POINT = /#pt (?:PointInIreland|latitude)$/;

/**
 * What is found in the archive's own words about a place, which are those of the database (gazetteer.ts) with the same
 * dirt. What the archive does not name it does not describe. Where the database has several points the archive's is left
 * to it; of a merged place it has none.
 */
function foundInStub(finds: readonly string[], { replacementID, geography }: Place): readonly string[] {
  if (finds.includes('violation label')) return [];
  const isPointSaid = replacementID !== undefined || geography?.coordinates.length === 1;
  return isPointSaid ? finds.filter((one) => OF_POINT.test(one)) : [];
}

/** An outcome, and what is found in the archive's own words about the same place. */
export interface Ought extends Outcome {
  readonly findsInStub: readonly string[];
}

/** What ought to come of a dirty record. */
export function ought(soiled: InjectedDefect, around: Circumstances): Ought {
  const outcome = OUTCOMES[soiled.kind]?.[soiled.way];
  if (outcome === undefined) throw new Error(`nobody says what comes of '${soiled.way}', ${soiled.kind}`);
  const { finds } = outcome;
  const place = soiled.kind === 'place' ? around.world.placenames.places.get(soiled.id) : undefined;
  const findsInStub = place === undefined ? [] : foundInStub(finds, place);
  // Of a merged place nothing is said but what it was merged into (model 3.9).
  if (place?.replacementID !== undefined) {
    return { ...outcome, becomes: 'clean', finds: [], notes: [], elsewhere: [], findsInStub };
  }
  return { ...outcome, findsInStub, ...DEPENDS[soiled.way]?.(soiled, outcome, around) };
}

/** Ways whose outcome depends on the record. */
const DEPENDS: Readonly<
  Record<string, (soiled: InjectedDefect, outcome: Outcome, around: Circumstances) => Partial<Outcome>>
> = {
  'topic in no list': ({ id }, _, { world }) => ({
    elsewhere: [[`cbeg.topic ${world.archive.cbeg.get(id)?.handbookTopic?.id}`, 'warning X10']],
  }),
  'dead before born': (soiled, _, { clean }) => {
    const { ref, key } = namesOf(soiled);
    const found = clean.findings.filter(
      (one) => `${one.kind} ${one.id}` === ref && /-date /.test(placeOf(one)),
    );
    return {
      finds: found.map(inWords).map(exchanged),
      notes: notesIn(clean.records.get(key) ?? [])
        .filter((note) => /-date /.test(note))
        .map(exchanged),
    };
  },
  // X4: who comes before says so, and who comes after.
  'sequence unknown': ({ id }, { finds, notes }, { manuscriptItems, unordered }) => ({
    ...(manuscriptItems.get(id)?.linkedItems.length === 0 ? { finds: [], notes: [] } : { finds, notes }),
    elsewhere: [...manuscriptItems.values()].flatMap((other) =>
      unordered.has(other.id)
        ? []
        : other.linkedItems
            .filter((link) => link.itemID === id)
            .map(
              ({ sequence }) =>
                [
                  `cbe.item ${other.id}`,
                  `warning X4 ${sequence === 'PREV' ? 'previousItem' : 'nextItem'}`,
                ] as const,
            ),
    ),
  }),
  // A page without position comes neither before nor after another; what is hidden is not named.
  'pages turned round': ({ id }, { finds }, { schoolsItems, positions }) => {
    const { firstPageID = 0, lastPageID = 0 } = schoolsItems.get(id) ?? {};
    const isTold = (positions.get(firstPageID) ?? Number.NaN) > (positions.get(lastPageID) ?? Number.NaN);
    return { finds: isTold ? finds : [] };
  },
};

const exchanged = (words: string): string =>
  words.replace(/#(birth|death)-date/, (_, which) => `#${which === 'birth' ? 'death' : 'birth'}-date`);
