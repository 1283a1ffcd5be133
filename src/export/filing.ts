import type { Report } from '../base/events.js';
import { Stopwatch } from '../base/stopwatch.js';
import type { Across } from './across/across.js';
import type { Clerk } from './clerk.js';
import type { Folio } from './folio.js';
import { type Slow, Slowest } from './profile.js';
import type { QueryExamples } from './query-examples.js';

/** Takes folios in, in their order, and says how far the build has come. */
export class Filing {
  readonly shapesMet = new Map<string, number>();
  readonly #clerk: Clerk;
  readonly #across: Across;
  readonly #examples: QueryExamples;
  readonly #report: Report;
  readonly #expected: number;
  readonly #describing = new Stopwatch();
  readonly #slowest = new Slowest();
  #records = 0;
  #triples = 0;

  /** @param expected records that there will be, about */
  constructor(
    clerk: Clerk,
    { across, examples }: { readonly across: Across; readonly examples: QueryExamples },
    report: Report,
    expected: number,
  ) {
    this.#clerk = clerk;
    this.#across = across;
    this.#examples = examples;
    this.#report = report;
    this.#expected = expected;
  }

  async take(folio: Folio): Promise<void> {
    await this.#clerk.file(folio);
    this.#across.takeOver(folio.across);
    this.#examples.takeOver(folio.examples);
    for (const [shape, nodes] of folio.shapesMet) {
      this.shapesMet.set(shape, (this.shapesMet.get(shape) ?? 0) + nodes);
    }
    if (folio.times !== undefined) {
      this.#describing.takeOver(folio.times.stages);
      this.#slowest.takeOver(folio.times.slowest);
    }
    this.#records += folio.records;
    this.#triples += folio.triples;
    this.#tell();
  }

  /** Everything has been taken. */
  complete(): { readonly describing: ReadonlyMap<string, number>; readonly slowest: readonly Slow[] } {
    this.#report({ event: 'progress', what: 'triples', done: this.#triples, total: this.#triples });
    return { describing: this.#describing.handOver(), slowest: this.#slowest.handOver() };
  }

  /** How many triples there will be is told from how many the records so far have come to. */
  #tell(): void {
    if (this.#triples === 0) return;
    const share = this.#records / Math.max(this.#expected, this.#records + 1);
    const total = Math.round(this.#triples / share);
    this.#report({ event: 'progress', what: 'triples', done: this.#triples, total });
  }
}
