import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { responseList } from '../answers/response-records.js';
import type { Answer } from '../client/attempt.js';
import type { Client } from '../client/client.js';
import { type Entry, type FoundEntry, isSameBody } from '../store/entry.js';
import type { HarvestStore } from '../store/harvest-store.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import { daysBefore, includesAll, newestDay } from './change-detection.js';
import type { History } from './history.js';
import {
  type CrawlRequest,
  type FoundReply,
  groupsOf,
  hasChangeFilter,
  isRefusal,
  type Reply,
  type ResponseFetcher,
  type Service,
  withParameter,
} from './request.js';

/** A client for each service. */
export type Clients = Readonly<Record<Service, Pick<Client, keyof Client>>>;

/**
 * How a harvest uses the answers of the last one: `changes` requests what has changed, by entity tags or filters by date;
 * `sweep` uses neither, and finds changes that they miss; `anew` ignores the last harvest.
 */
export type RevisitMode = 'changes' | 'sweep' | 'anew';

/** Settings for requests that the last harvest has an answer for. */
interface RevisitSettings {
  readonly revisit: RevisitMode;
  /** Filters begin this number of days before the newest stored timestamp. */
  readonly overlapDays: number;
  /** The first day of filters, `YYYY-MM-DD`; the default depends on the newest stored timestamp. */
  readonly since?: string | undefined;
  /** For each group, the day on which its oldest stored answer was requested: {@link History.asked}. */
  readonly asked: History['asked'];
  /** Lists that say what to request are requested again if they were stored before, in milliseconds since 1970. */
  readonly renewBefore: number;
}

/** Numbers of requests by outcome. */
export interface RequestCounts {
  /** All requests, including filters by date. */
  requests: number;
  /** Answers with a body. */
  bodies: number;
  /** Stored answers that have not changed, by entity tag or filter. */
  unchanged: number;
  /** Answers with 404. */
  missing: number;
}

/** Requests answers from the services and stores them. Answers that this harvest has stored are not requested again. */
export class StoringFetcher implements ResponseFetcher {
  readonly counts: RequestCounts = { requests: 0, bodies: 0, unchanged: 0, missing: 0 };
  readonly #clients: Clients;
  readonly #store: HarvestStore;
  readonly #settings: RevisitSettings;
  /** The results of filters by date, for each list. */
  readonly #changed = new Map<string, Promise<boolean>>();
  /** Answers of the unfinished harvest that have changed, by request. */
  readonly #replaced = new Map<string, FoundReply>();

  constructor(clients: Clients, store: HarvestStore, settings: RevisitSettings) {
    this.#clients = clients;
    this.#store = store;
    this.#settings = settings;
  }

  async fetch(crawlRequest: CrawlRequest): Promise<Reply> {
    const { service, request } = crawlRequest;
    const held = this.#store.has(service, request) ? this.#store.entryOf(service, request) : undefined;
    const isOld = crawlRequest.isPlan === true && (held?.at ?? 0) < this.#settings.renewBefore;
    if (held === undefined || isOld || crawlRequest.isRenewed === true) {
      const answer = await (held === undefined
        ? this.#refresh(crawlRequest)
        : this.#renew(crawlRequest, held));
      if (answer?.status === 200) return { body: answer.json, entry: this.#foundEntry(crawlRequest) };
    }
    if (this.#foundEntry(crawlRequest) === undefined) return 'missing';
    try {
      return await this.#stored(crawlRequest);
    } catch {
      // The body is of the last harvest or of an unfinished one, and is damaged.
      await this.#record(crawlRequest, await this.#get(crawlRequest));
      return this.#foundEntry(crawlRequest) === undefined ? 'missing' : this.#stored(crawlRequest);
    }
  }

  #foundEntry({ service, request }: CrawlRequest): FoundEntry | undefined {
    const held = this.#store.entryOf(service, request);
    return held === undefined || 'missing' in held ? undefined : held;
  }

  /** A stored answer. Its checksum is verified; it is parsed only when the index does not have it. */
  async #stored(crawlRequest: CrawlRequest): Promise<FoundReply> {
    const parse = await this.#store.open(crawlRequest.service, crawlRequest.request);
    return {
      entry: this.#foundEntry(crawlRequest),
      get body() {
        return parse();
      },
    };
  }

  async previous(service: Service, request: string): Promise<Reply> {
    const replaced = this.#replaced.get(`${service} ${request}`);
    if (replaced !== undefined) return replaced;
    const last = this.#last;
    const held = last?.entryOf(service, request);
    if (last === undefined || held === undefined) return 'unknown';
    if ('missing' in held) return 'missing';
    const body = await bodyIfSound(last, service, request);
    return body === undefined ? 'unknown' : { body };
  }

  forget(service: Service, request: string): void {
    this.#store.setAside(service, request);
  }

  get #last(): StoredHarvest | undefined {
    return this.#settings.revisit === 'anew' ? undefined : this.#store.last;
  }

  /** Requests and stores an answer; undefined when that of the last harvest was kept without a request. */
  async #refresh(crawlRequest: CrawlRequest): Promise<Answer | undefined> {
    const { service, request } = crawlRequest;
    const last = this.#last;
    const held = last?.entryOf(service, request);
    if (last !== undefined && held !== undefined && this.#settings.revisit === 'changes') {
      const isSettled =
        'missing' in held
          ? crawlRequest.isSpeculative === true
          : await this.#isUnchanged(last, held, crawlRequest);
      if (isSettled) {
        this.counts.unchanged += 1;
        await this.#store.keep(service, request);
        return undefined;
      }
    }
    const isReusable = this.#settings.revisit === 'changes' && held !== undefined && 'sha256' in held;
    const heldTag = isReusable ? held.etag : undefined;
    const answer = await this.#get(crawlRequest, heldTag);
    await this.#record(crawlRequest, answer);
    return answer;
  }

  /** Requests an answer again that this harvest has already. */
  async #renew(crawlRequest: CrawlRequest, held: Entry): Promise<Answer | undefined> {
    const { service, request } = crawlRequest;
    const before = await this.#store.read(service, request).catch(() => undefined);
    const hasTag = 'sha256' in held && before !== undefined && this.#settings.revisit !== 'sweep';
    const answer = await this.#get(crawlRequest, hasTag ? held.etag : undefined);
    if (answer.status === 304) {
      this.counts.unchanged += 1;
      await this.#store.confirm(service, request);
      return undefined;
    }
    await this.#record(crawlRequest, answer);
    if (before !== undefined && !isSameBody(held, this.#store.entryOf(service, request)))
      this.#replaced.set(`${service} ${request}`, { body: before, isReplaced: true });
    return answer;
  }

  async #record({ service, request, body, isProbe, isListed }: CrawlRequest, answer: Answer): Promise<void> {
    switch (answer.status) {
      case 200:
        this.counts.bodies += 1;
        return this.#store.put(service, request, answer.body, answer.etag);
      case 304:
        this.counts.unchanged += 1;
        return this.#store.keep(service, request);
      case 404:
        // A single record may be missing. A missing list means that this is not the service.
        if (body === 'list' && isListed !== true) throw listNotFound(service, request);
        this.counts.missing += 1;
        return isProbe === true || isListed === true ? undefined : this.#store.putMissing(service, request);
    }
  }

  #get({ service, request, body }: CrawlRequest, heldTag?: string): Promise<Answer> {
    this.counts.requests += 1;
    return this.#clients[service].get(request, { body, heldTag });
  }

  /** Whether an answer without an entity tag is unchanged, by a filter. */
  async #isUnchanged(last: StoredHarvest, held: Entry, crawlRequest: CrawlRequest): Promise<boolean> {
    const { service, request, list = request, changed: isKnownToHaveChanged = false } = crawlRequest;
    if ('missing' in held || held.etag !== undefined || isKnownToHaveChanged) return false;
    if (!hasChangeFilter(service, list)) return false;
    const key = `${service} ${list}`;
    const changed = this.#changed.get(key) ?? this.#hasChanged(last, service, list);
    this.#changed.set(key, changed);
    return !(await changed);
  }

  async #hasChanged(last: StoredHarvest, service: Service, list: string): Promise<boolean> {
    const held = await pagesOf(last, service, list);
    const since = this.#settings.since ?? this.#firstDay(service, list, newestDay(held));
    if (since === undefined) return true;
    const request = withParameter(list, 'ModifiedSince', since);
    const answer = await this.#get({ service, request, body: 'list' }).catch(unlessRefused);
    if (answer?.status !== 200) return true;
    const changedList = responseList(service, request, answer.json);
    return changedList.isOpen === true || !includesAll(held, changedList.records);
  }

  /**
   * The first day of a filter, `YYYY-MM-DD`. A timestamp later than the answer is no time of a change: a filter from there would
   * miss all changes between. Undefined without a timestamp, or where the day of the answer is not known.
   */
  #firstDay(service: Service, list: string, newest: string | undefined): string | undefined {
    const { asked, overlapDays } = this.#settings;
    const days = groupsOf(service, list).flatMap((group) => asked[group] ?? []);
    if (newest === undefined || days.length === 0) return undefined;
    const [first = newest] = [newest, ...days].sort();
    return daysBefore(first, overlapDays);
  }
}

/** A body of the last harvest; undefined when it is damaged. */
export function bodyIfSound(last: StoredHarvest, service: Service, request: string): Promise<unknown> {
  return last.read(service, request).catch(() => undefined);
}

/** A service that refuses the filter does not support it. */
function unlessRefused(thrown: unknown): undefined {
  if (!isRefusal(thrown)) throw thrown;
}

/** The records of all stored pages of a list. */
async function pagesOf(last: StoredHarvest, service: Service, list: string): Promise<unknown[]> {
  const records: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const request = page === 1 ? list : withParameter(list, 'Page', page);
    const held = last.entryOf(service, request);
    if (held === undefined || 'missing' in held) return records;
    const body = await bodyIfSound(last, service, request);
    if (body === undefined) return [];
    for (const record of responseList(service, request, body).records) records.push(record);
  }
}

function listNotFound(service: Service, request: string): FolkloreError {
  return new FolkloreError('ANSWER_UNREADABLE', `The ${service} service has no list ${request} (404).`, {
    hint: `Are services.${service}.url and services.${service}.path right? The store is unchanged.`,
    exitCode: EXIT.misuse,
  });
}
