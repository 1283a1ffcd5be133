import type { StoredHarvest } from '../store/stored-harvest.js';
import { bodyIfSound } from './conditional-fetch.js';
import type { CrawlRequest, Reply, ResponseFetcher, Service } from './request.js';

/** Sends no requests: lists those of a harvest, as far as they follow from the answers of the last one. */
export class DryRunFetcher implements ResponseFetcher {
  /** The requests, in order. */
  readonly requests: { readonly service: Service; readonly request: string; readonly isStored: boolean }[] =
    [];
  readonly #last: StoredHarvest | undefined;

  constructor(last: StoredHarvest | undefined) {
    this.#last = last;
  }

  async fetch({ service, request }: CrawlRequest): Promise<Reply> {
    const held = this.#last?.entryOf(service, request);
    this.requests.push({ service, request, isStored: held !== undefined });
    if (this.#last === undefined || held === undefined) return 'unknown';
    if ('missing' in held) return 'missing';
    const body = await bodyIfSound(this.#last, service, request);
    return body === undefined ? 'unknown' : { body };
  }

  async previous(): Promise<Reply> {
    return 'unknown';
  }

  forget(): void {}
}
