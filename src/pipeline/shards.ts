import type { KnownPlace } from '../mapping/context.js';
import type { AnswerIndex } from '../records/answer-index.js';
import { constants } from '../records/constant-records.js';
import type { Group } from '../records/datasets.js';
import type { GlobalIndex } from '../records/global-index.js';
import { type RecordRange, readAnswerRecords } from '../records/read-records.js';
import type { Kind, SourceRecord } from '../records/record.js';
import { SOURCES } from '../records/sources.js';
import type { AnswerFile, StoredHarvest } from '../response-store/stored-harvest.js';

/** Records that are described together, wherever that is done: plain data. */
export type Shard = BatchOfAnswers | BatchOfUnits;

interface Located {
  /** The place-names database's records of places in the batch that have one. */
  readonly places: readonly KnownPlace[];
}

interface BatchOfAnswers extends Located {
  readonly answers: readonly ShardAnswer[];
}

interface BatchOfUnits extends Located {
  /** Units that no answer holds as they are. */
  readonly units: readonly SourceRecord[];
}

/** An answer, or a part of one. */
interface Part extends AnswerIndex {
  /** Which of its records, by their positions; all of them unless said. */
  readonly range?: RecordRange;
}

/** The same, that is read again. */
export interface ShardAnswer extends Part {
  readonly file: AnswerFile;
}

/** Units that are worth a batch: small answers are taken together, a large one stands alone. */
export const SHARD_SIZE = 500;

/** Units of one answer that are described together, about: each part of a longer list reads the whole of it again. */
const MOST_TOGETHER = 2000;

/**
 * What records are described before others refer to them: then hardly a reference waits for what it leads to. Within
 * each dataset it is the order of its files.
 */
const WORKS: ReadonlySet<Kind> = new Set(['cbe.volume', 'cbes.volume', 'cbeg.photograph']);

/**
 * All batches but those of people, who are known once everything they are recorded in has been described.
 *
 * @param mostTogether units of one list that may be in one batch, about
 */
export function* planShards(
  store: StoredHarvest,
  groups: readonly Group[],
  globalIndex: GlobalIndex,
  mostTogether: number = MOST_TOGETHER,
): Generator<Shard> {
  yield { units: constants(groups, globalIndex), places: [] };
  const isWork = ({ source }: AnswerIndex): boolean => {
    const kind = SOURCES[source]?.kind;
    return kind !== undefined && WORKS.has(kind);
  };
  const inParts = (answer: AnswerIndex): readonly Part[] => partsOf(answer, mostTogether);
  const [works, others] = [true, false].map((which) =>
    globalIndex.answers.filter((answer) => isWork(answer) === which).flatMap(inParts),
  );
  yield* ofAnswers(others ?? [], store, globalIndex);
  yield* shardsOfRecords(globalIndex.shared, globalIndex);
  yield* ofAnswers(works ?? [], store, globalIndex);
}

/** Units in batches of a good size. */
export function* shardsOfRecords(
  units: readonly SourceRecord[],
  { places }: Pick<GlobalIndex, 'places'>,
): Generator<Shard> {
  for (let at = 0; at < units.length; at += SHARD_SIZE) {
    const some = units.slice(at, at + SHARD_SIZE);
    const located = some.flatMap(({ kind, id }) =>
      kind === 'county' || kind === 'location-ireland' ? [Number(id)] : [],
    );
    yield { units: some, places: placesOf(located, places) };
  }
}

function* ofAnswers(
  answers: readonly Part[],
  store: StoredHarvest,
  { places }: GlobalIndex,
): Generator<Shard> {
  let some: ShardAnswer[] = [];
  let units = 0;
  const batch = (): Shard => ({
    answers: some,
    places: placesOf(
      some.flatMap(({ located }) => located),
      places,
    ),
  });
  for (const answer of answers) {
    const service = SOURCES[answer.source]?.service ?? 'archive';
    some.push({ ...answer, file: store.answerFile(service, answer.request) });
    units += answer.units;
    if (units < SHARD_SIZE) continue;
    yield batch();
    [some, units] = [[], 0];
  }
  if (some.length > 0) yield batch();
}

/** A long list in parts. What people are recorded in and nowhere else stays whole: they are known at its end. */
function partsOf(answer: AnswerIndex, mostTogether: number): readonly Part[] {
  const { units, records, people } = answer;
  const parts = people.length > 0 ? 1 : Math.min(records, Math.ceil(units / mostTogether));
  if (parts <= 1) return [answer];
  const each = Math.ceil(records / parts);
  return Array.from({ length: parts }, (_, at) => ({
    ...answer,
    units: Math.ceil(units / parts),
    range: { from: at * each, to: (at + 1) * each },
  }));
}

const placesOf = (ids: readonly number[], places: GlobalIndex['places']): KnownPlace[] =>
  ids.flatMap((id) => places.get(id) ?? []);

/** How many units there are in a batch. */
export const shardSize = (batch: Shard): number =>
  'units' in batch ? batch.units.length : batch.answers.reduce((sum, { units }) => sum + units, 0);

/** The units of one answer that were not met before it, as they were read. */
export function* recordsOfAnswer(answer: ShardAnswer, body: unknown): Generator<SourceRecord> {
  const source = SOURCES[answer.source];
  if (source === undefined) return;
  const [passedOver, repeated] = [new Set(answer.passedOver), new Set(answer.repeated)];
  const isPassedOver = (_: unknown, position: number): boolean => passedOver.has(position);
  for (const one of readAnswerRecords(source, answer.request, body, isPassedOver, { range: answer.range })) {
    if (!repeated.has(one.origin.pointer)) yield one;
  }
}
