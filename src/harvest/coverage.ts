import type { Kind, RecordRef } from '../records/record.js';
import type { StoredHarvest } from '../response-store/stored-harvest.js';
import type { RequestGroupCounts } from './crawl-step.js';
import { type Crawler, SINGLE_RECORDS } from './crawler.js';
import type { KindStatistics, UnreadableEntry } from './record-statistics.js';
import type { Service } from './request.js';

/** Something that records refer to and its service does not know. */
export interface NeverFound {
  readonly kind: Kind;
  readonly id: string;
  /** The first record that refers to it. */
  readonly by: RecordRef;
  readonly times: number;
}

/** What a harvest asked for and found: it follows from the answers alone. */
export interface Coverage {
  readonly ways: readonly RequestGroupCounts[];
  readonly kinds: readonly KindStatistics[];
  readonly neverFound: readonly NeverFound[];
  /** Ids of photographs in the gaps between known ones that no request asked for. */
  readonly photographIdsNotAsked: number;
  /** Gaps between known ids of photographs that are too wide to look in. */
  readonly photographGapsTooWide: number;
  /** Where a service gave less than it announces, in words. */
  readonly gaps: readonly string[];
  readonly unreadable: readonly UnreadableEntry[];
  /** How each service speaks. */
  readonly manners: Partial<Record<Service, readonly string[]>>;
}

const FORMAT = 'folklore-ld-coverage';

/** Sums a harvest up. */
export function coverageOf(harvest: Crawler): Coverage {
  const { round, notThere } = harvest;
  const photographs = harvest.photographsNotAsked();
  return {
    ways: round.ways.filter(({ asked }) => asked > 0),
    kinds: round.census.kinds(),
    neverFound: (['person', 'photograph', 'place'] as const).flatMap((referent) =>
      [...notThere[referent]].flatMap((id) => {
        const mention = round.met.of(referent).get(id);
        return mention === undefined
          ? []
          : [{ kind: SINGLE_RECORDS[referent].kind, id, by: mention.by, times: mention.times }];
      }),
    ),
    photographIdsNotAsked: photographs.ids,
    photographGapsTooWide: photographs.wideGaps,
    gaps: round.gaps,
    unreadable: round.census.unreadable(),
    manners: round.manners.seen(),
  };
}

/** As text. It depends on the answers and not on their order. */
export function writeCoverage(coverage: Coverage): string {
  const { ways, kinds, neverFound, photographIdsNotAsked, photographGapsTooWide, gaps, unreadable, manners } =
    coverage;
  const sorted = {
    format: FORMAT,
    version: 1,
    ways: sortBy(ways, ({ way }) => way),
    kinds,
    neverFound: sortBy(neverFound, ({ kind, id }) => `${kind} ${id.padStart(20, '0')}`),
    photographIdsNotAsked,
    photographGapsTooWide,
    gaps: [...gaps].sort(),
    unreadable,
    manners,
  };
  return `${JSON.stringify(sorted, undefined, 2)}\n`;
}

/** The kinds of an earlier harvest's coverage; none when it has none that can be read. */
export async function readKinds(store: StoredHarvest | undefined): Promise<readonly KindStatistics[]> {
  const text = await store?.document('coverage.json');
  if (text === undefined) return [];
  try {
    const { format, kinds }: Record<string, unknown> = { ...JSON.parse(text) };
    return format === FORMAT && Array.isArray(kinds) ? kinds : [];
  } catch {
    return [];
  }
}

function sortBy<T>(list: readonly T[], key: (one: T) => string): T[] {
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
