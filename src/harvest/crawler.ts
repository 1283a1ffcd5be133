import type { Report } from '../base/events.js';
import type { GenderScheme } from '../mapping/gender.js';
import type { Group } from '../records/datasets.js';
import { KINDS } from '../records/kinds.js';
import { fieldOf } from '../records/read-records.js';
import type { Kind, RecordRef } from '../records/record.js';
import { SOURCES } from '../records/sources.js';
import type { HarvestStore } from '../response-store/harvest-store.js';
import { CrawlIndex } from './crawl-facts.js';
import { CrawlStep, type FetchedList } from './crawl-step.js';
import { identifiers, type ReferencedKind } from './referenced-ids.js';
import { inQuery, isPlainId, type ResponseFetcher, type Service } from './request.js';

/** What the index of volumes announces of a volume, and how many of it a volume holds (wire-format 3, `/volumes`). */
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

/** Where a volume holds less than its row of the index says, in words. */
export function shortfalls(called: string, row: unknown, volume: unknown): string[] {
  return COUNTS.flatMap(([count, things, countIn]) => {
    const announced = Number(identifiers([row], count)[0] ?? Number.NaN);
    const given = countIn(volume);
    return announced > given
      ? [`${called} is said to have ${announced} ${things}, and comes with ${given}`]
      : [];
  });
}

function lengthOf(value: unknown, list: string): number {
  const entries = fieldOf(value, list);
  return Array.isArray(entries) ? entries.length : 0;
}

/** What to ask for. */
export interface CrawlScope {
  readonly groups: readonly Group[];
  /** Whether photographs are also asked for by every id between those that are known. */
  readonly walkGaps: boolean;
  /** What the archive calls its filter by gazetteer place: the documents' name, or the dictionaries'. */
  readonly gazetteerFilter: 'GazetteerID' | 'GeoNameID';
  /** The archive's scheme of gender codes. */
  readonly gender: GenderScheme;
}

/** What records refer to and can be asked for by its id (archive-service 4, place-names-service 4). */
export const SINGLE_RECORDS = {
  person: { kind: 'cbed.person', service: 'archive', path: '/cbed/', group: 'people' },
  photograph: { kind: 'cbeg.photograph', service: 'archive', path: '/cbeg/', group: 'photographs' },
  place: { kind: 'place', service: 'placenames', path: '/', group: 'places' },
} as const;

/** Lists that no service answers with nothing: one that is empty is a gap, not an answer. */
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
 * Asks for everything in scope, through the rule that lists need a filter (archive-service 4, place-names-service
 * 4): volumes by their index; people by their list and by every id met; photographs by every county, country,
 * gazetteer place and person, until a round brings nothing new; places by county, by category where the
 * counties did not bring them all, and by every id met.
 *
 * @param store whose last harvest has indexes of its answers
 * @throws FolkloreError as the asker does
 */
export async function crawl(
  asker: ResponseFetcher,
  scope: CrawlScope,
  report: Report,
  onFailure?: () => void,
  store: Pick<HarvestStore, 'last'> = { last: undefined },
): Promise<Crawler> {
  const plan = new Crawler(asker, scope, report, onFailure);
  await plan.index.open(store);
  await plan.run();
  return plan;
}

/** A harvest: what was asked for, and what came of it. */
export class Crawler {
  readonly round: CrawlStep;
  readonly index: CrawlIndex;
  /** What records refer to and the services do not know, as asked. */
  readonly notThere: Readonly<Record<keyof typeof SINGLE_RECORDS, Set<string>>> = {
    place: new Set(),
    person: new Set(),
    photograph: new Set(),
  };
  readonly #scope: CrawlScope;
  readonly #report: Report;
  readonly #asked = new Set<string>();

  constructor(asker: ResponseFetcher, scope: CrawlScope, report: Report, onFailure?: () => void) {
    this.#scope = scope;
    this.#report = report;
    this.index = new CrawlIndex(scope.gender);
    this.round = new CrawlStep(asker, this.index, report, onFailure);
  }

  async run(): Promise<void> {
    this.#report({ event: 'started', what: 'asking both services' });
    // Each service is slow enough on its own; neither has to wait for the other.
    const ends = (thrown: unknown): void => this.round.fail(thrown);
    await Promise.all([this.#archive().catch(ends), this.#placenames().catch(ends)]);
    if (this.round.failure !== undefined) throw this.round.failure.thrown;
    while (await this.#oneMoreRound()) {}
    if (this.#wants('photographs') && this.#scope.walkGaps) {
      await this.#gaps();
      while (await this.#oneMoreRound()) {}
    }
    this.round.finish();
  }

  /**
   * Looks for records that an earlier harvest found and this one did not: that no list has them does not mean
   * that they are gone.
   *
   * @returns whether there was anything to ask
   */
  async lookFor(records: readonly RecordRef[]): Promise<boolean> {
    let hasAsked = false;
    for (const { kind, service, path, group } of Object.values(SINGLE_RECORDS)) {
      if (!this.#wants(group)) continue;
      const requests = records
        .filter((one) => one.kind === kind)
        .map(({ id }) => `${path}${id}`)
        .filter((request) => this.#isNew(`${service} ${request}`));
      hasAsked ||= requests.length > 0;
      await this.round.stillThere(`${KINDS[kind].title} known from before`, service, requests);
    }
    while (hasAsked && (await this.#oneMoreRound())) {}
    if (hasAsked) this.round.finish();
    return hasAsked;
  }

  /** The number of ids not requested in gaps between known photographs, and of gaps too wide to search. */
  photographsNotAsked(): { readonly ids: number; readonly wideGaps: number } {
    const known = this.#photographs();
    const gaps = known.map((id, index) => (known[index + 1] ?? id + 1) - id - 1);
    return {
      ids: idsInGaps(known).filter((id) => !this.notThere.photograph.has(String(id))).length,
      wideGaps: gaps.filter((ids) => ids > WIDEST_GAP).length,
    };
  }

  #photographs(): number[] {
    return [...this.round.census.found('cbeg.photograph')].map(Number).sort((a, b) => a - b);
  }

  #wants(...some: readonly Group[]): boolean {
    return some.some((group) => this.#scope.groups.includes(group));
  }

  async #archive(): Promise<void> {
    if (!this.#wants('manuscripts', 'schools', 'photographs', 'people')) return;
    await this.#referenceLists('archive');
    if (this.#wants('people', 'photographs')) await this.#listed('people by their list', 'archive', '/cbed');
    if (this.#wants('schools')) await this.#volumes('schools', '/cbes');
    if (this.#wants('manuscripts')) await this.#volumes('manuscripts', '/cbe');
  }

  /**
   * Asks for the lists of the table of kinds that the groups need.
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

  async #volumes(called: string, collection: '/cbe' | '/cbes'): Promise<void> {
    const index = `${collection}/volumes`;
    const before = byId(await this.round.before('archive', index));
    const { records: rows } = await this.#listed('indexes of volumes', 'archive', index);
    const announced = new Map([...byId(rows)].filter(([id]) => isPlainId(id)));
    const nameless = rows.filter((row) => !isPlainId(identifiers([row], 'id')[0] ?? ''));
    if (nameless.length > 0) {
      this.round.gaps.push(`${index} has ${nameless.length} of ${rows.length} volumes without an id`);
    }
    const questions = [...announced].map(([id, row]) => ({
      request: `${collection}?VolumeID=${id}`,
      changed: JSON.stringify(row) !== JSON.stringify(before.get(id)),
    }));
    const isLast = !this.#wants('photographs', ...(collection === '/cbes' ? ['manuscripts' as const] : []));
    if (isLast) this.round.settle('archive');
    const found = new Set<string>();
    await this.round.lists(`${called} by volume`, 'archive', questions, ({ records }) => {
      for (const volume of records) {
        const id = identifiers([volume], 'id')[0] ?? '';
        found.add(id);
        this.round.gaps.push(...shortfalls(`${collection} volume ${id}`, announced.get(id), volume));
      }
    });
    const absent = [...announced.keys()].filter((id) => !found.has(id));
    if (absent.length > 0 && !this.round.unknownLists.some((list) => list.includes(`${collection}?`))) {
      this.round.gaps.push(
        `${collection}/volumes lists ${absent.join(', ')}, but asked for they are not there`,
      );
    }
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
    const questions = identifiers(counties, 'id')
      .filter(isPlainId)
      .map((id) => ({ request: `/?PlaceID=${id}` }));
    await this.round.lists('places by county', 'placenames', questions, ({ records }) => count(records));
    await this.#outsideCounties(identifiers(categories, 'id'), found);
  }

  /** A category of which the counties brought every place is not asked for again: its total tells. */
  async #outsideCounties(
    categories: readonly string[],
    found: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<void> {
    for (const category of categories) {
      const list = `/?CategoryID=${inQuery(category)}`;
      const total = await this.round.total(
        'place-names: totals of categories',
        'placenames',
        `${list}&PerPage=1`,
      );
      if (total === (found.get(category)?.size ?? 0)) continue;
      await this.round.filters('places by category', 'placenames', [list]);
    }
  }

  /** Everything that answers so far give reason to ask for; false when there was nothing. */
  async #oneMoreRound(): Promise<boolean> {
    const before = this.#asked.size;
    if (this.#wants('people')) {
      await this.#byId('person');
    }
    if (this.#wants('photographs')) {
      const people = new Set([...this.#ids('cbed.person'), ...this.#metIds('person')]);
      await this.#photographsBy(
        'county',
        'CountyID',
        new Set([...this.#ids('county'), ...this.#metIds('county')]),
      );
      await this.#photographsBy(
        'country',
        'Country',
        new Set([...this.#ids('country'), ...this.#metIds('country')].map((code) => code.toUpperCase())),
      );
      await this.#photographsBy('gazetteer place', this.#scope.gazetteerFilter, this.#metIds('gazetteer'));
      // Most requests are made here; few follow.
      this.round.settle('archive');
      await this.#photographsBy('person', 'PersonID', people);
      await this.#byId('photograph');
    }
    if (this.#wants('places')) await this.#byId('place');
    return this.#asked.size > before;
  }

  async #photographsBy(called: string, parameter: string, ids: ReadonlySet<string>): Promise<void> {
    const requests = [...ids].sort(byNumber).map((id) => `/cbeg?${parameter}=${inQuery(id)}`);
    await this.round.filters(
      `photographs by ${called}`,
      'archive',
      requests.filter((one) => this.#isNew(one)),
    );
  }

  /** Single records that others refer to and no list has brought. */
  async #byId(referent: keyof typeof SINGLE_RECORDS): Promise<void> {
    const { kind, service, path } = SINGLE_RECORDS[referent];
    const found = this.round.census.found(kind);
    const missing = [...this.#metIds(referent)].filter((id) => !found.has(Number(id))).sort(byNumber);
    const questions = missing
      .map((id) => ({ request: `${path}${id}` }))
      .filter(({ request }) => this.#isNew(`${service} ${request}`));
    await this.round.records(`${KINDS[kind].title} by ids met`, service, questions, (request) =>
      this.notThere[referent].add(request.slice(path.length)),
    );
  }

  async #gaps(): Promise<void> {
    const questions = idsInGaps(this.#photographs())
      .map((id) => ({ request: `/cbeg/${id}`, seldom: true as const }))
      .filter(({ request }) => this.#isNew(`archive ${request}`));
    await this.round.records('photographs by ids between', 'archive', questions, (request) =>
      this.notThere.photograph.add(request.slice('/cbeg/'.length)),
    );
  }

  async #listed(way: string, service: Service, request: string): Promise<FetchedList> {
    const listed = await this.round.list(way, service, request);
    const name = `${service} ${request}`;
    if (listed.records.length === 0 && NEVER_EMPTY.has(name) && !this.round.unknownLists.includes(name)) {
      this.round.gaps.push(`${name} gives no record at all`);
    }
    return listed;
  }

  #ids(kind: 'cbed.person' | 'county' | 'country'): string[] {
    return [...this.round.census.found(kind)].map(String);
  }

  #metIds(referent: ReferencedKind): Set<string> {
    return new Set(this.round.met.of(referent).keys());
  }

  #isNew(question: string): boolean {
    const before = this.#asked.size;
    return before < this.#asked.add(question).size;
  }
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

/** A wider gap lies between two series of ids: no photographs are requested in it. */
const WIDEST_GAP = 1_000;

/** The ids between known ones, which are sorted, but for those in gaps too wide. */
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
