import { sha256 } from '../../base/sha256.js';
import type { AnswerIndex } from '../../harvest/answers/answer-index.js';
import { type RecordRange, readAnswerRecords } from '../../harvest/answers/read-records.js';
import type { AnswerPlace, StoredHarvest } from '../../harvest/store/stored-harvest.js';
import type { KnownPlace } from '../../model/mapping/mapping-context.js';
import type { Group } from '../../model/records/datasets.js';
import type { Kind, SourceRecord } from '../../model/records/record.js';
import { SOURCES } from '../../model/records/sources.js';
import type { GlobalIndex } from '../global-index/global-index.js';
import { constants } from '../map-records/constant-records.js';

/** Records that are mapped together. Plain data: with the plan and the index it is all that mapping needs. */
export type Shard = AnswersShard | RecordsShard;

interface Located {
  /** The place-names database's records of places in the shard. */
  readonly places: readonly KnownPlace[];
}

interface AnswersShard extends Located {
  readonly answers: readonly ShardAnswer[];
}

interface RecordsShard extends Located {
  /** Generated records: no answer holds them as they are. */
  readonly records: readonly SourceRecord[];
}

/** An answer, or a range of its records. */
interface AnswerPart extends AnswerIndex {
  /** By position; absent: all records. */
  readonly range?: RecordRange;
}

/** An answer with the file that holds it. */
export interface ShardAnswer extends AnswerPart {
  readonly file: AnswerPlace;
}

/** Fewest records of a shard of small answers or of single records, but for the last of its sort. */
const GROUP_SIZE = 500;

/** Records of one answer in one shard, about: each part of a longer list reads the whole answer again. */
const LARGEST_SHARD = 2000;

/**
 * Kinds that are mapped before records that refer to them: then few references wait for their targets. Within each
 * dataset it is the order of its files.
 */
const WORKS: ReadonlySet<Kind> = new Set(['cbe.volume', 'cbes.volume', 'cbeg.photograph']);

/**
 * The shards of a harvest in the order of their outputs, but those of people who are recorded in several answers
 * ({@link recordShards}).
 *
 * @param largest records of one list that may be in one shard, about
 */
export function* planShards(
  store: StoredHarvest,
  groups: readonly Group[],
  index: GlobalIndex,
  largest: number = LARGEST_SHARD,
): Generator<Shard> {
  yield { records: constants(groups, index), places: [] };
  const isWork = ({ source }: AnswerIndex): boolean => {
    const kind = SOURCES[source]?.kind;
    return kind !== undefined && WORKS.has(kind);
  };
  const shardsOf = (areWorks: boolean): Generator<Shard> =>
    answerShards(
      index.answers
        .filter((answer) => isWork(answer) === areWorks)
        .flatMap((answer) => partsOf(answer, largest)),
      store,
      index,
    );
  yield* shardsOf(false);
  yield* recordShards(index.shared, index);
  yield* shardsOf(true);
}

/** Shards of generated records. */
export function* recordShards(
  records: readonly SourceRecord[],
  { places }: Pick<GlobalIndex, 'places'>,
): Generator<Shard> {
  for (const some of grouped(records, () => 1)) {
    const located = some.flatMap(({ kind, id }) =>
      kind === 'county' || kind === 'location-ireland' ? [Number(id)] : [],
    );
    yield { records: some, places: knownPlaces(located, places) };
  }
}

function* answerShards(
  answers: readonly AnswerPart[],
  store: StoredHarvest,
  { places }: GlobalIndex,
): Generator<Shard> {
  for (const some of grouped(answers, ({ units }) => units)) {
    yield {
      answers: some.map((answer) => ({
        ...answer,
        file: store.answerPlace(SOURCES[answer.source]?.service ?? 'archive', answer.request),
      })),
      places: knownPlaces(
        some.flatMap(({ located }) => located),
        places,
      ),
    };
  }
}

/**
 * Groups things that follow each other.
 *
 * @param sizeOf the number of records in a thing
 */
function* grouped<T>(things: Iterable<T>, sizeOf: (thing: T) => number): Generator<readonly T[]> {
  let group: T[] = [];
  let size = 0;
  for (const thing of things) {
    group.push(thing);
    size += sizeOf(thing);
    if (size < GROUP_SIZE) continue;
    yield group;
    [group, size] = [[], 0];
  }
  if (group.length > 0) yield group;
}

/** Cuts a long list into parts. An answer with people of its own stays whole: they are complete at its end. */
function partsOf(answer: AnswerIndex, largest: number): readonly AnswerPart[] {
  const { units, records, people } = answer;
  const parts = people.length > 0 ? 1 : Math.min(records, Math.ceil(units / largest));
  if (parts <= 1) return [answer];
  const each = Math.ceil(records / parts);
  return Array.from({ length: parts }, (_, at) => {
    const range = { from: at * each, to: (at + 1) * each };
    return { ...answer, units: Math.ceil(units / parts), range };
  });
}

const knownPlaces = (ids: readonly number[], places: GlobalIndex['places']): KnownPlace[] =>
  ids.flatMap((id) => places.get(id) ?? []);

/** The records of one answer that no earlier answer holds, as they were read. */
export function* recordsOfAnswer(answer: AnswerPart, body: unknown): Generator<SourceRecord> {
  const source = SOURCES[answer.source];
  if (source === undefined) return;
  const [passedOver, repeated] = [new Set(answer.passedOver), new Set(answer.repeated)];
  const isDuplicate = (_: unknown, position: number): boolean => passedOver.has(position);
  const { range, damaged } = answer;
  for (const one of readAnswerRecords(source, answer.request, body, isDuplicate, { range, damaged })) {
    if (!repeated.has(one.origin.pointer)) yield one;
  }
}

/** Digits of a digest in a file name: 128 bits. */
const LENGTH = 32;

/** 128 bits of the SHA-256 of a value as JSON, in hexadecimal digits. */
export function digestOf(value: unknown): string {
  return sha256(JSON.stringify(value)).slice(0, LENGTH);
}
