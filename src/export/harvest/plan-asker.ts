import type { StoredHarvest } from '../../store/stored-harvest.js';
import type { Asker, Question, Reply, Service } from './question.js';
import { bodyIfSound } from './store-asker.js';

/** Asks nobody: notes what a harvest would ask, as far as the last one's answers tell. */
export class PlanAsker implements Asker {
  /** What would be asked, in the order of asking. */
  readonly questions: { readonly service: Service; readonly request: string; readonly held: boolean }[] = [];
  readonly #last: StoredHarvest | undefined;

  constructor(last: StoredHarvest | undefined) {
    this.#last = last;
  }

  async ask({ service, request }: Question): Promise<Reply> {
    const held = this.#last?.held(service, request);
    this.questions.push({ service, request, held: held !== undefined });
    if (this.#last === undefined || held === undefined) return 'unknown';
    if ('missing' in held) return 'missing';
    const body = await bodyIfSound(this.#last, service, request);
    return body === undefined ? 'unknown' : { body };
  }

  async before(): Promise<Reply> {
    return 'unknown';
  }
}
