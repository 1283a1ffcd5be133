import type { Report } from '../../base/events.js';
import { entry } from '../../base/map-entry.js';
import type { GenderSetting } from '../../model/mapping/gender.js';
import type { Group } from '../../model/records/datasets.js';
import { KINDS } from '../../model/records/kinds.js';
import type { Kind, RecordRef } from '../../model/records/record.js';
import { SOURCES } from '../../model/records/sources.js';
import { fieldOf } from '../answers/sent-fields.js';
import { serviceOfCounties } from '../answers/service-of-counties.js';
import { SMALL_LIST } from '../client/client.js';
import { otherService } from '../client/client-errors.js';
import type { HarvestStore } from '../store/harvest-store.js';
import { modifiedAt } from './copy-dates.js';
import { CrawlIndex } from './crawl-facts.js';
import { CrawlSession, type FetchedList, type RequestGroupCounts } from './crawl-session.js';
import { identifiers, type ReferencedKind } from './referenced-ids.js';
import { inQuery, isPlainId, type ResponseFetcher, type Service } from './request.js';

/** The counts of a volume in the index of volumes, and the same in the volume (wire-format 3, `/volumes`). */
const COUNTS = [
  ['pagecount', 'pages', (volume: unknown) => lengthOf(volume, 'pages')],
  ['partcount', 'parts', (volume: unknown) => lengthOf(volume, 'parts')],
  [
    'itemcount',
    'items',
    (volume: unknown) =>
      [fieldOf(volume, 'parts')].flat().reduce((sum: number, part) => sum + lengthOf(part, 'items'), 0),
  ],
] as const;

/** Where a volume has less than its row of the index announces: the beginnings of sentences. */
function shortfalls(label: string, row: unknown, volume: unknown): string[] {
  return COUNTS.flatMap(([count, things, countIn]) => {
    const announced = Number(identifiers([row], count)[0] ?? Number.NaN);
    const given = countIn(volume);
    return announced > given ? [`${label} has ${given} ${things}, its index announces ${announced}`] : [];
  });
}

function lengthOf(value: unknown, list: string): number {
  const entries = fieldOf(value, list);
  return Array.isArray(entries) ? entries.length : 0;
}

/** @throws FolkloreError CONFIG_INVALID when counties are those of the other service: an address is wrong, and so is every answer */
function checkIsOwn(service: Service, counties: readonly unknown[]): void {
  const owner = serviceOfCounties(counties);
  if (owner !== undefined && owner !== service) throw otherService(service);
}

/** What is requested. */
export interface CrawlScope {
  readonly groups: readonly Group[];
  /** Whether all ids between known photographs are requested, too. */
  readonly walkGaps: boolean;
  /** The name of the filter by gazetteer place: `GazetteerID` in the documents, `GeoNameID` in the dictionaries. */
  readonly gazetteerFilter: 'GazetteerID' | 'GeoNameID';
  /** The scheme of gender codes of the archive. */
  readonly gender: GenderSetting;
  /** The most requests of each group, without their further pages; a group that is not named has none. Absent: everything. */
  readonly limits?: RequestLimits;
}

/** Numbers of requests by the names of groups. */
export type RequestLimits = Readonly<Record<string, number>>;

/**
 * The limits of a trial: a few volumes, photographs of a few counties and people, and records that these refer to. At four
 * requests a second to each service they take about three minutes.
 */
export const TRIAL_LIMITS: RequestLimits = {
  'schools by volume': 3,
  'manuscripts by volume': 3,
  'people by id': 250,
  'photographs by county': 2,
  'photographs by person': 40,
  'photographs by id': 100,
  'places by id': 250,
};

/** Kinds that are requested by id when records refer to them (archive-service 4, place-names-service 4). */
export const SINGLE_RECORDS = {
  person: { kind: 'cbed.person', service: 'archive', path: '/cbed/', group: 'people' },
  photograph: { kind: 'cbeg.photograph', service: 'archive', path: '/cbeg/', group: 'photographs' },
  place: { kind: 'place', service: 'placenames', path: '/', group: 'places' },
} as const;

/** Kinds that are in lists by filters, and the groups of requests for these. The lists of other kinds are never empty. */
const LISTS_OF: Readonly<Record<string, RegExp>> = {
  photographs: /^photographs by (?!id)/,
  'places by county': /^places by county$/,
};

const sumOf =
  (count: 'answers' | 'records') =>
  (sum: number, way: RequestGroupCounts): number =>
    sum + way[count];

/** Lists that always have records; an empty one is a gap. */
const NEVER_EMPTY: ReadonlySet<string> = new Set([
  'archive /counties',
  'archive /countries',
  'archive /cbe/volumes',
  'archive /cbes/volumes',
  'archive /cbed',
  'placenames /counties',
  'placenames /glossary',
]);

/**
 * Requests everything in scope. Lists need a filter (archive-service 4, place-names-service 4): volumes are requested by their
 * index; people by their list and by id; photographs by county, country, gazetteer place, person and id, repeatedly until
 * there are no new references; places by county, by category where the counties do not have all of them, and by id.
 *
 * @param store keeps the facts of answers; undefined in a dry run
 * @throws FolkloreError as the fetcher does
 */
export async function crawl(
  fetcher: ResponseFetcher,
  scope: CrawlScope,
  report: Report,
  onFailure?: () => void,
  store?: Pick<HarvestStore, 'facts' | 'putFacts'>,
): Promise<Crawler> {
  const plan = new Crawler(fetcher, scope, report, onFailure, store);
  await plan.run();
  return plan;
}

/** Requests everything in scope, and has the results. */
export class Crawler {
  readonly session: CrawlSession;
  /** Ids that records refer to and the services do not have. */
  readonly missingIds: Readonly<Record<keyof typeof SINGLE_RECORDS, Set<string>>> = {
    place: new Set(),
    person: new Set(),
    photograph: new Set(),
  };
  readonly #scope: CrawlScope;
  readonly #report: Report;
  readonly #requested = new Set<string>();
  /** Requests so far of the groups that have a limit. */
  readonly #counts = new Map<string, number>();

  constructor(
    fetcher: ResponseFetcher,
    scope: CrawlScope,
    report: Report,
    onFailure?: () => void,
    store?: Pick<HarvestStore, 'facts' | 'putFacts'>,
  ) {
    this.#scope = scope;
    this.#report = report;
    this.session = new CrawlSession(fetcher, new CrawlIndex(scope.gender, store), report, onFailure);
  }

  async run(): Promise<void> {
    this.#report({ event: 'started', what: 'requests to both services' });
    const ends = (thrown: unknown): void => this.session.fail(thrown);
    await Promise.all([this.#archive().catch(ends), this.#placenames().catch(ends)]);
    if (this.session.failure !== undefined) throw this.session.failure.thrown;
    while (await this.#followReferences()) {}
    if (this.#wants('photographs') && this.#scope.walkGaps) {
      await this.#gaps();
      while (await this.#followReferences()) {}
    }
    this.#noteEmptyKinds();
    this.session.finish();
  }

  /** A kind whose lists are all empty is a gap: it would be missing without a word. */
  #noteEmptyKinds(): void {
    if (this.session.unknownLists.length > 0 || this.#scope.limits !== undefined) return;
    for (const [what, ways] of Object.entries(LISTS_OF)) {
      const asked = this.session.ways.filter(({ way }) => ways.test(way));
      const [answers, records] = [asked.reduce(sumOf('answers'), 0), asked.reduce(sumOf('records'), 0)];
      if (answers > 0 && records === 0)
        this.session.gaps.push(
          `all ${answers} lists of ${what} are empty; without such records, leave the kind out`,
        );
    }
  }

  /**
   * Requests records that an earlier harvest found and this one did not: a record can be missing in all lists and still exist.
   *
   * @returns whether any request was made
   */
  async probe(records: readonly RecordRef[]): Promise<boolean> {
    let hasRequests = false;
    for (const { kind, service, path, group } of Object.values(SINGLE_RECORDS)) {
      if (!this.#wants(group)) continue;
      const requests = records
        .filter((one) => one.kind === kind)
        .map(({ id }) => `${path}${id}`)
        .filter((request) => this.#isNew(`${service} ${request}`));
      hasRequests ||= requests.length > 0;
      await this.session.probe(`${KINDS[kind].title} of the last harvest`, service, requests);
    }
    while (hasRequests && (await this.#followReferences())) {}
    if (hasRequests) this.session.finish();
    return hasRequests;
  }

  /** The number of ids between known photographs that were not requested, and of gaps that are too wide. */
  photographsNotRequested(): { readonly ids: number; readonly wideGaps: number } {
    if (this.#scope.limits !== undefined) return { ids: 0, wideGaps: 0 };
    const known = this.#photographs();
    const gaps = known.map((id, index) => (known[index + 1] ?? id + 1) - id - 1);
    return {
      ids: idsInGaps(known).filter((id) => !this.missingIds.photograph.has(String(id))).length,
      wideGaps: gaps.filter((ids) => ids > WIDEST_GAP).length,
    };
  }

  #photographs(): number[] {
    return [...this.session.statistics.found('cbeg.photograph')].map(Number).sort((a, b) => a - b);
  }

  #wants(...some: readonly Group[]): boolean {
    return some.some((group) => this.#scope.groups.includes(group));
  }

  /** The requests of a group that its limit leaves. */
  #withinLimit<T>(way: string, requests: readonly T[]): readonly T[] {
    const { limits } = this.#scope;
    if (limits === undefined) return requests;
    const before = this.#counts.get(way) ?? 0;
    const some = requests.slice(0, Math.max(0, (limits[way] ?? 0) - before));
    this.#counts.set(way, before + some.length);
    return some;
  }

  async #archive(): Promise<void> {
    if (!this.#wants('manuscripts', 'schools', 'photographs', 'people')) return;
    await this.#referenceLists('archive');
    if (this.#wants('people', 'photographs'))
      for (const list of this.#withinLimit('people by their list', ['/cbed']))
        await this.#listed('people by their list', 'archive', list);
    if (this.#wants('schools')) await this.#volumes('schools', '/cbes');
    if (this.#wants('manuscripts')) await this.#volumes('manuscripts', '/cbe');
  }

  /**
   * Requests the reference lists that the groups need.
   *
   * @returns the records in the lists of one kind
   */
  async #referenceLists(service: Service, kind?: Kind): Promise<readonly unknown[]> {
    const what = service === 'archive' ? 'archive: reference lists' : 'place-names: reference lists';
    const found: unknown[] = [];
    for (const source of SOURCES) {
      if (source.list === undefined || source.service !== service || !this.#wants(...source.groups)) continue;
      const { records } = await this.#listed(what, service, source.list);
      if (source.kind === kind) found.push(...records);
    }
    return found;
  }

  /**
   * Requests the volumes of a collection. If one that the index lists is not there, the index may be older than the answer
   * (wire-format 3, `/volumes`): it is requested again, once, with the volumes whose rows have changed.
   */
  async #volumes(label: string, collection: '/cbe' | '/cbes'): Promise<void> {
    const index = `${collection}/volumes`;
    const most = this.#scope.limits?.[`${label} by volume`];
    let rows = spread((await this.#listed('indexes of volumes', 'archive', index)).records, most);
    const { records: before, isReplaced } = await this.session.previous('archive', index);
    this.#compareDates(collection, before, rows);
    const isLast = !this.#wants('photographs', ...(collection === '/cbes' ? ['manuscripts' as const] : []));
    if (isLast) this.session.closeTotal('archive');
    const found = new Map<string, readonly string[]>();
    let hasNothing = false;
    const request = (earlier: readonly unknown[], isRenewed: boolean): Promise<void> =>
      this.session.lists(
        `${label} by volume`,
        'archive',
        volumeRequests(collection, rows, earlier, isRenewed).filter(
          ({ id, hasChanged }) => hasChanged || !found.has(id),
        ),
        ({ records }) => {
          hasNothing ||= records.length === 0;
          for (const volume of records) {
            const id = identifiers([volume], 'id')[0] ?? '';
            found.set(id, shortfalls(`${collection} volume ${id}`, byId(rows).get(id), volume));
          }
        },
      );
    const absent = (): string[] => [...byId(rows).keys()].filter((id) => isPlainId(id) && !found.has(id));
    const isUnknown = (): boolean => this.session.unknownLists.some((list) => list.includes(collection));
    await request(before, isReplaced);
    if (hasNothing && !isUnknown()) {
      const first = rows;
      const wants = { isRenewed: true };
      const again = await this.session.list('indexes of volumes, again', 'archive', index, wants);
      rows = spread(again.records, most);
      for (const id of byId(first).keys())
        if (!byId(rows).has(id)) this.session.forget('archive', `${collection}?VolumeID=${id}`);
      await request(first, true);
    }
    const nameless = rows.filter((row) => !isPlainId(identifiers([row], 'id')[0] ?? ''));
    if (nameless.length > 0) {
      this.session.gaps.push(`${index} has ${nameless.length} of ${rows.length} volumes without an id`);
    }
    this.session.gaps.push(...sharedIds(rows).map((shared) => `${index} has ${shared}`));
    this.session.gaps.push(...[...byId(rows).keys()].flatMap((id) => found.get(id) ?? []));
    if (absent().length > 0 && !isUnknown()) {
      this.session.gaps.push(`${index} lists ${absent().join(', ')}, but requests for them find nothing`);
    }
  }

  /** Notes the dates of the rows of an index, which those of the volumes are compared with, and of the rows before. */
  #compareDates(collection: '/cbe' | '/cbes', before: readonly unknown[], rows: readonly unknown[]): void {
    const index = { service: 'archive', request: `${collection}/volumes` } as const;
    const kind = collection === '/cbe' ? 'cbe.volume' : 'cbes.volume';
    const { copies } = this.session;
    for (const [id, row] of byId(before)) copies.add({ kind, id: Number(id) }, modifiedAt(row));
    for (const [id, row] of byId(rows)) copies.add({ kind, id: Number(id) }, modifiedAt(row), index);
  }

  async #placenames(): Promise<void> {
    if (!this.#wants('places')) return;
    const categories = await this.#referenceLists('placenames', 'category');
    const { records: counties } = await this.#listed(
      'counties of the place-names',
      'placenames',
      '/counties',
    );
    const found = new Map<string, Set<string>>();
    const count = (places: readonly unknown[]): void => {
      for (const place of places) {
        const [id = ''] = identifiers([place], 'id');
        for (const category of categoriesOf(place)) {
          found.set(category, (found.get(category) ?? new Set()).add(id));
        }
      }
    };
    count(counties);
    const requests = identifiers(counties, 'id')
      .filter(isPlainId)
      .map((id) => ({ request: `/?PlaceID=${id}`, isListed: true }));
    const some = this.#withinLimit('places by county', requests);
    await this.session.lists('places by county', 'placenames', some, (list, request) => {
      count(list.records);
      if (list.isMissing)
        this.session.gaps.push(`the place-names service lists no places at ${request} (404)`);
    });
    await this.#outsideCounties(identifiers(categories, 'id'), found);
  }

  /** Requests the categories whose total is more than the places found in counties. */
  async #outsideCounties(
    categories: readonly string[],
    found: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<void> {
    for (const category of this.#withinLimit('places by category', categories)) {
      const list = `/?CategoryID=${inQuery(category)}`;
      const total = await this.session.total(
        'place-names: totals of categories',
        'placenames',
        `${list}&PerPage=1`,
      );
      if (total === (found.get(category)?.size ?? 0)) continue;
      await this.session.filters('places by category', 'placenames', [list]);
    }
  }

  /** Requests everything that answers so far refer to; false when there was nothing new. */
  async #followReferences(): Promise<boolean> {
    const before = this.#requested.size;
    if (this.#wants('people')) {
      await this.#byId('person');
    }
    if (this.#wants('places')) await this.#byId('place');
    if (this.#wants('photographs')) {
      const people = new Set([...this.#ids('cbed.person'), ...this.#referencedIds('person')]);
      await this.#photographsBy(
        'county',
        'CountyID',
        new Set([...this.#ids('county'), ...this.#referencedIds('county')]),
      );
      await this.#photographsBy(
        'country',
        'Country',
        new Set(
          [...this.#ids('country'), ...this.#referencedIds('country')].map((code) => code.toUpperCase()),
        ),
      );
      await this.#photographsBy(
        'gazetteer place',
        this.#scope.gazetteerFilter,
        this.#referencedIds('gazetteer'),
      );
      // Few requests follow these.
      this.session.closeTotal('archive');
      await this.#photographsBy('person', 'PersonID', people);
      await this.#byId('photograph');
    }
    return this.#requested.size > before;
  }

  async #photographsBy(label: string, parameter: string, ids: ReadonlySet<string>): Promise<void> {
    const way = `photographs by ${label}`;
    const requests = [...ids]
      .sort(byNumber)
      .map((id) => `/cbeg?${parameter}=${inQuery(id)}`)
      .filter((one) => this.#isNew(one));
    await this.session.filters(way, 'archive', this.#withinLimit(way, requests));
  }

  /** Requests single records that others refer to and no list has. */
  async #byId(referent: keyof typeof SINGLE_RECORDS): Promise<void> {
    const { kind, service, path } = SINGLE_RECORDS[referent];
    const found = this.session.statistics.found(kind);
    const missing = [...this.#referencedIds(referent)].filter((id) => !found.has(Number(id))).sort(byNumber);
    const requests = missing
      .map((id) => ({ request: `${path}${id}` }))
      .filter(({ request }) => this.#isNew(`${service} ${request}`));
    const way = `${KINDS[kind].title} by id`;
    await this.session.records(way, service, this.#withinLimit(way, requests), (request) =>
      this.missingIds[referent].add(request.slice(path.length)),
    );
  }

  async #gaps(): Promise<void> {
    const requests = idsInGaps(this.#photographs())
      .map((id) => ({ request: `/cbeg/${id}`, isSpeculative: true as const }))
      .filter(({ request }) => this.#isNew(`archive ${request}`));
    await this.session.records('photographs by ids in gaps', 'archive', requests, (request) =>
      this.missingIds.photograph.add(request.slice('/cbeg/'.length)),
    );
  }

  async #listed(way: string, service: Service, request: string): Promise<FetchedList> {
    const listed = await this.session.list(way, service, request, { isPlan: true });
    const name = `${service} ${request}`;
    if (request === SMALL_LIST) checkIsOwn(service, listed.records);
    if (listed.records.length === 0 && NEVER_EMPTY.has(name) && !this.session.unknownLists.includes(name)) {
      this.session.gaps.push(`${name} sends no records`);
    }
    return listed;
  }

  #ids(kind: 'cbed.person' | 'county' | 'country'): string[] {
    return [...this.session.statistics.found(kind)].map(String);
  }

  #referencedIds(referent: ReferencedKind): Set<string> {
    return new Set(this.session.references.of(referent).keys());
  }

  #isNew(request: string): boolean {
    const before = this.#requested.size;
    return before < this.#requested.add(request).size;
  }
}

/**
 * The requests for the volumes of an index.
 *
 * @param before an earlier index
 * @param isRenewed whether volumes were stored by the earlier index, so that those with changed rows are requested again
 */
const volumeRequests = (
  collection: string,
  rows: readonly unknown[],
  before: readonly unknown[],
  isRenewed: boolean,
) => {
  const earlier = byId(before);
  return [...byId(rows)]
    .filter(([id]) => isPlainId(id))
    .map(([id, row]) => {
      const hasChanged = JSON.stringify(row) !== JSON.stringify(earlier.get(id));
      const request = `${collection}?VolumeID=${id}`;
      return { id, request, hasChanged, isListed: true, isRenewed: isRenewed && hasChanged };
    });
};

/** So many entries of a list, at equal distances, the first and the last among them; all without a number. */
export const spread = <T>(list: readonly T[], most = list.length): readonly T[] =>
  list.length <= most
    ? list
    : Array.from(
        { length: most },
        (_, at) => list[Math.round((at * (list.length - 1)) / Math.max(1, most - 1))] as T,
      );

/** Ids that volumes of different numbers have in an index: a request for such an id finds one of them. */
function sharedIds(rows: readonly unknown[]): string[] {
  const numbers = new Map<string, Set<string>>();
  for (const row of rows) {
    const [id] = identifiers([row], 'id');
    const number = String(fieldOf(row, 'volumenumber') ?? '').trim();
    if (id !== undefined && isPlainId(id)) entry(numbers, id, () => new Set<string>()).add(number || '?');
  }
  return [...numbers]
    .filter(([, { size }]) => size > 1)
    .map(([id, all]) => `the id ${id} for ${all.size} volumes: ${[...all].sort().join(', ')}`);
}

function byId(records: readonly unknown[]): Map<string, unknown> {
  return new Map(
    records.flatMap((record) =>
      identifiers([record], 'id')
        .slice(0, 1)
        .map((id) => [id, record] as const),
    ),
  );
}

/** A wider gap separates two series of ids; its ids are not requested. */
const WIDEST_GAP = 1_000;

/** The ids between known ones, which are sorted, except in gaps that are too wide. */
const idsInGaps = (known: readonly number[]): number[] =>
  known.flatMap((id, index) => idsBetween(id, known[index + 1] ?? id));

function idsBetween(first: number, next: number): number[] {
  const ids = next - first - 1;
  return ids <= 0 || ids > WIDEST_GAP ? [] : Array.from({ length: ids }, (_, index) => first + 1 + index);
}

function categoriesOf(place: unknown): string[] {
  return identifiers([fieldOf(place, 'categories')].flat(), 'id');
}

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b) || (a < b ? -1 : 1);
}
