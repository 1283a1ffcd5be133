import type { Report } from '../base/events.js';
import { SERVICES } from '../base/origin.js';
import { refOf } from '../records/read-records.js';
import { responseList } from '../records/response-records.js';
import { type ResponseSource, SOURCES } from '../records/sources.js';
import type { CrawlFacts, CrawlIndex } from './crawl-facts.js';
import { DialectDetector, formOf } from './dialect-detection.js';
import { RecordStatistics } from './record-statistics.js';
import { decodeMentions, identifiers, ReferencedIds } from './referenced-ids.js';
import {
  type CrawlRequest,
  type FoundReply,
  isRefusal,
  type Reply,
  type ResponseFetcher,
  type Service,
  withParameter,
} from './request.js';

/** Requests handed to a client at once: enough to keep it busy, while the client itself keeps the pace. */
const LANES = 8;

/** What the services are called where people see how far a harvest is. */
export const SERVICE_TITLES: Readonly<Record<Service, string>> = {
  archive: 'archive',
  placenames: 'place-names',
};

/** What one way of asking brought. */
export interface RequestGroupCounts {
  /** In words: "photographs by county". */
  readonly way: string;
  readonly service: Service;
  /** Answers it took, pages included. */
  asked: number;
  /** Of those, how many say that there is nothing of that name. */
  missing: number;
  /** Records in them. */
  records: number;
  /** Of those, how many no answer before had brought. */
  new: number;
  /** The total of the list, when the service sends one. */
  announced?: number;
}

/** The records of a list, and how many the service says there are. */
export interface FetchedList {
  readonly records: readonly unknown[];
  readonly totalCount?: number;
}

/** One harvest under way: every answer passes through here, and is counted. */
export class CrawlStep {
  readonly census = new RecordStatistics();
  readonly met = new ReferencedIds();
  readonly manners = new DialectDetector();
  /** Where a service gave less than it announces, in words. */
  readonly gaps: string[] = [];
  /** Lists of a plan that have not been requested yet. */
  readonly unknownLists: string[] = [];
  readonly #asker: ResponseFetcher;
  readonly #index: CrawlIndex;
  readonly #report: Report;
  readonly #onFailure: () => void;
  readonly #ways = new Map<string, RequestGroupCounts>();
  readonly #progress = {
    archive: { done: 0, total: 0, isOpen: true },
    placenames: { done: 0, total: 0, isOpen: true },
  };
  /** After the first failure nothing new is begun, in whichever lane. */
  #failure: { readonly thrown: unknown } | undefined;

  /**
   * @param index what is known of answers that have not changed
   * @param onFailure is called when nothing new will be begun: whoever waits for a service may stop waiting
   */
  constructor(asker: ResponseFetcher, index: CrawlIndex, report: Report, onFailure: () => void = () => {}) {
    this.#index = index;
    this.#asker = asker;
    this.#report = report;
    this.#onFailure = onFailure;
  }

  /** Ends the harvest: nothing new is begun, in whichever track. */
  fail(thrown: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = { thrown };
    this.#onFailure();
  }

  /** Why the harvest has ended, if it has; thrown by whatever is begun after. */
  get failure(): { readonly thrown: unknown } | undefined {
    return this.#failure;
  }

  /** Says that nearly all requests to a service are known, so that the time left can be told. */
  settle(service: Service): void {
    this.#progress[service].isOpen = false;
  }

  /** Ends the progress of both services. */
  finish(): void {
    for (const service of SERVICES) {
      const progress = this.#progress[service];
      if (progress.total === 0 || (progress.done === progress.total && !progress.isOpen)) continue;
      this.#progress[service] = { done: progress.done, total: progress.done, isOpen: false };
      this.#tell(service);
    }
  }

  /** What every way of asking brought: of each service in the order in which they were gone, however they took turns. */
  get ways(): readonly RequestGroupCounts[] {
    const ways = [...this.#ways.values()];
    return SERVICES.flatMap((service) => ways.filter((one) => one.service === service));
  }

  /** One list, all its pages. */
  async list(way: string, service: Service, request: string): Promise<FetchedList> {
    this.#expect(service, 1);
    return this.#pages(way, service, request);
  }

  /** All of these lists, several at once. */
  async lists(
    way: string,
    service: Service,
    questions: readonly Pick<CrawlRequest, 'request' | 'changed'>[],
    onList: (listed: FetchedList) => void = () => {},
  ): Promise<void> {
    await this.#each(service, questions, async ({ request, changed }) =>
      onList(await this.#pages(way, service, request, changed)),
    );
  }

  /** The records of a list in the last harvest; none where nothing is known of it. */
  async before(service: Service, request: string): Promise<readonly unknown[]> {
    const reply = await this.#asker.before(service, request);
    return typeof reply === 'string' ? [] : responseList(service, request, reply.body).records;
  }

  /**
   * All of these lists, which are asked for by what records say: a service that refuses one has no such list,
   * and that is a gap, not the end.
   */
  async filters(way: string, service: Service, requests: readonly string[]): Promise<void> {
    await this.#each(service, requests, (request) =>
      this.#unlessRefused(service, request, () => this.#pages(way, service, request)),
    );
  }

  /** Fetches single records. Missing ones are reported, refused ones are gaps. */
  async records(
    way: string,
    service: Service,
    questions: readonly Pick<CrawlRequest, 'request' | 'seldom'>[],
    onMissing: (request: string) => void = () => {},
  ): Promise<void> {
    await this.#each(service, questions, ({ request, seldom }) =>
      this.#unlessRefused(service, request, async () => {
        const wants = seldom === undefined ? {} : { seldom };
        const reply = await this.#ask(way, { service, request, body: 'record', ...wants });
        if (reply === 'missing') {
          this.#way(way, service).missing += 1;
          onMissing(request);
        } else if (reply !== 'unknown') {
          this.#take(way, service, request, this.#factsOf(service, request, 'record', reply));
        }
      }),
    );
  }

  /** Those of these single records that are there; of the others nothing is counted or kept. */
  async stillThere(way: string, service: Service, requests: readonly string[]): Promise<void> {
    await this.#each(service, requests, (request) =>
      this.#unlessRefused(service, request, async () => {
        const reply = await this.#asked({ service, request, body: 'record', isProbe: true });
        if (typeof reply === 'string') return;
        this.#way(way, service).asked += 1;
        this.#take(way, service, request, this.#factsOf(service, request, 'record', reply));
      }),
    );
  }

  /** How many records a list announces, by asking for one of them; undefined when it does not tell. */
  async total(way: string, service: Service, request: string): Promise<number | undefined> {
    this.#expect(service, 1);
    const reply = await this.#ask(way, { service, request, body: 'list' }).catch((thrown: unknown) => {
      if (isRefusal(thrown)) return 'unknown' as const;
      throw thrown;
    });
    if (typeof reply === 'string') return undefined;
    const { totalCount, records } = responseList(service, request, reply.body);
    // A service that does not know pages gives them all at once.
    return totalCount ?? (records.length === 1 ? undefined : records.length);
  }

  async #pages(way: string, service: Service, request: string, changed = false): Promise<FetchedList> {
    const records: unknown[] = [];
    const distinct = new Set<string>();
    const said = new Set<number | undefined>();
    let totalCount: number | undefined;
    let isRepeating = false;
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const asked = page === 1 ? request : withParameter(request, 'Page', page);
      const reply = await this.#ask(way, { service, request: asked, list: request, body: 'list', changed });
      if (typeof reply === 'string') {
        if (reply === 'unknown') this.unknownLists.push(`${service} ${asked}`);
        return { records };
      }
      const list = this.#factsOf(service, asked, 'list', reply);
      if (page === 1) {
        pages = list.totalPages ?? 1;
        totalCount = list.totalCount;
        this.#expect(service, pages - 1);
      }
      const before = distinct.size;
      for (const { outline } of list.records) {
        records.push(outline);
        distinct.add(identifiers([outline], 'id')[0] ?? JSON.stringify(outline));
      }
      // A service that promises pages without end, or gives the same one for each, is not asked for all of them.
      if (distinct.size === before) {
        isRepeating = page < pages && list.records.length > 0;
        pages = page;
      }
      said.add(list.totalCount);
      if (list.form !== undefined) this.manners.add(service, [list.form]);
      this.#take(way, service, asked, list);
    }
    if (totalCount === undefined) {
      if (isRepeating) this.gaps.push(`${service} ${request} gives the same page again and again`);
      return { records };
    }
    const counts = this.#way(way, service);
    counts.announced = (counts.announced ?? 0) + totalCount;
    if (said.size > 1) {
      this.gaps.push(`${service} ${request} changed while its pages were read: run again`);
    } else if (totalCount !== distinct.size) {
      this.gaps.push(`${service} ${request} announces ${totalCount} records and gives ${distinct.size}`);
    }
    return { records, totalCount };
  }

  /** What is asked for by what records say may be refused: that is a gap, not the end. */
  async #unlessRefused(service: Service, request: string, ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask();
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      this.gaps.push(`the ${service} service refuses ${request}`);
    }
  }

  async #ask(way: string, question: CrawlRequest): Promise<Reply> {
    const reply = await this.#asked(question);
    this.#way(way, question.service).asked += 1;
    return reply;
  }

  async #asked(question: CrawlRequest): Promise<Reply> {
    if (this.#failure !== undefined) throw this.#failure.thrown;
    const reply = await this.#asker.ask(question).catch((thrown: unknown) => {
      if (!isRefusal(thrown)) this.fail(thrown);
      else this.#count(question.service);
      throw thrown;
    });
    this.#count(question.service);
    return reply;
  }

  /** What must be known of an answer; of an index of volumes, which holds no records, its rows as they are. */
  #factsOf(service: Service, request: string, body: CrawlRequest['body'], reply: FoundReply): CrawlFacts {
    const source = sourceOf(service, request);
    if (source !== undefined) return this.#index.of(source, { request, body }, reply);
    const { records, totalCount, totalPages } = responseList(service, request, reply.body);
    const rows = records.map((outline) => ({ ...NO_FACTS, outline }));
    return { form: formOf(reply.body), totalCount, totalPages, records: rows, ...NOTHING };
  }

  #take(way: string, service: Service, request: string, facts: CrawlFacts): void {
    const counts = this.#way(way, service);
    counts.records += facts.records.length;
    const source = sourceOf(service, request);
    if (source === undefined) return;
    const before = this.census.found(source.kind).size;
    // What a record refers to is counted once, in however many lists the record is.
    const fresh = facts.records.filter(({ outline }) => {
      const { kind, id } = refOf(source.kind, outline);
      return id === undefined || !this.census.seen.has({ kind, id });
    });
    this.census.add(source, facts);
    for (const { mentions } of fresh) this.met.add(decodeMentions(mentions));
    this.manners.add(service, facts.dialect);
    counts.new += this.census.found(source.kind).size - before;
  }

  #way(way: string, service: Service): RequestGroupCounts {
    const counts = this.#ways.get(way) ?? { way, service, asked: 0, missing: 0, records: 0, new: 0 };
    this.#ways.set(way, counts);
    return counts;
  }

  #count(service: Service): void {
    this.#progress[service].done += 1;
    this.#tell(service);
  }

  #expect(service: Service, requests: number): void {
    this.#progress[service].total += requests;
    this.#tell(service);
  }

  #tell(service: Service): void {
    const { isOpen, ...counts } = this.#progress[service];
    const progress = { event: 'progress', what: SERVICE_TITLES[service], ...counts } as const;
    this.#report(isOpen ? { ...progress, isOpen } : progress);
  }

  async #each<T>(service: Service, tasks: readonly T[], work: (task: T) => Promise<void>): Promise<void> {
    this.#expect(service, tasks.length);
    const waiting = tasks.values();
    const lane = async (): Promise<void> => {
      for (const task of waiting) {
        if (this.#failure !== undefined) return;
        await work(task).catch((thrown: unknown) => this.fail(thrown));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (this.#failure !== undefined) throw this.#failure.thrown;
  }
}

const NOTHING = { dialect: [], statistics: [], paths: [] };
const NO_FACTS = { mentions: [], statistics: [] };

/** Which records an answer holds; undefined for indexes and totals, which only lead to others. */
export function sourceOf(service: Service, request: string): ResponseSource | undefined {
  return SOURCES.find((source) => source.service === service && source.requests.test(request));
}
