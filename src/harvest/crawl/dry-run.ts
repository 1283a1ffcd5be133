import type { StoredHarvest } from '../store/stored-harvest.js';
import { isPassedOver, type RevisitSettings, replyIn } from './conditional-fetch.js';
import type { CrawlRequest, Reply, ResponseFetcher, Service } from './request.js';

/** Sends no requests: lists those of a harvest, as far as they follow from the answers of the last one. */
export class DryRunFetcher implements ResponseFetcher {
  /** The requests, in order. */
  readonly requests: { readonly service: Service; readonly request: string; readonly isStored: boolean }[] =
    [];
  /** Lists that were empty in the last harvest, and are not requested. */
  emptyLists = 0;
  readonly #last: StoredHarvest | undefined;
  readonly #settings: Pick<RevisitSettings, 'revisit' | 'emptyLists'>;

  constructor(last: StoredHarvest | undefined, settings: Pick<RevisitSettings, 'revisit' | 'emptyLists'>) {
    this.#last = last;
    this.#settings = settings;
  }

  async fetch(crawlRequest: CrawlRequest): Promise<Reply> {
    const { service, request } = crawlRequest;
    const reply = await replyIn(this.#last, service, request);
    if (await isPassedOver(crawlRequest, this.#settings, async () => reply)) this.emptyLists += 1;
    else
      this.requests.push({ service, request, isStored: this.#last?.entryOf(service, request) !== undefined });
    return reply;
  }

  async previous(): Promise<Reply> {
    return 'unknown';
  }

  forget(): void {}
}
