import { interrupted } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { Stopwatch } from '../../base/stopwatch.js';
import { Observations } from '../../model/records/observations.js';
import type { SourceRecord } from '../../model/records/record.js';
import type { GlobalIndex } from '../global-index/global-index.js';
import type { BuildDatabase } from '../rows/build-database.js';
import type { MapJob } from '../shards/jobs.js';
import { type Profile, SlowestRecords } from '../shards/profile.js';
import { QueryExamples } from '../shards/query-examples.js';
import type { Runner } from '../shards/runner.js';
import { readShardOutput, type ShardTimes, type StoredShardOutput } from '../shards/shard-output.js';
import { recordShards, type Shard } from '../shards/shards.js';
import type { BuildReport } from './build-report.js';

/** What shards are mapped by, and what their outputs are added to. */
interface Merging {
  readonly runner: Runner;
  readonly index: GlobalIndex;
  /** The path of a shard output without its number. */
  readonly outputs: string;
  /** The data base IRI. */
  readonly base: string;
  readonly buildReport: BuildReport;
  readonly database: BuildDatabase;
  readonly report: Report;
  /** When aborted, nothing is merged any more. */
  readonly signal: AbortSignal | undefined;
}

/** Maps shards and merges their outputs in order: into the files, counts and rows of a build. Reports progress. */
export class ShardMerger {
  readonly counts = { mapped: 0, reused: 0 };
  readonly shapesMet = new Map<string, number>();
  readonly examples: QueryExamples;
  readonly #merging: Merging;
  /** People who are recorded in several answers; ambiguous ids are mapped with each work (model 7.3, X7). */
  readonly #observations: Observations;
  readonly #describing = new Stopwatch();
  readonly #slowest = new SlowestRecords();
  /** Records of the whole build, about. */
  readonly #expected: number;
  #records = 0;
  /** Shards so far. */
  #shards = 0;

  constructor(merging: Merging) {
    const { runner, index, base } = merging;
    const { answers, shared, occurrences, ambiguousPeople } = index;
    this.#merging = merging;
    this.examples = new QueryExamples(base);
    this.#observations = new Observations((id) => occurrences.has(id) && !ambiguousPeople.has(id));
    this.#expected = Math.max(
      1,
      answers.reduce((sum, { units }) => sum + units, 0) + shared.length + occurrences.size,
    );
    runner.begin(index);
  }

  /**
   * Maps and merges the shards of a harvest, and then the people who are recorded in several of its answers.
   *
   * @throws FolkloreError INTERRUPTED, and as the runner does
   */
  async mapHarvest(shards: Iterable<Shard>): Promise<void> {
    await this.#map(shards);
    await this.map(this.#observations.records());
  }

  /** Maps and merges records that no answer holds as they are. */
  map(records: readonly SourceRecord[]): Promise<void> {
    return this.#map(recordShards(records, this.#merging.index));
  }

  /** Ends the progress report, after the last shard. */
  finish(): void {
    this.#reportProgress(this.#expected);
  }

  /** The time of the stages of mapping so far, and the slowest records. */
  takeTimes(): Pick<Profile, 'describing' | 'slowest'> {
    return { describing: this.#describing.take(), slowest: this.#slowest.take() };
  }

  async #map(shards: Iterable<Shard>): Promise<void> {
    const { runner, signal } = this.#merging;
    for await (const { path, isReused, times } of runner.run('map', this.#jobsOf(shards))) {
      if (signal?.aborted === true) throw interrupted('building', 'nothing was released');
      await this.#add(await readShardOutput(path), times);
      this.counts[isReused ? 'reused' : 'mapped'] += 1;
    }
  }

  *#jobsOf(shards: Iterable<Shard>): Generator<MapJob> {
    for (const shard of shards) {
      yield { shard, path: `${this.#merging.outputs}${this.#shards}` };
      this.#shards += 1;
    }
  }

  async #add(output: StoredShardOutput, times: ShardTimes | undefined): Promise<void> {
    await this.#merging.buildReport.addShard(output);
    this.#merging.database.append(output.rows);
    this.examples.merge(output.examples);
    for (const observed of output.observed) this.#observations.add(observed);
    for (const [shape, nodes] of output.shapesMet) {
      this.shapesMet.set(shape, (this.shapesMet.get(shape) ?? 0) + nodes);
    }
    if (times !== undefined) {
      this.#describing.merge(times.stages);
      this.#slowest.merge(times.slowest);
    }
    this.#records += output.records;
    this.#reportProgress(Math.min(this.#records, this.#expected - 1));
  }

  /** The total is that of the plan, about: it does not change. */
  #reportProgress(done: number): void {
    this.#merging.report({ event: 'progress', what: 'records', done, total: this.#expected });
  }
}
