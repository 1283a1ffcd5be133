import { silent } from '../base/events.js';
import type { Service } from '../base/origin.js';
import { counted, formatCount } from '../base/text.js';
import { SERVICE_TITLES } from '../harvest/crawl/crawl-session.js';
import { type CrawlScope, crawl } from '../harvest/crawl/crawler.js';
import { DryRunFetcher } from '../harvest/crawl/dry-run.js';
import type { StoredHarvest } from '../harvest/store/stored-harvest.js';
import type { Group } from '../model/records/datasets.js';

/** The requests of a harvest, as far as they are known before it. */
export interface PlannedRequests {
  /** Those that follow from the answers of the last harvest. */
  readonly requests: DryRunFetcher['requests'];
  /** Lists that were empty in the last harvest, and are not requested. */
  readonly emptyLists: number;
  /** Lists that no harvest has fetched yet. */
  readonly unknownLists: readonly string[];
  /** The numbers of requests by group, service and number: `3`, `about 3`, `at most 3`. */
  readonly rows: readonly (readonly string[])[];
  readonly counts: Readonly<Record<Service, number>>;
  /** What the counts are: all, those of services as large as the real ones, or, of a trial, the most. */
  readonly extent: 'all' | 'about' | 'at most';
  /** Requests whose number is not known, in words. */
  readonly notCounted: readonly string[];
}

/** Requests of a first harvest that follow from a list which is not known yet. */
interface ExpectedWay {
  readonly list: string;
  readonly way: string;
  readonly service: Service;
  readonly requests: number;
  readonly group: Group;
}

/** The real services (wire-format 5): volumes, and the counties of Ireland. */
const EXPECTED_WAYS: readonly ExpectedWay[] = [
  {
    list: 'archive /cbes/volumes',
    way: 'schools by volume',
    service: 'archive',
    requests: 1128,
    group: 'schools',
  },
  {
    list: 'archive /cbe/volumes',
    way: 'manuscripts by volume',
    service: 'archive',
    requests: 337,
    group: 'manuscripts',
  },
  {
    list: 'archive /counties',
    way: 'photographs by county',
    service: 'archive',
    requests: 32,
    group: 'photographs',
  },
  {
    list: 'placenames /counties',
    way: 'places by county',
    service: 'placenames',
    requests: 32,
    group: 'places',
  },
];

/** The most of the requests that are not counted. */
const EACH_PERSON = 'one for each person in the people database';

/** Requests whose number is unknown before the first harvest, by the list that they follow from. */
const UNKNOWN_WAYS: readonly (readonly [list: string, group: Group, requests: string])[] = [
  ['archive /cbed', 'photographs', EACH_PERSON],
  ['archive /cbed', 'people', 'one for each person that records name and the list of people does not have'],
  ['archive /countries', 'photographs', 'one for each country and each place abroad'],
  ['placenames /glossary', 'places', 'one for each category of places'],
  ['placenames /counties', 'places', 'one for each place that records name and no county has'],
];

/**
 * The requests of a harvest, as far as they follow from the last one. Nothing is requested.
 *
 * @param last the last harvest; undefined where there is none
 * @param isInvented whether the services are the built-in ones, which are of another size than the real ones
 */
export async function plannedRequests(
  last: StoredHarvest | undefined,
  scope: CrawlScope & ConstructorParameters<typeof DryRunFetcher>[1],
  isInvented: boolean,
): Promise<PlannedRequests> {
  const fetcher = new DryRunFetcher(last, scope);
  const { session } = await crawl(fetcher, scope, silent);
  const { requests, emptyLists } = fetcher;
  const { unknownLists, ways } = session;
  const hasUnknown = unknownLists.length > 0 && !isInvented;
  const most = hasUnknown ? mostWays(scope) : [];
  const expected = hasUnknown && scope.limits === undefined ? expectedWays(unknownLists, scope.groups) : [];
  const notCounted = UNKNOWN_WAYS.flatMap(([list, group, words]) =>
    unknownLists.includes(list) && expected.some((one) => one.group === group) ? [words] : [],
  );
  const known = ways.filter(({ answers }) => answers > 0);
  const row = (way: string, service: Service, count: string): string[] => [
    way,
    SERVICE_TITLES[service],
    count,
  ];
  const countOf = (service: Service): number =>
    requests.filter((one) => one.service === service).length +
    [...expected, ...most].reduce((sum, one) => sum + (one.service === service ? one.requests : 0), 0);
  return {
    requests,
    emptyLists,
    unknownLists,
    rows: [
      ...known.map(({ way, service, answers }) => row(way, service, formatCount(answers))),
      ...expected.map((one) => row(one.way, one.service, `about ${formatCount(one.requests)}`)),
      ...most.map((one) => row(one.way, one.service, `at most ${formatCount(one.requests)}`)),
    ],
    counts: { archive: countOf('archive'), placenames: countOf('placenames') },
    extent: !hasUnknown ? 'all' : scope.limits === undefined ? 'about' : 'at most',
    notCounted,
  };
}

const expectedWays = (unknown: readonly string[], groups: readonly Group[]): readonly ExpectedWay[] =>
  EXPECTED_WAYS.filter(({ list, group }) => unknown.includes(list) && groups.includes(group));

/** The limits of a trial, as far as they are of groups in scope. */
const mostWays = ({ limits = {}, groups }: CrawlScope) =>
  Object.entries(limits).flatMap(([way, requests]) => {
    const group = groups.find((one) => way.startsWith(one));
    return group === undefined
      ? []
      : [{ way, requests, service: group === 'places' ? ('placenames' as const) : ('archive' as const) }];
  });

/** How many requests there are, and to which service. */
export function requestsInWords({ counts: { archive, placenames }, extent }: PlannedRequests): string {
  const all = `${extent === 'all' ? '' : `${extent} `}${counted(archive + placenames, 'request')}`;
  return `${all}: ${formatCount(archive)} to the archive, ${formatCount(placenames)} to the place-names service`;
}

/** How long the requests take at a rate; the least where not all are known. */
export function timeInWords({ counts, extent, notCounted }: PlannedRequests, perSecond: number): string {
  const time = estimatedTime(secondsAt(counts, perSecond));
  const least = extent === 'all' ? 'at least' : 'about';
  const more = notCounted.length === 0 ? '' : ', and more for what is not counted';
  return `at ${perSecond} requests per second to each service: ${least} ${time}${more}`;
}

/** What is not counted, with the time for people; undefined where all is counted. */
export function notCountedInWords({ notCounted }: PlannedRequests, perSecond: number): string | undefined {
  if (notCounted.length === 0) return undefined;
  const people = `${EACH_PERSON} (10,000 people take ${estimatedTime(10_000 / perSecond)})`;
  return `not counted: ${notCounted.map((one) => (one === EACH_PERSON ? people : one)).join('; ')}`;
}

/** Seconds of the requests to the service that has more of them. */
export const secondsAt = (counts: PlannedRequests['counts'], perSecond: number): number =>
  Math.max(...Object.values(counts)) / perSecond;

/** A time that is known roughly, in whole minutes from 90 seconds on. */
export function estimatedTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
