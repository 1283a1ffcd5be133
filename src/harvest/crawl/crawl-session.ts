import type { Report } from '../../base/events.js';
import { SERVICES } from '../../base/origin.js';
import { counted } from '../../base/text.js';
import { type ResponseSource, SOURCES } from '../../model/records/sources.js';
import { responseList } from '../answers/response-records.js';
import { refOf } from '../answers/sent-fields.js';
import { AnswerUnreadable } from '../client/client-errors.js';
import { CopyDates } from './copy-dates.js';
import type { CrawlFacts, CrawlIndex } from './crawl-facts.js';
import { DialectDetector, formOf } from './dialect-detection.js';
import { RecordStatistics } from './record-statistics.js';
import { decodeMentions, identifiers, ReferencedIds } from './referenced-ids.js';
import {
  type CrawlRequest,
  type FoundReply,
  firstPageOf,
  isRefusal,
  type Reply,
  type ResponseFetcher,
  type Service,
  withParameter,
} from './request.js';

/**
 * Answers in progress at once. The client limits the requests and their rate: while some answers are synced, others are
 * requested, and the more are synced together.
 */
const CONCURRENCY = 32;

/** Empty pages before the last one after which the rest of a list is not requested. */
const MOST_EMPTY = 3;

/** The names of the services in progress reports. */
export const SERVICE_TITLES: Readonly<Record<Service, string>> = {
  archive: 'archive',
  placenames: 'place-names',
};

/** The counts of a group of requests. */
export interface RequestGroupCounts {
  /** The name of the group: "photographs by county". */
  readonly way: string;
  readonly service: Service;
  /** Answers, including pages. */
  answers: number;
  /** Answers with 404. */
  missing: number;
  /** Records in them. */
  records: number;
  /** Records that no earlier answer had. */
  new: number;
  /** The totals of the lists, where the service sends them. */
  announced?: number;
}

/** The records of a list, and the total that the service announces. */
export interface FetchedList {
  readonly records: readonly unknown[];
  readonly totalCount?: number;
  /** Whether the service has no such list (404). */
  readonly isMissing?: boolean;
}

/** How a list is requested. */
type Wants = Pick<CrawlRequest, 'isPlan' | 'isRenewed' | 'isListed' | 'isFiltered'>;

/** The requests of a running harvest. All answers pass through it and are counted. */
export class CrawlSession {
  readonly statistics = new RecordStatistics();
  readonly references = new ReferencedIds();
  readonly dialects = new DialectDetector();
  readonly copies = new CopyDates();
  /** Where a service sent less than it announces: the beginnings of sentences. */
  readonly gaps: string[] = [];
  /** Lists that a dry run has no answer for. */
  readonly unknownLists: string[] = [];
  readonly #fetcher: ResponseFetcher;
  readonly #index: CrawlIndex;
  readonly #report: Report;
  readonly #onFailure: () => void;
  readonly #ways = new Map<string, RequestGroupCounts>();
  readonly #progress = {
    archive: { done: 0, total: 0, isOpen: true },
    placenames: { done: 0, total: 0, isOpen: true },
  };
  /** The first failure; no request begins after it. */
  #failure: { readonly thrown: unknown } | undefined;

  /**
   * @param index facts of unchanged answers
   * @param onFailure called at the first failure; requests that wait to be sent again can be given up
   */
  constructor(fetcher: ResponseFetcher, index: CrawlIndex, report: Report, onFailure: () => void = () => {}) {
    this.#index = index;
    this.#fetcher = fetcher;
    this.#report = report;
    this.#onFailure = onFailure;
  }

  /** Ends the harvest: no request begins any more. */
  fail(thrown: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = { thrown };
    this.#onFailure();
  }

  /** The first failure; later calls throw it. */
  get failure(): { readonly thrown: unknown } | undefined {
    return this.#failure;
  }

  /** Declares the total of a service nearly known, so that the time left can be shown. */
  closeTotal(service: Service): void {
    this.#progress[service].isOpen = false;
  }

  /** Ends the progress of both services. */
  finish(): void {
    for (const service of SERVICES) {
      const progress = this.#progress[service];
      if (progress.total === 0 || (progress.done === progress.total && !progress.isOpen)) continue;
      this.#progress[service] = { done: progress.done, total: progress.done, isOpen: false };
      this.#reportProgress(service);
    }
  }

  /** The counts of all groups, by service, in the order of the requests. */
  get ways(): readonly RequestGroupCounts[] {
    const ways = [...this.#ways.values()];
    return SERVICES.flatMap((service) => ways.filter((one) => one.service === service));
  }

  /** Requests all pages of a list. */
  async list(way: string, service: Service, request: string, wants: Wants = {}): Promise<FetchedList> {
    this.#expect(service, 1);
    return this.#pages(way, service, request, wants);
  }

  /** Requests lists, several at once. An answer that cannot be read is a gap. */
  async lists(
    way: string,
    service: Service,
    requests: readonly (Pick<CrawlRequest, 'request'> & Wants)[],
    onList: (listed: FetchedList, request: string) => void = () => {},
  ): Promise<void> {
    await this.#each(service, requests, async ({ request, ...wants }) => {
      try {
        onList(await this.#pages(way, service, request, wants), request);
      } catch (thrown) {
        // One answer of many. Without any list of a kind there are gaps for all of them.
        if (!(thrown instanceof AnswerUnreadable)) throw thrown;
        this.gaps.push(refusalOf(service, request, thrown));
      }
    });
  }

  /** The records of a list before this one, and whether this harvest has replaced it; empty when there is none. */
  async previous(
    service: Service,
    request: string,
  ): Promise<{ readonly records: readonly unknown[]; readonly isReplaced: boolean }> {
    const reply = await this.#fetcher.previous(service, request);
    return typeof reply === 'string'
      ? { records: [], isReplaced: false }
      : {
          records: responseList(service, request, reply.body).records,
          isReplaced: reply.isReplaced === true,
        };
  }

  /** Leaves an answer out of the harvest. */
  forget(service: Service, request: string): void {
    this.#fetcher.forget(service, request);
  }

  /**
   * Requests lists whose filters are values of records. A refused request is a gap.
   */
  async filters(way: string, service: Service, requests: readonly string[]): Promise<void> {
    await this.#each(service, requests, (request) =>
      this.#unlessRefused(service, request, () => this.#pages(way, service, request, { isFiltered: true })),
    );
  }

  /** Requests single records. `onMissing` receives those with 404; a refused request is a gap. */
  async records(
    way: string,
    service: Service,
    requests: readonly Pick<CrawlRequest, 'request' | 'isSpeculative'>[],
    onMissing: (request: string) => void = () => {},
  ): Promise<void> {
    await this.#each(service, requests, ({ request, isSpeculative }) =>
      this.#unlessRefused(service, request, async () => {
        const wants = isSpeculative === undefined ? {} : { isSpeculative };
        const reply = await this.#fetchCounted(way, { service, request, body: 'record', ...wants });
        if (reply === 'missing') {
          this.#way(way, service).missing += 1;
          onMissing(request);
        } else if (reply !== 'unknown') {
          this.#take(way, service, request, this.#factsOf(service, request, 'record', reply));
        }
      }),
    );
  }

  /** Requests single records that may have been withdrawn. Missing ones are neither counted nor stored. */
  async probe(way: string, service: Service, requests: readonly string[]): Promise<void> {
    await this.#each(service, requests, (request) =>
      this.#unlessRefused(service, request, async () => {
        const reply = await this.#fetch({ service, request, body: 'record', isProbe: true });
        if (typeof reply === 'string') return;
        this.#way(way, service).answers += 1;
        this.#take(way, service, request, this.#factsOf(service, request, 'record', reply));
      }),
    );
  }

  /** The announced total of a list, by a request for one record; undefined when there is none. */
  async total(way: string, service: Service, request: string): Promise<number | undefined> {
    this.#expect(service, 1);
    const reply = await this.#fetchCounted(way, { service, request, body: 'list' }).catch(
      (thrown: unknown) => {
        if (isRefusal(thrown)) return 'unknown' as const;
        throw thrown;
      },
    );
    if (typeof reply === 'string') return undefined;
    const { totalCount, records } = responseList(service, request, reply.body);
    // A service without pages sends all records.
    return totalCount ?? (records.length === 1 ? undefined : records.length);
  }

  /** Requests all pages of a list. A page that may not be the last is followed, until one is empty or repeats. */
  async #pages(way: string, service: Service, request: string, wants: Wants = {}): Promise<FetchedList> {
    const records: unknown[] = [];
    const distinct = new Set<string>();
    const totals = new Set<number | undefined>();
    let totalCount: number | undefined;
    let announced = 1;
    let isRepeating = false;
    let isFull = false;
    const empty: number[] = [];
    const sizes: number[] = [];
    for (let page = 1; ; page += 1) {
      const isExpected = page <= announced;
      if (!isExpected) this.#expect(service, 1);
      const pageRequest = page === 1 ? request : withParameter(request, 'Page', page);
      const reply = await this.#fetchCounted(way, {
        service,
        request: pageRequest,
        list: request,
        body: 'list',
        ...wants,
      }).catch((thrown: unknown) => {
        if (isExpected || !isRefusal(thrown)) throw thrown;
        return 'missing' as const;
      });
      if (reply === 'missing' && page > announced) break;
      if (typeof reply === 'string') {
        if (reply === 'unknown' && isExpected) this.unknownLists.push(`${service} ${pageRequest}`);
        return { records, isMissing: reply === 'missing' };
      }
      const list = this.#factsOf(service, pageRequest, 'list', reply);
      if (page === 1) {
        announced = list.totalPages ?? 1;
        totalCount = list.totalCount;
        isFull = list.isFull === true;
        this.#expect(service, announced - 1);
      }
      sizes.push(list.records.length);
      const before = distinct.size;
      for (const { outline } of list.records) {
        records.push(outline);
        distinct.add(identifiers([outline], 'id')[0] ?? JSON.stringify(outline));
      }
      if (isExpected) totals.add(list.totalCount);
      if (list.form !== undefined) this.dialects.add(service, [list.form]);
      this.#take(way, service, pageRequest, list);
      const isNew = distinct.size > before;
      // A full page that comes again: the service does not send other pages.
      isRepeating = !isNew && list.records.length > 0 && (page < announced || (page === 2 && isFull));
      if (list.records.length === 0 && page < announced) empty.push(page);
      if (isRepeating || empty.length === MOST_EMPTY) break;
      if (page >= announced && !(isNew && list.isOpen === true)) break;
    }
    if (empty.length > 0)
      this.gaps.push(`${service} ${request} sends ${announced} pages, and page ${empty.join(', ')} is empty`);
    if (totalCount === undefined) {
      if (isRepeating) this.gaps.push(`${service} ${request} sends the same page repeatedly`);
      for (const page of shortPages(sizes)) {
        const records = counted(sizes[page - 1] ?? 0, 'record');
        this.gaps.push(
          `${service} ${request} sends ${records} on page ${page}, fewer than before, and more on later pages`,
        );
      }
      return { records };
    }
    const counts = this.#way(way, service);
    counts.announced = (counts.announced ?? 0) + totalCount;
    if (totals.size > 1) {
      this.gaps.push(`${service} ${request} changed while its pages were read: run again`);
    } else if (totalCount !== distinct.size) {
      this.gaps.push(
        `${service} ${request} announces ${counted(totalCount, 'record')} and sends ${distinct.size}`,
      );
    }
    return { records, totalCount };
  }

  /** Makes a refused request a gap. */
  async #unlessRefused(service: Service, request: string, ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask();
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      this.gaps.push(refusalOf(service, request, thrown));
    }
  }

  async #fetchCounted(way: string, crawlRequest: CrawlRequest): Promise<Reply> {
    const reply = await this.#fetch(crawlRequest);
    this.#way(way, crawlRequest.service).answers += 1;
    return reply;
  }

  async #fetch(crawlRequest: CrawlRequest): Promise<Reply> {
    if (this.#failure !== undefined) throw this.#failure.thrown;
    const reply = await this.#fetcher.fetch(crawlRequest).catch((thrown: unknown) => {
      if (!isRefusal(thrown)) this.fail(thrown);
      else this.#count(crawlRequest.service);
      throw thrown;
    });
    this.#count(crawlRequest.service);
    return reply;
  }

  /** The facts of an answer; for an index of volumes, which has no records, its rows. */
  #factsOf(service: Service, request: string, body: CrawlRequest['body'], reply: FoundReply): CrawlFacts {
    const source = sourceOf(service, request);
    if (source !== undefined) return this.#index.of(source, { request, body }, reply);
    const { records, ...counts } = responseList(service, request, reply.body);
    const rows = records.map((outline) => ({ ...NO_FACTS, outline }));
    return { form: formOf(reply.body), ...counts, records: rows, ...NOTHING };
  }

  #take(way: string, service: Service, request: string, facts: CrawlFacts): void {
    const counts = this.#way(way, service);
    counts.records += facts.records.length;
    const source = sourceOf(service, request);
    if (source === undefined) return;
    const before = this.statistics.found(source.kind).size;
    // The references of a record are counted once, although it may be in several lists.
    const fresh = facts.records.filter(({ outline }) => {
      const { kind, id } = refOf(source.kind, outline);
      return id === undefined || !this.statistics.seen.has({ kind, id });
    });
    const list = { service, request: firstPageOf(request) };
    for (const { ref, modified } of facts.records)
      if (ref !== undefined) this.copies.add(ref, modified, list);
    this.statistics.add(source, facts);
    for (const { mentions } of fresh) this.references.add(decodeMentions(mentions));
    this.dialects.add(service, facts.dialect);
    counts.new += this.statistics.found(source.kind).size - before;
  }

  #way(way: string, service: Service): RequestGroupCounts {
    const counts = this.#ways.get(way) ?? { way, service, answers: 0, missing: 0, records: 0, new: 0 };
    this.#ways.set(way, counts);
    return counts;
  }

  #count(service: Service): void {
    this.#progress[service].done += 1;
    this.#reportProgress(service);
  }

  #expect(service: Service, requests: number): void {
    this.#progress[service].total += requests;
    this.#reportProgress(service);
  }

  #reportProgress(service: Service): void {
    const { isOpen, ...counts } = this.#progress[service];
    const progress = { event: 'progress', what: SERVICE_TITLES[service], ...counts } as const;
    this.#report(isOpen ? { ...progress, isOpen } : progress);
  }

  async #each<T>(service: Service, tasks: readonly T[], work: (task: T) => Promise<void>): Promise<void> {
    this.#expect(service, tasks.length);
    const waiting = tasks.values();
    const worker = async (): Promise<void> => {
      for (const task of waiting) {
        if (this.#failure !== undefined) return;
        await work(task).catch((thrown: unknown) => this.fail(thrown));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    if (this.#failure !== undefined) throw this.#failure.thrown;
  }
}

/** The pages that have fewer records than one before, and are followed by more; empty ones have a gap of their own. */
const shortPages = (sizes: readonly number[]): number[] =>
  sizes.flatMap((size, at) => {
    const isShort = size > 0 && size < Math.max(0, ...sizes.slice(0, at));
    return isShort && sizes.slice(at + 1).some((later) => later > 0) ? [at + 1] : [];
  });

const NOTHING = { dialect: [], statistics: [], paths: [] };
const NO_FACTS = { mentions: [], statistics: [] };

/** The records of an answer; undefined for indexes of volumes and totals. */
export function sourceOf(service: Service, request: string): ResponseSource | undefined {
  return SOURCES.find((source) => source.service === service && source.requests.test(request));
}

/** The gap of a request that was refused, or whose answer cannot be read. */
const refusalOf = (service: Service, request: string, thrown: unknown): string =>
  thrown instanceof AnswerUnreadable
    ? `the answer of the ${service} service to ${request} cannot be read: ${thrown.reason}`
    : `the ${service} service refuses ${request}`;
