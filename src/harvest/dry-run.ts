import type { StoredHarvest } from '../response-store/stored-harvest.js';
import { bodyIfSound } from './conditional-fetch.js';
import type { CrawlRequest, Reply, ResponseFetcher, Service } from './request.js';

/** Asks nobody: notes what a harvest would ask, as far as the last one's answers tell. */
export class DryRunFetcher implements ResponseFetcher {
  /** What would be asked, in the order of asking. */
  readonly requests: { readonly service: Service; readonly request: string; readonly held: boolean }[] = [];
  readonly #last: StoredHarvest | undefined;

  constructor(last: StoredHarvest | undefined) {
    this.#last = last;
  }

  async ask({ service, request }: CrawlRequest): Promise<Reply> {
    const held = this.#last?.held(service, request);
    this.requests.push({ service, request, held: held !== undefined });
    if (this.#last === undefined || held === undefined) return 'unknown';
    if ('missing' in held) return 'missing';
    const body = await bodyIfSound(this.#last, service, request);
    return body === undefined ? 'unknown' : { body };
  }

  async before(): Promise<Reply> {
    return 'unknown';
  }
}
