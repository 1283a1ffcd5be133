import type { Report } from '../../base/events.js';
import { Stopwatch } from '../../base/stopwatch.js';
import type { ConsistencyChecks } from '../consistency/checks.js';
import { SlowestRecords, type SlowRecord } from '../shards/profile.js';
import type { QueryExamples } from '../shards/query-examples.js';
import type { ShardTimes, StoredShardOutput } from '../shards/shard-output.js';
import type { BuildReport } from './build-report.js';

/** Adds shard outputs, in their order, to the files, counts and checks of a build, and reports progress. */
export class ShardMerger {
  readonly shapesMet = new Map<string, number>();
  readonly #buildReport: BuildReport;
  readonly #checks: ConsistencyChecks;
  readonly #examples: QueryExamples;
  readonly #report: Report;
  readonly #expected: number;
  readonly #describing = new Stopwatch();
  readonly #slowest = new SlowestRecords();
  #records = 0;

  /** @param expected records of the whole build, about */
  constructor(
    buildReport: BuildReport,
    { checks, examples }: { readonly checks: ConsistencyChecks; readonly examples: QueryExamples },
    report: Report,
    expected: number,
  ) {
    this.#buildReport = buildReport;
    this.#checks = checks;
    this.#examples = examples;
    this.#report = report;
    this.#expected = Math.max(1, expected);
  }

  async add(output: StoredShardOutput, times?: ShardTimes): Promise<void> {
    await this.#buildReport.addShard(output);
    this.#checks.merge(output.checkStates);
    this.#examples.merge(output.examples);
    for (const [shape, nodes] of output.shapesMet) {
      this.shapesMet.set(shape, (this.shapesMet.get(shape) ?? 0) + nodes);
    }
    if (times !== undefined) {
      this.#describing.merge(times.stages);
      this.#slowest.merge(times.slowest);
    }
    this.#records += output.records;
    this.#reportProgress();
  }

  /** Ends the progress report, after the last shard. */
  finish(): { readonly describing: ReadonlyMap<string, number>; readonly slowest: readonly SlowRecord[] } {
    this.#report({ event: 'progress', what: 'records', done: this.#expected, total: this.#expected });
    return { describing: this.#describing.take(), slowest: this.#slowest.take() };
  }

  /** The total is that of the plan, about: it does not change. */
  #reportProgress(): void {
    const total = this.#expected;
    this.#report({ event: 'progress', what: 'records', done: Math.min(this.#records, total - 1), total });
  }
}
