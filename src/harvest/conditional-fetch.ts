import { EXIT, FolkloreError } from '../base/errors.js';
import type { Answer } from '../http/attempt.js';
import type { Client } from '../http/client.js';
import { responseList } from '../records/response-records.js';
import { type Entry, type FoundEntry, isSameBody } from '../response-store/entry.js';
import type { HarvestStore } from '../response-store/harvest-store.js';
import type { StoredHarvest } from '../response-store/stored-harvest.js';
import { daysBefore, holdsAll, newestDay } from './change-detection.js';
import {
  type CrawlRequest,
  type FoundReply,
  isRefusal,
  knowsChanges,
  type Reply,
  type ResponseFetcher,
  type Service,
  withParameter,
} from './request.js';

/** The clients of both services. */
export type Clients = Readonly<Record<Service, Client>>;

/**
 * How a harvest treats what the last one holds: `changes` asks whether it is still so, as cheaply as the service
 * allows; `sweep` leans neither on entity tags nor on filters by date, so that whatever they hid comes to light;
 * `anew` asks as if there were nothing.
 */
export type RevisitMode = 'changes' | 'sweep' | 'anew';

/** How answers are asked for that the last harvest holds already. */
export interface RevisitSettings {
  readonly revisit: RevisitMode;
  /** Days by which filters reach back behind the newest timestamp held. */
  readonly overlapDays: number;
  /** The day that filters begin with, `YYYY-MM-DD`, in place of the one that what is held tells. */
  readonly since?: string | undefined;
  /** No filter begins later than this day: what bears a date in the future must not hide what comes before it. */
  readonly today: string;
}

/** How often each thing happened to a request. */
export interface RequestCounts {
  /** Requests sent, filters by date included. */
  requests: number;
  /** Answers with a body. */
  bodies: number;
  /** Answers that what is held is still so, by entity tag or by a filter. */
  unchanged: number;
  /** Answers that there is nothing of that name. */
  missing: number;
}

/** Asks the services, and keeps every answer in the store; what the store holds is not asked again. */
export class StoringFetcher implements ResponseFetcher {
  readonly counts: RequestCounts = { requests: 0, bodies: 0, unchanged: 0, missing: 0 };
  readonly #clients: Clients;
  readonly #store: HarvestStore;
  readonly #settings: RevisitSettings;
  /** The results of filters by date, for each list. */
  readonly #changed = new Map<string, Promise<boolean>>();

  constructor(clients: Clients, store: HarvestStore, settings: RevisitSettings) {
    this.#clients = clients;
    this.#store = store;
    this.#settings = settings;
  }

  async ask(question: CrawlRequest): Promise<Reply> {
    const { service, request } = question;
    if (!this.#store.has(service, request)) {
      const answer = await this.#fetch(question);
      // What has just been parsed need not be read back.
      if (answer?.status === 200) return { body: answer.json, entry: this.#entryOf(question) };
    }
    if (this.#entryOf(question) === undefined) return 'missing';
    try {
      return await this.#stored(question);
    } catch (thrown) {
      // Taken over unread, and damaged: the service has it still.
      const held = this.#store.held(service, request);
      if (!isSameBody(this.#last?.held(service, request), held)) throw thrown;
      await this.#settle(question, await this.#get(question));
      return this.#entryOf(question) === undefined ? 'missing' : this.#stored(question);
    }
  }

  #entryOf({ service, request }: CrawlRequest): FoundEntry | undefined {
    const held = this.#store.held(service, request);
    return held === undefined || 'missing' in held ? undefined : held;
  }

  /** An answer of the store. Its checksum is compared now; it is parsed only where the index does not have it. */
  async #stored(question: CrawlRequest): Promise<FoundReply> {
    const parse = await this.#store.open(question.service, question.request);
    return {
      entry: this.#entryOf(question),
      get body() {
        return parse();
      },
    };
  }

  async before(service: Service, request: string): Promise<Reply> {
    const last = this.#last;
    const held = last?.held(service, request);
    if (last === undefined || held === undefined) return 'unknown';
    if ('missing' in held) return 'missing';
    const body = await bodyIfSound(last, service, request);
    return body === undefined ? 'unknown' : { body };
  }

  get #last(): StoredHarvest | undefined {
    return this.#settings.revisit === 'anew' ? undefined : this.#store.last;
  }

  /** Gets an answer into the store; undefined when what the last harvest holds was taken over without asking for it. */
  async #fetch(question: CrawlRequest): Promise<Answer | undefined> {
    const { service, request } = question;
    const last = this.#last;
    const held = last?.held(service, request);
    if (last !== undefined && held !== undefined && this.#settings.revisit === 'changes') {
      const isSettled =
        'missing' in held ? question.seldom === true : await this.#isStill(last, held, question);
      if (isSettled) {
        this.counts.unchanged += 1;
        await this.#store.keep(service, request);
        return undefined;
      }
    }
    const isLeantOn = this.#settings.revisit === 'changes' && held !== undefined && 'file' in held;
    const heldTag = isLeantOn ? held.etag : undefined;
    const answer = await this.#get(question, heldTag);
    await this.#settle(question, answer);
    return answer;
  }

  async #settle({ service, request, body, isProbe: unkept }: CrawlRequest, answer: Answer): Promise<void> {
    switch (answer.status) {
      case 200:
        this.counts.bodies += 1;
        return this.#store.put(service, request, answer.body, answer.etag);
      case 304:
        this.counts.unchanged += 1;
        return this.#store.keep(service, request);
      case 404:
        // Only of a single record is "not there" an answer; of a list it says that this is not the service we know.
        if (body === 'list') throw notThere(service, request);
        this.counts.missing += 1;
        return unkept === true ? undefined : this.#store.putMissing(service, request);
    }
  }

  #get({ service, request, body }: CrawlRequest, heldTag?: string): Promise<Answer> {
    this.counts.requests += 1;
    return this.#clients[service].get(request, { body, heldTag });
  }

  /** Whether a service that gives no entity tags says by its filters that what is held is still so. */
  async #isStill(last: StoredHarvest, held: Entry, question: CrawlRequest): Promise<boolean> {
    const { service, request, list = request, changed: isKnownToHave = false } = question;
    if ('missing' in held || held.etag !== undefined || isKnownToHave) return false;
    if (!knowsChanges(service, list)) return false;
    const key = `${service} ${list}`;
    const changed = this.#changed.get(key) ?? this.#hasChanged(last, service, list);
    this.#changed.set(key, changed);
    return !(await changed);
  }

  async #hasChanged(last: StoredHarvest, service: Service, list: string): Promise<boolean> {
    const held = await pagesOf(last, service, list);
    const newest = newestDay(held);
    const { today, overlapDays } = this.#settings;
    const latest = newest !== undefined && newest > today ? today : newest;
    const since = this.#settings.since ?? (latest && daysBefore(latest, overlapDays));
    if (since === undefined) return true;
    const request = withParameter(list, 'ModifiedSince', since);
    const answer = await this.#get({ service, request, body: 'list' }).catch(unlessRefused);
    if (answer?.status !== 200) return true;
    const told = responseList(service, request, answer.json);
    return (told.totalPages ?? 1) > 1 || !holdsAll(held, told.records);
  }
}

/** A body of the last harvest; undefined when it is damaged: this harvest can do without. */
export function bodyIfSound(last: StoredHarvest, service: Service, request: string): Promise<unknown> {
  return last.read(service, request).catch(() => undefined);
}

/** Without such a filter in the service, it is not known what changed. */
function unlessRefused(thrown: unknown): undefined {
  if (!isRefusal(thrown)) throw thrown;
}

/** The records of all stored pages of a list. */
async function pagesOf(last: StoredHarvest, service: Service, list: string): Promise<unknown[]> {
  const records: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const request = page === 1 ? list : withParameter(list, 'Page', page);
    const held = last.held(service, request);
    if (held === undefined || 'missing' in held) return records;
    const body = await bodyIfSound(last, service, request);
    if (body === undefined) return [];
    for (const record of responseList(service, request, body).records) records.push(record);
  }
}

function notThere(service: Service, request: string): FolkloreError {
  return new FolkloreError('ANSWER_UNREADABLE', `The ${service} service knows nothing of ${request} (404).`, {
    hint: `Are services.${service}.url and services.${service}.path right? What is in the store stays as it was.`,
    exitCode: EXIT.misuse,
  });
}
