import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { responseList } from '../answers/response-records.js';
import type { Answer, AttemptOptions } from '../client/attempt.js';
import type { Client } from '../client/client.js';
import { type Entry, entryKey, type FoundEntry, isSameBody } from '../store/entry.js';
import type { HarvestStore } from '../store/harvest-store.js';
import type { StoredRequest } from '../store/request-order.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import type { CrawlRequest, EmptyLists, FoundReply, Reply, ResponseFetcher, Service } from './request.js';

/** A client for each service. */
export type Clients = Readonly<Record<Service, Pick<Client, keyof Client>>>;

/**
 * How a harvest uses the answers of the last one: `changes` sends their entity tags, and requests answers without a tag again;
 * `sweep` sends no tags, and finds changes that the tags do not tell; `anew` ignores the last harvest.
 */
export type RevisitMode = 'changes' | 'sweep' | 'anew';

/** Settings for requests that the last harvest has an answer for. */
export interface RevisitSettings {
  readonly revisit: RevisitMode;
  /** Lists that say what to request are requested again if they were stored before, in milliseconds since 1970. */
  readonly renewBefore: number;
  readonly emptyLists: EmptyLists;
}

/** Numbers of requests by outcome. */
export interface RequestCounts {
  requests: number;
  /** Answers with a body. */
  bodies: number;
  /** Stored answers that have not changed, by their entity tags. */
  unchanged: number;
  /** Answers with 404. */
  missing: number;
  /** Lists that were empty in the last harvest, and were not requested. */
  emptyLists: number;
}

/** Requests answers from the services and stores them. Answers that this harvest has stored are not requested again. */
export class StoringFetcher implements ResponseFetcher {
  readonly counts: RequestCounts = { requests: 0, bodies: 0, unchanged: 0, missing: 0, emptyLists: 0 };
  readonly #clients: Clients;
  readonly #store: HarvestStore;
  readonly #settings: RevisitSettings;
  /** Answers of the unfinished harvest that have changed, by request. */
  readonly #replaced = new Map<string, FoundReply>();
  /** Lists that {@link renew} has named, those of the last call, and the requests since that call. */
  readonly #outdated = new Set<string>();
  #renewing: ReadonlySet<string> = new Set();
  readonly #asked = new Set<string>();

  constructor(clients: Clients, store: HarvestStore, settings: RevisitSettings) {
    this.#clients = clients;
    this.#store = store;
    this.#settings = settings;
  }

  async fetch(crawlRequest: CrawlRequest): Promise<Reply> {
    const { service, request } = crawlRequest;
    const held = this.#store.has(service, request) ? this.#store.entryOf(service, request) : undefined;
    if (held === undefined || this.#isToBeRenewed(crawlRequest, held)) {
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

  /**
   * Prepares a further crawl of this run: it requests these lists again, past caches, and uses the other answers.
   *
   * @param lists requests for first pages
   * @returns whether there is a list that was not requested again before
   */
  renew(lists: readonly StoredRequest[]): boolean {
    this.#renewing = new Set(lists.map(entryKey).filter((list) => !this.#outdated.has(list)));
    for (const list of this.#renewing) this.#outdated.add(list);
    this.#asked.clear();
    return this.#renewing.size > 0;
  }

  /** Whether an answer that this harvest has is requested again. */
  #isToBeRenewed(
    { service, request, list = request, isPlan, isRenewed }: CrawlRequest,
    held: Entry,
  ): boolean {
    if (this.#renewing.size > 0)
      return (
        this.#renewing.has(entryKey({ service, request: list })) &&
        !this.#asked.has(entryKey({ service, request }))
      );
    return isRenewed === true || (isPlan === true && (held.at ?? 0) < this.#settings.renewBefore);
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
    return replyIn(this.#last, service, request);
  }

  forget(service: Service, request: string): void {
    this.#store.setAside(service, request);
  }

  get #last(): StoredHarvest | undefined {
    return this.#settings.revisit === 'anew' ? undefined : this.#store.last;
  }

  /** Requests and stores an answer; undefined for an answer of the last harvest that is kept without a request. */
  async #refresh(crawlRequest: CrawlRequest): Promise<Answer | undefined> {
    const { service, request } = crawlRequest;
    const held = this.#settings.revisit === 'changes' ? this.#last?.entryOf(service, request) : undefined;
    const isMissing = held !== undefined && 'missing' in held;
    if (isMissing && crawlRequest.isSpeculative === true) {
      this.counts.unchanged += 1;
      await this.#store.keep(service, request);
      return undefined;
    }
    const replyOfLast = () => replyIn(this.#last, service, request);
    if (await isPassedOver(crawlRequest, this.#settings, replyOfLast)) {
      this.counts.emptyLists += 1;
      await this.#store.keep(service, request);
      return undefined;
    }
    const heldTag = held === undefined || isMissing ? undefined : held.etag;
    const answer = await this.#get(crawlRequest, { heldTag });
    await this.#record(crawlRequest, answer);
    return answer;
  }

  /** Requests an answer again that this harvest has already; caches on the way have to ask the service. */
  async #renew(crawlRequest: CrawlRequest, held: Entry): Promise<Answer | undefined> {
    const { service, request } = crawlRequest;
    const before = await this.#store.read(service, request).catch(() => undefined);
    const hasTag = 'sha256' in held && before !== undefined && this.#settings.revisit !== 'sweep';
    const heldTag = hasTag ? held.etag : undefined;
    const answer = await this.#get(crawlRequest, { heldTag, isPastCaches: true });
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

  #get({ service, request, body }: CrawlRequest, wants: AttemptOptions = {}): Promise<Answer> {
    this.counts.requests += 1;
    this.#asked.add(entryKey({ service, request }));
    return this.#clients[service].get(request, { body, ...wants });
  }
}

/** A body of the last harvest; undefined when it is damaged. */
export function bodyIfSound(last: StoredHarvest, service: Service, request: string): Promise<unknown> {
  return last.read(service, request).catch(() => undefined);
}

/** The answer of a harvest; "unknown" where the harvest has none, or a damaged one. */
export async function replyIn(
  harvest: StoredHarvest | undefined,
  service: Service,
  request: string,
): Promise<Reply> {
  const held = harvest?.entryOf(service, request);
  if (harvest === undefined || held === undefined) return 'unknown';
  if ('missing' in held) return 'missing';
  const body = await bodyIfSound(harvest, service, request);
  return body === undefined ? 'unknown' : { body };
}

/**
 * Whether a harvest keeps an empty list of the last harvest without a request.
 *
 * @param replyOfLast reads the list of the last harvest
 */
export async function isPassedOver(
  { service, request, isFiltered }: CrawlRequest,
  { revisit, emptyLists }: Pick<RevisitSettings, 'revisit' | 'emptyLists'>,
  replyOfLast: () => Promise<Reply>,
): Promise<boolean> {
  if (isFiltered !== true || emptyLists === 'always' || revisit !== 'changes') return false;
  const reply = await replyOfLast();
  return typeof reply !== 'string' && responseList(service, request, reply.body).records.length === 0;
}

function listNotFound(service: Service, request: string): FolkloreError {
  return new FolkloreError('ANSWER_UNREADABLE', `The ${service} service has no list ${request} (404).`, {
    hint: `Are services.${service}.url and services.${service}.path right, or are the addresses of the two services swapped? The last complete harvest is unchanged.`,
    exitCode: EXIT.misuse,
  });
}
