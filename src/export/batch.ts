import type { KnownPlace } from '../mapping/placenames/known-place.js';
import type { AnswerFile, StoredHarvest } from '../store/stored-harvest.js';
import type { Answer } from './answers.js';
import { constants } from './constants.js';
import type { Group } from './datasets.js';
import type { Gathered } from './gather.js';
import { type Range, readRecords } from './reading.js';
import { SOURCES } from './sources.js';
import type { Kind, Unit } from './unit.js';

/** Records that are described together, wherever that is done: plain data. */
export type Batch = BatchOfAnswers | BatchOfUnits;

interface Located {
  /** The place-names database's records of places in the batch that have one. */
  readonly places: readonly KnownPlace[];
}

interface BatchOfAnswers extends Located {
  readonly answers: readonly BatchAnswer[];
}

interface BatchOfUnits extends Located {
  /** Units that no answer holds as they are. */
  readonly units: readonly Unit[];
}

/** An answer, or a part of one. */
interface Part extends Answer {
  /** Which of its records, by their positions; all of them unless said. */
  readonly range?: Range;
}

/** The same, that is read again. */
export interface BatchAnswer extends Part {
  readonly file: AnswerFile;
}

/** Units that are worth a batch: small answers are taken together, a large one stands alone. */
export const ENOUGH = 500;

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
export function* batchesOf(
  store: StoredHarvest,
  groups: readonly Group[],
  gathered: Gathered,
  mostTogether: number = MOST_TOGETHER,
): Generator<Batch> {
  yield { units: constants(groups, gathered), places: [] };
  const isWork = ({ source }: Answer): boolean => {
    const kind = SOURCES[source]?.kind;
    return kind !== undefined && WORKS.has(kind);
  };
  const inParts = (answer: Answer): readonly Part[] => partsOf(answer, mostTogether);
  const [works, others] = [true, false].map((which) =>
    gathered.answers.filter((answer) => isWork(answer) === which).flatMap(inParts),
  );
  yield* ofAnswers(others ?? [], store, gathered);
  yield* batchesOfUnits(gathered.shared, gathered);
  yield* ofAnswers(works ?? [], store, gathered);
}

/** Units in batches of a good size. */
export function* batchesOfUnits(
  units: readonly Unit[],
  { places }: Pick<Gathered, 'places'>,
): Generator<Batch> {
  for (let at = 0; at < units.length; at += ENOUGH) {
    const some = units.slice(at, at + ENOUGH);
    const located = some.flatMap(({ kind, id }) =>
      kind === 'county' || kind === 'location-ireland' ? [Number(id)] : [],
    );
    yield { units: some, places: placesOf(located, places) };
  }
}

function* ofAnswers(answers: readonly Part[], store: StoredHarvest, { places }: Gathered): Generator<Batch> {
  let some: BatchAnswer[] = [];
  let units = 0;
  const batch = (): Batch => ({
    answers: some,
    places: placesOf(
      some.flatMap(({ located }) => located),
      places,
    ),
  });
  for (const answer of answers) {
    const service = SOURCES[answer.source]?.service ?? 'archive';
    some.push({ ...answer, file: store.whereabouts(service, answer.request) });
    units += answer.units;
    if (units < ENOUGH) continue;
    yield batch();
    [some, units] = [[], 0];
  }
  if (some.length > 0) yield batch();
}

/** A long list in parts. What people are recorded in and nowhere else stays whole: they are known at its end. */
function partsOf(answer: Answer, mostTogether: number): readonly Part[] {
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

const placesOf = (ids: readonly number[], places: Gathered['places']): KnownPlace[] =>
  ids.flatMap((id) => places.get(id) ?? []);

/** How many units there are in a batch. */
export const unitsIn = (batch: Batch): number =>
  'units' in batch ? batch.units.length : batch.answers.reduce((sum, { units }) => sum + units, 0);

/** The units of one answer that were not met before it, as they were read. */
export function* unitsOf(answer: BatchAnswer, body: unknown): Generator<Unit> {
  const source = SOURCES[answer.source];
  if (source === undefined) return;
  const [passedOver, repeated] = [new Set(answer.passedOver), new Set(answer.repeated)];
  const isPassedOver = (_: unknown, position: number): boolean => passedOver.has(position);
  for (const one of readRecords(source, answer.request, body, isPassedOver, { range: answer.range })) {
    if (!repeated.has(one.origin.pointer)) yield one;
  }
}
