import type { Kind, RecordRef } from '../../model/records/record.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import type { RequestGroupCounts } from './crawl-session.js';
import { type Crawler, SINGLE_RECORDS } from './crawler.js';
import type { KindStatistics, UnreadableEntry } from './record-statistics.js';
import type { Service } from './request.js';

/** An id that records refer to and that its service does not have. */
interface NeverFound {
  readonly kind: Kind;
  readonly id: string;
  /** The first record that refers to it. */
  readonly by: RecordRef;
  readonly times: number;
}

/** What a harvest requested and found. It depends on the answers alone. */
export interface Coverage {
  readonly ways: readonly RequestGroupCounts[];
  readonly kinds: readonly KindStatistics[];
  readonly neverFound: readonly NeverFound[];
  /** Ids between known photographs that were not requested. */
  readonly photographIdsNotRequested: number;
  /** Gaps between known ids of photographs that are too wide to request all ids in them. */
  readonly photographGapsTooWide: number;
  /** Where a service sent less than it announces: the beginnings of sentences. */
  readonly gaps: readonly string[];
  readonly unreadable: readonly UnreadableEntry[];
  /** What was detected of the dialect of each service. */
  readonly dialects: Partial<Record<Service, readonly string[]>>;
}

const FORMAT = 'folklore-ld-coverage';

/** The coverage of a crawl. */
export function coverageOf(crawler: Crawler): Coverage {
  const { session, missingIds } = crawler;
  const photographs = crawler.photographsNotRequested();
  return {
    ways: session.ways.filter(({ answers }) => answers > 0),
    kinds: session.statistics.kinds(),
    neverFound: (['person', 'photograph', 'place'] as const).flatMap((referent) =>
      [...missingIds[referent]].flatMap((id) => {
        const mention = session.references.of(referent).get(id);
        return mention === undefined
          ? []
          : [{ kind: SINGLE_RECORDS[referent].kind, id, by: mention.by, times: mention.times }];
      }),
    ),
    photographIdsNotRequested: photographs.ids,
    photographGapsTooWide: photographs.wideGaps,
    gaps: session.gaps,
    unreadable: session.statistics.unreadable(),
    dialects: session.dialects.seen(),
  };
}

/** The coverage as JSON. It does not depend on the order of the answers. */
export function writeCoverage(coverage: Coverage): string {
  const {
    ways,
    kinds,
    neverFound,
    photographIdsNotRequested,
    photographGapsTooWide,
    gaps,
    unreadable,
    dialects,
  } = coverage;
  const sorted = {
    format: FORMAT,
    version: 1,
    ways: sortBy(ways, ({ way }) => way),
    kinds,
    neverFound: sortBy(neverFound, ({ kind, id }) => `${kind} ${id.padStart(20, '0')}`),
    photographIdsNotRequested,
    photographGapsTooWide,
    gaps: [...gaps].sort(),
    unreadable,
    dialects,
  };
  return `${JSON.stringify(sorted, undefined, 2)}\n`;
}

/** The statistics of an earlier harvest; empty when it has no readable coverage. */
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
